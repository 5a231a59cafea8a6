//! Classification of a document and of its pages, as the window shows it.

use super::{BandName, EvidenceView, Finite};
use serde::Serialize;
use specta::Type;

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct ClassificationView {
    pub label: String,
    pub proposed_label: Option<String>,
    #[specta(type = Finite)]
    pub confidence: f64,
    pub band: BandName,
    pub rationale: String,
    pub candidates: Vec<CandidateView>,
    pub segments: Vec<SegmentView>,
    /// Shares of the pack's labels over the whole document; empty if the pack declares none.
    pub mixture: Vec<ShareView>,
    pub vendor_signals: Vec<String>,
    /// The engine's assessment of its own work.
    pub self_evaluation: Option<String>,
    /// For packs whose labels are levels.
    pub marking: Option<MarkingView>,
    pub corrected: Option<CorrectedView>,
}

/// The author of a correction, and the value that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct CorrectedView {
    pub by: String,
    pub label: Option<String>,
    pub marking: Option<MarkingView>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct CandidateView {
    pub label: String,
    #[specta(type = Finite)]
    pub confidence: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct SegmentView {
    pub first_page: u32,
    pub last_page: u32,
    pub label: String,
    #[specta(type = Finite)]
    pub confidence: f64,
    pub types: Vec<ShareView>,
}

/// How much of a segment, or of the document, is of one type.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct ShareView {
    pub label: String,
    /// `PRIMARY`, `EMBEDDED_RAW`, `MENTION_ONLY` or `NO_EVIDENCE`.
    pub presence: String,
    #[specta(type = Finite)]
    pub confidence: f64,
    #[specta(type = Finite)]
    pub share: f64,
    pub evidence: Vec<EvidenceView>,
}

/// A marking of a page or document, or the highest of a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct MarkingView {
    pub level: String,
    /// As printed in a banner line: `SECRET//NOFORN`.
    pub line: String,
    /// The color the pack gives the level, such as `#c8102e`.
    pub colour: Option<String>,
    pub declassify_on: Option<String>,
    pub cancelled: bool,
}

/// The findings of one pass on one page.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct FindingView {
    pub page: u32,
    pub pass: PassName,
    pub label: Option<String>,
    #[specta(type = Finite)]
    pub confidence: f64,
    pub band: BandName,
    /// Verbatim.
    pub markings_found: Vec<String>,
    pub marking: Option<MarkingView>,
    pub rationale: String,
    /// Why the page should be read again from a better picture; `null` if it should not.
    pub wants: Option<String>,
    pub absence: Option<AbsenceView>,
    pub evidence: Vec<EvidenceView>,
    pub corrected: Option<CorrectedView>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum PassName {
    Classify,
    Enhance,
}

/// Where a marking was searched for and not found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct AbsenceView {
    pub zones: Vec<String>,
    /// Enhancements applied to the picture; empty for the original picture.
    pub enhancements: Vec<String>,
}
