//! The expert packet as the window shows it.

use super::SeverityName;
use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct PacketView {
    pub document: String,
    pub file_name: String,
    pub page_count: Option<u32>,
    /// The highest marking as a banner line, for packs of markings.
    pub marking: Option<String>,
    pub decision: String,
    pub rule: u32,
    /// `pending`, `open` or `completed`.
    pub status: String,
    /// Whether a prior classification differs; `null` if there is none.
    pub production_differs: Option<bool>,
    /// The source of the prior classification.
    pub compared_with: Option<String>,
    pub differences: Vec<DifferenceView>,
    /// Worst first.
    pub issues: Vec<PacketIssueView>,
    pub evidence: Vec<PacketEvidenceView>,
    /// Questions to a model that were skipped: `V2: no model is set`.
    pub left_out: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct DifferenceView {
    pub what: String,
    pub ours: String,
    pub theirs: String,
}

/// One value a user sets in a result, as it would be typed.
#[derive(Debug, Clone, PartialEq)]
pub struct EnteredValue {
    /// Index of the form, from 0 as in the result; `None` for the classification.
    pub form: Option<usize>,
    /// Path within it: `wages_tips`, or `segments[0].label`.
    pub path: String,
    pub value: serde_json::Value,
}

/// The result of comparing documents with a file of prior classifications.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct Compared {
    /// Documents covered by the file.
    pub documents: u32,
    /// Names of those whose result differs.
    pub differing: Vec<String>,
    /// Documents not completely read yet; they are compared once they are.
    pub unread: u32,
    /// Names in the file that match no document.
    pub unused: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct PacketIssueView {
    pub id: String,
    pub severity: SeverityName,
    pub agent: String,
    pub code: String,
    pub message: String,
    /// The subject in words.
    pub location: String,
    pub fix: Option<String>,
    /// The whole issue as plain text, for copying.
    pub readable: String,
    pub contexts: Vec<ContextView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct PacketEvidenceView {
    /// `pages 1 to 5`.
    pub part: String,
    pub label: String,
    pub contexts: Vec<ContextView>,
}

/// A place in the document: two paragraphs before it and three after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ContextView {
    pub page: u32,
    pub quote: String,
    /// If not, `after` holds the beginning of the page.
    pub found: bool,
    pub before: Vec<String>,
    pub at: Vec<String>,
    pub after: Vec<String>,
}

/// A reviewer's remarks on a verdict.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Type)]
pub struct Remarks {
    pub reviewer: Option<String>,
    pub notes: Option<String>,
    /// The reviewer has seen the open blockers and accepts despite them.
    pub despite_blockers: bool,
}
