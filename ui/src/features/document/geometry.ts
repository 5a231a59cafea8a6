// Maps places on the page to the screen and back. Points of the displayed page, origin top left, become CSS pixels of a
// sheet that may be rotated. Pure, so that every rotation and zoom can be tested.
import type { Region, Rotation } from "../../ipc";

export interface Size {
  width: number;
  height: number;
}
export interface Spot {
  x: number;
  y: number;
}
export type Box = Spot & Size;

export const turned = (size: Size, rotation: Rotation): Size =>
  rotation % 180 === 0 ? size : { width: size.height, height: size.width };

/** A point of the page, rotated clockwise and scaled. */
export function spotOnScreen(spot: Spot, page: Size, rotation: Rotation, scale: number): Spot {
  const { x, y } = spot;
  switch (rotation) {
    case 0:
      return { x: x * scale, y: y * scale };
    case 90:
      return { x: (page.height - y) * scale, y: x * scale };
    case 180:
      return { x: (page.width - x) * scale, y: (page.height - y) * scale };
    case 270:
      return { x: y * scale, y: (page.width - x) * scale };
  }
}

/** The point of the page under a point of the screen: the inverse of `spotOnScreen`. */
export function spotOnPaper(spot: Spot, page: Size, rotation: Rotation, scale: number): Spot {
  const x = spot.x / scale;
  const y = spot.y / scale;
  switch (rotation) {
    case 0:
      return { x, y };
    case 90:
      return { x: y, y: page.height - x };
    case 180:
      return { x: page.width - x, y: page.height - y };
    case 270:
      return { x: page.width - y, y: x };
  }
}

export function boxOnScreen(region: Box, page: Size, rotation: Rotation, scale: number): Box {
  const one = spotOnScreen(region, page, rotation, scale);
  const far = { x: region.x + region.width, y: region.y + region.height };
  const other = spotOnScreen(far, page, rotation, scale);
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

/** The same rotation as a CSS matrix, for a layer that is laid out in unrotated pixels. */
export function turnMatrix(page: Size, rotation: Rotation, scale: number): string {
  const width = page.width * scale;
  const height = page.height * scale;
  switch (rotation) {
    case 0:
      return "matrix(1, 0, 0, 1, 0, 0)";
    case 90:
      return `matrix(0, 1, -1, 0, ${height}, 0)`;
    case 180:
      return `matrix(-1, 0, 0, -1, ${width}, ${height})`;
    case 270:
      return `matrix(0, -1, 1, 0, 0, ${width})`;
  }
}

/** Distance of a point from a box; 0 inside it. */
export function distance(spot: Spot, box: Box): number {
  const across = Math.max(box.x - spot.x, 0, spot.x - (box.x + box.width));
  const down = Math.max(box.y - spot.y, 0, spot.y - (box.y + box.height));
  return Math.hypot(across, down);
}

export const inside = (spot: Spot, box: Box, slack = 0) => distance(spot, box) <= slack;

export function around(regions: Region[]): Box | null {
  const [first] = regions;
  if (first === undefined) return null;
  const left = Math.min(...regions.map((one) => one.x));
  const top = Math.min(...regions.map((one) => one.y));
  const right = Math.max(...regions.map((one) => one.x + one.width));
  const bottom = Math.max(...regions.map((one) => one.y + one.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
