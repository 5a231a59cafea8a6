//! The history of a document, and the results of user acts.

use super::FieldView;
use serde::Serialize;
use specta::Type;

/// An entry in the history of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Change {
    pub id: String,
    pub at: String,
    pub kind: ChangeKind,
    /// The user's name, `you` if none was given, `agent` or `Touchstone`.
    pub by: String,
    /// The place, for display: `Wages, tips (Box 1)`.
    pub name: String,
    pub form: Option<String>,
    /// Within the form; empty if it is not an edit.
    pub path: String,
    pub before: Option<String>,
    pub after: Option<String>,
    /// The edit was undone.
    pub undone: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    Received,
    Run,
    Settled,
    Edit,
    Undo,
    Redo,
}

/// What was undone or redone.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Undone {
    pub file_name: String,
    /// `pages 14–15 split`, `accepted statement.pdf`.
    pub label: String,
    /// The field concerned.
    pub corrected: Option<Corrected>,
}

/// The result of an edit, undo or redo of a value.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Corrected {
    pub form: String,
    pub field: FieldView,
    pub change: Change,
    pub can_undo: bool,
    pub can_redo: bool,
}
