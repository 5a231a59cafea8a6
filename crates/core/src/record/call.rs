//! One call to a language model: who was asked for what, what of the document went along, and what it cost. Not here: the
//! answer itself, which the store keeps for a restart.

use super::{AttemptId, CallId, DocumentId, RunId, Usage};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelCall {
    pub id: CallId,
    pub document_id: DocumentId,
    /// None for what a person asked for outside of a run.
    pub run_id: Option<RunId>,
    pub attempt_id: Option<AttemptId>,
    pub purpose: Purpose,
    pub provider: String,
    /// Where it went: scheme, host and port.
    pub origin: String,
    pub model: String,
    /// Of the request and whom it was put to.
    pub digest: String,
    pub state: CallState,
    pub sent: Sent,
    /// How often it was sent until an answer came, at least once.
    pub tries: u32,
    pub usage: Usage,
    pub error: Option<String>,
    pub started_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

/// What went along in one call, whatever was sent in calls before it included.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// Of the request as we hold it; each dialect writes it a little differently.
    pub bytes: u64,
    /// Pages whose text was in it, wholly or in part.
    pub text_of: Vec<u32>,
    /// Pages whose picture was in it.
    pub pictures_of: Vec<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    Classify,
    Extract,
    Grade,
    VerifyV2,
    VerifyV3,
    VerifyV4,
    Correct,
}

impl Purpose {
    /// What the call was for, in the words of a person.
    pub fn says(self) -> &'static str {
        match self {
            Purpose::Classify => "What it is",
            Purpose::Extract => "Its values",
            Purpose::Grade => "Whether they are right",
            Purpose::VerifyV2 => "Consistency (V2)",
            Purpose::VerifyV3 => "Traps (V3)",
            Purpose::VerifyV4 => "Evidence (V4)",
            Purpose::Correct => "A correction in words",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallState {
    /// Written down, and on its way.
    Started,
    Done,
    Failed,
    /// The program ended before the answer came. It may have been paid for.
    Interrupted,
}
