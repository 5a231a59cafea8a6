// The person's word on the whole result: accept it as it stands, reject it, or open again what was settled.
import { useQuery } from "@tanstack/react-query";
import { commands, queries, type Judgement } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { useKeys, type Key } from "../../shared/keys";
import { attempt, say } from "../../shared/messages";
import { useDesk } from "./stage";
import { fillsForms } from "./values";

export function Judge() {
  const { view, stage, act } = useDesk();
  const { data: overview } = useQuery(queries.overview());
  const { row, run, classification } = view;
  const id = row.document_id;
  const judge = async (judgement: Judgement, said: string) => {
    const notes = stage.notes.trim() === "" ? null : stage.notes;
    await commands.saveReview(id, judgement, { reviewer: overview?.preferences.reviewer ?? null, notes });
    const back = { label: "Undo", run: () => attempt(commands.judge(id, "reopen")) };
    say(said, judgement === "reopen" ? undefined : back);
  };
  const accept = () => attempt(judge("accept", row.corrections > 0 ? "Accepted with your corrections" : "Accepted"));
  const reject = () => attempt(judge("reject", "Rejected; nothing of it is exported as truth"));
  const reopen = () => attempt(judge("reopen", "Open again"));

  const done = run?.state === "done" && row.state !== "password";
  const settled = row.verdict !== null;
  const acceptable = done && classification !== null && row.verdict !== "agrees" && row.verdict !== "corrects";
  const rejectable = done && row.verdict !== "rejects";
  const keys: (Key | false)[] = [
    acceptable && { keys: "a", label: "Accept the document", run: accept },
    rejectable && { keys: "r", label: "Reject the document", run: reject },
    done && { keys: "k", label: "Put the document right", run: () => act(fillsForms(view) ? { do: "tab", tab: "fields" } : { do: "tab", tab: "packet" }) },
  ];
  useKeys("Document", keys.filter((key) => key !== false));
  return (
    <span className="line" role="group" aria-label="Judgement">
      {settled ? (
        <Btn onPress={reopen}>Open again</Btn>
      ) : (
        <Btn kind="primary" cap="a" isDisabled={!acceptable} onPress={accept}>
          Accept
        </Btn>
      )}
      <Btn cap="r" isDisabled={!rejectable} onPress={reject}>
        Reject
      </Btn>
    </span>
  );
}
