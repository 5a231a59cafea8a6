// All issues, worst first and grouped by cause, and how the arbiter reached its decision.
import { useState } from "react";
import type { DocumentView, IssueView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { many } from "../../shared/format";
import { byCause } from "./checking";
import { sortedIssues } from "./values";
import { IssueNote } from "./IssueNote";
import { useDesk } from "./stage";

const OUTCOMES: Record<string, string> = {
  AUTO_ACCEPT: "Accepted automatically",
  AUTO_RETRY: "To be retried",
  ESCALATE_TO_SME: "Sent to review",
};

export function Issues() {
  const { view } = useDesk();
  const issues = sortedIssues(view);
  const settled = issues.filter((issue) => issue.standing === "settled").length;
  const fresh = issues.filter((issue) => issue.standing === "new").length;
  return (
    <div className="issues">
      {settled + fresh > 0 && (
        <section aria-label="After your edits" className="after">
          <h2 className="sec">After your edits</h2>
          <p className="pad-in readable" role="status">
            {afterwards(settled, fresh)} The checks ran again after your edits; the original decision stays on record.
            {view.row.state === "needs_review" && " Accept when you are satisfied."}
          </p>
        </section>
      )}
      {issues.length === 0 && <p className="muted pad-in">{view.run === null ? "Not checked yet." : "No issues."}</p>}
      {byCause(issues).map((of) => (
        <Cause key={of[0]?.id} issues={of} />
      ))}
      {view.decision !== null && <Decision view={view} />}
    </div>
  );
}

/** The first issue of a cause; the others are opened on request. */
function Cause({ issues: [first, ...more] }: { issues: IssueView[] }) {
  const [open, setOpen] = useState(false);
  if (first === undefined) return null;
  return (
    <>
      <IssueNote issue={first} />
      {open && more.map((issue) => <IssueNote key={issue.id} issue={issue} />)}
      {more.length > 0 && (
        <div className="more">
          <Btn kind="link" aria-expanded={open} onPress={() => setOpen(!open)}>
            {open ? "Show only the first" : `and ${more.length} more of this kind`}
          </Btn>
        </div>
      )}
    </>
  );
}

function afterwards(settled: number, fresh: number): string {
  const parts = [
    settled > 0 && `${many(settled, "issue")} fixed`,
    fresh > 0 && many(fresh, "new issue"),
  ];
  return `${parts.filter((part) => part !== false).join(", ")}.`;
}

function Decision({ view }: { view: DocumentView }) {
  const { decision, verification } = view;
  const last = verification.at(-1);
  if (decision === null) return null;
  return (
    <section aria-label="Decision">
      <h2 className="sec">Decision</h2>
      <p className="pad-in readable">{decision.explanation}</p>
      <dl className="pairs">
        <div>
          <dt>{OUTCOMES[decision.outcome] ?? decision.outcome}</dt>
          <dd>
            rule {decision.rule}
            {decision.cause !== "rule" && `, ${decision.cause.replaceAll("_", " ")}`}
          </dd>
        </div>
        <div>
          <dt>Reasons</dt>
          <dd>{decision.reasons.length > 0 ? decision.reasons.join(", ") : "none"}</dd>
        </div>
        {last !== undefined && (
          <div>
            <dt>Quality after {many(verification.length, "pass", "passes")}</dt>
            <dd>{last.quality_score.toFixed(2)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
