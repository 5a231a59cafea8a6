// A failure: one sentence about what could not be done, and one about what to do next.
import { troubleOf } from "../ipc";
import { Btn } from "./Btn";

export function Trouble({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { message, advice } = troubleOf(error);
  return (
    <div className="note bad" role="alert">
      <strong>{message}</strong>
      <p className="muted">{advice}</p>
      {onRetry !== undefined && <Btn onPress={onRetry}>Try again</Btn>}
    </div>
  );
}
