//! What a person agreed may be sent to a provider. Append-only; the newest word about an address counts.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// How much of a document goes along with a request; each includes what comes before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carries {
    Nothing,
    /// The words of its pages.
    Text,
    /// Pictures of its pages as well.
    Pictures,
}

/// One word of the person about one provider at one address. `Carries::Nothing` takes back what was agreed before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consent {
    pub provider: String,
    /// Scheme, host and port.
    pub origin: String,
    pub carries: Carries,
    /// The sentence that was agreed to.
    pub statement: String,
    pub at: Timestamp,
}
