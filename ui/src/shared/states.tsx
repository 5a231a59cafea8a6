// The visual states: the chip of a document, the dot of a value, the band of a confidence.
import type { Band, FieldState, Row, State } from "../ipc";
import { confidence } from "./format";

export const STATE_NAMES: Record<State, string> = {
  queued: "Queued",
  reading: "Reading",
  classifying: "Classifying",
  extracting: "Extracting",
  verifying: "Verifying",
  accepted: "Accepted",
  needs_review: "Needs review",
  rejected: "Rejected",
  failed: "Failed",
  cancelled: "Cancelled",
  password: "Locked",
};
export const STATES = Object.keys(STATE_NAMES) as State[];

const TONES: Record<State, string> = {
  queued: "idle",
  reading: "run",
  classifying: "run",
  extracting: "run",
  verifying: "run",
  accepted: "ok",
  needs_review: "warn",
  rejected: "bad",
  failed: "bad",
  cancelled: "idle",
  password: "idle",
};

export const isRunning = (state: State) => TONES[state] === "run";

export function StateChip({ row }: { row: Pick<Row, "state" | "detail" | "verdict" | "reviewer"> }) {
  const said = row.verdict === null ? row.detail : `by ${row.reviewer ?? "you"}`;
  const detail = (isRunning(row.state) || row.verdict !== null) && said !== null ? ` · ${said}` : "";
  return (
    <span className={`tag ${TONES[row.state]}`} title={said ?? undefined}>
      <span className="clip">{STATE_NAMES[row.state] + detail}</span>
    </span>
  );
}

const FIELD_STATES: Record<FieldState, string> = {
  proved: "verified on the page",
  entered: "entered by hand",
  judge: "check this",
  empty: "blank",
  contradicted: "contradicted",
};

/** Color and shape together, since many people cannot tell colors apart. */
export function Dot({ state }: { state: FieldState }) {
  return <span className={`dot ${state}`} role="img" aria-label={FIELD_STATES[state]} title={FIELD_STATES[state]} />;
}

export const BANDS: Record<Band, string> = { HIGH: "high", MEDIUM: "medium", LOW: "low" };

export function Sureness({ value, band }: { value: number; band: Band | null }) {
  return (
    <>
      {confidence(value)} {band !== null && <span className="muted">{BANDS[band]}</span>}
    </>
  );
}
