// What the screen of evaluation derives: the sides to begin with, the matrix, figures as people write them.
import { describe, expect, it } from "vitest";
import { interval, matrixOf, shareOf, sidesOf } from "../../src/features/evaluate/figures";
import { share, SIDES } from "../comparison";

const NOTHING = { of: undefined, against: undefined };
const [truth, local, model] = SIDES as [(typeof SIDES)[number], (typeof SIDES)[number], (typeof SIDES)[number]];

describe("the sides", () => {
  it.each([
    [SIDES, NOTHING, { of: "local", against: "truth" }],
    [[{ ...truth, documents: 0 }, local, model], NOTHING, { of: "local", against: "anthropic:small-1" }],
    [[{ ...truth, documents: 0 }, local], NOTHING, { of: "local", against: undefined }],
    [[{ ...truth, documents: 0 }], NOTHING, { of: undefined, against: undefined }],
    [SIDES, { of: "anthropic:small-1", against: "local" }, { of: "anthropic:small-1", against: "local" }],
    [SIDES, { of: "gone", against: "local" }, { of: "anthropic:small-1", against: "local" }],
    [SIDES, { of: "local", against: "local" }, { of: "local", against: "local" }],
  ])("begin with what exists (%#)", (sides, chosen, expected) => {
    expect(sidesOf(sides, chosen)).toEqual(expected);
  });
});

describe("the matrix", () => {
  it("has a row for each known type and a column for each found one", () => {
    const cells = [
      { known: "W-2", found: "W-2", documents: [0] },
      { known: "OTHER", found: "W-2", documents: [1] },
      { known: "W-2", found: "damaged", documents: [2] },
    ];
    const { columns, rows } = matrixOf(cells);
    expect(columns).toEqual(["damaged", "W-2"]);
    expect(rows.map(({ known, cells: row }) => [known, row.map((cell) => cell?.documents)])).toEqual([
      ["OTHER", [undefined, [1]]],
      ["W-2", [[2], [0]]],
    ]);
  });
});

describe("figures", () => {
  it("say nothing of what was not measured", () => {
    expect([shareOf(share(0, 0)), interval(share(0, 0))]).toEqual(["–", ""]);
    expect(shareOf(share(24, 26))).toBe("92.3 % (24 of 26)");
    expect(interval({ hits: 26, of: 27, value: 26 / 27, low: 0.817, high: 0.993 })).toBe("81.7 to 99.3 %");
  });
});
