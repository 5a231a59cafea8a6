// Files that are not documents: their number while they are dragged, and before the import each by its name, with what
// to do about it.
import { baseName, count, many } from "../../shared/format";
import { remedies } from "./remedies";

interface Props {
  unknown: string[];
  /** Number of those inside folders, and the names of the first of them. */
  other: number;
  others: string[];
}

export function LeftOut({ unknown, other }: Omit<Props, "others">) {
  const number = unknown.length + other;
  return number === 0 ? null : <p className="muted">Skipped {many(number, "file")} Touchstone cannot read.</p>;
}

export function Skipped({ unknown, other, others }: Props) {
  const number = unknown.length + other;
  if (number === 0) return null;
  const groups = remedies([...unknown.map(baseName), ...others]);
  return (
    <section className="skipped" aria-label="Skipped files">
      <p>Skipped {many(number, "file")} Touchstone cannot read:</p>
      <ul>
        {groups.map(({ remedy, names }) => (
          <li key={remedy}>
            <span>{names.join(", ")}</span> <span className="muted">{remedy}</span>
          </li>
        ))}
        {other > others.length && <li className="muted">and {count(other - others.length)} more</li>}
      </ul>
    </section>
  );
}
