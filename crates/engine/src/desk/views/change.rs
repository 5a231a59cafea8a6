//! What happened to a document, and what an act of a person left behind.

use super::FieldView;
use serde::Serialize;
use specta::Type;

/// Something that happened to the document.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Change {
    pub id: String,
    pub at: String,
    pub kind: ChangeKind,
    /// The person's name, `you` where none was given, `agent` or `Touchstone`.
    pub by: String,
    /// What it was about, for people: `Wages, tips (Box 1)`.
    pub name: String,
    pub form: Option<String>,
    /// Within the form; empty for what is not an edit.
    pub path: String,
    pub before: Option<String>,
    pub after: Option<String>,
    /// An edit that was taken back.
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

/// What was taken back, or made again.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Undone {
    pub file_name: String,
    /// `pages 14–15 split`, `accepted statement.pdf`.
    pub label: String,
    /// The field that it was about.
    pub corrected: Option<Corrected>,
}

/// What an edit, an undo or a redo of a value left behind.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Corrected {
    pub form: String,
    pub field: FieldView,
    pub change: Change,
    pub can_undo: bool,
    pub can_redo: bool,
}
