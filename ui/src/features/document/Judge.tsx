// The person's word on the whole result: accept it as it stands, reject it, or open again what was settled.
import { commands, type Judgement } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { useKeys, type Key } from "../../shared/keys";
import { attempt, say } from "../../shared/messages";
import { useNavigation, type Among } from "../../shared/route";
import { useDesk } from "./stage";
import { fillsForms } from "./values";

/** As many as the program hands out at once. */
const MOST = 500;
const EVERYTHING: Omit<Among, "index" | "total"> = {
  filter: { search: "", states: [], labels: [], years: [], cases: [], trash: false },
  sort: { column: "received", descending: true },
};

/** The document that waits for a person after this one, in the order of the list it was opened from; around the end. */
async function nextToReview(id: string, among: Among | undefined): Promise<{ id: string; among: Among } | null> {
  const { filter, sort } = among ?? EVERYTHING;
  const wanted = { ...filter, states: ["needs_review" as const] };
  const { rows, total } = await commands.library({ ...wanted, sort, offset: 0, limit: MOST });
  const at = rows.findIndex((row) => row.document_id === id);
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))];
  const [next] = others;
  if (next === undefined) return null;
  // The accepted one leaves the list, so those behind it move up.
  const index = rows.slice(0, rows.indexOf(next)).filter((row) => row.document_id !== id).length;
  return { id: next.document_id, among: { filter: wanted, sort, index, total: total - 1 } };
}

export function Judge() {
  const { view, stage, act, among } = useDesk();
  const { go, shelf, swap } = useNavigation();
  const { row, run, classification } = view;
  const id = row.document_id;
  const judge = async (judgement: Judgement, said: string) => {
    const notes = stage.notes.trim() === "" ? null : stage.notes;
    await commands.saveReview(id, judgement, { reviewer: null, notes });
    const back = { label: "Undo", run: () => attempt(commands.judge(id, "reopen")) };
    say(said, judgement === "reopen" ? undefined : back);
  };
  const accept = () => attempt(judge("accept", row.corrections > 0 ? "Accepted with your corrections" : "Accepted"));
  const acceptAndNext = async () => {
    const next = await nextToReview(id, among);
    await judge("accept", row.corrections > 0 ? "Accepted with your corrections" : "Accepted");
    if (next === null) go(shelf);
    else swap({ screen: "document", ...next });
  };
  const reject = () => attempt(judge("reject", "Rejected; nothing of it is exported as truth"));
  const reopen = () => attempt(judge("reopen", "Open again"));

  const done = run?.state === "done" && row.state !== "password";
  const settled = row.verdict !== null;
  const acceptable = done && classification !== null && row.verdict !== "agrees" && row.verdict !== "corrects";
  const rejectable = done && row.verdict !== "rejects";
  const keys: (Key | false)[] = [
    acceptable && { keys: "a", label: "Accept the document", run: accept },
    acceptable && { keys: "Shift+a", label: "Accept it and go to the next to review", run: () => attempt(acceptAndNext()) },
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
      {row.state === "needs_review" && (
        <Btn isDisabled={!acceptable} onPress={() => attempt(acceptAndNext())}>
          Accept and next
        </Btn>
      )}
      <Btn cap="r" isDisabled={!rejectable} onPress={reject}>
        Reject
      </Btn>
    </span>
  );
}
