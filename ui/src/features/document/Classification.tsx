// The classification: ranked candidates, the segments along the pages, and the reason given.
import type { ClassificationView, CorrectedView, MarkingView, SegmentView } from "../../ipc";
import { confidence, pagesOf } from "../../shared/format";
import { MarkingChip } from "../../shared/Marking";
import { BANDS } from "../../shared/states";
import { Findings } from "./Findings";
import { Shares } from "./Shares";
import { useDesk } from "./stage";

export function Classification() {
  const { view } = useDesk();
  const { classification } = view;
  const byPage = view.document.mode === "pages";
  if (classification === null) {
    return byPage && view.pages.length > 0 ? (
      <Findings />
    ) : (
      <p className="muted pad-in">Not classified yet. Candidates appear here once the pages are read.</p>
    );
  }
  return (
    <div className="classification">
      <section aria-label="Candidates">
        <h2 className="sec">
          {classification.label}
          {classification.proposed_label !== null && ` (${classification.proposed_label})`}, confidence{" "}
          {BANDS[classification.band]}
        </h2>
        {classification.marking !== null && <Marking marking={classification.marking} />}
        <Candidates candidates={classification.candidates} />
      </section>
      {byPage ? (
        <Findings />
      ) : (
        <section aria-label="Segments">
          <h2 className="sec">Pages</h2>
          <Timeline segments={classification.segments} pages={view.pages.length} />
        </section>
      )}
      {!byPage && <Shares />}
      <section aria-label="Rationale">
        <h2 className="sec">Why</h2>
        {classification.corrected !== null && <Corrected corrected={classification.corrected} now={classification} />}
        {classification.rationale.split("\n").map((line) => (
          <p key={line} className="readable pad-in">
            {line}
          </p>
        ))}
      </section>
      {classification.vendor_signals.length > 0 && (
        <section aria-label="Issuer clues">
          <h2 className="sec">Issuer clues</h2>
          <p className="readable pad-in">{classification.vendor_signals.join(", ")}</p>
        </section>
      )}
      {classification.self_evaluation !== null && (
        <section aria-label="Self-assessment">
          <h2 className="sec">Self-assessment</h2>
          <p className="readable pad-in">{classification.self_evaluation}</p>
        </section>
      )}
    </div>
  );
}

/** The reasons below are those of the original result, which a person has since corrected. */
function Corrected({ corrected: { by, label, marking }, now }: { corrected: CorrectedView; now: ClassificationView }) {
  const read = marking?.line ?? label;
  const stands = now.marking?.line ?? now.label;
  return (
    <p className="readable pad-in">
      Corrected by {by}.{" "}
      {read === null || read === stands ? (
        "The reasons below are for the original result."
      ) : (
        <>
          The reasons below are for the original result, <del>{read}</del>.
        </>
      )}
    </p>
  );
}

function Marking({ marking }: { marking: MarkingView }) {
  return (
    <p className="pad-in line wrap">
      <MarkingChip marking={marking} />
      {marking.declassify_on !== null && <span className="muted">Declassify on {marking.declassify_on}</span>}
    </p>
  );
}

function Candidates({ candidates }: { candidates: ClassificationView["candidates"] }) {
  return (
    <ol className="candidates">
      {candidates.slice(0, 8).map((candidate) => (
        <li key={candidate.label}>
          <span className="clip">{candidate.label}</span>
          <span className="meter" aria-hidden="true">
            <i style={{ width: `${100 * candidate.confidence}%`, background: "var(--accent)" }} />
          </span>
          <span className="num">{confidence(candidate.confidence)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Segments as bars proportional to their pages; pressing one turns to its first page. */
function Timeline({ segments, pages }: { segments: SegmentView[]; pages: number }) {
  const { stage, act } = useDesk();
  if (segments.length === 0) return <p className="muted pad-in">One segment: {pagesOf(1, pages)}.</p>;
  return (
    <ol className="timeline">
      {segments.map((segment) => {
        const { first_page: first, last_page: last } = segment;
        const here = stage.page >= first && stage.page <= last;
        return (
          <li key={`${first}-${segment.label}`} style={{ flexGrow: last - first + 1 }}>
            <button
              type="button"
              className={here ? "segment on" : "segment"}
              aria-current={here ? "true" : undefined}
              title={`${segment.label}, ${pagesOf(first, last)}`}
              onClick={() => act({ do: "turn to", page: first })}
            >
              <span className="clip">{segment.label}</span>
              <small className="clip">{pagesOf(first, last)}</small>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
