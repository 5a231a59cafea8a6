//! An earlier result for a document from another source, such as the classifier in production. Used for comparison
//! only, never trusted.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prior {
    /// Its source, for display.
    pub source: String,
    /// `None` if not given.
    pub label: Option<String>,
    /// Empty if not given.
    pub segments: Vec<PriorSegment>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriorSegment {
    pub first_page: u32,
    pub last_page: u32,
    pub label: Option<String>,
}
