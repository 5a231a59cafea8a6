//! The plain records used throughout the program, and the traits an engine implements. No I/O, no SQL, no rules: a
//! record holds what is known, not how it was found.

mod attempt;
mod call;
mod chance;
mod classification;
mod consent;
mod document;
mod run_record;
mod stack;
mod evidence;
mod explanation;
mod extent;
mod extractor;
mod form;
mod format;
mod id;
mod issue;
mod judge;
mod kinds;
mod print;
mod prior;
mod request;
mod proposal;
mod review;
mod run;
mod starts;
mod surroundings;
mod verification;
mod vocabulary;

pub use attempt::{Attempt, AttemptState, Grade, SECOND, Step, StepKind, Usage};
pub use call::{CallState, ModelCall, Purpose, Sent};
pub use chance::{log_logistic, log_odds, logistic, weighed};
pub use classification::{
    Absence, Band, Candidate, Classification, Marking, PageFinding, PageSign, Pass, Presence, Segment, Sign, TypeShare,
};
pub use consent::{Carries, Consent};
pub use document::{Document, DocumentState, PageSummary};
pub use evidence::Evidence;
pub use explanation::{ExplainedCandidate, ExplainedCaption, Explanation};
pub use extent::Extent;
pub use extractor::{
    Assignment, EngineId, EngineKind, Extraction, Extractor, FormPlan, Sheet, Signals, Survey, SurveyObserver,
};
pub use form::{Cell, Field, Form};
pub use format::{CodeList, Format};
pub use id::{
    ActId, AttemptId, CallId, CorrectionId, DocumentId, FormId, PrintId, ReviewId, RunId, StackId, TruthId, now,
};
pub use issue::{Issue, NewIssue, RaisedBy, Severity};
pub use judge::{Case, Doubt, Judge, Judgement, Opinion};
pub use kinds::{Identifier, IdentifierForm, Kind, Kinds, Limits, SignZone, Signs, Vendor};
pub use print::{FixedWord, KnownPrint, Lesson, Print, PrintPage, PrintPlace, Remembered, Taught};
pub use prior::{Prior, PriorSegment};
pub use proposal::{Proposal, ProposalState};
pub use request::{SentMessage, SentPart, SentRequest, SentTool};
pub use review::{CorrectedBy, Correction, GroundTruth, Review, ReviewState, TruthSource, Verdict};
pub use run::{Allowance, GRADER_MODEL, Run, RunState, Settings, Stage};
pub use run_record::{GradedAttempt, RunRecord, StagedClassification};
pub use stack::{
    CellState, ColumnOrigin, OtherValue, RowHead, RowIdentity, Stack, StackCell, StackColumn, StackDocument, StackRow,
};
pub use starts::{STARTS_SCHEMA, StartSign, StartWeights};
pub use surroundings::{Inked, Mark, OtherForm, Reread, Shown, Surroundings};
pub use verification::{Cause, Decided, Decision, Fix, ModelPhase, Questioned, Verification, Verified};
pub use vocabulary::{
    Captions, Category, Control, Designation, Instruction, LevelWords, Pattern, Sheets, Takes, Vocabulary,
};
