// What the screen of evaluation derives from a comparison: words, the matrix of types, the sides to begin with.
import type { CellView, EvaluationView, Proportion, SideView } from "../../ipc";
import { count } from "../../shared/format";

/** The words for differences: from the truth they are errors, between results nobody knows which is right. */
export interface Words {
  right: string;
  wrong: string;
  errors: string;
  added: string;
  except: string;
}

export const wordsOf = (kind: EvaluationView["kind"]): Words =>
  kind === "truth"
    ? { right: "Right", wrong: "wrong", errors: "errors", added: "Invented", except: "Right except formatting" }
    : { right: "The same", wrong: "different", errors: "differences", added: "Added", except: "The same except formatting" };

export const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** "92.3 % (24 of 26)"; a dash where nothing was measured. */
export const shareOf = ({ hits, of, value }: Proportion) => (value === null ? "–" : `${percent(value)} (${count(hits)} of ${count(of)})`);

/** "75.9 to 97.9 %" */
export const interval = ({ value, low, high }: Proportion) => (value === null ? "" : `${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)} %`);

export interface Matrix {
  columns: string[];
  rows: { known: string; cells: (CellView | undefined)[] }[];
}

export function matrixOf(cells: CellView[]): Matrix {
  const names = (part: "known" | "found") => [...new Set(cells.map((cell) => cell[part]))].sort((a, b) => a.localeCompare(b));
  const columns = names("found");
  const rows = names("known").map((known) => ({
    known,
    cells: columns.map((found) => cells.find((cell) => cell.known === known && cell.found === found)),
  }));
  return { columns, rows };
}

export interface Sides {
  of: string | undefined;
  against: string | undefined;
}

/** What was chosen, as far as it still exists; otherwise the first results, against truth if there is any. */
export function sidesOf(sides: SideView[], chosen: Sides): Sides {
  const exists = (name: string | undefined) => sides.some((side) => side.name === name);
  const results = sides.filter((side) => side.name !== "truth" && side.documents > 0);
  const truth = sides.find((side) => side.name === "truth" && side.documents > 0);
  const of = exists(chosen.of) ? chosen.of : results.find(({ name }) => name !== chosen.against)?.name;
  const other = [truth, ...results].find((side) => side !== undefined && side.name !== of);
  return { of, against: exists(chosen.against) ? chosen.against : other?.name };
}
