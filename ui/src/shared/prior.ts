// Compares documents with prior classifications: the file is chosen, and the outcome reported. Differences in a
// document are shown in its packet.
import type { QueryClient } from "@tanstack/react-query";
import { commands, type Compared } from "../ipc";
import { count, many } from "./format";
import { say } from "./messages";

/** Max names listed; the rest is counted. */
const NAMED = 3;

export async function compareWithPrior(ids: string[], client: QueryClient): Promise<void> {
  const compared = await commands.compareWith(ids);
  if (compared === null) return;
  await client.invalidateQueries({ queryKey: ["packet"] });
  say(outcome(compared));
}

export function outcome({ documents, differing, unread, unused }: Compared): string {
  const parts = [`Compared ${many(documents, "document")}`];
  if (differing.length > 0) parts.push(`${count(differing.length)} ${differing.length === 1 ? "differs" : "differ"}: ${named(differing)}`);
  else if (unread < documents) parts.push("no differences");
  if (unread > 0) parts.push(`${count(unread)} not processed yet`);
  if (unused.length > 0) parts.push(`also in the file: ${named(unused)}`);
  return parts.join("; ");
}

const named = (names: string[]) => {
  const rest = names.length - NAMED;
  return names.slice(0, NAMED).join(", ") + (rest > 0 ? ` and ${count(rest)} more` : "");
};
