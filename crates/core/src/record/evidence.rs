//! The place on a page from which a value or label was read.

use serde::{Deserialize, Serialize};
use touchstone_intake::Region;

/// A span of one reading of a page. `quote` is verbatim text found in the reading, or empty if the evidence is a
/// check box.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    pub page: u32,
    pub reading: u32,
    /// First word and one past the last word of the reading; equal for a check box without words.
    pub words: (u32, u32),
    /// One region per printed line.
    pub regions: Vec<Region>,
    pub quote: String,
    /// Captions on the same page that identify the quote.
    pub anchors: Vec<String>,
}
