// The strip of page thumbnails beside the current page. Bars beside them show the segments; a boundary is dragged, and
// while the strip has the focus, keys cut, join and label segments.
import { useRef, useState } from "react";
import { useKeys } from "../../shared/keys";
import { Thumb } from "../../shared/Thumb";
import { useCutting, type Cutting } from "./cutting";
import { PageList } from "./PageList";
import { SegmentBar, SegmentLegend } from "./SegmentBar";
import { beginAt, joinAt, labelAt, moveStart, type Part } from "./segments";
import { useDesk } from "./stage";

const STEP = 102;
/** Labels with a number key. */
const KEYED = 9;

export function Strip() {
  const { view } = useDesk();
  const cutting = useCutting();
  const [focused, setFocused] = useState(false);
  const [dragged, setDragged] = useState<Part[] | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useKeys("Document", [
    { keys: "g", label: "Go to the page thumbnails", run: () => frame.current?.querySelector<HTMLElement>("[role=listbox]")?.focus() },
  ]);
  return (
    <div ref={frame} className="strip-frame" onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
      {cutting !== null && focused && <CutKeys cutting={cutting} />}
      <PageList
        label="Pages"
        kind="strip"
        step={STEP}
        beyond={3}
        named={(page) => (page.label === null ? `Page ${page.number}` : `Page ${page.number}, ${page.label}`)}
      >
        {(page) => (
          <>
            {cutting !== null && (
              <SegmentBar
                page={page.number}
                step={STEP}
                parts={dragged ?? cutting.parts}
                labels={cutting.labels}
                onDrag={(from, to) => setDragged(moveStart(cutting.parts, from, to))}
                onDrop={(from, to) => {
                  setDragged(null);
                  if (to !== null) cutting.cut((parts) => moveStart(parts, from, to));
                }}
              />
            )}
            <Thumb document={view.row.document_id} page={page.number} width={60} drawable className="p" />
            <span>{page.number}</span>
          </>
        )}
      </PageList>
    </div>
  );
}

function CutKeys({ cutting: { labels, cut } }: { cutting: Cutting }) {
  const { stage } = useDesk();
  const keyed = labels.slice(0, KEYED);
  useKeys("Segments, in the thumbnails", [
    { keys: "b", label: "A segment begins with this page", run: () => cut((parts) => beginAt(parts, stage.page)) },
    { keys: "m", label: "Join with the previous segment", run: () => cut((parts) => joinAt(parts, stage.page)) },
    ...keyed.map((label, at) => ({
      keys: `${at + 1}`,
      label: `The segment is: ${label}`,
      run: () => cut((parts) => labelAt(parts, stage.page, label)),
    })),
  ]);
  return <SegmentLegend labels={keyed} all={labels} />;
}
