// Every turn and zoom of a place, by properties over any page and any place on it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  around,
  boxOnScreen,
  distance,
  inside,
  spotOnPaper,
  spotOnScreen,
  turned,
  turnMatrix,
  type Box,
  type Size,
} from "../../src/features/document/geometry";
import type { Rotation } from "../../src/ipc";

const length = fc.double({ min: 20, max: 5000, noNaN: true });
const part = fc.double({ min: 0, max: 1, noNaN: true });
const rotation = fc.constantFrom<Rotation>(0, 90, 180, 270);
const scale = fc.double({ min: 0.1, max: 12, noNaN: true });
const page = fc.record({ width: length, height: length });
const placed = fc.record({ page, left: part, top: part, across: part, down: part, rotation, scale }).map((one) => {
  const x = one.left * one.page.width;
  const y = one.top * one.page.height;
  const box: Box = { x, y, width: one.across * (one.page.width - x), height: one.down * (one.page.height - y) };
  return { ...one, box };
});

/** What the browser does with a CSS matrix. */
function transformed(matrix: string, x: number, y: number) {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = (/\((.*)\)/.exec(matrix)?.[1] ?? "").split(",").map(Number);
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

const close = (left: number, right: number, size: Size) =>
  Math.abs(left - right) <= 1e-6 * Math.max(1, size.width, size.height) * 12;

describe("places on the screen", () => {
  it("come back to the paper", () => {
    fc.assert(
      fc.property(placed, ({ page, box, rotation, scale }) => {
        const back = spotOnPaper(spotOnScreen(box, page, rotation, scale), page, rotation, scale);
        return close(back.x, box.x, page) && close(back.y, box.y, page);
      }),
    );
  });

  it("stay on the turned page and keep their area", () => {
    fc.assert(
      fc.property(placed, ({ page, box, rotation, scale }) => {
        const shown = boxOnScreen(box, page, rotation, scale);
        const sheet = turned(page, rotation);
        const slack = 1e-6 * scale * Math.max(page.width, page.height);
        const within =
          shown.x >= -slack &&
          shown.y >= -slack &&
          shown.x + shown.width <= sheet.width * scale + slack &&
          shown.y + shown.height <= sheet.height * scale + slack;
        const area = box.width * box.height * scale * scale;
        return within && Math.abs(shown.width * shown.height - area) <= 1e-6 * Math.max(1, area);
      }),
    );
  });

  it("lie where the turned layer draws them", () => {
    fc.assert(
      fc.property(placed, ({ page, box, rotation, scale }) => {
        const drawn = transformed(turnMatrix(page, rotation, scale), box.x * scale, box.y * scale);
        const told = spotOnScreen(box, page, rotation, scale);
        const size = { width: page.width * scale, height: page.height * scale };
        return close(drawn.x, told.x, size) && close(drawn.y, told.y, size);
      }),
    );
  });

  it("are the same after four quarter turns", () => {
    const sheet = { width: 612, height: 792 };
    const one = { x: 10, y: 20 };
    const quarter = spotOnScreen(one, sheet, 90, 1);
    const half = spotOnScreen(quarter, turned(sheet, 90), 90, 1);
    expect(half).toEqual(spotOnScreen(one, sheet, 180, 1));
    const three = spotOnScreen(half, sheet, 90, 1);
    expect(spotOnScreen(three, turned(sheet, 90), 90, 1)).toEqual(one);
  });

  it("turn clockwise", () => {
    expect(spotOnScreen({ x: 0, y: 0 }, { width: 612, height: 792 }, 90, 1)).toEqual({ x: 792, y: 0 });
  });
});

describe("distances", () => {
  it("are nothing inside a box and straight outside it", () => {
    const box = { x: 10, y: 10, width: 20, height: 5 };
    expect(distance({ x: 15, y: 12 }, box)).toBe(0);
    expect(distance({ x: 33, y: 19 }, box)).toBe(5);
    expect(inside({ x: 33, y: 19 }, box, 5)).toBe(true);
    expect(inside({ x: 33, y: 19 }, box, 4.9)).toBe(false);
  });

  it("have no box around nothing", () => {
    expect(around([])).toBeNull();
    expect(around([{ page: 1, x: 5, y: 5, width: 5, height: 5 }, { page: 1, x: 20, y: 0, width: 2, height: 4 }])).toEqual({
      x: 5, y: 0, width: 17, height: 10,
    });
  });
});
