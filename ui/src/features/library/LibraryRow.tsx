// One row of the library. Its columns are fixed, so that arriving results move nothing.
import { memo } from "react";
import type { Row } from "../../ipc";
import { many } from "../../shared/format";
import { StateChip, Sureness } from "../../shared/states";
import { Thumb } from "../../shared/Thumb";

interface Props {
  row: Row | undefined;
  index: number;
  id: string;
  selected: boolean;
  active: boolean;
  /** Distance from the top of all rows, in CSS pixels. */
  top: number;
}

/** Rendered once while it is in view: while scrolling, the list moves it without rendering it again. */
export const LibraryRow = memo(function LibraryRow({ row, index, id, selected, active, top }: Props) {
  const classes = ["row", selected && "selected", active && "active"].filter(Boolean).join(" ");
  return (
    <div
      role="row"
      id={id}
      className={classes}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-index={index}
    >
      {row === undefined ? <Waiting /> : <Cells row={row} />}
    </div>
  );
});

function Waiting() {
  return (
    <span role="gridcell" className="waiting" aria-colspan={9}>
      <span className="unseen">Loading</span>
    </span>
  );
}

function Cells({ row }: { row: Row }) {
  const { blocker, major, minor } = row.issues;
  const issues = blocker + major + minor;
  const known = row.label !== null;
  return (
    <>
      <span role="gridcell" className="cell-thumb">
        <Thumb
          document={row.document_id}
          page={1}
          width={24}
          drawable={row.pages !== null && row.pages > 0 && row.state !== "password"}
          className="small"
        />
      </span>
      <span role="gridcell" className="clip" title={row.file_name}>
        {row.file_name}
        {row.duplicate_of !== null && <span className="muted"> · same content as {row.duplicate_of}</span>}
      </span>
      <span role="gridcell" className="clip muted cell-case" title={row.case ?? undefined}>
        {row.case ?? "–"}
      </span>
      {row.error === null ? (
        <Found row={row} />
      ) : (
        <span role="gridcell" className="clip muted cell-why" aria-colspan={4} title={row.error.advice}>
          {row.error.message}
        </span>
      )}
      <span
        role="gridcell"
        className={`num cell-issues${blocker > 0 ? " bad-ink" : issues === 0 ? " muted" : ""}`}
        title={`${many(blocker, "blocker")}, ${many(major, "major issue")}, ${many(minor, "minor issue")}`}
      >
        {known || issues > 0 ? issues : "–"}
      </span>
      <span role="gridcell" className="cell-state">
        <StateChip row={row} />
      </span>
    </>
  );
}

/** Label, confidence, year and number of pages. */
function Found({ row }: { row: Row }) {
  return (
    <>
      <span role="gridcell" className="clip">
        <Type row={row} />
      </span>
      <span role="gridcell" className={row.label === null ? "muted cell-sure" : "nowrap cell-sure"}>
        {row.confidence === null ? "–" : <Sureness value={row.confidence} band={row.band} />}
      </span>
      <span role="gridcell" className={row.year === null ? "muted" : ""}>
        {row.year ?? "–"}
      </span>
      <span role="gridcell" className={row.pages === null ? "num muted cell-pages" : "num cell-pages"}>
        {row.pages ?? "–"}
      </span>
    </>
  );
}

function Type({ row }: { row: Row }) {
  if (row.label === null) return <span className="muted">–</span>;
  return (
    <>
      {row.label}
      {row.proposed_label !== null && <span className="muted"> {row.proposed_label}</span>}
      {row.forms > 1 && <span className="muted"> + {many(row.forms - 1, "form")}</span>}
    </>
  );
}
