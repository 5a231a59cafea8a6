//! What people did about a result: corrections, reviews, and the truth that is settled. Append-only.

use super::{ActId, Classification, CorrectionId, DocumentId, Evidence, Form, ReviewId, RunId, TruthId, now};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One edit, by a person or by the correction agent. The one table of edits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Correction {
    pub id: CorrectionId,
    /// Rows of one act are made, taken back and told together.
    pub act: ActId,
    pub document_id: DocumentId,
    pub review_id: Option<ReviewId>,
    /// JSON path from the result's root, such as `forms[0].fields.wages_tips`.
    pub path: String,
    pub before: Value,
    pub after: Value,
    pub evidence: Option<Evidence>,
    /// The label of the form that was edited: on a form of another kind the edit means nothing.
    pub form_label: Option<String>,
    /// The edit that this one takes back, or the taking back that it takes back in turn.
    pub undoes: Option<CorrectionId>,
    pub by: CorrectedBy,
    /// The person's name, where one was told. Of what an agent proposed: who took it over.
    pub author: Option<String>,
    pub at: Timestamp,
}

impl Correction {
    /// An edit that a person makes now, of a place that is no form's, and without evidence.
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

    /// Whether it says that what stands there is right as it is.
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
    /// The act of a person that it belongs to; `None` while it only waits.
    pub act: Option<ActId>,
    /// The review that this one takes back by restoring what was said before it.
    pub undoes: Option<ReviewId>,
    pub document_id: DocumentId,
    pub run_id: RunId,
    pub reviewer: Option<String>,
    pub state: ReviewState,
    pub verdict: Option<Verdict>,
    pub notes: Option<String>,
    pub seconds: Option<f64>,
    /// When the verdict was given or taken back.
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

/// A settled result. Never overwritten: a later truth names the one it supersedes.
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
}

impl TruthSource {
    pub const ALL: [TruthSource; 3] = [
        TruthSource::SmeValidated,
        TruthSource::SmeCorrected,
        TruthSource::AutoAccepted,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            TruthSource::SmeValidated => "SME_VALIDATED",
            TruthSource::SmeCorrected => "SME_CORRECTED",
            TruthSource::AutoAccepted => "AUTO_ACCEPTED",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.as_str() == name)
    }
}
