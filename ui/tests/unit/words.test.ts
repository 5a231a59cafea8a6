// Figures and keys as people write them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytes, many, money, pace, seconds, shown } from "../../src/shared/format";
import { caps, chord } from "../../src/shared/keys";

describe("figures", () => {
  it("separate thousands and lose no digit", () => {
    expect(money("23677.70")).toBe("23,677.70");
    expect(money("-1234567.00")).toBe("-1,234,567.00");
    expect(money("0.00")).toBe("0.00");
    expect(money("STMT")).toBe("STMT");
    fc.assert(fc.property(fc.bigInt({ min: 0n }), (value) => money(`${value}.05`).replaceAll(",", "") === `${value}.05`));
  });
  it("say how many, how large, how long", () => {
    expect([many(1, "file"), many(1200, "file")]).toEqual(["1 file", "1,200 files"]);
    expect([bytes(900), bytes(1536), bytes(48_000_000)]).toEqual(["900 bytes", "1.5 KB", "46 MB"]);
    expect([seconds(0.04), seconds(40), seconds(3700)]).toEqual(["40 ms", "40 s", "1 h 2 min"]);
  });
  it("say a pace in the unit in which it can be imagined, and none that rounds to nothing", () => {
    expect([5.14, 0.025, 0.0001, 0].map((perSecond) => pace(perSecond, "document"))).toEqual([
      "5.1 documents per second", "1.5 documents per minute", "", "",
    ]);
  });
  it("print a value by its kind", () => {
    expect([shown("bool", "true"), shown("bool", "false"), shown("money", null), shown("ssn", "000-12-3456")]).toEqual([
      "yes", "no", "", "000-12-3456",
    ]);
  });
});

describe("keys", () => {
  const pressed = (key: string, held: Partial<KeyboardEvent> = {}) =>
    chord({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });
  it("are spelled one way", () => {
    expect(pressed("Z", { ctrlKey: true, shiftKey: true })).toBe("Mod+Shift+z");
    expect(pressed("?", { shiftKey: true })).toBe("?");
    expect(pressed("+")).toBe("+");
    expect(pressed("Delete")).toBe("Delete");
  });
  it("are printed as caps", () => {
    expect([caps("Mod+Shift+z"), caps("+ ="), caps("Alt+ArrowLeft")]).toEqual(["Ctrl+Shift+Z", "+", "Alt+←"]);
  });
});
