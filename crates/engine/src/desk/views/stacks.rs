//! Stacks: their list, and one as a table with sums.

use super::{EvidenceView, Finite};
use serde::Serialize;
use specta::Type;
use touchstone_core::record::CellState;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct StackCard {
    pub id: String,
    pub name: String,
    /// The case that it follows.
    pub case: Option<String>,
    /// Rows are made of forms with this label only.
    pub label: Option<String>,
    pub documents: u32,
    /// Documents whose rows are not made yet, or no longer those of the document.
    pub unmade: u32,
    pub rows: u32,
    pub complete: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct StackView {
    pub stack: StackCard,
    pub columns: Vec<StackColumnView>,
    /// By position of the document, then by form.
    pub rows: Vec<StackRowView>,
    /// Sums over the rows of one label, in the order in which labels first appear.
    pub sums: Vec<StackSumView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct StackSumView {
    pub label: String,
    /// One for each column; none where there are no amounts.
    pub sums: Vec<Option<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct StackColumnView {
    pub name: String,
    pub title: String,
    pub format: String,
    /// Whether it was asked for; otherwise it is a field of templates.
    pub asked: bool,
    /// The labels that have it; empty for all.
    pub labels: Vec<String>,
    /// The sum of the amounts in the rows that count.
    pub sum: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct StackRowView {
    /// The position of the document, and the number of the form if it has several: `3.2`.
    pub name: String,
    pub document_id: String,
    pub file_name: String,
    pub form: u32,
    pub label: String,
    pub first_page: u32,
    pub state: CellState,
    /// The row with the same content that counts instead of this one.
    pub copy_of: Option<String>,
    /// The row with the corrected form that counts instead of this one.
    pub replaced_by: Option<String>,
    /// One for each column; none where the column is not of its label.
    pub cells: Vec<Option<StackCellView>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct StackCellView {
    pub value: String,
    pub state: CellState,
    pub source: String,
    #[specta(type = Finite)]
    pub confidence: f64,
    pub evidence: Vec<EvidenceView>,
    /// The other values that were found for it, with their sources.
    pub issue: Option<String>,
}
