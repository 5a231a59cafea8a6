//! A change proposed by a model in response to a user's request in free text. It takes effect only when the user
//! accepts it, and then becomes a correction with the same id.

use super::{CorrectionId, DocumentId, Evidence};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    pub id: CorrectionId,
    pub document_id: DocumentId,
    /// Number of the form, from 1, and its label at the time of the proposal.
    pub form: u32,
    pub form_label: String,
    /// Path within the form, such as `box_12[1].amount`.
    pub path: String,
    pub before: Value,
    /// `null` for a value to be removed.
    pub after: Value,
    /// `None` if the value comes only from the user's request.
    pub evidence: Option<Evidence>,
    /// The user's request.
    pub words: String,
    /// The engine that proposed it.
    pub engine: String,
    pub state: ProposalState,
    pub at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProposalState {
    Proposed,
    Accepted,
    Declined,
}
