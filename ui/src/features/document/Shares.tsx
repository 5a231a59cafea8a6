// The share of each type in the document and in the current segment, with the evidence.
import type { ShareView } from "../../ipc";
import { Btn } from "../../shared/Btn";
import { confidence, pagesOf } from "../../shared/format";
import { useDesk } from "./stage";

const PRESENCES: Record<string, string> = {
  PRIMARY: "primary",
  EMBEDDED_RAW: "embedded",
  MENTION_ONLY: "mentioned",
  NO_EVIDENCE: "no evidence",
};

export function Shares() {
  const { view, stage } = useDesk();
  const { classification } = view;
  const segment = classification?.segments.find((one) => stage.page >= one.first_page && stage.page <= one.last_page);
  const mixture = classification?.mixture ?? [];
  const within = segment === undefined || segment.types.length < 2 ? [] : segment.types;
  return (
    <>
      {segment !== undefined && within.length > 0 && (
        <section aria-label="Shares of the segment">
          <h2 className="sec">
            {segment.label}, {pagesOf(segment.first_page, segment.last_page)}
          </h2>
          <List shares={within} />
        </section>
      )}
      {mixture.length > 0 && (
        <section aria-label="Mixture">
          <h2 className="sec">The whole document</h2>
          <List shares={mixture} />
        </section>
      )}
    </>
  );
}

function List({ shares }: { shares: ShareView[] }) {
  const ordered = shares.toSorted((left, right) => right.share - left.share);
  return (
    <ul className="shares">
      {ordered.map((share) => (
        <Share key={share.label} share={share} />
      ))}
    </ul>
  );
}

function Share({ share: { label, share, presence, confidence: sure, evidence } }: { share: ShareView }) {
  const { act } = useDesk();
  const nothing = presence === "NO_EVIDENCE";
  return (
    <li className={nothing ? "share muted" : "share"}>
      <span className="clip">{label}</span>
      <span className="meter" aria-hidden="true">
        <i style={{ width: `${100 * share}%`, background: "var(--accent)" }} />
      </span>
      <span className="num">{Math.round(100 * share)}%</span>
      <small>{PRESENCES[presence] ?? presence}</small>
      <small className="num">{nothing ? "" : confidence(sure)}</small>
      {evidence.slice(0, 3).map((one, index) => (
        <Btn key={index} kind="link" onPress={() => act({ do: "show", regions: one.regions })}>
          <span className="clip">
            “{one.quote}” <span className="muted">page {one.page}</span>
          </span>
        </Btn>
      ))}
    </li>
  );
}
