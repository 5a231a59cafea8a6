// The records that cross between the window and the program, under the names the screens use. They are the generated
// ones; only figures that are always there lose the `null` that the generator gives every fraction.
import type * as Program from "./bindings";

type Always =
  | "x"
  | "y"
  | "width"
  | "height"
  | "bytes"
  | "seconds"
  | "calls"
  | "input_tokens"
  | "output_tokens"
  | "cached_tokens"
  | "cost_usd"
  | "quality_score"
  | "confidence_threshold";

/** A record as the program sends it. */
export type Given<T> = T extends (infer One)[]
  ? Given<One>[]
  : T extends object
    ? { [Name in keyof T]: Name extends Always ? NonNullable<T[Name]> : Given<T[Name]> }
    : T;

export type State = Program.Standing;
export type Band = Program.BandName;
export type Severity = Program.SeverityName;
export type FieldState = Program.FieldState;
export type FieldKind = Program.FieldKind;
export type ExportFormat = Program.ExportFormat;
export type Column = Program.LibraryOrder;

export type Trouble = Program.Trouble;
export type Changed = Program.Changed;
export type Overview = Omit<Given<Program.Overview>, "preferences"> & { preferences: Preferences };
export type Batch = Program.Batch;
export type Preferences = Required<Program.Preferences>;
export type Inspection = Given<Program.Inspection>;
export type ImportOptions = Program.ImportOptions;
export type ImportReport = Program.ImportReport;
export type Unlocked = Program.Unlocked;
export type Row = Program.Row;
export type LibraryFilter = Program.LibraryFilter;
export type LibraryQuery = Program.LibraryQuery;
export type LibraryPage = Program.LibraryPage;
export type CaseTotal = Program.CaseTotal;

export type DocumentView = Given<Program.DocumentView>;
export type PageView = Given<Program.PageView>;
export type FormView = Given<Program.FormView>;
export type FieldView = Given<Program.FieldView>;
export type Region = Given<Program.Place>;
export type IssueView = Given<Program.IssueView>;
export type ClassificationView = Given<Program.ClassificationView>;
export type SegmentView = Program.SegmentView;
export type AttemptView = Given<Program.AttemptView>;
export type StepView = Program.StepView;
export type Change = Program.Change;
export type PageWords = Given<Program.PageWords>;
export type PageWord = Given<Program.PageWord>;
export type Hit = Given<Program.Hit>;
export type Edit = Program.Edit;
export type Corrected = Given<Program.Corrected>;
export type ValueCheck = Program.ValueCheck;

export type ExportRequest = Program.ExportRequest;
export type ExportReport = Program.ExportReport;
export type PackView = Given<Program.PackView>;
export type EngineCard = Program.EngineCard;
export type KeyState = Program.KeyState;
export type Diagnostics = Program.Diagnostics;
