//! The table of documents, its filters, and the totals of a case.

use super::Trouble;
use crate::store::{LibraryOrder, Standing};
use serde::{Deserialize, Serialize};
use specta::Type;
use touchstone_core::record::Verdict;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LibraryFilter {
    /// Words of names, cases or pages.
    pub search: String,
    /// Empty lists choose everything.
    pub states: Vec<Standing>,
    pub labels: Vec<String>,
    pub years: Vec<i32>,
    pub cases: Vec<String>,
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
    /// Rows that the query finds, of which `rows` is a part.
    pub total: u32,
    pub rows: Vec<Row>,
    pub counts: Counted,
}

/// How many rows each choice of a filter would leave, the other filters as they are.
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
    /// How far the running one is, such as `page 4 of 10`.
    pub detail: Option<String>,
    pub issues: IssueCounts,
    /// Why it failed, and what to do next.
    pub error: Option<Trouble>,
    pub received_at: String,
    /// The name of an older document with the same content.
    pub duplicate_of: Option<String>,
    /// Edits in force.
    pub corrections: u32,
    /// What a person said of the result.
    pub verdict: Option<Verdict>,
    /// Who said it, where a name was told.
    pub reviewer: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Type)]
pub struct IssueCounts {
    pub blocker: u32,
    pub major: u32,
    pub minor: u32,
}

/// An amount added up over the forms of a case that are of one year. Documents that say the same
/// count once.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct CaseTotal {
    pub label: String,
    /// The field's name in the pack, and what people call it.
    pub field: String,
    pub name: String,
    pub r#box: Option<String>,
    /// Of the forms, or what the document says where a form names none.
    pub year: Option<i32>,
    pub total: String,
    /// Documents in the total that nobody has settled yet.
    pub unsettled: u32,
    pub documents: Vec<TotalOrigin>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct TotalOrigin {
    pub document_id: String,
    pub file_name: String,
    /// Id of the form, and the number it has in its document.
    pub form: String,
    pub form_number: u32,
    pub value: String,
    /// Whether the document is accepted, or a person has still to look at it.
    pub accepted: bool,
    /// The document, and the form where it has several, that says the same and counts instead of this one.
    pub copy_of: Option<String>,
}

/// Bands of confidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "UPPERCASE")]
pub enum BandName {
    High,
    Medium,
    Low,
}
