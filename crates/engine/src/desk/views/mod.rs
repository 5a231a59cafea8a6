//! Types exchanged with the window: plain records of texts and small numbers, made for display and never stored.
//! `specta` exports them to TypeScript.

mod audit;
mod batch;
mod cases;
mod change;
mod classification;
mod document;
mod evaluation;
mod explanation;
mod guides;
mod library;
mod packet;
mod proposal;
mod review_queue;
mod second_review;
mod settings;
mod spending;
mod stacks;

pub use audit::{AuditView, BrokenView, ChainView, DrawView, GroundTruthRow, PackAuditView, TruthKind};
pub use batch::{
    Acted, Batch, Chosen, Counts, Duplicate, Erased, ExpectedYear, ImportOptions, ImportReport, Inspection, Overview,
    PackCard, ReadAs, RecogniserCard, RefusedFile, Trouble, Unlocked, WaitsFor,
};
pub use cases::{CaseDocument, CaseForm, CaseTotal, CaseView, MissingPaper, TotalOrigin};
pub use change::{Change, ChangeKind, Corrected, Undone};
pub use classification::{
    AbsenceView, CandidateView, ClassificationView, CorrectedView, FindingView, MarkingView, PassName, SegmentView,
    ShareView,
};
pub use document::{
    AttemptStateName, AttemptView, DecisionView, DocumentFacts, DocumentView, Edit, EvidenceView, FieldKind,
    FieldState, FieldView, FixView, FormView, Group, Hit, IssueStanding, IssueView, LookView, Owner, PageView,
    PageWord, PageWords, Place, ReadingView, RunView, SeverityName, StepName, StepView, TextBlock, TwoKinds, UsageView,
    ValueCheck, VerificationView, WordSpan,
};
pub use evaluation::{
    BinView, CellView, EffortView, EvaluationQuery, EvaluationView, FieldScoreView, FigureView, Proportion,
    ReliabilityView, SideView, StepOfReview, TypeScoreView,
};
pub use explanation::{ExplanationView, QuoteView};
pub use guides::{DiffLine, GuideVersion, GuideView, LineChange};
pub use library::{
    BandName, CountOf, Counted, IssueCounts, LibraryFilter, LibraryPage, LibraryQuery, Row, Sort, StateCounts,
    YearCount,
};
pub use packet::{
    Compared, ContextView, DifferenceView, EnteredValue, PacketEvidenceView, PacketIssueView, PacketView, Remarks,
};
pub use proposal::{Choice, CorrectionReply, ProposalView, ReadingPick};
pub use review_queue::{BulkAccepted, ClaimView, NotAccepted, ReviewQuery, ReviewQueue, ReviewRow, Unverified};
pub use second_review::{
    AgreementView, BlankDocument, BlankField, BlankForm, KappaView, Ruling, SecondDifference, SecondReviewView,
    SecondRow, SecondState, TypedValue,
};
pub use settings::{
    CheckCard, ConsentAsk, ConsentView, Diagnostics, EngineCard, ExportCounts, ExportReport, ExportRequest, Fact,
    FieldCard, FormatCard, LabelCard, ModelCard, ModelTest, PackView, Preferences, PrintView, SavedFilter, Skipped,
    TemplateCard, Theme,
};
pub use spending::{Estimate, RequestPart, RequestView, SentView, ToolView};
pub use stacks::{StackCard, StackCellView, StackColumnView, StackRowView, StackSumView, StackView};

/// How a finite number is typed in TypeScript. The default type for floats allows `null` for infinities, which never
/// occur here.
type Finite = u32;
