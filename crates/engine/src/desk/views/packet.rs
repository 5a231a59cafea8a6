//! The packet for an expert as a window shows it.

use super::SeverityName;
use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct PacketView {
    pub document: String,
    pub file_name: String,
    pub page_count: Option<u32>,
    /// The highest marking as a banner line, in packs of markings.
    pub marking: Option<String>,
    pub decision: String,
    pub rule: u32,
    /// `pending`, `open` or `completed`.
    pub status: String,
    /// Whether a prior classification says something else; nothing when there is none.
    pub production_differs: Option<bool>,
    /// Where the prior classification came from.
    pub compared_with: Option<String>,
    pub differences: Vec<DifferenceView>,
    /// Worst first.
    pub issues: Vec<PacketIssueView>,
    pub evidence: Vec<PacketEvidenceView>,
    /// Questions to a model that were left out: `V2: no model is set`.
    pub left_out: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct DifferenceView {
    pub what: String,
    pub ours: String,
    pub theirs: String,
}

/// One value that a person puts into a result, as it would be typed.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// Which form, counted from 0 as in the result; `None` for what the document is.
    pub form: Option<usize>,
    /// Within it: `wages_tips`, or `segments[0].label`.
    pub path: String,
    pub value: serde_json::Value,
}

/// What came of comparing documents with a file of prior classifications.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct Compared {
    /// Documents that the file says something of.
    pub documents: u32,
    /// Names of those of which it says something else than was found.
    pub differing: Vec<String>,
    /// Documents that are not read to their end; they are compared then.
    pub unread: u32,
    /// Names in the file that are none of the documents'.
    pub unused: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct PacketIssueView {
    pub id: String,
    pub severity: SeverityName,
    pub agent: String,
    pub code: String,
    pub message: String,
    /// What it is about in words.
    pub location: String,
    pub fix: Option<String>,
    /// All of it as plain text, for copying.
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

/// A place of the paper: two paragraphs before it and three after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ContextView {
    pub page: u32,
    pub quote: String,
    /// If not, `after` is how the page begins.
    pub found: bool,
    pub before: Vec<String>,
    pub at: Vec<String>,
    pub after: Vec<String>,
}

/// What a person says with a verdict.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Type)]
pub struct Remarks {
    pub reviewer: Option<String>,
    pub notes: Option<String>,
    /// That the blockers which stand were seen and are no reason against it.
    pub despite_blockers: bool,
}
