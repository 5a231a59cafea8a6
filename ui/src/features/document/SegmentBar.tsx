// The colored bar of a segment beside a thumbnail, and the handle at its first page by which the boundary is dragged.
import { useState, type PointerEvent } from "react";
import { pagesOf } from "../../shared/format";
import { hueOf, partAt, type Part } from "./segments";

interface Props {
  page: number;
  /** Height of a line of the strip, in pixels. */
  step: number;
  parts: Part[];
  labels: string[];
  onDrag: (from: number, to: number) => void;
  /** `null` if the drag was called off. */
  onDrop: (from: number, to: number | null) => void;
}

export function SegmentBar({ page, step, parts, labels, onDrag, onDrop }: Props) {
  const [held, setHeld] = useState(false);
  const part = parts[partAt(parts, page)];
  if (part === undefined) return null;
  const begins = part.first === page;
  const ends = part.last === page;
  const pageUnder = ({ clientY, currentTarget }: PointerEvent) => {
    const top = currentTarget.closest(".strip-room")?.getBoundingClientRect().top ?? 0;
    return Math.round((clientY - top) / step) + 1;
  };
  const drop = (event: PointerEvent, to: number | null) => {
    if (!held) return;
    event.stopPropagation();
    setHeld(false);
    onDrop(page, to);
  };
  return (
    <>
      <i
        className={`seg-bar${begins ? " begins" : ""}${ends ? " ends" : ""}`}
        style={{ background: fill(labels, part.label) }}
        title={`${part.label}, ${pagesOf(part.first, part.last)}`}
      />
      {/* Stays in place while it is dragged; keys B and M do the same. */}
      {(begins || held) && page > 1 && (
        <i
          className="seg-seam"
          title="Drag to move the boundary"
          onPointerDown={(event) => {
            event.preventDefault();
            event.currentTarget.setPointerCapture(event.pointerId);
            setHeld(true);
          }}
          onPointerMove={(event) => held && onDrag(page, pageUnder(event))}
          onPointerUp={(event) => drop(event, pageUnder(event))}
          onPointerCancel={(event) => drop(event, null)}
        />
      )}
    </>
  );
}

/** The label of each number key, shown while the keys apply. */
export function SegmentLegend({ labels, all }: { labels: string[]; all: string[] }) {
  return (
    <div className="seg-legend" role="note" aria-label="Keys for segments">
      <span>
        <kbd>B</kbd> begins here
      </span>
      <span>
        <kbd>M</kbd> join with previous
      </span>
      {labels.map((label, at) => (
        <span key={label}>
          <kbd>{at + 1}</kbd> <i style={{ background: fill(all, label) }} /> {label}
        </span>
      ))}
    </div>
  );
}

const fill = (labels: string[], label: string) => `hsl(${hueOf(labels, label)} 55% 45%)`;
