//! A change that a model proposes where a person asked for one in words. It counts only once the person accepts it; then
//! it is a correction under the same id.

use super::{CorrectionId, DocumentId, Evidence};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    pub id: CorrectionId,
    pub document_id: DocumentId,
    /// Which form, from 1, and its label when this was proposed.
    pub form: u32,
    pub form_label: String,
    /// Within the form, such as `box_12[1].amount`.
    pub path: String,
    pub before: Value,
    /// Null for what is taken out.
    pub after: Value,
    /// None for a value that only the person's own words show.
    pub evidence: Option<Evidence>,
    /// What the person asked for.
    pub words: String,
    /// Who proposes it.
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
