// How many of the files are no documents, told before and not after.
import { many } from "../../shared/format";

export function LeftOut({ number }: { number: number }) {
  if (number === 0) return null;
  return <p className="muted">{many(number, "file is", "files are")} left out: not PDFs or pictures.</p>;
}
