//! Classification of a document and its pages. The structure is the same for all packs: labels are the pack's,
//! segments are page ranges.

use super::{AttemptId, Evidence};
use serde::{Deserialize, Serialize};

/// One row. A later stage with a different result adds a row; rows are never overwritten.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Classification {
    pub attempt_id: AttemptId,
    pub label: String,
    /// Proposed name for a document that no label of the pack fits.
    pub proposed_label: Option<String>,
    pub candidates: Vec<Candidate>,
    pub confidence: f64,
    pub rationale: String,
    /// As claimed by the classifier; V1 compares it with `segments`.
    pub number_of_segments: u32,
    pub segments: Vec<Segment>,
    pub mixture: Vec<TypeShare>,
    pub vendor_signals: Vec<String>,
    pub marking: Option<Marking>,
    pub self_evaluation: Option<String>,
}

impl Classification {
    pub fn band(&self) -> Band {
        Band::of(self.confidence)
    }
}

/// HIGH from 0.90, MEDIUM from 0.70, LOW below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Band {
    High,
    Medium,
    Low,
}

impl Band {
    pub fn of(confidence: f64) -> Self {
        if confidence >= 0.90 {
            Band::High
        } else if confidence >= 0.70 {
            Band::Medium
        } else {
            Band::Low
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    pub label: String,
    pub confidence: f64,
}

/// A page range with one kind of document. Segments never share a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    pub first_page: u32,
    pub last_page: u32,
    /// As claimed by the classifier; V1 compares it with the range.
    pub page_count: u32,
    pub label: String,
    pub types: Vec<TypeShare>,
}

/// The share of one type in a segment or in the entire document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TypeShare {
    pub label: String,
    pub presence: Presence,
    pub confidence: f64,
    pub share: f64,
    pub evidence: Vec<Evidence>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Presence {
    Primary,
    EmbeddedRaw,
    MentionOnly,
    NoEvidence,
}

/// The security marking of a page or a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Marking {
    pub level: String,
    pub caveats: Vec<String>,
    pub rel_to: Vec<String>,
    pub declassify_on: Option<String>,
    /// One line of it as printed, which may be incomplete: a page shows its marking in several places, and a
    /// document on several pages. Empty if none is printed.
    #[serde(alias = "banner")]
    pub printed: String,
    pub cancelled: bool,
}

/// Where a marking was searched for and not found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Absence {
    pub zones: Vec<String>,
    pub enhancements: Vec<String>,
}

/// The pass over a page that produced a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    Classify,
    Enhance,
}

/// The result of one pass over one page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageFinding {
    pub page: u32,
    pub pass: Pass,
    pub candidates: Vec<Candidate>,
    pub markings_found: Vec<String>,
    pub marking: Option<Marking>,
    pub rationale: String,
    /// Whether the page needs another pass with an enhanced image, and the enhancement requested.
    pub enhance: bool,
    pub enhancements: String,
    pub absence: Option<Absence>,
    pub evidence: Vec<Evidence>,
    /// Properties of the page that a pack may have traps for.
    pub signs: Vec<PageSign>,
}

impl PageFinding {
    /// The confidence of its best candidate.
    pub fn confidence(&self) -> f64 {
        self.candidates.first().map_or(0.0, |best| best.confidence)
    }
}

/// A property of a page that makes its finding less certain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageSign {
    pub sign: Sign,
    /// For display.
    pub detail: String,
}

impl PageSign {
    pub fn new(sign: Sign, detail: &str) -> Self {
        let detail = detail.to_owned();
        Self { sign, detail }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// The page mentions a level but is not marked with it.
    MentionNotMarking,
    /// A marking is struck out, or canceled by a stamp.
    Cancelled,
    /// Banners of one page show different levels.
    ConflictingBanners,
    /// A portion has a higher level than the page.
    PortionAbove,
    /// A portion has more restrictions than the page.
    PortionBeyond,
    /// Portions are marked but the page is not.
    PortionsOnly,
    /// The parts of a banner are in the wrong order.
    OutOfOrder,
    /// A classified page has no release, but others have one.
    ReleaseDiffers,
    /// A marking was read only in an image, a stamp or other ink outside the text.
    OutsideText,
    /// Much of the page's ink was not recognized.
    UnreadInk,
    /// A marking has words that are not in the pack.
    UnknownWords,
    /// A control appears without a level.
    ControlAlone,
    /// One of several levels listed on a cover sheet is ticked.
    TickedLevel,
    /// The two passes over the page read different levels.
    LooksDiffer,
    /// An enhanced image was requested but could not be read.
    SecondLookFailed,
    /// The first page has a lower level than a later one.
    FirstPageLower,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_start_where_the_design_says() {
        let bands: Vec<Band> = [0.90, 0.8999, 0.70, 0.6999].into_iter().map(Band::of).collect();
        assert_eq!(bands, [Band::High, Band::Medium, Band::Medium, Band::Low]);
    }
}
