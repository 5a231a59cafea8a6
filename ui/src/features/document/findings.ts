// The looks at pages: which one speaks for a page, and where it saw what it says. Pure.
import type { DocumentView, FindingView, Region } from "../../ipc";

export const looksAt = (view: DocumentView, page: number) => view.findings.filter((one) => one.page === page);

/** The look that speaks for a page: the last one, in which all looks at it are united, however sure each of them is. */
export const findingOf = (view: DocumentView, page: number): FindingView | null => looksAt(view, page).at(-1) ?? null;

export interface Zone {
  region: Region;
  /** A marking stands there, or there was none where one was looked for. */
  found: boolean;
}

/** Places of the markings of all pages, and of the margins that bear none. Packs that fill forms mark values instead. */
export function zonesOf(view: DocumentView): Zone[] {
  if (view.document.mode !== "pages") return [];
  const pages = [...new Set(view.findings.map((one) => one.page))];
  return pages.flatMap((page) => {
    const finding = findingOf(view, page);
    const found = finding?.absence == null;
    return (finding?.evidence ?? []).flatMap((one) => one.regions.map((region) => ({ region, found })));
  });
}

/** The place in a list that a key leads to. */
export function turnedBy(key: string, from: number, length: number): number | null {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5, Home: -1e6, End: 1e6 };
  const step = steps[key];
  return step === undefined ? null : Math.min(length - 1, Math.max(0, from + step));
}
