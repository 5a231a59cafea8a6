// Words under the pointer and by arrow keys.
import { describe, expect, it } from "vitest";
import * as picking from "../../src/features/document/picking";

const word = (text: string, x: number, y: number) => ({ text, x, y, width: 30, height: 10, confidence: null, owner: null });
const words = [word("Wages,", 0, 0), word("tips", 40, 0), word("23,677.70", 0, 20), word("Box", 200, 20)];

describe("picking", () => {
  it("finds the word under a spot, with a little slack, and none on blank paper", () => {
    expect(picking.wordAt(words, { x: 45, y: 5 })).toBe(1);
    expect(picking.wordAt(words, { x: 71, y: 5 })).toBe(1);
    expect(picking.wordAt(words, { x: 120, y: 60 })).toBeNull();
  });
  it("follows the line rather than the column", () => {
    expect(picking.nearestWord(words, { x: 120, y: 6 })).toBe(1);
    expect(picking.nearestWord(words, { x: 150, y: 26 })).toBe(3);
    expect(picking.nearestWord([], { x: 0, y: 0 })).toBeNull();
  });
  it("makes a run of either direction and reads it", () => {
    const pick = picking.run(1, 2, 0);
    expect(pick).toEqual({ page: 1, from: 0, to: 2 });
    expect(picking.textOf(words, pick)).toBe("Wages, tips 23,677.70");
  });
  it("moves by arrows and grows with Shift", () => {
    const start = picking.run(1, 0, 0);
    expect(picking.movedPick(words, start, "ArrowRight", false)).toEqual({ page: 1, from: 1, to: 1 });
    expect(picking.movedPick(words, start, "ArrowRight", true)).toEqual({ page: 1, from: 0, to: 1 });
    expect(picking.movedPick(words, start, "ArrowDown", false)).toEqual({ page: 1, from: 2, to: 2 });
    expect(picking.movedPick(words, start, "ArrowLeft", false)).toEqual(start);
    expect(picking.movedPick(words, start, "x", false)).toBeNull();
  });
});
