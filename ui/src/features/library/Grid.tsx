// The virtual table: ten thousand rows, of which about forty are rendered. The grid has the focus and moves an active
// row.
import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type RefObject } from "react";
import type { Column, LibraryFilter, Row } from "../../ipc";
import { useHome } from "../../shared/focus";
import { useKeys } from "../../shared/keys";
import { attempt } from "../../shared/messages";
import { destination, pressed } from "../../shared/rows";
import type { Held } from "./hold";
import { LibraryRow } from "./LibraryRow";
import { useRows, type Rows, type Sort } from "./rows";
import { moved, only, ranged, span, toggled, type Selection } from "./selection";

const ROW = 34;

const COLUMNS: { id: Column | null; title: string; className?: string }[] = [
  { id: null, title: "Page" },
  { id: "name", title: "Document" },
  { id: "case", title: "Case", className: "cell-case" },
  { id: "label", title: "Type" },
  { id: "confidence", title: "Confidence", className: "cell-sure" },
  { id: "year", title: "Year" },
  { id: "pages", title: "Pages", className: "num cell-pages" },
  { id: "issues", title: "Issues", className: "num cell-issues" },
  { id: "state", title: "State" },
];

interface Props {
  label: string;
  filter: LibraryFilter;
  sort: Sort;
  total: number;
  held: Held | null;
  stale: boolean;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onSort: (sort: Sort) => void;
  onOpen: (row: Row, index: number) => void;
}

export function Grid({ label, filter, sort, total, held, stale, selection, onSelect, onSort, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  useHome(scroller);
  useKeys(label, [
    { keys: "s", label: "Sort: go to the column headings", run: () => head.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus() },
    { keys: "Shift+s", label: "Reverse the sort order", run: () => onSort({ ...sort, descending: !sort.descending }) },
  ]);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    scrollPaddingStart: 30,
  });
  const items = virtual.getVirtualItems();
  const rows = useRows(filter, sort, total, held, items[0]?.index ?? 0, items.at(-1)?.index ?? 40);
  const { active } = selection;

  // After returning from a document, or after a step by key, the active row is in view.
  useEffect(() => {
    if (active < total) virtual.scrollToIndex(active, { align: "auto" });
  }, [active, total, virtual]);

  const extend = (to: number) => {
    const [first, last] = span(selection, to);
    onSelect(moved(selection, to));
    attempt(rows.idsBetween(first, last).then((ids) => onSelect(ranged(selection, to, ids))));
  };
  const press = (event: MouseEvent) => {
    const index = pressed(event);
    if (index === undefined) return;
    const id = rows.at(index)?.document_id;
    if (event.shiftKey) extend(index);
    else if (event.ctrlKey || event.metaKey) onSelect(toggled(selection, index, id));
    else onSelect(only(index, id));
  };
  const open = (index: number | undefined) => {
    const row = index === undefined ? undefined : rows.at(index);
    if (index !== undefined && row !== undefined) onOpen(row, index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const mod = event.ctrlKey || event.metaKey;
    const screenful = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 2);
    const target = destination(event.key, active, total, screenful);
    const id = rows.at(active)?.document_id;
    if (target !== null && event.shiftKey) extend(target);
    else if (target !== null && mod) onSelect(moved(selection, target));
    else if (target !== null) onSelect(only(target, rows.at(target)?.document_id));
    else if (event.key === " ") onSelect(toggled(selection, active, id));
    else if (event.key === "Enter" && !mod) open(active);
    else if (event.key.toLowerCase() === "a" && mod)
      attempt(rows.idsBetween(0, total - 1).then((ids) => onSelect({ ids: new Set(ids), active, anchor: 0 })));
    else if (event.key === "Escape" && selection.ids.size > 0) onSelect({ ...selection, ids: new Set() });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={scroller}
      className={stale ? "grid stale" : "grid"}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable="true"
      aria-rowcount={total + 1}
      aria-colcount={COLUMNS.length}
      aria-activedescendant={items.some((item) => item.index === active) ? `row-${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      <Header sort={sort} onSort={onSort} head={head} />
      <Body items={items} height={virtual.getTotalSize()} rows={rows} selection={selection} onPress={press} onOpen={open} />
    </div>
  );
}

interface BodyProps {
  items: VirtualItem[];
  height: number;
  rows: Rows;
  selection: Selection;
  onPress: (event: MouseEvent) => void;
  onOpen: (index: number | undefined) => void;
}

/** The rows in view. The grid has the focus and handles keys; pointer events of all rows are handled here. */
function Body({ items, height, rows, selection, onPress, onOpen }: BodyProps) {
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <div role="rowgroup" className="rows" style={{ height }} onClick={onPress} onDoubleClick={(event) => onOpen(pressed(event))}>
      {items.map(({ key, index, start }) => {
        const row = rows.at(index);
        return (
          <LibraryRow
            key={key}
            id={`row-${index}`}
            row={row}
            index={index}
            selected={row !== undefined && selection.ids.has(row.document_id)}
            active={index === selection.active}
            top={start}
          />
        );
      })}
    </div>
  );
}

interface HeaderProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
  head: RefObject<HTMLDivElement | null>;
}

/** One stop of the Tab key: arrows move along the headings, Enter sorts, Escape returns to the rows. */
function Header({ sort, onSort, head }: HeaderProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const headings = [...(head.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const next = headings[headings.findIndex((one) => one === document.activeElement) + (steps[event.key] ?? 0)];
    if (event.key === "Escape" || event.key === "ArrowDown") head.current?.closest<HTMLElement>("[role=grid]")?.focus();
    else if (steps[event.key] !== undefined) next?.focus();
    else return;
    event.preventDefault();
  };
  const stop = COLUMNS.some(({ id }) => id === sort.column) ? sort.column : "name";
  const direction = sort.descending ? "descending" : "ascending";
  return (
    // The headings inside have the focus; the keys belong to all of them.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={head} role="rowgroup" className="head" onKeyDown={onKeyDown}>
      <div role="row" aria-rowindex={1} className="row">
        {COLUMNS.map(({ id, title, className }) => (
          <span
            key={title}
            role="columnheader"
            className={className}
            aria-sort={id === sort.column ? direction : undefined}
          >
            {id === null ? (
              <span className="unseen">{title}</span>
            ) : (
              <button
                type="button"
                tabIndex={id === stop ? 0 : -1}
                onClick={() => onSort({ column: id, descending: id === sort.column && !sort.descending })}
              >
                {title}
                {id === sort.column && <span aria-hidden="true">{sort.descending ? " ↓" : " ↑"}</span>}
              </button>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}
