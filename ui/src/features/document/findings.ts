// The looks at pages: which one is the result for a page, and its places. Pure.
import type { DocumentView, FindingView, Region } from "../../ipc";

export const looksAt = (view: DocumentView, page: number) => view.findings.filter((one) => one.page === page);

/** The look that is the result for a page: the last one, which combines all looks at it, whatever their confidence. */
export const findingOf = (view: DocumentView, page: number): FindingView | null => looksAt(view, page).at(-1) ?? null;

export interface Zone {
  region: Region;
  /** True for a marking, false for a place where one was looked for in vain. */
  found: boolean;
}

/** Places of the markings of all pages, and of the margins without any. Packs that fill forms mark values instead. */
export function zonesOf(view: DocumentView): Zone[] {
  if (view.document.mode !== "pages") return [];
  const pages = [...new Set(view.findings.map((one) => one.page))];
  return pages.flatMap((page) => {
    const finding = findingOf(view, page);
    const found = finding?.absence == null;
    return (finding?.evidence ?? []).flatMap((one) => one.regions.map((region) => ({ region, found })));
  });
}

/** The index in a list that a key leads to. */
export function turnedBy(key: string, from: number, length: number): number | null {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5, Home: -1e6, End: 1e6 };
  const step = steps[key];
  return step === undefined ? null : Math.min(length - 1, Math.max(0, from + step));
}
