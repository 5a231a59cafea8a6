// The filters of ground truth: what fits, and how many each choice would leave.
import { describe, expect, it } from "vitest";
import { counted, EVERYTHING, filtered, NOBODY } from "../../src/features/truth/filters";
import type { GroundTruthRow } from "../../src/ipc";

const NOW = Date.parse("2026-01-10T00:00:00Z");

const row = (name: string, part: Partial<GroundTruthRow>): GroundTruthRow => ({
  document_id: name, run_id: "run", file_name: `${name}.pdf`, case: null, pack: "tax", label: "W-2", kind: "automatic", found_right: null, reviewer: null,
  settled_at: "2026-01-09T12:00:00Z", ...part,
});

const ROWS = [
  row("a", {}),
  row("b", { kind: "confirmed", reviewer: "Dana", case: "Hodges" }),
  row("c", { kind: "corrected", reviewer: "Kim", label: "1099-INT", settled_at: "2025-12-20T12:00:00Z" }),
  row("d", { kind: "audited", reviewer: "Dana", pack: "clinical", label: "Note", found_right: true }),
];

describe("the filters of ground truth", () => {
  it.each([
    [{}, "abcd"],
    [{ search: "hodg" }, "b"],
    [{ kind: "audited" as const }, "d"],
    [{ packs: ["tax"], reviewers: ["Dana", "Kim"] }, "bc"],
    [{ labels: ["Note", "1099-INT"] }, "cd"],
    [{ reviewers: [NOBODY] }, "a"],
    [{ days: 7 }, "abd"],
    [{ days: 7, kind: "corrected" as const }, ""],
  ])("%j leaves %s", (part, names) => {
    const left = filtered(ROWS, { ...EVERYTHING, ...part }, NOW).map((one) => one.document_id);
    expect(left.join("")).toBe(names);
  });

  it("counts what each choice would leave, whatever is chosen of the same part", () => {
    const filter = { ...EVERYTHING, packs: ["clinical"] };
    expect(counted(ROWS, filter, NOW, "packs")).toEqual([{ id: "clinical", count: 1 }, { id: "tax", count: 3 }]);
    expect(counted(ROWS, filter, NOW, "labels")).toEqual([{ id: "Note", count: 1 }]);
    expect(counted(ROWS, filter, NOW, "kind")).toEqual([{ id: "audited", count: 1 }]);
  });
});
