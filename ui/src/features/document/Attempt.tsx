// One attempt: its score as a gauge, the grader's feedback, and its expandable steps.
import { useQuery } from "@tanstack/react-query";
import { queries, type AttemptView, type StepView } from "../../ipc";
import { count, dollars, many, seconds } from "../../shared/format";
import { Trouble } from "../../shared/Trouble";
import { AtWork } from "./AtWork";
import { Look } from "./Look";
import { useDesk } from "./stage";
import { inWords } from "./values";

/** The role of the second reading made beside a model's attempts: compared with them, never graded. */
const SECOND = "second";

export function Attempt({ attempt, run }: { attempt: AttemptView; run: string }) {
  const { view } = useDesk();
  const steps = useQuery(queries.transcript(view.row.document_id, run, attempt.id));
  const { score, state, usage } = attempt;
  const isSecond = attempt.role === SECOND;
  const name = isSecond ? "Second reading" : attempt.form_number === null ? "Whole document" : `Attempt ${attempt.number}`;
  const said = attempt.feedback ?? attempt.failure_reasons.join(" ");
  return (
    <article className={attempt.best ? "att best" : "att"} aria-label={name}>
      <p className="muted">
        {name}
        {attempt.best && " · best"}
        {attempt.label !== null && ` · ${attempt.label}`}
      </p>
      {!isSecond && (score !== null || attempt.form_number !== null) && <Gauge attempt={attempt} />}
      {said !== "" && <p className="said readable">“{inWords(view, attempt.form, said)}”</p>}
      {said === "" && state === "started" && <p className="said">working…</p>}
      {attempt.summary !== null && <p className="said readable">{attempt.summary}</p>}
      {/* Above the steps, which grow long. */}
      {state === "started" && <AtWork attempt={attempt.id} />}
      {steps.error !== null && <Trouble error={steps.error} onRetry={() => void steps.refetch()} />}
      <ol className="steps">
        {(steps.data ?? []).map((step) => (
          <StepLine key={step.seq} step={step} />
        ))}
      </ol>
      <p className="muted">
        {attempt.engine === "local" ? "This computer" : attempt.engine} · {seconds(usage.seconds)}
        {usage.calls > 0 &&
          ` · ${many(usage.calls, "call")}, ${count(usage.input_tokens)} tokens in, ${count(usage.output_tokens)} out · ${dollars(usage.cost_usd)}`}
      </p>
    </article>
  );
}

function Gauge({ attempt: { score, pass, state, number } }: { attempt: AttemptView }) {
  return (
    <>
      <p className="score">
        {score === null ? "–" : Math.round(score)}
        <small> / 100 {verdict(pass, state)}</small>
      </p>
      <span
        className="meter"
        role="meter"
        aria-label={`Score of attempt ${number}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={score ?? 0}
      >
        <i style={{ width: `${score ?? 0}%`, background: pass === false ? "var(--warn)" : "var(--ok)" }} />
      </span>
    </>
  );
}

function verdict(pass: boolean | null, state: AttemptView["state"]): string {
  if (state === "failed") return "· did not finish";
  if (state === "interrupted") return "· interrupted";
  if (pass === null) return "";
  return pass ? "· pass" : "· fail";
}

function StepLine({ step }: { step: StepView }) {
  const head = (
    <span className="step-head">
      <span className="step-title">{step.title}</span>
      <span className="muted nowrap">{step.kind.replaceAll("_", " ")}</span>
    </span>
  );
  if (step.text === "") return <li className="step">{head}</li>;
  return (
    <li className="step">
      <details>
        <summary>{head}</summary>
        {step.look !== null && <Look look={step.look} />}
        <pre className="readable">{step.text}</pre>
      </details>
    </li>
  );
}
