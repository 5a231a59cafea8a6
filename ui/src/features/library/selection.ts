// The selection of rows, as a value. Rows are known by position and id; the caller maps positions to ids.

export interface Selection {
  ids: ReadonlySet<string>;
  /** The row that the keys move. */
  active: number;
  /** The start of a range. */
  anchor: number;
}

export const NOTHING: Selection = { ids: new Set(), active: 0, anchor: 0 };

export const only = (index: number, id: string | undefined): Selection => ({
  ids: new Set(id === undefined ? [] : [id]),
  active: index,
  anchor: index,
});

export function toggled(selection: Selection, index: number, id: string | undefined): Selection {
  const ids = new Set(selection.ids);
  if (id !== undefined && !ids.delete(id)) ids.add(id);
  return { ids, active: index, anchor: index };
}

export const moved = (selection: Selection, active: number): Selection => ({ ...selection, active });

export const ranged = (selection: Selection, to: number, ids: Iterable<string>): Selection => ({
  ids: new Set(ids),
  active: to,
  anchor: selection.anchor,
});

/** The first and last position of the range from the anchor to this row. */
export const span = (selection: Selection, to: number): [number, number] =>
  selection.anchor < to ? [selection.anchor, to] : [to, selection.anchor];
