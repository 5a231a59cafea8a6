// What an import did, in a message: how many are read, and why the first of the others is not.
import type { ImportReport } from "../../ipc";
import { many } from "../../shared/format";
import { messages, say } from "../../shared/messages";

export function tell({ queued, duplicates, refused }: ImportReport, one = "document"): void {
  const left = duplicates > 0 ? `; left out ${many(duplicates, "duplicate")}` : "";
  if (queued > 0 || refused.length === 0) say(`Reading ${many(queued, one)}${left}`);
  const [first] = refused;
  if (first === undefined) return;
  const rest = refused.length > 1 ? ` ${many(refused.length - 1, "other file")} could not be added either.` : "";
  messages.add({ text: first.trouble.message, advice: first.trouble.advice + rest, bad: true });
}
