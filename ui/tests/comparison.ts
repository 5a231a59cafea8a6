// A made-up comparison of two sides, for the stand-in and for tests.
import type * as T from "../src/ipc/types";

export const SIDES: T.SideView[] = [
  { name: "truth", title: "Ground truth settled by people", documents: 6 },
  { name: "local", title: "Local engine", documents: 8 },
  { name: "anthropic:small-1", title: "anthropic:small-1", documents: 3 },
];

export const share = (hits: number, of: number): T.Proportion => ({
  hits, of, value: of === 0 ? null : hits / of, low: of === 0 ? 0 : (0.9 * hits) / of, high: of === 0 ? 1 : Math.min(1, (1.05 * hits) / of),
});

const side = (name: string): T.SideView => SIDES.find((one) => one.name === name) ?? { name, title: name, documents: 0 };

const BINS: T.BinView[] = [
  { from: 0.4, to: 0.5, confidence: 0.44, right: share(2, 5) },
  { from: 0.8, to: 0.9, confidence: 0.86, right: share(18, 20) },
  { from: 0.9, to: 1, confidence: 0.97, right: share(70, 71) },
];

export function evaluationOf({ of, against }: T.EvaluationQuery): T.EvaluationView {
  const truth = against === "truth";
  const effort: T.EffortView = { documents: 6, cost_usd: 0, seconds: 4.2, cost_usd_per_document: 0, seconds_per_document: 0.7 };
  return {
    kind: truth ? "truth" : "results", of: side(of), against: side(against), unreadable: [],
    documents: Array.from({ length: 6 }, (_, at) => `doc-${at}`),
    summary: [{ name: "documents", value: "6" }, { name: truth ? "types correct" : "types the same", value: "83.33 % (5/6, 43.6..97.0 %)" }],
    confusion: [
      { known: "1099-INT", found: "1099-INT", documents: [3, 4] },
      { known: "W-2", found: "1099-INT", documents: [2] },
      { known: "W-2", found: "W-2", documents: [0, 1, 5] },
    ],
    types: [
      { label: "1099-INT", recall: share(2, 2), precision: share(2, 3), exact: share(12, 12), normalised: share(12, 12), invented: 0, differ: [2] },
      { label: "W-2", recall: share(3, 4), precision: share(3, 3), exact: share(50, 60), normalised: share(52, 60), invented: 1, differ: [1, 2] },
    ],
    fields: [
      { label: "W-2", field: "wages_tips", exact: share(2, 4), normalised: share(3, 4), invented: 0, differ: [1] },
      { label: "W-2", field: "tax_year", exact: share(4, 4), normalised: share(4, 4), invented: 0, differ: [] },
    ],
    value_confidence: { judged: 96, wrong: 6, auroc: 0.912, ece: 0.034, bins: BINS },
    type_confidence: { judged: 6, wrong: 1, auroc: null, ece: 0.1, bins: BINS.slice(2) },
    errors: 9,
    review: Array.from({ length: 10 }, (_, at) => ({ reviewed: (at + 1) / 10, by_confidence: Math.min(1, (at + 1) / 5), by_issues: Math.min(1, (at + 1) / 7) })),
    effort, effort_against: truth ? null : { ...effort, cost_usd: 0.12, cost_usd_per_document: 0.02 },
  };
}
