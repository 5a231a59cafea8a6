// The pages one under another: their places, what is in view, zoom steps and kept places.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as layout from "../../src/features/document/layout";
import { near } from "../../src/features/document/scrolling";

const page = (number: number, width = 612, height = 792) => ({ number, width, height, text_source: "embedded", label: null, fault: null });
const three = [page(1), page(2, 792, 612), page(3)];
const view = { width: 900, height: 700 };

describe("scale", () => {
  it("fits the widest page into the width", () => {
    const scale = layout.scaleOf("width", three, 0, view);
    expect(scale * 792).toBeCloseTo(900 - 2 * layout.EDGE);
  });
  it("fits the turned page into the view", () => {
    const scale = layout.scaleOf("page", [page(1)], 90, view);
    expect(scale * 612).toBeCloseTo(700 - layout.EDGE - layout.FOOT);
  });
  it("never leaves its bounds, even in a view without size", () => {
    expect(layout.scaleOf("width", three, 0, { width: 0, height: 0 })).toBeGreaterThan(0);
    expect(layout.scaleOf(1000, three, 0, view)).toBe(8 * layout.FULL);
  });
  it("steps strictly up and down between its ends", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.26, max: 7.9, noNaN: true }), (zoom) => {
        return layout.stepped(zoom, true) > zoom && layout.stepped(zoom, false) < zoom;
      }),
    );
    expect(layout.stepped(8, true)).toBe(8);
  });
});

describe("pages", () => {
  const laid = layout.layOut(three, 0, 1, view);
  it("follow each other without touching", () => {
    for (const [at, place] of laid.places.slice(1).entries()) {
      const before = laid.places[at];
      expect(place.top).toBe((before?.top ?? 0) + (before?.height ?? 0) + layout.GAP);
    }
    expect(laid.height).toBe((laid.places[2]?.top ?? 0) + 792 + layout.FOOT);
  });
  it("exist only near the view, even when there are thousands", () => {
    const many = layout.layOut(Array.from({ length: 5000 }, (_, at) => page(at + 1)), 0, 1, view);
    const seen = layout.inView(many, 2_000_000, 700);
    expect(seen.length).toBeLessThan(5);
    expect(seen.some((place) => place.top <= 2_000_000 && place.top + place.height > 2_000_000)).toBe(true);
  });
  it("are in front when they fill most of the view, and stay so while wholly seen", () => {
    expect(layout.pageInFront(laid, 700, 700, 1)).toBe(2);
    const small = layout.layOut(three, 0, 0.2, view);
    expect(layout.pageInFront(small, 0, 700, 3)).toBe(3);
  });
  it("keep a place on a page through any zoom", () => {
    const spot = fc.record({ number: fc.integer({ min: 1, max: 3 }), across: fc.double({ min: 0, max: 1, noNaN: true }), down: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(fc.double({ min: 0.2, max: 6, noNaN: true }), spot, (scale, anchor) => {
        const zoomed = layout.layOut(three, 0, scale, view);
        const there = layout.spotOf(zoomed, anchor);
        const back = there && layout.anchorAt(zoomed, there);
        return back?.number === anchor.number && Math.abs(back.down - anchor.down) < 1e-9;
      }),
    );
  });
});

describe("bringing a box into view", () => {
  it("moves nothing that is well in view", () => expect(near(300, 20, 100, 700)).toBe(100));
  it("puts the rest into the middle", () => expect(near(2000, 20, 100, 700)).toBe(1660));
  it("never scrolls before the beginning", () => expect(near(5, 10, 400, 700)).toBe(0));
});
