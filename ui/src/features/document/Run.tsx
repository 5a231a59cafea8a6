// The agent loop, live and afterwards: attempts side by side, the grader's feedback, the checks, tokens and cost.
import type { AttemptView, DocumentView } from "../../ipc";
import { count, dollars, pagesOf, seconds } from "../../shared/format";
import { Dot } from "../../shared/states";
import { Attempt } from "./Attempt";
import { Sent } from "./Sent";
import { useDesk } from "./stage";

const CHECKS = [
  { id: "V1", name: "Schema and completeness" },
  { id: "V2", name: "Consistency" },
  { id: "V3", name: "Traps" },
  { id: "V4", name: "Evidence" },
];

/** Roles of attempts for the document as a whole. */
const ROLES: Record<string, string> = {
  survey: "Survey of all pages",
  verify: "Model checks of the result",
  extract: "Forms",
  second: "Second reading",
};

export function Run() {
  const { view } = useDesk();
  if (view.run === null) return <p className="muted pad-in">Not started yet. Each step appears here as it happens.</p>;
  const { usage, engine, failure } = view.run;
  return (
    <div className="run">
      {failure !== null && <p className="note bad pad-in">{failure}</p>}
      {byForm(view).map(({ title, attempts }) => (
        <section key={title} aria-label={title}>
          <h2 className="sec">{title}</h2>
          <div className="attempts">
            {attempts.map((attempt) => (
              <Attempt key={attempt.id} attempt={attempt} run={view.run?.id ?? ""} />
            ))}
          </div>
        </section>
      ))}
      <section aria-label="Verification">
        <h2 className="sec">Verification</h2>
        {CHECKS.map((check) => (
          <Check key={check.id} {...check} view={view} />
        ))}
        <Arbiter view={view} />
      </section>
      <section aria-label="Cost">
        <h2 className="sec">Cost</h2>
        <dl className="pairs">
          <div>
            <dt>Model calls</dt>
            <dd>{count(usage.calls)}</dd>
          </div>
          <div>
            <dt>Tokens in (cached) / out</dt>
            <dd>
              {count(usage.input_tokens)} ({count(usage.cached_tokens)}) / {count(usage.output_tokens)}
            </dd>
          </div>
          <div>
            <dt>Time · cost</dt>
            <dd>
              {seconds(usage.seconds)} · {dollars(usage.cost_usd)}
            </dd>
          </div>
          <div>
            <dt>Engine</dt>
            <dd>{engine}</dd>
          </div>
        </dl>
      </section>
      <Sent />
      <p className="muted pad-in">Every step is stored, so this view stays available.</p>
    </div>
  );
}

/** The fifth looks at the findings of the others and decides by one fixed rule. */
function Arbiter({ view: { decision } }: { view: DocumentView }) {
  const accepted = decision?.outcome === "AUTO_ACCEPT";
  return (
    <div className="f">
      <span className="box">V5</span>
      <span className="lab">Decision</span>
      <span className={decision === null ? "num muted" : "num"}>
        {decision === null ? "waiting" : `${accepted ? "accepted" : "sent to review"}, rule ${decision.rule}`}
      </span>
      <span />
      <Dot state={decision === null ? "empty" : accepted ? "proved" : "judge"} />
    </div>
  );
}

function Check({ id, name, view }: { id: string; name: string; view: DocumentView }) {
  const found = view.issues.filter((issue) => issue.raised_by === id);
  const done = view.verification.length > 0;
  const worst = found.some((issue) => issue.severity === "BLOCKER");
  const state = !done ? "empty" : worst ? "contradicted" : found.length > 0 ? "judge" : "proved";
  return (
    <div className="f">
      <span className="box">{id}</span>
      <span className="lab">{name}</span>
      <span className={done ? "num" : "num muted"}>{!done ? "waiting" : found.length === 0 ? "ok" : `${found.length} found`}</span>
      <span />
      <Dot state={state} />
    </div>
  );
}

function byForm(view: DocumentView): { title: string; attempts: AttemptView[] }[] {
  const groups = new Map<string, AttemptView[]>();
  for (const attempt of view.attempts) {
    const form = view.forms.find((one) => one.id === attempt.form || one.number === attempt.form_number);
    const title = form === undefined ? (ROLES[attempt.role] ?? "Other work") : `${form.label}, ${pagesOf(form.first_page, form.last_page)}`;
    groups.set(title, [...(groups.get(title) ?? []), attempt]);
  }
  return [...groups].map(([title, attempts]) => ({ title, attempts }));
}
