//! One document with everything that is known about it.

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
    /// What each look at each page found, in the order they were made; they come while the pages are looked at.
    pub findings: Vec<FindingView>,
    /// Of packs whose labels are levels: the highest marking, while pages are still looked at the highest so far.
    pub marking: Option<MarkingView>,
    pub forms: Vec<FormView>,
    /// BLOCKER first.
    pub issues: Vec<IssueView>,
    pub verification: Vec<VerificationView>,
    pub decision: Option<DecisionView>,
    pub attempts: Vec<AttemptView>,
    /// Oldest first.
    pub history: Vec<Change>,
    /// What a model would change, as far as the person has not answered.
    pub proposals: Vec<ProposalView>,
    /// The model that is asked for corrections in words; nothing when none is set.
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
    /// How the pack classifies: `form`, `pages` or `whole`; nothing when the pack is not there any more.
    pub mode: Option<String>,
    pub expected_year: Option<i32>,
    pub received_at: String,
    /// How reading the file ended, with a sentence when not all of it could be read.
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
    /// Of all its attempts.
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
    /// From 1 in reading order.
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
    /// Within the form: `wages_tips`, or `box_12[0].amount` for a cell of a list.
    pub path: String,
    /// What people call it.
    pub name: String,
    pub r#box: Option<String>,
    pub kind: FieldKind,
    pub required: bool,
    /// As stored; `true` or `false` for a check box; `null` is not found. A list has cells instead.
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
    /// How many rows a list has.
    pub rows: u32,
    /// The cells of the row that can be added to a list, still empty.
    pub next_row: Vec<FieldView>,
    /// A person's edit is in force.
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
    /// Found on the page, and nothing speaks against it.
    Proved,
    /// A person said so, without a place on the page.
    Said,
    /// A person has to look.
    Judge,
    /// Nothing stands there.
    Empty,
    /// Something on the page says otherwise.
    Contradicted,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct EvidenceView {
    pub page: u32,
    pub quote: String,
    /// One a printed line.
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
    /// What it is about, as a path: `forms[1].wages_tips`, `document`.
    pub subject: String,
    pub raised_by: String,
    pub message: String,
    pub expected: Option<String>,
    pub actual: Option<String>,
    pub suggestion: Option<String>,
    pub auto_fixable: bool,
    /// The form and the field that it is about, when it is about one.
    pub form: Option<String>,
    pub path: Option<String>,
    pub evidence: Vec<EvidenceView>,
    /// Where two readings differ and the person may take one of them.
    pub choice: Option<Choice>,
    /// Where they differ in what the document is, where its papers begin, or what a page bears.
    pub kinds: Option<TwoKinds>,
    pub standing: IssueStanding,
}

/// What two readings take a document, one of its papers or the marking of a page for, as long as nobody has decided. Each
/// is a value for `relabel`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct TwoKinds {
    pub path: String,
    pub standing: String,
    pub other: String,
}

/// What a person's corrections did to an issue. The run's own issues are never changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum IssueStanding {
    Open,
    /// It holds no longer.
    Settled,
    /// It holds only since then.
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
    /// The rule in a sentence.
    pub explanation: String,
    /// Ids of issues.
    pub reasons: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AttemptView {
    pub id: String,
    /// The form it tried to fill, by id and by number; nothing for work on the document as a whole.
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
    /// What attempts are ranked by, about 0 to 1.
    pub result_score: Option<f64>,
    pub best: bool,
    pub summary: Option<String>,
    pub failure_reasons: Vec<String>,
    /// What the grader said for the next attempt.
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
    /// One line of it.
    pub title: String,
    /// All of it, as indented JSON.
    pub text: String,
    /// The part of a page that was looked at more closely, when that is what was done.
    pub look: Option<LookView>,
}

/// A part of a scan that was read again by itself from a better picture.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct LookView {
    pub place: Place,
    /// What was doubted there.
    pub reasons: Vec<String>,
    /// The reading that came of it; none when there was none.
    pub reading: Option<u32>,
    #[specta(type = Finite)]
    pub dpi: f64,
    pub enhancements: Vec<String>,
    pub before: String,
    pub after: Option<String>,
    /// Why nothing came of it.
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
    /// Of its least sure letter, for a recognised word.
    pub confidence: Option<f64>,
    pub owner: Option<Owner>,
}

/// One reading of a page: the file's own text, or what was recognised from a picture of it.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct ReadingView {
    pub number: u32,
    /// `embedded`, `form`, `ocr`, or `merged` of several.
    pub source: String,
    /// Of a recognised one: dots per inch, degrees it was turned by, and what was done to the picture.
    pub dpi: Option<f64>,
    #[specta(type = Finite)]
    pub turn: f64,
    pub enhancements: Vec<String>,
    /// Why it was read so: `many of its letters were hard to read`.
    pub reason: Option<String>,
    pub words: Vec<PageWord>,
}

/// The field that a word is the value of.
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

/// What becomes of a text as it is typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ValueCheck {
    /// As it would be stored.
    pub value: Option<String>,
    /// Why it cannot be.
    pub fault: Option<String>,
}

/// A new value for a field: typed, or taken from words of a page together with the evidence.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// An empty text clears the field.
    Text(String),
    Words(WordSpan),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
pub struct WordSpan {
    pub page: u32,
    /// First word of `page_words` and one past the last.
    pub from: u32,
    pub to: u32,
}
