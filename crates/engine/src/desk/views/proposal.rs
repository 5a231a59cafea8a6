//! Changes of a form that a model proposes, and which of two readings a person takes.

use super::EvidenceView;
use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct ProposalView {
    pub id: String,
    pub form: String,
    /// Within the form.
    pub path: String,
    /// What people call the place.
    pub name: String,
    pub before: Option<String>,
    /// Nothing for what is taken out.
    pub after: Option<String>,
    /// Where it stands; nothing for a value that only the person's words show.
    pub evidence: Option<EvidenceView>,
    /// What was asked for.
    pub words: String,
    pub engine: String,
}

/// A model's answer to a request in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Spoken {
    pub says: String,
    /// How many changes it proposes.
    pub proposals: u32,
}

/// What two readings say of one place, as long as nobody has decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Choice {
    /// Whose reading stands: `Model`, `Page 1`.
    pub standing_by: String,
    /// Whose the other one is: `This computer`, `Page 3`.
    pub other_by: String,
    /// What the form has; nothing where it has no such value or row.
    pub standing: Option<String>,
    /// What the other reading says.
    pub other: Option<String>,
    /// Whether it is about a row of a list as a whole.
    pub row: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ReadingPick {
    /// The value that the form has.
    Standing,
    /// The other one.
    Other,
}
