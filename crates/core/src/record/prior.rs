//! What somebody else, such as the classifier in production, said of a document. Compared with, never believed.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prior {
    /// Where it was taken from, for people.
    pub source: String,
    /// `None` when it was not said.
    pub label: Option<String>,
    /// Empty when nothing was said about them.
    pub segments: Vec<PriorSegment>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriorSegment {
    pub first_page: u32,
    pub last_page: u32,
    pub label: Option<String>,
}
