// Segments as they are cut on the thumbnails: each edit gives the segments after it, or null where it changes nothing.
// Every page stays in exactly one segment.

export interface Part {
  first: number;
  last: number;
  label: string;
}

export const partAt = (parts: Part[], page: number) => parts.findIndex(({ first, last }) => page >= first && page <= last);

/** A segment begins at this page, with the label of the one it is cut from. */
export function beginAt(parts: Part[], page: number): Part[] | null {
  const at = partAt(parts, page);
  const own = parts[at];
  if (own === undefined || own.first === page) return null;
  return parts.toSpliced(at, 1, { ...own, last: page - 1 }, { ...own, first: page });
}

/** The segment of this page continues the previous one, whose label it takes. */
export function joinAt(parts: Part[], page: number): Part[] | null {
  const at = partAt(parts, page);
  const [previous, own] = [parts[at - 1], parts[at]];
  if (previous === undefined || own === undefined) return null;
  return parts.toSpliced(at - 1, 2, { ...previous, last: own.last });
}

export function labelAt(parts: Part[], page: number, label: string): Part[] | null {
  const at = partAt(parts, page);
  const own = parts[at];
  if (own === undefined || own.label === label) return null;
  return parts.toSpliced(at, 1, { ...own, label });
}

/** The segment that begins at page `from` begins at page `to` instead. Both neighbors keep at least one page. */
export function moveStart(parts: Part[], from: number, to: number): Part[] | null {
  const at = parts.findIndex(({ first }) => first === from);
  const [previous, own] = [parts[at - 1], parts[at]];
  if (previous === undefined || own === undefined) return null;
  const first = Math.min(own.last, Math.max(previous.first + 1, to));
  if (first === own.first) return null;
  return parts.toSpliced(at - 1, 2, { ...previous, last: first - 1 }, { ...own, first });
}

/** As the program takes them. */
export const asSegments = (parts: Part[]) =>
  JSON.stringify(parts.map(({ first, last, label }) => ({ first_page: first, last_page: last, label })));

/** Hue of a label, by its place in the pack: neighbors in the list differ clearly. */
export const hueOf = (labels: string[], label: string) => (Math.max(0, labels.indexOf(label)) * 137) % 360;
