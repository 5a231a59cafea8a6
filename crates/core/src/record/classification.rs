//! What a document and its pages are. One shape for all packs: labels are the pack's, segments are page ranges.

use super::{AttemptId, Evidence};
use serde::{Deserialize, Serialize};

/// One row; a later stage that changes its mind writes a further row, nothing is overwritten.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Classification {
    pub attempt_id: AttemptId,
    pub label: String,
    /// A name for what the document is when the pack has no label for it.
    pub proposed_label: Option<String>,
    pub candidates: Vec<Candidate>,
    pub confidence: f64,
    pub rationale: String,
    /// As claimed by whoever classified; V1 compares it with `segments`.
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

/// A page range of one kind of document. Segments never share a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    pub first_page: u32,
    pub last_page: u32,
    /// As claimed; V1 compares it with the range.
    pub page_count: u32,
    pub label: String,
    pub types: Vec<TypeShare>,
}

/// How much of a segment, or of the whole document, is of one type.
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

/// A security marking, of a page or of the document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Marking {
    pub level: String,
    pub caveats: Vec<String>,
    pub rel_to: Vec<String>,
    pub declassify_on: Option<String>,
    /// One line of it as it is printed, which may say less than the whole: a page bears its marking in several places, a
    /// document on several pages. Empty where none is printed.
    #[serde(alias = "banner")]
    pub printed: String,
    pub cancelled: bool,
}

/// Where a marking was looked for and not found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Absence {
    pub zones: Vec<String>,
    pub enhancements: Vec<String>,
}

/// Which look at a page produced a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    Classify,
    Enhance,
}

/// What one look at one page found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageFinding {
    pub page: u32,
    pub pass: Pass,
    pub candidates: Vec<Candidate>,
    pub markings_found: Vec<String>,
    pub marking: Option<Marking>,
    pub rationale: String,
    /// Whether the page asks to be looked at again with a better picture, and what should be done to it.
    pub enhance: bool,
    pub enhancements: String,
    pub absence: Option<Absence>,
    pub evidence: Vec<Evidence>,
    /// What about the page a pack may set a trap on.
    pub signs: Vec<PageSign>,
}

/// Something about a page that makes its finding less than plain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageSign {
    pub sign: Sign,
    /// For people.
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
    /// A level is named on a page that does not bear it.
    MentionNotMarking,
    /// A marking is struck out, or a stamp takes it back.
    Cancelled,
    /// Banners of one page show different levels.
    ConflictingBanners,
    /// A portion is marked higher than the page.
    PortionAbove,
    /// A portion is restricted more than the page.
    PortionBeyond,
    /// Portions are marked and the page is not.
    PortionsOnly,
    /// The parts of a banner stand in another order than they should.
    OutOfOrder,
    /// A classified page is released to nobody, and others are.
    ReleaseDiffers,
    /// A marking was read only in a picture, a stamp or other ink outside the text.
    OutsideText,
    /// Much ink of the page was not read.
    UnreadInk,
    /// A marking has words that the pack does not know.
    UnknownWords,
    /// A control stands without a level.
    ControlAlone,
    /// One of several levels that a sheet offers is ticked.
    TickedLevel,
    /// The two looks at the page read different levels.
    LooksDiffer,
    /// A better picture was wanted and could not be read.
    SecondLookFailed,
    /// The first page shows less than a later one.
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
