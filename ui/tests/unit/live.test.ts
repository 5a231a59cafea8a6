// What is shown of a model at work, piece by piece as it is told.
import { describe, expect, it } from "vitest";
import { heard, type Now, type Nows } from "../../src/features/document/live";
import type { Live } from "../../src/ipc";

const SILENT: Live = {
  document_id: "doc-0", attempt_id: "a", asks: null, pages: [], text: null, again: null, begins: null, writes: null, tool: null, input: null,
  by: null, doubts: null, pass: null, score: null, feedback: null, complete: false, cost: null,
};

const after = (...told: Partial<Live>[]): Now | undefined =>
  told.reduce<Nows>((nows, one) => heard(nows, { ...SILENT, ...one }), {}).a;

describe("a model at work", () => {
  it("names a tool when its call begins, and shows the arguments as they are written", () => {
    const begun = after({ asks: "Extraction", pages: [1, 2] }, { text: "I " }, { text: "look." }, { begins: "find_text" }, { writes: '{"te' });
    expect(begun).toMatchObject({ asks: "Extraction, pages 1–2", text: "I look.", writes: [{ tool: "find_text", json: '{"te' }] });
  });
  it("puts whole calls in the place of what was written, and begins anew with the next question", () => {
    const calls = [{ begins: "a" }, { writes: "{}" }, { begins: "b" }, { tool: "a", input: "{}" }, { tool: "b", input: '{"n":1}' }];
    expect(after(...calls)?.writes).toEqual([{ tool: "a", json: "{}" }, { tool: "b", json: '{"n":1}' }]);
    expect(after(...calls, { text: "Done." })).toMatchObject({ text: "Done.", writes: [] });
    expect(after(...calls, { asks: "Extraction" })).toMatchObject({ text: "", writes: [] });
  });
  it("shows answers for the program, drops what is void, and keeps what came of them", () => {
    expect(after({ asks: "Consistency (V2)" }, { writes: '{"issues"' }, { writes: ": []}" })?.writes).toEqual([{ tool: null, json: '{"issues": []}' }]);
    expect(after({ text: "The wa" }, { again: "overloaded" }, { text: "The wages" })).toMatchObject({ asks: "Retrying: overloaded", text: "The wages" });
    const found = after({ by: "V2", doubts: 0 }, { asks: "Traps (V3)" }, { by: "V3", doubts: 2 }, { score: 57.6, pass: false, feedback: "Box 4." })?.found;
    expect(found).toEqual(["V2: no issues", "V3: 2 issues", "Graded 58: Box 4."]);
  });
  it("is over with the attempt, and what is asked outside of one is kept apart", () => {
    expect(after({ text: "a" }, { complete: true })).toBeUndefined();
    expect(heard({}, { ...SILENT, attempt_id: null, text: "b" })[""]?.text).toBe("b");
  });
});
