// The documents to review, one row each, in places that do not change while work goes on. The grid has the focus and
// moves an active row.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from "react";
import type { ReviewRow } from "../../ipc";
import { many } from "../../shared/format";
import { useHome } from "../../shared/focus";
import { destination, pressed } from "../../shared/rows";
import { STATE_NAMES } from "../../shared/states";
import { waits } from "./session";

const ROW = 40;
/** Rows that Page Up and Page Down pass. */
const SCREENFUL = 10;

interface Props {
  rows: ReviewRow[];
  active: number;
  selected: ReadonlySet<string>;
  onMove: (active: number) => void;
  onToggle: (id: string) => void;
  onSelectAll: () => void;
  onOpen: (row: ReviewRow) => void;
}

export function Queue({ rows, active, selected, onMove, onToggle, onSelectAll, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  useHome(scroller);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 8 });
  useEffect(() => {
    if (active < rows.length) virtual.scrollToIndex(active, { align: "auto" });
  }, [active, rows.length, virtual]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = destination(event.key, active, rows.length, SCREENFUL);
    const row = rows[active];
    const mod = event.ctrlKey || event.metaKey;
    if (target !== null) onMove(target);
    else if (event.key === "Enter" && row !== undefined) onOpen(row);
    else if (event.key === " " && row !== undefined) onToggle(row.document_id);
    else if (event.key.toLowerCase() === "a" && mod) onSelectAll();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const press = (event: MouseEvent) => {
    const index = pressed(event);
    const row = index === undefined ? undefined : rows[index];
    if (index === undefined || row === undefined) return;
    onMove(index);
    if (event.ctrlKey || event.metaKey) onToggle(row.document_id);
  };
  const open = (event: MouseEvent) => {
    const row = rows[pressed(event) ?? -1];
    if (row !== undefined) onOpen(row);
  };
  const items = virtual.getVirtualItems();
  return (
    <div
      ref={scroller}
      className="queue"
      role="grid"
      tabIndex={0}
      aria-label="Documents to review"
      aria-rowcount={rows.length}
      aria-multiselectable="true"
      aria-activedescendant={items.some(({ index }) => index === active) ? `review-${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <div role="rowgroup" className="rows" style={{ height: virtual.getTotalSize() }} onClick={press} onDoubleClick={open}>
        {items.map(({ key, index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <Line key={key} row={row} index={index} top={start} active={index === active} selected={selected.has(row.document_id)} />
          );
        })}
      </div>
    </div>
  );
}

interface LineProps {
  row: ReviewRow;
  index: number;
  top: number;
  active: boolean;
  selected: boolean;
}

function Line({ row, index, top, active, selected }: LineProps) {
  const { claim } = row;
  const classes = ["queue-row", active && "active", selected && "selected", !waits(row) && "done", !row.within && waits(row) && "beyond"];
  return (
    <div
      id={`review-${index}`}
      role="row"
      data-index={index}
      aria-rowindex={index + 1}
      aria-selected={selected}
      className={classes.filter(Boolean).join(" ")}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className="clip">
        {claim.flagged && (
          <span className="flag" role="img" aria-label="flagged">
            ⚑{" "}
          </span>
        )}
        <span className="readable">{row.file_name}</span>
        {claim.note !== null && <small className="muted readable"> {claim.note}</small>}
      </span>
      <span role="gridcell" className="clip">
        {row.label ?? ""}
      </span>
      <span role="gridcell" className="muted clip">
        {row.case ?? ""}
      </span>
      <span role="gridcell" className="clip">
        {waits(row) ? worst(row) : ""}
      </span>
      <span role="gridcell" className="num">
        {waits(row) ? many(row.open_values, "value") : ""}
      </span>
      <span role="gridcell" className="num muted" title="Estimated time to check it">
        {waits(row) ? `${row.minutes.toFixed(1)} min` : ""}
      </span>
      <span role="gridcell" className="clip">
        {waits(row) ? placeOf(row) : <span className="tag ok">{STATE_NAMES[row.state]}</span>}
      </span>
    </div>
  );
}

/** The worst kind of issue, counted. */
function worst({ issues }: ReviewRow): string {
  if (issues.blocker > 0) return many(issues.blocker, "blocker");
  if (issues.major > 0) return many(issues.major, "major issue");
  return issues.minor > 0 ? many(issues.minor, "minor issue") : "";
}

function placeOf({ claim }: ReviewRow): string {
  const by = claim.author ?? "you";
  return { open: "", claimed: `claimed by ${by}`, skipped: "skipped", deferred: "deferred" }[claim.place];
}
