// Number of files that are not documents, shown before the import.
import { many } from "../../shared/format";

export function LeftOut({ number }: { number: number }) {
  if (number === 0) return null;
  const kind = number === 1 ? "neither a PDF nor a picture" : "not PDFs or pictures";
  return (
    <p className="muted">
      {many(number, "file is", "files are")} left out: {kind}.
    </p>
  );
}
