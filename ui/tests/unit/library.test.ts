// Choosing rows, rows that stay where they are, and which queries a change makes stale.
import { describe, expect, it } from "vitest";
import * as selection from "../../src/features/library/selection";
import { remaining, type Held } from "../../src/features/library/hold";
import { destination } from "../../src/shared/rows";
import { staleKeys, type Changed, type State } from "../../src/ipc";
import { rowOf } from "../papers";

describe("selection", () => {
  it("moves within the list by every movement key", () => {
    expect(destination("ArrowDown", 4, 5, 10)).toBe(4);
    expect(destination("ArrowUp", 0, 5, 10)).toBe(0);
    expect(destination("PageDown", 3, 100, 10)).toBe(13);
    expect(destination("End", 3, 10_000, 10)).toBe(9999);
    expect(destination("End", 0, 0, 10)).toBe(0);
    expect(destination("x", 0, 5, 10)).toBeNull();
  });
  it("toggles and ranges from the anchor in both directions", () => {
    const one = selection.only(5, "five");
    expect([...selection.toggled(one, 6, "six").ids]).toEqual(["five", "six"]);
    expect(selection.toggled(one, 5, "five").ids.size).toBe(0);
    expect(selection.span(one, 9)).toEqual([5, 9]);
    expect(selection.span(one, 2)).toEqual([2, 5]);
  });
  it("chooses nothing where no row is known yet", () => {
    expect(selection.only(3, undefined).ids.size).toBe(0);
  });
});

const change = (part: Partial<Changed>): Changed => ({
  kind: "documents", document_id: null, run_id: null, stage: null, page: null, pages: null, attempt: null, text: null, ...part,
});

describe("changes", () => {
  it("make only what they touch stale, once", () => {
    const keys = staleKeys([change({ kind: "run", document_id: "a" }), change({ kind: "run", document_id: "a" })]);
    expect(keys).toContainEqual(["document", "a"]);
    expect(keys.filter(([name]) => name === "library")).toHaveLength(1);
  });
  it("of settings leave documents alone", () => {
    expect(staleKeys([change({ kind: "settings" })]).map(([name]) => name)).not.toContain("document");
  });
});

describe("a list that is held still", () => {
  const rows = (...numbers: number[]) => numbers.map((number) => rowOf(number));
  const page = (...numbers: number[]) => ({
    total: numbers.length, rows: rows(...numbers), counts: { states: {} as Record<State, number>, labels: [], years: [], cases: [] },
  });
  const held = { total: 3, blocks: new Map([[0, rows(1, 2, 3)]]) };
  const shown = (of: Held) => of.blocks.get(0)?.map((row) => row.document_id);

  it("keeps its order whatever comes, and lets go what is gone", () => {
    expect(shown(remaining(held, page(9, 3, 1, 2)))).toEqual(["doc-1", "doc-2", "doc-3"]);
    expect(remaining(held, page(9, 3, 1))).toMatchObject({ total: 2 });
    expect(shown(remaining(held, page(9, 3, 1)))).toEqual(["doc-1", "doc-3"]);
  });
  it("keeps all of a list that is not wholly known", () => {
    expect(remaining(held, { ...page(9, 3, 1), total: 400 })).toBe(held);
  });
});
