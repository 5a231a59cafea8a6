// Which settled documents are shown, and how many each choice of a filter would leave.
import type { GroundTruthRow, TruthKind } from "../../ipc";

export interface TruthFilter {
  search: string;
  kind: TruthKind | null;
  packs: string[];
  labels: string[];
  reviewers: string[];
  /** Settled within so many days; `null` for any time. */
  days: number | null;
}

export const EVERYTHING: TruthFilter = { search: "", kind: null, packs: [], labels: [], reviewers: [], days: null };

export const KINDS: { id: TruthKind; name: string; about: string }[] = [
  { id: "automatic", name: "automatic", about: "Accepted by the program alone" },
  { id: "confirmed", name: "confirmed", about: "A person agreed with the result" },
  { id: "corrected", name: "corrected", about: "A person changed the result" },
  { id: "imported", name: "imported", about: "Taken over from a file of truths" },
  { id: "audited", name: "audited", about: "Accepted automatically, then checked by a person for the audit sample" },
];

/** For rows without the name of a person. */
export const NOBODY = "no name";

const DAY = 86_400_000;

type Part = Exclude<keyof TruthFilter, "search" | "days">;

const reviewer = (row: GroundTruthRow) => row.reviewer ?? NOBODY;
const within = (list: string[], value: string) => list.length === 0 || list.includes(value);

/** The rows that fit, without the filter of one part: what its choices would leave. */
function fitting(rows: GroundTruthRow[], filter: TruthFilter, now: number, without?: Part): GroundTruthRow[] {
  const words = filter.search.trim().toLowerCase();
  const tests: [Part | null, (row: GroundTruthRow) => boolean][] = [
    [null, (row) => words === "" || row.file_name.toLowerCase().includes(words) || (row.case ?? "").toLowerCase().includes(words)],
    [null, (row) => filter.days === null || now - new Date(row.settled_at).getTime() <= filter.days * DAY],
    ["kind", (row) => filter.kind === null || row.kind === filter.kind],
    ["packs", (row) => within(filter.packs, row.pack)],
    ["labels", (row) => within(filter.labels, row.label)],
    ["reviewers", (row) => within(filter.reviewers, reviewer(row))],
  ];
  const asked = tests.filter(([part]) => part === null || part !== without);
  return rows.filter((row) => asked.every(([, fits]) => fits(row)));
}

export const filtered = (rows: GroundTruthRow[], filter: TruthFilter, now: number) => fitting(rows, filter, now);

export interface Counted {
  id: string;
  count: number;
}

const VALUES: Record<Part, (row: GroundTruthRow) => string> = {
  kind: (row) => row.kind,
  packs: (row) => row.pack,
  labels: (row) => row.label,
  reviewers: reviewer,
};

/** The values of a part with their counts, in alphabetical order. */
export function counted(rows: GroundTruthRow[], filter: TruthFilter, now: number, part: Part): Counted[] {
  const counts = new Map<string, number>();
  for (const row of fitting(rows, filter, now, part)) {
    const value = VALUES[part](row);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([id, count]) => ({ id, count })).sort((a, b) => a.id.localeCompare(b.id));
}
