// The header of a document: its name, label and state, and the actions on the whole document.
import { commands, type ClassificationView, type DocumentView } from "../../ipc";
import { useKeys } from "../../shared/keys";
import { Btn } from "../../shared/Btn";
import { confidence, count, many } from "../../shared/format";
import { attempt, say } from "../../shared/messages";
import { useNavigation, type Among } from "../../shared/route";
import { BANDS, StateChip, isRunning } from "../../shared/states";
import { useVerbs } from "../../shared/verbs";
import { useDesk } from "./stage";

export function Header({ among, queue }: { among?: Among; queue?: readonly string[] }) {
  const { view } = useDesk();
  const { go, shelf } = useNavigation();
  const verbs = useVerbs();
  const { row, classification } = view;
  const id = row.document_id;
  const busy = isRunning(row.state) || row.state === "queued";
  return (
    <header className="bar doc-head">
      <Btn kind="link" onPress={() => go(queue === undefined ? shelf : { screen: "review" })}>
        {queue === undefined ? "Library" : "Review"}
      </Btn>
      <span className="muted" aria-hidden="true">
        /
      </span>
      <h1 className="clip readable" title={view.document.path}>
        {row.file_name}
      </h1>
      {classification !== null && (
        <span className={classification.band === "LOW" ? "tag warn" : "tag ok"}>
          <span className="clip">
            {[classification.label, row.proposed_label].filter(Boolean).join(" ")} · {sureness(classification)}
          </span>
        </span>
      )}
      <StateChip row={row} />
      {row.state === "needs_review" && <span className="muted nowrap why">{waitsBecause(view)}</span>}
      <span className="grow" />
      {among !== undefined && <Neighbours among={among} />}
      {queue !== undefined && <QueueNeighbours id={id} queue={queue} />}
      {row.state === "password" && (
        <Btn kind="primary" onPress={() => verbs.unlock({ id, name: row.file_name })}>
          Enter password…
        </Btn>
      )}
      {busy ? (
        <Btn onPress={() => attempt(commands.cancel([id]))}>Cancel processing</Btn>
      ) : (
        <Btn onPress={() => attempt(commands.rerun([id]).then(() => say("Queued for reprocessing")))}>Reprocess</Btn>
      )}
      <Btn onPress={() => verbs.exportDocuments({ ids: [id] }, 1, row.file_name.replace(/\.[^.]+$/, ""))}>Export…</Btn>
    </header>
  );
}

/** The confidence in the label, or who assigned it. */
function sureness({ label, confidence: sure, band, corrected }: ClassificationView): string {
  if (corrected !== null && corrected.label !== label) return `corrected by ${corrected.by}`;
  return `${confidence(sure)} ${BANDS[band]}`;
}

/** Severities, worst first, with their names. */
const WORST_FIRST = [["BLOCKER", "blocker"], ["MAJOR", "major issue"], ["MINOR", "minor issue"]] as const;

/** Why it waits for a person: the worst issues behind the decision. A result accepted by the program waits only for a
 *  decision on later changes. */
function waitsBecause({ decision, row, issues }: DocumentView): string {
  if (decision === null) return "";
  if (decision.outcome !== "AUTO_ACCEPT") {
    const named = issues.filter((issue) => decision.reasons.includes(issue.id));
    const worst = WORST_FIRST.find(([severity]) => named.some((issue) => issue.severity === severity));
    if (worst === undefined) return `rule ${decision.rule}`;
    const [severity, name] = worst;
    return many(named.filter((issue) => issue.severity === severity).length, name);
  }
  return row.corrections > 0 ? "after a correction" : "reopened";
}

/** Moves through the list that the document was opened from. */
function Neighbours({ among }: { among: Among }) {
  const { swap } = useNavigation();
  const { filter, sort, index, total } = among;
  const step = async (by: 1 | -1) => {
    const next = index + by;
    if (next < 0 || next >= total) return;
    const page = await commands.library({ ...filter, sort, offset: next, limit: 1 });
    const row = page.rows[0];
    if (row === undefined) return say("That document is no longer in this list");
    swap({ screen: "document", id: row.document_id, among: { filter, sort, index: next, total: page.total } });
  };
  return <Steps index={index} total={total} step={(by) => attempt(step(by))} />;
}

/** Moves through the review that the document was opened from. */
function QueueNeighbours({ id, queue }: { id: string; queue: readonly string[] }) {
  const { swap } = useNavigation();
  const index = queue.indexOf(id);
  const step = (by: 1 | -1) => {
    const next = queue[index + by];
    if (next !== undefined) swap({ screen: "document", id: next, queue });
  };
  return <Steps index={index} total={queue.length} step={step} />;
}

function Steps({ index, total, step }: { index: number; total: number; step: (by: 1 | -1) => void }) {
  useKeys("Document", [
    { keys: "Alt+ArrowDown", label: "Next document", run: () => step(1), whileTyping: true },
    { keys: "Alt+ArrowUp", label: "Previous document", run: () => step(-1), whileTyping: true },
  ]);
  return (
    <span className="line">
      <span className="muted nowrap place">
        {count(index + 1)} of {count(total)}
      </span>
      <Btn kind="quiet" isDisabled={index === 0} onPress={() => step(-1)}>
        Previous
      </Btn>
      <Btn kind="quiet" isDisabled={index + 1 >= total} onPress={() => step(1)}>
        Next
      </Btn>
    </span>
  );
}
