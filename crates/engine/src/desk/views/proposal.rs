//! Changes proposed by a model, and choices between two readings.

use super::EvidenceView;
use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct ProposalView {
    pub id: String,
    pub form: String,
    /// Within the form.
    pub path: String,
    /// The display name of the place.
    pub name: String,
    pub before: Option<String>,
    /// `null` for a removal.
    pub after: Option<String>,
    /// Its place on the page; `null` for a value that comes only from the user's words.
    pub evidence: Option<EvidenceView>,
    /// The user's request.
    pub words: String,
    pub engine: String,
}

/// A model's answer to a request in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct CorrectionReply {
    pub text: String,
    /// How many changes it proposes.
    pub proposals: u32,
}

/// Two undecided readings of one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Choice {
    /// The source of the current reading: `Model`, `Page 1`.
    pub current_source: String,
    /// The source of the other reading: `This computer`, `Page 3`.
    pub other_source: String,
    /// The form's current value; `null` if it has no such value or row.
    pub current: Option<String>,
    /// The value of the other reading.
    pub other: Option<String>,
    /// Whether it concerns a whole row of a list.
    pub row: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ReadingPick {
    /// The form's current value.
    Current,
    /// The other reading's value.
    Other,
}
