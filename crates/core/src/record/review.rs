//! Users' work on a result: corrections, reviews, and the settled truth. Append-only.

use super::{ActId, Classification, CorrectionId, DocumentId, Evidence, Form, ReviewId, RunId, TruthId, now};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One edit, by a user or by the correction agent. All edits are in one table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Correction {
    pub id: CorrectionId,
    /// Rows of one act are made, undone and shown together.
    pub act: ActId,
    pub document_id: DocumentId,
    pub review_id: Option<ReviewId>,
    /// JSON path from the root of the result, such as `forms[0].fields.wages_tips`.
    pub path: String,
    pub before: Value,
    pub after: Value,
    pub evidence: Option<Evidence>,
    /// The label of the edited form; the edit does not apply to a form with another label.
    pub form_label: Option<String>,
    /// The edit that this one undoes; the undone edit may itself be an undo.
    pub undoes: Option<CorrectionId>,
    pub by: CorrectedBy,
    /// The user's name, if known. For an agent's proposal: the user who accepted it.
    pub author: Option<String>,
    pub at: Timestamp,
}

impl Correction {
    /// A new edit by a user, at a place outside all forms and without evidence.
    pub fn of_person(document_id: DocumentId, path: String, before: Value, after: Value) -> Self {
        Self {
            id: CorrectionId::fresh(),
            act: ActId::fresh(),
            document_id,
            review_id: None,
            path,
            before,
            after,
            evidence: None,
            form_label: None,
            undoes: None,
            by: CorrectedBy::Person,
            author: None,
            at: now(),
        }
    }

    /// Whether it confirms the value unchanged.
    pub fn confirms(&self) -> bool {
        self.before == self.after
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CorrectedBy {
    Person,
    Agent,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Review {
    pub id: ReviewId,
    /// The user action it belongs to; `None` while pending.
    pub act: Option<ActId>,
    /// The review undone by this one, which restores the state before it.
    pub undoes: Option<ReviewId>,
    pub document_id: DocumentId,
    pub run_id: RunId,
    pub reviewer: Option<String>,
    pub state: ReviewState,
    pub verdict: Option<Verdict>,
    pub notes: Option<String>,
    pub seconds: Option<f64>,
    /// When the verdict was given or withdrawn.
    pub ended_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewState {
    Pending,
    Open,
    Completed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Agrees,
    Corrects,
    Rejects,
}

/// A settled result. Never overwritten; a later truth refers to the one it supersedes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroundTruth {
    pub id: TruthId,
    pub document_id: DocumentId,
    pub source: TruthSource,
    pub classification: Classification,
    pub forms: Vec<Form>,
    pub review_id: Option<ReviewId>,
    pub supersedes: Option<TruthId>,
    pub settled_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TruthSource {
    SmeValidated,
    SmeCorrected,
    AutoAccepted,
    /// Taken over from a file of truths.
    Imported,
}

impl TruthSource {
    pub const ALL: [TruthSource; 4] = [
        TruthSource::SmeValidated,
        TruthSource::SmeCorrected,
        TruthSource::AutoAccepted,
        TruthSource::Imported,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            TruthSource::SmeValidated => "SME_VALIDATED",
            TruthSource::SmeCorrected => "SME_CORRECTED",
            TruthSource::AutoAccepted => "AUTO_ACCEPTED",
            TruthSource::Imported => "IMPORTED",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.as_str() == name)
    }
}
