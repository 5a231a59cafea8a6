// The person's word on the whole result: accept it as it stands, reject it, or open again what was settled.
import { commands, type Judgement } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { useKeys, type Key } from "../../shared/keys";
import { attempt, say } from "../../shared/messages";
import { useDesk } from "./stage";

export function Judge() {
  const { view } = useDesk();
  const { row, run, classification } = view;
  const id = row.document_id;
  const judge = async (judgement: Judgement, said: string) => {
    await commands.judge(id, judgement);
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
