// Segments as they are cut on the thumbnails: whatever is done, each page stays in exactly one.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asSegments, beginAt, joinAt, labelAt, moveStart, type Part } from "../../src/features/document/segments";

const parts: Part[] = [
  { first: 1, last: 4, label: "A" },
  { first: 5, last: 5, label: "B" },
  { first: 6, last: 10, label: "C" },
];
const short = (of: Part[] | null) => of?.map(({ first, last, label }) => `${first}-${last} ${label}`).join(", ") ?? null;

describe("cutting", () => {
  it.each([
    ["begins at a page inside", beginAt(parts, 3), "1-2 A, 3-4 A, 5-5 B, 6-10 C"],
    ["begins where one begins already", beginAt(parts, 6), null],
    ["joins with the previous one, whose label it takes", joinAt(parts, 8), "1-4 A, 5-10 B"],
    ["joins the first with nothing", joinAt(parts, 2), null],
    ["labels a segment", labelAt(parts, 5, "C"), "1-4 A, 5-5 C, 6-10 C"],
    ["labels it as it is", labelAt(parts, 5, "B"), null],
    ["moves a boundary back", moveStart(parts, 5, 3), "1-2 A, 3-5 B, 6-10 C"],
    ["moves a boundary on", moveStart(parts, 6, 8), "1-4 A, 5-7 B, 8-10 C"],
    ["leaves a page to the segment before", moveStart(parts, 5, -7), "1-1 A, 2-5 B, 6-10 C"],
    ["leaves a page to its own segment", moveStart(parts, 5, 9), null],
    ["moves no boundary that is none", moveStart(parts, 7, 3), null],
    ["moves not the beginning of the document", moveStart(parts, 1, 3), null],
    ["is not done beyond the document", beginAt(parts, 11), null],
  ])("%s", (_, after, expected) => {
    expect(short(after)).toBe(expected);
  });

  it("keeps every page in exactly one segment", () => {
    const page = fc.integer({ min: -2, max: 13 });
    const step = fc.oneof(
      page.map((at) => (of: Part[]) => beginAt(of, at)),
      page.map((at) => (of: Part[]) => joinAt(of, at)),
      page.map((at) => (of: Part[]) => labelAt(of, at, "D")),
      fc.tuple(page, page).map(([from, to]) => (of: Part[]) => moveStart(of, from, to)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const after = steps.reduce((of, edit) => edit(of) ?? of, parts);
        const pages = after.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
        expect(pages).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      }),
    );
  });

  it("is written as the program takes it", () => {
    expect(asSegments(parts.slice(1, 2))).toBe('[{"first_page":5,"last_page":5,"label":"B"}]');
  });
});
