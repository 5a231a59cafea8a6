//! The user's consent to sending content to a provider. Append-only; the latest row for an address applies.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// How much of a document is sent with a request; each level includes the ones before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carries {
    Nothing,
    /// The text of its pages.
    Text,
    /// Text and images of its pages.
    Pictures,
}

/// One consent of the user for one provider at one address. `Carries::Nothing` revokes an earlier consent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consent {
    pub provider: String,
    /// Scheme, host and port.
    pub origin: String,
    pub carries: Carries,
    /// The statement that the user accepted.
    pub statement: String,
    pub at: Timestamp,
    /// Proof that it was given on this installation; `None` on one that revokes.
    pub seal: Option<String>,
}
