// A line diff of two texts: unchanged, added and removed lines.
import type { DiffLine } from "../../ipc";

const SIGNS = { same: " ", added: "+", removed: "−" };

interface Props {
  lines: DiffLine[];
  label: string;
  /** Shown where nothing differs. */
  same: string;
}

export function Diff({ lines, label, same }: Props) {
  if (lines.every((line) => line.change === "same")) return <p className="muted">{same}</p>;
  return (
    <div className="diff readable" role="group" aria-label={label}>
      {lines.map(({ change, text }, index) => (
        <p key={index} className={change}>
          <span aria-hidden="true">{SIGNS[change]} </span>
          {change !== "same" && <span className="unseen">{change}: </span>}
          {text}
        </p>
      ))}
    </div>
  );
}
