// The message after an import: how many documents are read, and why the first of the others is not.
import type { ImportReport } from "../../ipc";
import { many } from "../../shared/format";
import { refuse, say } from "../../shared/messages";

export function tell({ queued, duplicates, other_kinds: other, refused }: ImportReport, one = "document"): void {
  const parts = [duplicates > 0 && many(duplicates, "duplicate"), other > 0 && many(other, "unsupported file")];
  const out = parts.filter((part) => part !== false);
  const left = out.length > 0 ? `; skipped ${out.join(" and ")}` : "";
  if (queued > 0 || refused.length === 0) say(`${queued === 0 ? `No ${one}s added` : `Added ${many(queued, one)}`}${left}`);
  const [first] = refused;
  if (first === undefined) return;
  const rest = refused.length > 1 ? ` ${many(refused.length - 1, "other file")} could not be added either.` : "";
  refuse(first.trouble.message, first.trouble.advice + rest);
}
