// The records that cross between the window and the program, in the program's own spelling. No behaviour.

export type State =
  | "queued"
  | "reading"
  | "classifying"
  | "extracting"
  | "verifying"
  | "accepted"
  | "needs_review"
  | "failed"
  | "password";
export type Band = "HIGH" | "MEDIUM" | "LOW";
export type Severity = "BLOCKER" | "MAJOR" | "MINOR";
export type FieldState = "proved" | "judge" | "empty" | "contradicted";
export type FieldKind = "money" | "text" | "ssn" | "ein" | "date" | "year" | "bool" | "percentage" | "list";

export interface Trouble {
  code: string;
  message: string;
  advice: string;
}

export interface Counts {
  all: number;
  accepted: number;
  needs_review: number;
  failed: number;
  password: number;
  running: number;
  queued: number;
  trash: number;
}

export interface PackCard {
  name: string;
  title: string;
  version: string;
  labels: string[];
}

export interface Preferences {
  theme: "system" | "light" | "dark";
  pack: string;
  expected_year: number | null;
  case: string | null;
  workers: number;
  max_pages: number;
  max_megabytes: number;
}

/** What is being worked off now: how many there were, how many are done, and how fast it went so far. */
export interface Batch {
  started_at: string;
  total: number;
  accepted: number;
  needs_review: number;
  failed: number;
  seconds_left: number | null;
  per_second: number;
}

export interface Overview {
  workspace: string;
  version: string;
  counts: Counts;
  batch: Batch | null;
  paused: boolean;
  offline: boolean;
  packs: PackCard[];
  preferences: Preferences;
  notices: string[];
}

export interface Duplicate {
  path: string;
  document_id: string;
  file_name: string;
}

export interface Inspection {
  files: number;
  folders: number;
  bytes: number;
  duplicates: Duplicate[];
  unknown: string[];
  suggested_case: string | null;
  sample: string[];
}

export interface ImportOptions {
  pack: string;
  expected_year: number | null;
  case: string | null;
  skip_duplicates: boolean;
}

export interface ImportReport {
  queued: number;
  duplicates: number;
  refused: { path: string; trouble: Trouble }[];
}

export interface Acted {
  changed: number;
}

export interface Unlocked {
  opened: string[];
  still_locked: number;
}

export interface Row {
  document_id: string;
  run_id: string | null;
  file_name: string;
  case: string | null;
  pack: string;
  pages: number | null;
  label: string | null;
  proposed_label: string | null;
  forms: number;
  confidence: number | null;
  band: Band | null;
  year: number | null;
  expected_year: number | null;
  state: State;
  detail: string | null;
  issues: { blocker: number; major: number; minor: number };
  error: Trouble | null;
  received_at: string;
  duplicate_of: string | null;
  corrections: number;
}

export type Column = "name" | "case" | "label" | "confidence" | "year" | "pages" | "issues" | "state" | "received";

export interface LibraryFilter {
  search: string;
  states: State[];
  labels: string[];
  years: number[];
  cases: string[];
  trash: boolean;
}

export interface LibraryQuery extends LibraryFilter {
  sort: { column: Column; descending: boolean };
  offset: number;
  limit: number;
}

export interface LibraryPage {
  total: number;
  rows: Row[];
  counts: {
    states: Record<State, number>;
    labels: { name: string; count: number }[];
    years: { year: number; count: number }[];
    cases: { name: string; count: number }[];
  };
}

export interface CaseTotal {
  label: string;
  field: string;
  name: string;
  box: string | null;
  total: string;
  documents: {
    document_id: string;
    file_name: string;
    form: string;
    form_number: number;
    value: string;
    accepted: boolean;
  }[];
}

