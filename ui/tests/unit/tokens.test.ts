// Contrast of the colours by WCAG: 4.5 for text, 3 for the edges of controls and for the focus, in both themes.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("src/shared/tokens.css", "utf8");
const [light = "", dark = ""] = css.split('[data-theme="dark"]');

function colours(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = "", value = ""]) => [name, value]));
}

function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ["bg", "panel", "sunk"];
const TEXT = ["ink", "ink-2", "ink-3", "accent", "ok", "warn", "bad"].flatMap((ink) => GROUNDS.map((ground) => [ink, ground]));
const PAIRS: [string, string, number][] = [
  ...TEXT.map(([ink = "", ground = ""]): [string, string, number] => [ink, ground, 4.5]),
  ["ok", "ok-soft", 4.5],
  ["warn", "warn-soft", 4.5],
  ["bad", "bad-soft", 4.5],
  ["accent", "accent-soft", 4.5],
  ["ink", "accent-soft", 4.5],
  ["ink-2", "accent-soft", 4.5],
  ["ink-3", "accent-soft", 4.5],
  ["on-accent", "accent", 4.5],
  ["bg", "ink", 4.5],
  ...GROUNDS.flatMap((ground): [string, string, number][] => [["edge", ground, 3], ["focus", ground, 3]]),
];

describe.each([["light", light], ["dark", dark]])("the %s theme", (_, block) => {
  const named = colours(block);
  it.each(PAIRS)("sets %s on %s with at least %d", (ink, ground, least) => {
    const [front, back] = [named.get(ink), named.get(ground)];
    expect(front && back && contrast(front, back)).toBeGreaterThanOrEqual(least);
  });
});
