//! One document with everything known about it.

use super::{Change, Choice, ClassificationView, FindingView, Finite, MarkingView, ProposalView, Row};
use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct DocumentView {
    pub row: Row,
    pub document: DocumentFacts,
    pub pages: Vec<PageView>,
    pub run: Option<RunView>,
    pub classification: Option<ClassificationView>,
    /// The findings of each pass on each page, in order; they arrive while the pages are being classified.
    pub findings: Vec<FindingView>,
    /// For packs whose labels are levels: the highest marking, or the highest so far while pages are being
    /// classified.
    pub marking: Option<MarkingView>,
    pub forms: Vec<FormView>,
    /// BLOCKER first.
    pub issues: Vec<IssueView>,
    pub verification: Vec<VerificationView>,
    pub decision: Option<DecisionView>,
    pub attempts: Vec<AttemptView>,
    /// Oldest first.
    pub history: Vec<Change>,
    /// Changes proposed by a model that the user has not answered.
    pub proposals: Vec<ProposalView>,
    /// The model used for corrections in words; `null` if none is set.
    pub corrector: Option<String>,
    pub can_undo: bool,
    pub can_redo: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct DocumentFacts {
    pub id: String,
    pub path: String,
    pub sha256: String,
    pub media_type: String,
    #[specta(type = Finite)]
    pub bytes: f64,
    pub pack: String,
    pub pack_version: Option<String>,
    /// How the pack classifies: `form`, `pages` or `whole`; `null` if the pack is no longer available.
    pub mode: Option<String>,
    pub expected_year: Option<i32>,
    pub received_at: String,
    /// How reading the file ended, with an explanation if not all of it could be read.
    pub outcome: Option<String>,
    pub outcome_message: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct PageView {
    pub number: u32,
    /// Points, as displayed.
    #[specta(type = Finite)]
    pub width: f64,
    #[specta(type = Finite)]
    pub height: f64,
    pub text_source: String,
    pub label: Option<String>,
    /// Why the page could not be read.
    pub fault: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct RunView {
    pub id: String,
    pub stage: String,
    pub state: String,
    pub pack: String,
    pub engine: String,
    pub queued_at: String,
    pub started_at: Option<String>,
    pub ended_at: Option<String>,
    pub interruptions: u32,
    pub failure: Option<String>,
    /// The sum over all attempts.
    pub usage: UsageView,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Type)]
pub struct UsageView {
    #[specta(type = Finite)]
    pub calls: f64,
    #[specta(type = Finite)]
    pub input_tokens: f64,
    #[specta(type = Finite)]
    pub output_tokens: f64,
    #[specta(type = Finite)]
    pub cached_tokens: f64,
    #[specta(type = Finite)]
    pub cost_usd: f64,
    #[specta(type = Finite)]
    pub seconds: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct FormView {
    pub id: String,
    /// From 1, in reading order.
    pub number: u32,
    pub label: String,
    /// `Form W-2 (Wage and Tax Statement)`.
    pub title: String,
    pub first_page: u32,
    pub last_page: u32,
    pub region: Option<Place>,
    #[specta(type = Finite)]
    pub confidence: f64,
    pub groups: Vec<Group>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Group {
    pub title: String,
    pub fields: Vec<FieldView>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct FieldView {
    /// Number of settled papers of its print that have the value at this place, if it was read by that.
    pub by_print: Option<u32>,
    /// Within the form: `wages_tips`, or `box_12[0].amount` for a cell of a list.
    pub path: String,
    /// The display name.
    pub name: String,
    pub r#box: Option<String>,
    pub kind: FieldKind,
    pub required: bool,
    /// As stored; `true` or `false` for a check box; `null` if not found. A list has cells instead.
    pub value: Option<String>,
    /// As printed.
    pub raw: Option<String>,
    #[specta(type = Finite)]
    pub confidence: f64,
    pub state: FieldState,
    pub evidence: Vec<EvidenceView>,
    pub issue_ids: Vec<String>,
    /// The cells of a list, row by row.
    pub cells: Vec<FieldView>,
    /// Number of rows of a list.
    pub rows: u32,
    /// The empty cells of the row that can be added to a list.
    pub next_row: Vec<FieldView>,
    /// A user's edit is in force.
    pub corrected: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    Money,
    Text,
    Ssn,
    Ein,
    Date,
    Year,
    Bool,
    Percentage,
    List,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "UPPERCASE")]
pub enum SeverityName {
    Blocker,
    Major,
    Minor,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum AttemptStateName {
    Started,
    Done,
    Failed,
    Interrupted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum StepName {
    Request,
    Reply,
    ToolCall,
    ToolAnswer,
    Grade,
    Note,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FieldState {
    /// Found on the page, with nothing against it.
    Proved,
    /// Entered by a user, without a place on the page.
    Entered,
    /// Requires the user's judgment.
    Judge,
    /// No value.
    Empty,
    /// Contradicted by something on the page.
    Contradicted,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct EvidenceView {
    pub page: u32,
    pub quote: String,
    /// One per printed line.
    pub regions: Vec<Place>,
}

/// A rectangle in points of the page as displayed, from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Type)]
pub struct Place {
    pub page: u32,
    #[specta(type = Finite)]
    pub x: f64,
    #[specta(type = Finite)]
    pub y: f64,
    #[specta(type = Finite)]
    pub width: f64,
    #[specta(type = Finite)]
    pub height: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct IssueView {
    pub id: String,
    pub code: String,
    pub severity: SeverityName,
    /// The subject as a path: `forms[1].wages_tips`, `document`.
    pub subject: String,
    pub raised_by: String,
    pub message: String,
    pub expected: Option<String>,
    pub actual: Option<String>,
    pub suggestion: Option<String>,
    pub auto_fixable: bool,
    /// The form and the field concerned, if any.
    pub form: Option<String>,
    pub path: Option<String>,
    pub evidence: Vec<EvidenceView>,
    /// Set if two readings of a value differ and the user may take either.
    pub choice: Option<Choice>,
    /// Set if two readings differ about the document's type, its segments, or the marking of a page.
    pub kinds: Option<TwoKinds>,
    pub standing: IssueStanding,
}

/// Two undecided readings of a document's type, of one of its segments, or of a page's marking. Each is a value for
/// `relabel`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct TwoKinds {
    pub path: String,
    pub current: String,
    pub other: String,
}

/// Effect of user corrections on an issue. The run's own issues are never changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum IssueStanding {
    Open,
    /// It no longer holds.
    Settled,
    /// It holds only since the corrections.
    New,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct VerificationView {
    pub pass: u32,
    pub decision: String,
    #[specta(type = Finite)]
    pub quality_score: f64,
    pub issue_ids: Vec<String>,
    pub fixes: Vec<FixView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct FixView {
    pub path: String,
    pub before: String,
    pub after: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct DecisionView {
    pub outcome: String,
    pub rule: u32,
    pub cause: String,
    /// The rule in one sentence.
    pub explanation: String,
    /// Ids of issues.
    pub reasons: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AttemptView {
    pub id: String,
    /// The form it tried to fill, by id and by number; `null` for work on the document as a whole.
    pub form: Option<String>,
    pub form_number: Option<u32>,
    pub role: String,
    pub number: u32,
    pub engine: String,
    pub state: AttemptStateName,
    pub label: Option<String>,
    /// The grade, 0 to 100.
    pub score: Option<f64>,
    pub pass: Option<bool>,
    pub confidence: Option<f64>,
    /// The score attempts are ranked by, about 0 to 1.
    pub result_score: Option<f64>,
    pub best: bool,
    pub summary: Option<String>,
    pub failure_reasons: Vec<String>,
    /// The grader's feedback for the next attempt.
    pub feedback: Option<String>,
    pub reasoning: Option<String>,
    pub usage: UsageView,
    pub started_at: String,
    pub ended_at: Option<String>,
}

/// A line of the transcript of an attempt.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct StepView {
    pub seq: u32,
    pub kind: StepName,
    /// Its summary line.
    pub title: String,
    /// Its full content, as indented JSON.
    pub text: String,
    /// The part of a page that was examined more closely, if the step is a closer look.
    pub look: Option<LookView>,
}

/// A part of a scan that was read again separately from a better picture.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct LookView {
    pub place: Place,
    /// What was in doubt there.
    pub reasons: Vec<String>,
    /// The resulting reading, if any.
    pub reading: Option<u32>,
    #[specta(type = Finite)]
    pub dpi: f64,
    pub enhancements: Vec<String>,
    pub before: String,
    pub after: Option<String>,
    /// Why there is no result.
    pub failed: Option<String>,
}

/// The words of a page, in reading order.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct PageWords {
    pub words: Vec<PageWord>,
    pub blocks: Vec<TextBlock>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct PageWord {
    pub text: String,
    #[specta(type = Finite)]
    pub x: f64,
    #[specta(type = Finite)]
    pub y: f64,
    #[specta(type = Finite)]
    pub width: f64,
    #[specta(type = Finite)]
    pub height: f64,
    /// Confidence of the least certain letter, for a recognized word.
    pub confidence: Option<f64>,
    pub owner: Option<Owner>,
}

/// One reading of a page: the file's own text, or text recognized from a picture of it.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct ReadingView {
    pub number: u32,
    /// `embedded`, `form`, `ocr`, or `merged` from several.
    pub source: String,
    /// For recognized text: dots per inch, the rotation in degrees, and the enhancements of the picture.
    pub dpi: Option<f64>,
    #[specta(type = Finite)]
    pub turn: f64,
    pub enhancements: Vec<String>,
    /// Why it was read this way: `many of its letters were hard to read`.
    pub reason: Option<String>,
    pub words: Vec<PageWord>,
}

/// The field a word is the value of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Owner {
    pub form: String,
    pub path: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct TextBlock {
    /// `heading`, `paragraph`, `table`...
    pub kind: String,
    /// First word and one past the last.
    pub from: u32,
    pub to: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Hit {
    pub page: u32,
    pub regions: Vec<Place>,
}

/// Validation of a text as it is typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ValueCheck {
    /// As it would be stored.
    pub value: Option<String>,
    /// Why it cannot be stored.
    pub fault: Option<String>,
}

/// A new value for a field: typed, or taken from words of a page, which become its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// An empty text clears the field.
    Text(String),
    /// Like a text; takes its place on the form's pages as evidence if it has exactly one.
    Printed(String),
    Words(WordSpan),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
pub struct WordSpan {
    pub page: u32,
    /// First word of `page_words` and one past the last.
    pub from: u32,
    pub to: u32,
}
