// Page ranges as they are typed: each page of the document belongs to exactly one. The program checks the same again.
import { pagesOf } from "../../shared/format";

export interface Range {
  first: string;
  last: string;
  label: string;
}

export interface RangeFaults {
  first: string | null;
  last: string | null;
}

const isPage = (text: string) => /^[1-9]\d*$/.test(text);
const are = (first: number, last: number) => `${pagesOf(first, last)} ${first === last ? "is" : "are"}`;
const opened = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The faults of each range, in page order, reported at the number that has to change. */
export function faultsOf(ranges: Range[], pages: number): RangeFaults[] {
  let next = 1;
  return ranges.map(({ first, last }, at) => {
    const none: RangeFaults = { first: null, last: null };
    if (!isPage(first)) return { ...none, first: "Enter a page number." };
    if (!isPage(last)) return { ...none, last: "Enter a page number." };
    const [from, to, due] = [Number(first), Number(last), next];
    next = Math.max(next, to + 1);
    if (from > to) return { ...none, last: `Page ${to} comes before page ${from}.` };
    if (to > pages) return { ...none, last: `The document ends with page ${pages}.` };
    if (from < due) return { ...none, first: `${opened(are(from, Math.min(to, due - 1)))} in two segments.` };
    if (from > due) return { ...none, first: `${opened(are(due, from - 1))} in no segment.` };
    if (at === ranges.length - 1 && to < pages) return { ...none, last: `${opened(are(to + 1, pages))} in no segment.` };
    return none;
  });
}

/** The two halves of a range; `null` for a single page. */
export function halves(range: Range): [Range, Range] | null {
  const [first, last] = [Number(range.first), Number(range.last)];
  if (!isPage(range.first) || !isPage(range.last) || first >= last) return null;
  const middle = Math.floor((first + last) / 2);
  return [
    { ...range, last: `${middle}` },
    { ...range, first: `${middle + 1}` },
  ];
}