export interface Region {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Evidence {
  page: number;
  quote: string;
  regions: Region[];
}

export interface FieldView {
  path: string;
  name: string;
  box: string | null;
  kind: FieldKind;
  required: boolean;
  value: string | null;
  raw: string | null;
  confidence: number;
  state: FieldState;
  evidence: Evidence[];
  issue_ids: string[];
  cells: FieldView[];
  rows: number;
  corrected: boolean;
}

export interface FormView {
  id: string;
  number: number;
  label: string;
  title: string;
  first_page: number;
  last_page: number;
  region: Region | null;
  confidence: number;
  groups: { title: string; fields: FieldView[] }[];
}

export interface IssueView {
  id: string;
  raised_by: string;
  code: string;
  severity: Severity;
  subject: string;
  message: string;
  expected: string | null;
  actual: string | null;
  suggestion: string | null;
  auto_fixable: boolean;
  evidence: Evidence[];
  form: string | null;
  path: string | null;
}

export interface PageView {
  number: number;
  width: number;
  height: number;
  text_source: string;
  label: string | null;
  fault: string | null;
}

export interface Candidate {
  label: string;
  confidence: number;
}

export interface SegmentView {
  first_page: number;
  last_page: number;
  label: string;
  confidence: number;
}

export interface ClassificationView {
  label: string;
  proposed_label: string | null;
  confidence: number;
  band: Band;
  candidates: Candidate[];
  rationale: string;
  segments: SegmentView[];
  vendor_signals: string[];
}

export interface VerificationView {
  pass: number;
  decision: string;
  quality_score: number;
  fixes: { path: string; before: string; after: string }[];
  issue_ids: string[];
}

export interface DecisionView {
  outcome: string;
  rule: number;
  cause: string;
  explanation: string;
  reasons: string[];
}

export interface UsageView {
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
  cost_usd: number;
  seconds: number;
}

export interface AttemptView {
  id: string;
  form: string | null;
  form_number: number | null;
  role: string;
  number: number;
  engine: string;
  state: "started" | "done" | "failed" | "interrupted";
  label: string | null;
  score: number | null;
  pass: boolean | null;
  confidence: number | null;
  result_score: number | null;
  best: boolean;
  summary: string | null;
  feedback: string | null;
  failure_reasons: string[];
  reasoning: string | null;
  usage: UsageView;
  started_at: string;
  ended_at: string | null;
}

export interface StepView {
  seq: number;
  kind: "request" | "reply" | "tool_call" | "tool_answer" | "grade" | "note";
  title: string;
  text: string;
}

export interface Change {
  id: string;
  kind: "received" | "run" | "settled" | "edit" | "undo" | "redo";
  form: string | null;
  path: string;
  name: string;
  before: string | null;
  after: string | null;
  by: string;
  at: string;
  undone: boolean;
}

export interface DocumentFacts {
  id: string;
  path: string;
  sha256: string;
  media_type: string;
  bytes: number;
  pack: string;
  pack_version: string | null;
  expected_year: number | null;
  received_at: string;
  outcome: string | null;
  outcome_message: string | null;
}

export interface RunView {
  id: string;
  stage: string;
  state: string;
  pack: string;
  engine: string;
  queued_at: string;
  started_at: string | null;
  ended_at: string | null;
  interruptions: number;
  failure: string | null;
  usage: UsageView;
}

export interface DocumentView {
  row: Row;
  document: DocumentFacts;
  pages: PageView[];
  run: RunView | null;
  classification: ClassificationView | null;
  forms: FormView[];
  issues: IssueView[];
  verification: VerificationView[];
  decision: DecisionView | null;
  attempts: AttemptView[];
  history: Change[];
  can_undo: boolean;
  can_redo: boolean;
}

export interface PageWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  owner: { form: string; path: string } | null;
}

export interface PageWords {
  words: PageWord[];
  blocks: { kind: string; from: number; to: number }[];
}

export interface Hit {
  page: number;
  regions: Region[];
}

/** Typed, or the words of a page from one place up to, but not including, another. */
export type Edit = { text: string } | { words: { page: number; from: number; to: number } };

export interface Corrected {
  form: string;
  field: FieldView;
  change: Change;
  can_undo: boolean;
  can_redo: boolean;
}

export interface ValueCheck {
  value: string | null;
  fault: string | null;
}

export type ExportFormat = "json" | "jsonl" | "csv";

export interface ExportRequest {
  ids: string[] | null;
  filter: LibraryFilter | null;
  format: ExportFormat;
  path: string;
}

export interface ExportReport {
  files: string[];
  documents: number;
  rows: number;
  skipped: { file_name: string; reason: string }[];
}

export interface PackView {
  name: string;
  title: string;
  version: string;
  description: string;
  mode: string;
  folder: string;
  labels: { name: string; description: string }[];
  templates: {
    label: string;
    title: string;
    confidence_threshold: number;
    min_fields: number;
    fields: { name: string; description: string; box: string | null; format: string; required: boolean }[];
  }[];
  checks: { name: string; severity: string }[];
}

export interface EngineCard {
  name: string;
  title: string;
  local: boolean;
  available: boolean;
  note: string;
}

export interface KeyState {
  stored: boolean;
  store: "keychain" | "session" | "none";
  message: string | null;
}

export interface Diagnostics {
  lines: { name: string; value: string }[];
}

export interface Changed {
  kind: "documents" | "run" | "settings";
  document_id: string | null;
  run_id: string | null;
  stage: string | null;
  page: number | null;
  pages: number | null;
  attempt: number | null;
  text: string | null;
}
