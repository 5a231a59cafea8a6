// Words under the pointer: the nearest one, a range of them, their text, and the field that owns them. Pure.
import type { PageWord } from "../../ipc";
import { distance, inside, type Box, type Spot } from "./geometry";

export interface Pick {
  page: number;
  from: number;
  to: number;
}

/** The word at this spot of the page, within the slack in points; `null` where there is none. */
export function wordAt(words: PageWord[], spot: Spot, slack = 1.5): number | null {
  const found = words.findIndex((word) => inside(spot, word));
  if (found >= 0) return found;
  const near = nearestWord(words, spot);
  const word = near === null ? undefined : words[near];
  return word !== undefined && inside(spot, word, slack) ? near : null;
}

/** The nearest word. Horizontal distance counts less than vertical: lines are followed rather than columns. */
export function nearestWord(words: PageWord[], spot: Spot): number | null {
  let best: number | null = null;
  let least = Infinity;
  words.forEach((word, index) => {
    const tall: Box = { x: word.x, y: word.y * 4, width: word.width, height: word.height * 4 };
    const far = distance({ x: spot.x, y: spot.y * 4 }, tall);
    if (far < least) [best, least] = [index, far];
  });
  return best;
}

export const run = (page: number, one: number, other: number): Pick => ({
  page,
  from: Math.min(one, other),
  to: Math.max(one, other),
});

export const textOf = (words: PageWord[], pick: Pick) =>
  words
    .slice(pick.from, pick.to + 1)
    .map((word) => word.text)
    .join(" ");

export const ownerOf = (words: PageWord[], index: number) => words[index]?.owner ?? null;

/** The pick after an arrow key; `null` for other keys. With Shift its end moves, otherwise the whole pick. */
export function movedPick(words: PageWord[], pick: Pick, key: string, extend: boolean): Pick | null {
  const word = words[pick.to];
  if (word === undefined) return null;
  const beside: Record<string, number> = { ArrowRight: pick.to + 1, ArrowLeft: pick.to - 1 };
  const middle = word.x + word.width / 2;
  const lines: Record<string, Spot> = {
    ArrowDown: { x: middle, y: word.y + 2.2 * word.height },
    ArrowUp: { x: middle, y: word.y - 1.2 * word.height },
  };
  const line = lines[key];
  const target = beside[key] ?? (line === undefined ? null : nearestWord(words, line));
  if (target === null) return null;
  const end = Math.min(words.length - 1, Math.max(0, target));
  return extend ? { page: pick.page, from: Math.min(pick.from, end), to: Math.max(pick.from, end) } : run(pick.page, end, end);
}
