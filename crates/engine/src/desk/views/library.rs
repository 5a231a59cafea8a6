//! The table of documents and its filters.

use super::Trouble;
use crate::store::{LibraryOrder, Standing};
use serde::{Deserialize, Serialize};
use specta::Type;
use touchstone_core::record::Verdict;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LibraryFilter {
    /// Words in names, cases or pages.
    pub search: String,
    /// Empty lists choose everything.
    pub states: Vec<Standing>,
    pub labels: Vec<String>,
    pub years: Vec<i32>,
    pub cases: Vec<String>,
    /// Only these documents.
    #[serde(default)]
    pub ids: Vec<String>,
    /// The trash instead of the library.
    pub trash: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LibraryQuery {
    #[serde(flatten)]
    pub filter: LibraryFilter,
    pub sort: Sort,
    pub offset: u32,
    pub limit: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Sort {
    pub column: LibraryOrder,
    pub descending: bool,
}

impl Default for Sort {
    fn default() -> Self {
        Self {
            column: LibraryOrder::Received,
            descending: true,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct LibraryPage {
    /// Number of rows that match the query; `rows` is a part of them.
    pub total: u32,
    pub rows: Vec<Row>,
    pub counts: Counted,
}

/// How many rows each choice of a filter would leave, with the other filters unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
pub struct Counted {
    pub states: StateCounts,
    pub labels: Vec<CountOf>,
    pub years: Vec<YearCount>,
    pub cases: Vec<CountOf>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct CountOf {
    pub name: String,
    pub count: u32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Type)]
pub struct StateCounts {
    pub queued: u32,
    pub reading: u32,
    pub classifying: u32,
    pub extracting: u32,
    pub verifying: u32,
    pub accepted: u32,
    pub needs_review: u32,
    pub rejected: u32,
    pub failed: u32,
    pub cancelled: u32,
    pub password: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
pub struct YearCount {
    pub year: i32,
    pub count: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Row {
    pub document_id: String,
    pub run_id: Option<String>,
    pub file_name: String,
    pub case: Option<String>,
    pub pack: String,
    pub pages: Option<u32>,
    pub label: Option<String>,
    pub proposed_label: Option<String>,
    pub forms: u32,
    pub confidence: Option<f64>,
    pub band: Option<BandName>,
    pub year: Option<i32>,
    pub expected_year: Option<i32>,
    pub state: Standing,
    /// Progress of a running document, such as `page 4 of 10`.
    pub detail: Option<String>,
    pub issues: IssueCounts,
    /// Why it failed, and what to do next.
    pub error: Option<Trouble>,
    pub received_at: String,
    /// The name of an older document with the same content.
    pub duplicate_of: Option<String>,
    /// Edits in force.
    pub corrections: u32,
    /// The user's verdict on the result.
    pub verdict: Option<Verdict>,
    /// The reviewer's name, if given.
    pub reviewer: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Type)]
pub struct IssueCounts {
    pub blocker: u32,
    pub major: u32,
    pub minor: u32,
}

/// Confidence bands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "UPPERCASE")]
pub enum BandName {
    High,
    Medium,
    Low,
}
