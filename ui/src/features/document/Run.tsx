// The agent loop as it happens and for later: attempts side by side, what the grader said, the checks, tokens and cost.
import type { AttemptView, DocumentView, UsageView } from "../../ipc";
import { count, dollars, seconds } from "../../shared/format";
import { Dot } from "../../shared/states";
import { Attempt } from "./Attempt";
import { useDesk } from "./stage";

const CHECKS = [
  { id: "V1", name: "Schema and completeness" },
  { id: "V2", name: "Consistency" },
  { id: "V3", name: "Traps" },
  { id: "V4", name: "Evidence" },
];

export function Run() {
  const { view } = useDesk();
  if (view.run === null) return <p className="muted pad-in">Not begun yet. Each step appears here as it happens.</p>;
  const total = sum(view.attempts.map((attempt) => attempt.usage));
  return (
    <div className="run">
      {byForm(view).map(({ title, attempts }) => (
        <section key={title} aria-label={title}>
          <h3 className="sec">{title}</h3>
          <div className="attempts">
            {attempts.map((attempt) => (
              <Attempt key={attempt.id} attempt={attempt} run={view.run?.id ?? ""} />
            ))}
          </div>
        </section>
      ))}
      <section aria-label="Verification">
        <h3 className="sec">Verification</h3>
        {CHECKS.map((check) => (
          <Check key={check.id} {...check} view={view} />
        ))}
      </section>
      <section aria-label="Cost">
        <h3 className="sec">Cost</h3>
        <dl className="pairs">
          <div>
            <dt>Calls to a model</dt>
            <dd>{count(total.calls)}</dd>
          </div>
          <div>
            <dt>Tokens in (cached) / out</dt>
            <dd>
              {count(total.input_tokens)} ({count(total.cached_tokens)}) / {count(total.output_tokens)}
            </dd>
          </div>
          <div>
            <dt>Time · money</dt>
            <dd>
              {seconds(total.seconds)} · {dollars(total.cost_usd)}
            </dd>
          </div>
          <div>
            <dt>Engine</dt>
            <dd>{view.run.engine}</dd>
          </div>
        </dl>
      </section>
      <p className="muted pad-in">Every step is stored; this view stays as it is.</p>
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
      <span className={done ? "" : "muted"}>{!done ? "waiting" : found.length === 0 ? "ok" : `${found.length} found`}</span>
      <Dot state={state} />
    </div>
  );
}

function byForm(view: DocumentView): { title: string; attempts: AttemptView[] }[] {
  const groups = new Map<string, AttemptView[]>();
  for (const attempt of view.attempts) {
    const form = view.forms.find((one) => one.id === attempt.form);
    const title = form !== undefined ? `${form.label}, page ${form.first_page}` : (attempt.form ?? attempt.role);
    groups.set(title, [...(groups.get(title) ?? []), attempt]);
  }
  return [...groups].map(([title, attempts]) => ({ title, attempts }));
}

function sum(usages: UsageView[]): UsageView {
  const none = { calls: 0, input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost_usd: 0, seconds: 0 };
  return usages.reduce(
    (total, usage) => ({
      calls: total.calls + usage.calls,
      input_tokens: total.input_tokens + usage.input_tokens,
      output_tokens: total.output_tokens + usage.output_tokens,
      cached_tokens: total.cached_tokens + usage.cached_tokens,
      cost_usd: total.cost_usd + usage.cost_usd,
      seconds: total.seconds + usage.seconds,
    }),
    none,
  );
}
