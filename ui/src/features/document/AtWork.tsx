// A model's current question, text and tool calls, until they are stored as steps.
import { useNow } from "./live";

/** Of an attempt, or of a question outside a run. */
export function AtWork({ attempt }: { attempt: string | null }) {
  const now = useNow(attempt);
  if (now === undefined) return null;
  return (
    <div className="at-work" role="log" aria-label="In progress">
      {now.found.map((line, at) => (
        <p key={at} className="readable">
          {line}
        </p>
      ))}
      {now.asks !== null && <p className="muted">{now.asks}</p>}
      {now.text !== "" && <p className="readable">{now.text}</p>}
      {now.writes.map(({ tool, json }, at) => (
        <p key={at}>
          {tool !== null && <strong>{tool} </strong>}
          <code>{json}</code>
        </p>
      ))}
    </div>
  );
}
