//! A stack: documents in an order, and one table over them with a row a form.

use super::{DocumentId, Evidence, Field, StackId};
use indexmap::IndexMap;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stack {
    pub id: StackId,
    pub name: String,
    /// The case that the stack follows.
    pub case: Option<String>,
    /// Rows are made of forms with this label only.
    pub label: Option<String>,
    pub columns: Vec<StackColumn>,
    /// When the table was said to be complete.
    pub completed_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

/// A document of a stack. Models name it by its position, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackDocument {
    pub document_id: DocumentId,
    pub position: u32,
    pub file_name: String,
    pub pages: Option<u32>,
    /// The versions of what its rows were made of; `None` until they are made.
    pub made_of: Option<String>,
    /// The versions of what they would be made of now.
    pub newest: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StackColumn {
    /// Unique in its table.
    pub name: String,
    pub title: String,
    /// The name of a format.
    pub format: String,
    /// The field that holds its values in the cells of a row.
    pub field: String,
    pub origin: ColumnOrigin,
}

/// Where the values of a column come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnOrigin {
    /// A field of the templates of these labels, with the same name and format in each.
    Template { pack: String, labels: Vec<String> },
    /// Asked for by a person or a model; applies to all rows.
    Asked,
}

/// A row as it is stored, before edits.
#[derive(Debug, Clone, PartialEq)]
pub struct StackRow {
    pub document_id: DocumentId,
    /// Of the document in the stack.
    pub position: u32,
    /// The number of the form in the document, from 1, or of the segment where it has no form.
    pub form: u32,
    pub head: RowHead,
    /// By field: those that are filled.
    pub cells: IndexMap<String, StackCell>,
    /// The names of the columns that a model was asked for, between commas.
    pub asked: Option<String>,
}

/// What a row is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RowHead {
    pub pack: String,
    pub label: String,
    /// Whether it is no form of the pack, so that it may have a value for any column.
    pub free: bool,
    pub first_page: u32,
    pub last_page: u32,
    /// The state of values read from the document.
    pub state: CellState,
    #[serde(default)]
    pub identity: RowIdentity,
}

/// Tells copies of a form and corrections of it from other forms.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowIdentity {
    pub year: Option<i32>,
    /// Equal for forms between the same parties about the same account.
    pub account: Option<String>,
    /// Whether the form says that it replaces another.
    pub corrected: bool,
    /// Equal for copies.
    pub known_by: Vec<String>,
}

/// A value of a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StackCell {
    #[serde(flatten)]
    pub field: Field,
    pub state: CellState,
    /// `SME_VALIDATED` and the like for truth, the name of an engine, or a person.
    pub source: String,
    /// Whether a model found it for this table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub answered: bool,
    /// Further values that were found for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<OtherValue>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OtherValue {
    pub value: Value,
    pub source: String,
    pub evidence: Vec<Evidence>,
}

/// How far a value may be relied on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum CellState {
    /// Settled by a person.
    Settled,
    /// Accepted automatically.
    Accepted,
    /// Entered in the table by a person.
    Edited,
    /// Read, and still to be reviewed.
    Unsettled,
    /// Several values, none of which takes precedence.
    Conflict,
    Missing,
}

impl CellState {
    pub fn as_str(self) -> &'static str {
        match self {
            CellState::Settled => "settled",
            CellState::Accepted => "accepted",
            CellState::Edited => "edited",
            CellState::Unsettled => "unsettled",
            CellState::Conflict => "conflict",
            CellState::Missing => "missing",
        }
    }
}

impl StackColumn {
    /// Whether a row of this pack and label has the column.
    pub fn is_of(&self, head: &RowHead) -> bool {
        match &self.origin {
            ColumnOrigin::Asked => true,
            ColumnOrigin::Template { pack, labels } => head.free || *pack == head.pack && labels.contains(&head.label),
        }
    }

    /// The labels that have it; empty for all.
    pub fn labels(&self) -> &[String] {
        match &self.origin {
            ColumnOrigin::Asked => &[],
            ColumnOrigin::Template { labels, .. } => labels,
        }
    }

    pub fn is_asked(&self) -> bool {
        self.origin == ColumnOrigin::Asked
    }
}
