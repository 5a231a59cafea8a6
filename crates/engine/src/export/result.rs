//! The result JSON `touchstone.result/1`, a public contract: every key is always present, in this order. Its schema is
//! `docs/result.schema.json`. Defines the shape; `assemble` fills it from the records.
//!
//! Units: regions are PDF points from the top left of the page as displayed, to 0.01; confidences, shares and
//! qualities are 0..1, to 4 decimals; grade scores are 0..100; money is US dollars, time is seconds.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;
use touchstone_core::record::{
    Absence, Band, Cause, Decided, DocumentId, EngineKind, Fix, FormId, Marking, Presence, PrintId, RaisedBy, RunId,
    Severity,
};
use touchstone_intake::{Outcome, TextSource};

/// Value of the key `schema`. A change that could break a reader gets the next number.
pub const SCHEMA: &str = "touchstone.result/1";

/// The error code of an unfinished run.
pub(super) const UNFINISHED: &str = "unfinished";

/// The result for one input path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResultJson {
    pub schema: String,
    /// `null` if the input never became a document.
    pub run_id: Option<RunId>,
    pub document: DocumentResult,
    pub pack: PackResult,
    pub engine: EngineResult,
    pub outcome: Outcome,
    pub error: Option<ErrorResult>,
    pub classification: ClassificationResult,
    pub pages: Vec<PageResult>,
    pub forms: Vec<FormResult>,
    pub attempts: Vec<AttemptResult>,
    /// What the memory of prints read, if it knows the print.
    #[serde(default)]
    pub remembered: Vec<RememberedResult>,
    /// Worst first, then by id.
    pub issues: Vec<IssueResult>,
    pub verification: Vec<VerificationResult>,
    /// `null` while the run is unfinished, and if it was cancelled.
    pub decision: Option<DecisionResult>,
    pub usage: UsageResult,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DocumentResult {
    pub id: Option<DocumentId>,
    /// As given on the command line, or the file's path when it was added.
    pub path: String,
    pub file_name: String,
    pub sha256: Option<String>,
    pub page_count: Option<u32>,
    pub expected_year: Option<i32>,
    pub case: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackResult {
    pub name: String,
    /// `null` if the pack was never loaded for this input.
    pub version: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineResult {
    pub kind: EngineKind,
    pub provider: Option<String>,
    pub model: Option<String>,
}

/// Why there is no result, or only a partial one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorResult {
    /// An intake outcome such as `password_needed`, or `run_failed`.
    pub code: String,
    pub message: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClassificationResult {
    pub label: Option<String>,
    pub proposed_label: Option<String>,
    pub confidence: f64,
    pub band: Band,
    pub candidates: Vec<CandidateResult>,
    pub rationale: String,
    pub number_of_segments: u32,
    pub segments: Vec<SegmentResult>,
    pub mixture: Vec<ShareResult>,
    pub vendor_signals: Vec<String>,
    pub marking: Option<MarkingResult>,
    pub self_evaluation: Option<String>,
}

/// Formats a marking as a banner line, in the words of its pack.
pub type Line<'a> = &'a dyn Fn(&Marking) -> String;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MarkingResult {
    pub level: String,
    pub caveats: Vec<String>,
    pub rel_to: Vec<String>,
    pub declassify_on: Option<String>,
    /// All of the above as one banner line, never less restrictive.
    pub banner: String,
    /// One line as printed, which may be less restrictive.
    #[serde(default)]
    pub printed: String,
    pub cancelled: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CandidateResult {
    pub label: String,
    pub confidence: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SegmentResult {
    pub first_page: u32,
    pub last_page: u32,
    pub page_count: u32,
    pub label: String,
    pub types: Vec<ShareResult>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShareResult {
    pub label: String,
    pub presence: Presence,
    pub confidence: f64,
    pub share: f64,
    pub evidence: Vec<EvidenceResult>,
}

/// All looks at one page combined: the words of the latest look, the markings of every look.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageResult {
    pub number: u32,
    pub label: Option<String>,
    pub confidence: f64,
    pub text_source: TextSource,
    pub marking: Option<MarkingResult>,
    pub markings_found: Vec<String>,
    pub rationale: String,
    pub enhance: bool,
    pub enhancements: String,
    pub absence: Option<Absence>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FormResult {
    pub id: FormId,
    pub label: String,
    pub first_page: u32,
    pub last_page: u32,
    pub region: Option<RegionResult>,
    /// In the template's order; every field of the template is present.
    pub fields: IndexMap<String, FieldResult>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldResult {
    /// Money is an exact decimal string with two places, a check box a boolean; `null` if not found.
    pub value: Value,
    /// The text as printed.
    pub raw: Option<String>,
    pub confidence: f64,
    pub evidence: Vec<EvidenceResult>,
    /// The parts of a list field under paths such as `[0].amount`.
    pub cells: IndexMap<String, CellResult>,
}

/// A value at the place of a field that settled papers of the print taught.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RememberedResult {
    /// Path of the field: `forms[0].wages_tips`.
    pub path: String,
    pub value: Value,
    pub print: PrintId,
    pub version: u32,
    /// Number of settled papers that have the value at this place.
    pub papers: u32,
    /// Whether the field has this value because of the print.
    pub taken: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CellResult {
    pub value: Value,
    pub raw: Option<String>,
    pub confidence: f64,
    pub evidence: Vec<EvidenceResult>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvidenceResult {
    pub page: u32,
    /// Verbatim text of the page; empty if the evidence is a check box.
    pub quote: String,
    pub regions: Vec<RegionResult>,
    pub anchors: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RegionResult {
    pub page: u32,
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AttemptResult {
    /// The `id` in `forms` of the attempted form; `null` for work on the document as a whole.
    pub form: Option<FormId>,
    pub number: u32,
    /// `local` or `provider:model`.
    pub engine: String,
    pub label: Option<String>,
    pub confidence: Option<f64>,
    /// The grade, 0..100.
    pub score: Option<f64>,
    /// The score that ranks attempts (seed 004), about 0..1.
    pub result_score: Option<f64>,
    pub pass: Option<bool>,
    pub best: bool,
    pub failure_reasons: Vec<String>,
    pub feedback: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IssueResult {
    pub id: String,
    pub raised_by: RaisedBy,
    pub code: String,
    pub guide_code: Option<String>,
    pub severity: Severity,
    pub message: String,
    pub expected: Option<String>,
    pub actual: Option<String>,
    pub subject: String,
    pub auto_fixable: bool,
    pub suggestion: Option<String>,
    pub evidence: Vec<EvidenceResult>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VerificationResult {
    pub pass: u32,
    pub decision: Decided,
    pub quality_score: f64,
    pub fixes: Vec<Fix>,
    pub issue_ids: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionResult {
    pub outcome: Decided,
    pub rule: u32,
    pub cause: Cause,
    /// Ids of issues.
    pub reasons: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct UsageResult {
    pub calls: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cost_usd: f64,
    pub seconds: f64,
}

impl ResultJson {
    /// The decision about the document; `None` until there is one.
    pub fn decided(&self) -> Option<Decided> {
        self.decision.as_ref().map(|decision| decision.outcome)
    }

    /// Whether the run is still queued or running, so that this is not its final result.
    pub fn is_unfinished(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.code == UNFINISHED)
    }

    /// The same result for another path with the same content.
    #[must_use]
    pub fn seen_at(mut self, path: &str) -> Self {
        path.clone_into(&mut self.document.path);
        self.document.file_name = file_name(path);
        self
    }
}

impl DecisionResult {
    /// If nothing could be checked, a person has to look: rule 8 of the arbiter, "anything else".
    pub fn undecided() -> Self {
        Self {
            outcome: Decided::EscalateToSme,
            rule: 8,
            cause: Cause::Rule,
            reasons: Vec::new(),
        }
    }
}

/// The last component of a path.
pub(super) fn file_name(path: &str) -> String {
    Path::new(path)
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_the_last_component() {
        for (path, name) in [
            ("a/b.pdf", "b.pdf"),
            ("b c.pdf", "b c.pdf"),
            ("a/", "a"),
            ("", ""),
            ("..", ""),
        ] {
            assert_eq!(file_name(path), name, "{path}");
        }
    }
}
