// The records exchanged between the window and the program: the generated ones, under the names that the screens use.
import type * as Program from "./bindings";

export type State = Program.Standing;
export type Band = Program.BandName;
export type Severity = Program.SeverityName;
export type FieldState = Program.FieldState;
export type FieldKind = Program.FieldKind;
export type ExportFormat = Program.ExportFormat;
export type Column = Program.LibraryOrder;

export type Trouble = Program.Trouble;
export type Changed = Program.Changed;
export type Live = Program.Live;
export type Estimate = Program.Estimate;
export type SentView = Program.SentView;
export type RequestView = Program.RequestView;
export type RequestPart = Program.RequestPart;
/** The program always sends all preferences; only those it receives may be partial. */
export type Overview = Omit<Program.Overview, "preferences"> & { preferences: Preferences };
export type Batch = Program.Batch;
export type Preferences = Required<Program.Preferences>;
export type Inspection = Program.Inspection;
export type ImportOptions = Program.ImportOptions;
export type ImportReport = Program.ImportReport;
export type ReadAs = Program.ReadAs;
export type Chosen = Program.Chosen;
export type Unlocked = Program.Unlocked;
export type Row = Program.Row;
export type LibraryFilter = Program.LibraryFilter;
export type LibraryQuery = Program.LibraryQuery;
export type LibraryPage = Program.LibraryPage;
export type CaseTotal = Program.CaseTotal;
export type Choice = Program.Choice;

export type Compared = Program.Compared;
export type DocumentView = Program.DocumentView;
export type PageView = Program.PageView;
export type FormView = Program.FormView;
export type FieldView = Program.FieldView;
export type Region = Program.Place;
export type IssueView = Program.IssueView;
export type ClassificationView = Program.ClassificationView;
export type SegmentView = Program.SegmentView;
export type ShareView = Program.ShareView;
export type MarkingView = Program.MarkingView;
export type FindingView = Program.FindingView;
export type ReadingView = Program.ReadingView;
export type AttemptView = Program.AttemptView;
export type StepView = Program.StepView;
export type LookView = Program.LookView;
export type Change = Program.Change;
export type PageWords = Program.PageWords;
export type PageWord = Program.PageWord;
export type Hit = Program.Hit;
export type Edit = Program.Edit;
export type Judgement = Program.Judgement;
export type ProposalView = Program.ProposalView;
export type ReadingPick = Program.ReadingPick;
export type Corrected = Program.Corrected;
export type CorrectedView = Program.CorrectedView;
export type Undone = Program.Undone;
export type ValueCheck = Program.ValueCheck;

export type PacketView = Program.PacketView;
export type PacketIssueView = Program.PacketIssueView;
export type ContextView = Program.ContextView;
export type Remarks = Program.Remarks;
export type GuideView = Program.GuideView;
export type DiffLine = Program.DiffLine;

export type ExportRequest = Program.ExportRequest;
export type ExportReport = Program.ExportReport;
export type PackView = Program.PackView;
export type EngineCard = Program.EngineCard;
export type ModelTest = Program.ModelTest;
export type ConsentAsk = Program.ConsentAsk;
export type KeyState = Program.KeyState;
export type Diagnostics = Program.Diagnostics;
