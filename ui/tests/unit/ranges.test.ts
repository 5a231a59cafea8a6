// Page ranges as they are typed: halves that do not overlap, and the fault under the number that has to change.
import { describe, expect, it } from "vitest";
import { faultsOf, halves, type Range } from "../../src/features/document/ranges";

const range = (first: number | string, last: number | string): Range => ({ first: `${first}`, last: `${last}`, label: "Other" });

describe("page ranges", () => {
  it("are split into halves that share no page", () => {
    const bounds = (of: Range) => halves(of)?.map(({ first, last }) => `${first}-${last}`);
    expect(bounds(range(14, 15))).toEqual(["14-14", "15-15"]);
    expect(bounds(range(1, 5))).toEqual(["1-3", "4-5"]);
    expect(bounds(range(15, 15))).toBeUndefined();
    expect(bounds(range("", 15))).toBeUndefined();
  });

  it.each([
    [[range(1, 13), range(14, 15), range(15, 15), range(16, 20)], 2, "first", "Page 15 is in two segments."],
    [[range(1, 13), range(12, 20)], 1, "first", "Pages 12–13 are in two segments."],
    [[range(1, 13), range(15, 20)], 1, "first", "Page 14 is in no segment."],
    [[range(1, 17)], 0, "last", "Pages 18–20 are in no segment."],
    [[range(1, 21)], 0, "last", "The document ends with page 20."],
    [[range(1, 13), range(15, 14)], 1, "last", "Page 14 comes before page 15."],
    [[range("x", 13)], 0, "first", "Enter a page number."],
    [[range(1, "")], 0, "last", "Enter a page number."],
  ] as const)("that hold a page twice or not at all are told under their number: %j", (ranges, at, part, fault) => {
    expect(faultsOf([...ranges], 20)[at]?.[part]).toBe(fault);
  });

  it("without a fault are saved", () => {
    const faults = faultsOf([range(1, 13), range(14, 14), range(15, 20)], 20);
    expect(faults.flatMap(({ first, last }) => [first, last])).toEqual([null, null, null, null, null, null]);
  });
});
