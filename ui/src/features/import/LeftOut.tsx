// Number of files that are not documents, shown before the import.
import { baseName, count, many } from "../../shared/format";

/** Max names listed; the rest is counted. */
const NAMED = 3;

export function LeftOut({ unknown, other }: { unknown: string[]; other: number }) {
  const number = unknown.length + other;
  if (number === 0) return null;
  const named = unknown.slice(0, NAMED);
  const rest = number - named.length;
  const names = named.length === 0 ? "." : `: ${named.map(baseName).join(", ")}${rest > 0 ? ` and ${count(rest)} more` : ""}`;
  return (
    <p className="muted">
      Skipped {many(number, "file")} Touchstone cannot read{names}
    </p>
  );
}
