// The person's decision on the whole result: accept it as it is, reject it, or reopen what was settled.
import { useState } from "react";
import { commands, troubleOf, type Judgement } from "../../ipc";
import { useActs } from "../../shared/acts";
import { Btn } from "../../shared/Btn";
import { Dialog } from "../../shared/Dialog";
import { many } from "../../shared/format";
import { useKeys, type Key } from "../../shared/keys";
import { attempt, sayDone } from "../../shared/messages";
import { useNavigation, type Among } from "../../shared/route";
import { useVerbs } from "../../shared/verbs";
import { useDesk } from "./stage";
import { fillsForms, inWords, standingIssues } from "./values";

/** Max rows that the program returns at once. */
const MOST = 500;
const EVERYTHING: Omit<Among, "index" | "total"> = {
  filter: { search: "", states: [], labels: [], years: [], cases: [], trash: false },
  sort: { column: "received", descending: true },
};

/** The next document that needs review, in the order of the list it was opened from; wraps around. */
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

/** The next document of a review that still waits; wraps around. */
async function nextInQueue(id: string, queue: readonly string[]): Promise<{ id: string; queue: readonly string[] } | null> {
  const ask = (order: "oldest" | "audit_sample") => commands.reviewQueue({ order, minutes: 0, held: [] });
  const rows = [...(await ask("oldest")).rows, ...(await ask("audit_sample")).rows];
  const waiting = new Set(rows.filter(({ claim }) => claim.place !== "deferred").map((row) => row.document_id));
  const at = queue.indexOf(id);
  const next = [...queue.slice(at + 1), ...queue.slice(0, Math.max(0, at))].find((other) => waiting.has(other));
  return next === undefined ? null : { id: next, queue };
}

type Next = Awaited<ReturnType<typeof nextToReview | typeof nextInQueue>>;

export function Judge() {
  const { view, stage, act, among, queue } = useDesk();
  const { go, shelf, swap } = useNavigation();
  const acts = useActs();
  const { signed } = useVerbs();
  const { row, run, classification } = view;
  const id = row.document_id;
  const [asking, setAsking] = useState<{ then: () => void } | null>(null);
  const judge = async (judgement: Judgement, said: string, despite = false) => {
    const notes = stage.notes.trim() === "" ? null : stage.notes;
    await signed();
    await commands.saveReview(id, judgement, { reviewer: null, notes, despite_blockers: despite });
    acts.did({ document: id });
    sayDone(said, () => acts.undo(id));
  };
  const accepted = row.corrections > 0 ? "Accepted with your corrections" : "Accepted";
  /** Open blockers are shown once before the document is accepted despite them. */
  const accepting = (then: () => void) => {
    const work = async (despite: boolean) => {
      try {
        await judge("accept", accepted, despite);
        then();
      } catch (error) {
        if (troubleOf(error).code !== "open_blockers") throw error;
        setAsking({ then: () => attempt(work(true)) });
      }
    };
    attempt(work(false));
  };
  const accept = () => accepting(() => undefined);
  const acceptAndNext = async () => {
    const next = await (queue === undefined ? nextToReview(id, among) : nextInQueue(id, queue));
    accepting(() => onward(next));
  };
  const onward = (next: Next) => {
    if (next === null) go(queue === undefined ? shelf : { screen: "review" });
    else swap({ screen: "document", ...next });
  };
  const reject = () => attempt(judge("reject", "Rejected. Excluded from ground truth"));
  const reopen = () => attempt(judge("reopen", "Reopened"));

  const done = run?.state === "done" && row.state !== "password";
  const settled = row.verdict !== null;
  const acceptable = done && classification !== null && row.verdict !== "agrees" && row.verdict !== "corrects";
  const rejectable = done && row.verdict !== "rejects";
  const keys: (Key | false)[] = [
    acceptable && { keys: "a", label: "Accept the document", run: accept },
    acceptable && { keys: "Shift+a", label: "Accept and go to the next to review", run: () => attempt(acceptAndNext()) },
    rejectable && { keys: "r", label: "Reject the document", run: reject },
    done && { keys: "k", label: "Correct the document", run: () => act(fillsForms(view) ? { do: "tab", tab: "fields" } : { do: "tab", tab: "packet" }) },
  ];
  useKeys("Document", keys.filter((key) => key !== false));
  return (
    <span className="line" role="group" aria-label="Your decision">
      {settled ? (
        <Btn onPress={reopen}>Reopen</Btn>
      ) : (
        <Btn kind="primary" cap="a" isDisabled={!acceptable} onPress={accept}>
          Accept
        </Btn>
      )}
      {(row.state === "needs_review" || queue !== undefined) && (
        <Btn isDisabled={!acceptable} onPress={() => attempt(acceptAndNext())}>
          Accept and next
        </Btn>
      )}
      <Btn cap="r" isDisabled={!rejectable} onPress={reject}>
        Reject
      </Btn>
      {asking !== null && <Blockers onClose={() => setAsking(null)} onAccept={asking.then} />}
    </span>
  );
}

/** The open blockers, shown before the document is accepted despite them. */
function Blockers({ onClose, onAccept }: { onClose: () => void; onAccept: () => void }) {
  const { view } = useDesk();
  const open = standingIssues(view).filter((issue) => issue.severity === "BLOCKER");
  const footer = (
    <>
      <Btn autoFocus onPress={onClose}>
        Go back
      </Btn>
      <Btn
        kind="danger"
        onPress={() => {
          onClose();
          onAccept();
        }}
      >
        Accept anyway
      </Btn>
    </>
  );
  return (
    <Dialog alert title={`${many(open.length, "blocker is", "blockers are")} open`} onClose={onClose} footer={footer}>
      <ul>
        {open.map((issue) => (
          <li key={issue.id} className="readable">
            {inWords(view, issue.form, issue.message)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
