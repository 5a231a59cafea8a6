//! One call to a language model: provider, purpose, the parts of the document that were sent, and the cost. The
//! store keeps the answer separately, for restarts.

use super::{AttemptId, CallId, DocumentId, RunId, Usage};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelCall {
    pub id: CallId,
    pub document_id: DocumentId,
    /// `None` for a user's request outside a run.
    pub run_id: Option<RunId>,
    pub attempt_id: Option<AttemptId>,
    pub purpose: Purpose,
    pub provider: String,
    /// Destination: scheme, host and port.
    pub origin: String,
    pub model: String,
    /// Digest of the request and its destination.
    pub digest: String,
    pub state: CallState,
    pub sent: Sent,
    /// Number of times it was sent, at least one.
    pub tries: u32,
    pub usage: Usage,
    /// What it may use at most; its usage if the program was killed before the answer was stored.
    pub at_most: Usage,
    pub error: Option<String>,
    pub started_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

/// Content sent in one call, including content repeated from earlier calls.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// Size of the request in our own format; the format sent differs slightly by provider.
    pub bytes: u64,
    /// Pages whose text was included, in whole or in part.
    pub text_of: Vec<u32>,
    /// Pages whose image was included.
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
    /// A row of a stack's table.
    Stack,
}

impl Purpose {
    /// The purpose, for display.
    pub fn describe(self) -> &'static str {
        match self {
            Purpose::Classify => "Classification",
            Purpose::Extract => "Extraction",
            Purpose::Grade => "Grading",
            Purpose::VerifyV2 => "Consistency (V2)",
            Purpose::VerifyV3 => "Traps (V3)",
            Purpose::VerifyV4 => "Evidence (V4)",
            Purpose::Correct => "Correction",
            Purpose::Stack => "Stack",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallState {
    /// Recorded and sent.
    Started,
    Done,
    Failed,
    /// The program ended before the answer arrived. The call may have been charged.
    Interrupted,
}
