// The layout of the pages one below another: where each begins, which are in view, and how to keep the place while
// zooming. Pure.
import type { PageView, Rotation } from "../../ipc";
import { turned, type Size, type Spot } from "./geometry";

/** `words` is close enough to read single words, while a value is checked. */
export type Zoom = "width" | "page" | "words" | number;

/** CSS pixels per point at 100 %. */
export const FULL = 96 / 72;
export const GAP = 14;
export const EDGE = 18;
/** Space below the last page, so that its bottom is visible above the tools. */
export const FOOT = 60;
/** Words are read at this size or larger. */
const READING = 1.5;
const LEAST = 0.1;
const MOST = 8;
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 6, 8];

export interface Place {
  number: number;
  top: number;
  left: number;
  width: number;
  height: number;
}
export interface Layout {
  places: Place[];
  width: number;
  height: number;
}

export const clampZoom = (zoom: number) => Math.min(MOST, Math.max(LEAST, zoom));

/** Pixels per point for this zoom in a view of this size. */
export function scaleOf(zoom: Zoom, pages: Size[], rotation: Rotation, view: Size): number {
  if (typeof zoom === "number") return clampZoom(zoom) * FULL;
  const sizes = pages.map((page) => turned(page, rotation));
  const widest = Math.max(1, ...sizes.map((size) => size.width));
  const tallest = Math.max(1, ...sizes.map((size) => size.height));
  const across = (view.width - 2 * EDGE) / widest;
  const down = (view.height - EDGE - FOOT) / tallest;
  const fits = { width: across, page: Math.min(across, down), words: Math.max(across, READING * FULL) };
  return clampZoom(fits[zoom] / FULL) * FULL;
}

/** The next zoom step up or down from the current zoom. */
export function stepped(zoom: number, up: boolean): number {
  const next = up ? STEPS.find((step) => step > zoom * 1.01) : STEPS.findLast((step) => step < zoom * 0.99);
  return next ?? clampZoom(zoom);
}

export function layOut(pages: PageView[], rotation: Rotation, scale: number, view: Size): Layout {
  const sizes = pages.map((page) => {
    const { width, height } = turned(page, rotation);
    return { number: page.number, width: Math.round(width * scale), height: Math.round(height * scale) };
  });
  const width = Math.max(view.width, ...sizes.map((size) => size.width + 2 * EDGE));
  let top = EDGE;
  const places = sizes.map((size) => {
    const place = { ...size, top, left: Math.round((width - size.width) / 2) };
    top += size.height + GAP;
    return place;
  });
  return { places, width, height: top - GAP + FOOT };
}

/** Pages that touch the view, extended by its height above and below, so that a slow scroll never shows blank pages. */
export function inView(layout: Layout, scrollTop: number, height: number): Place[] {
  const from = scrollTop - height / 2;
  const to = scrollTop + height * 1.5;
  return layout.places.filter((place) => place.top < to && place.top + place.height > from);
}

/** The page that fills most of the view; the previous one is kept while it is wholly visible. */
export function pageInFront(layout: Layout, scrollTop: number, height: number, before: number): number {
  const kept = layout.places.find((place) => place.number === before);
  if (kept !== undefined && kept.top >= scrollTop && kept.top + kept.height <= scrollTop + height) return before;
  let best = layout.places[0]?.number ?? 1;
  let most = -1;
  for (const place of layout.places) {
    const seen = Math.min(place.top + place.height, scrollTop + height) - Math.max(place.top, scrollTop);
    if (seen > most) [best, most] = [place.number, seen];
  }
  return best;
}

export interface Anchor {
  number: number;
  across: number;
  down: number;
}

/** The page at this spot of the content, and the position within it. */
export function anchorAt(layout: Layout, spot: Spot): Anchor | null {
  const place =
    layout.places.find((one) => spot.y < one.top + one.height + GAP / 2) ?? layout.places.at(-1);
  if (place === undefined) return null;
  return {
    number: place.number,
    across: (spot.x - place.left) / place.width,
    down: (spot.y - place.top) / place.height,
  };
}

export function spotOf(layout: Layout, anchor: Anchor): Spot | null {
  const place = layout.places.find((one) => one.number === anchor.number);
  if (place === undefined) return null;
  return { x: place.left + anchor.across * place.width, y: place.top + anchor.down * place.height };
}
