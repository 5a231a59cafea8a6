//! The review queue: its order, its rows, and acceptance of several documents at once.

use super::{Finite, IssueCounts};
use crate::review::ReviewOrder;
use crate::store::{QueuePlace, Standing};
use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
pub struct ReviewQuery {
    pub order: ReviewOrder,
    /// The time there is, for the order by minutes.
    pub minutes: u32,
    /// Documents that are listed whatever became of them, such as those that a window shows.
    pub held: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct ReviewQueue {
    /// In the order asked for; held documents that no longer wait come last.
    pub rows: Vec<ReviewRow>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct ReviewRow {
    pub document_id: String,
    pub file_name: String,
    pub case: Option<String>,
    pub label: Option<String>,
    pub pages: Option<u32>,
    pub received_at: String,
    pub state: Standing,
    /// Whether it waits for a person: to be reviewed, or to be checked for the audit sample.
    pub waits: bool,
    pub issues: IssueCounts,
    pub open_values: u32,
    #[specta(type = Finite)]
    pub expected_errors: f64,
    /// Estimated time to check it.
    #[specta(type = Finite)]
    pub minutes: f64,
    /// Whether it fits into the time there is.
    pub within: bool,
    pub claim: ClaimView,
}

/// A document's place in the queue.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ClaimView {
    pub place: QueuePlace,
    pub flagged: bool,
    pub note: Option<String>,
    /// Who put it there; `null` where no name is known.
    pub author: Option<String>,
}

/// What accepting a document would leave unverified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Unverified {
    pub document_id: String,
    pub file_name: String,
    /// Open blockers, because of which it cannot be accepted with others.
    pub blockers: Vec<String>,
    /// Names of unchecked values.
    pub values: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct BulkAccepted {
    /// Ids of accepted documents.
    pub accepted: Vec<String>,
    pub refused: Vec<NotAccepted>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct NotAccepted {
    pub file_name: String,
    pub reason: String,
}
