// The settled documents, of which only those in view are rendered. The grid has the focus and moves an active row.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import type { GroundTruthRow } from "../../ipc";
import { useHome } from "../../shared/focus";
import { destination, pressed } from "../../shared/rows";
import { when } from "../../shared/format";
import { KINDS } from "./filters";

const ROW = 34;
/** Rows that Page Up and Page Down pass. */
const SCREENFUL = 10;
const HEADINGS = ["Document", "Case", "Pack", "Type", "Settled", "By", "When"];

interface Props {
  rows: GroundTruthRow[];
  onOpen: (row: GroundTruthRow) => void;
}

export function Settled({ rows, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  useHome(scroller);
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, Math.max(0, rows.length - 1));
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 8, scrollPaddingStart: 30 });
  useEffect(() => {
    if (active < rows.length) virtual.scrollToIndex(active, { align: "auto" });
  }, [active, rows.length, virtual]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = destination(event.key, active, rows.length, SCREENFUL);
    const row = rows[active];
    if (target !== null) setChosen(target);
    else if (event.key === "Enter" && row !== undefined) onOpen(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const open = (event: MouseEvent) => {
    const row = rows[pressed(event) ?? -1];
    if (row !== undefined) onOpen(row);
  };
  const items = virtual.getVirtualItems();
  return (
    <div
      ref={scroller}
      className="settled"
      role="grid"
      tabIndex={0}
      aria-label="Settled documents"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={items.some(({ index }) => index === active) ? `settled-${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="head">
        <div role="row" aria-rowindex={1} className="settled-row">
          {HEADINGS.map((heading) => (
            <span key={heading} role="columnheader">
              {heading}
            </span>
          ))}
        </div>
      </div>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <div role="rowgroup" className="rows" style={{ height: virtual.getTotalSize() }} onClick={(event) => setChosen(pressed(event) ?? active)} onDoubleClick={open}>
        {items.map(({ key, index, start }) => {
          const row = rows[index];
          return row === undefined ? null : <Line key={key} row={row} index={index} top={start} active={index === active} />;
        })}
      </div>
    </div>
  );
}

interface LineProps {
  row: GroundTruthRow;
  index: number;
  top: number;
  active: boolean;
}

function Line({ row, index, top, active }: LineProps) {
  return (
    <div
      id={`settled-${index}`}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={active}
      className={active ? "settled-row active" : "settled-row"}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className="clip readable" title={row.file_name}>
        {row.file_name}
      </span>
      <span role="gridcell" className="clip muted">
        {row.case ?? "–"}
      </span>
      <span role="gridcell" className="clip">
        {row.pack}
      </span>
      <span role="gridcell" className="clip">
        {row.label}
      </span>
      <span role="gridcell" className="clip">
        <Kind row={row} />
      </span>
      <span role="gridcell" className="clip">
        {row.reviewer ?? (row.kind === "automatic" ? "the program" : "–")}
      </span>
      <span role="gridcell" className="clip muted">
        {when(row.settled_at)}
      </span>
    </div>
  );
}

function Kind({ row }: { row: GroundTruthRow }) {
  const kind = KINDS.find(({ id }) => id === row.kind);
  const found = row.found_right === null ? "" : row.found_right ? ": right" : ": something was wrong";
  const tone = row.kind === "automatic" ? "idle" : row.found_right === false ? "warn" : "ok";
  return (
    <span className={`tag ${tone}`} title={kind?.about}>
      <span className="clip">{`${kind?.name ?? row.kind}${found}`}</span>
    </span>
  );
}
