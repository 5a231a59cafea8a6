//! The place on the paper that a value or label was read from.

use serde::{Deserialize, Serialize};
use touchstone_intake::Region;

/// A span of one reading of one page. `quote` is verbatim reading text found by our own search, or empty when the
/// evidence is a check-box square.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    pub page: u32,
    pub reading: u32,
    /// First word and one past the last word of the reading; equal when the evidence is a square without words.
    pub words: (u32, u32),
    /// One region a printed line.
    pub regions: Vec<Region>,
    pub quote: String,
    /// Captions on the same page that say what the quote is.
    pub anchors: Vec<String>,
}
