//! Settled truth of one document as a file, `gt_{doc_id}.json` (seed 003, slide 10).

use super::parts::{classification, form};
use super::{ClassificationResult, FormResult, Line};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use touchstone_core::record::{Document, DocumentId, GroundTruth, Review, ReviewId, TruthId, TruthSource};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TruthFile {
    pub schema: String,
    pub doc_id: DocumentId,
    pub pdf_filename: String,
    pub sha256: String,
    /// The document's marking as a banner line; absent in packs without markings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub highest_marking: Option<String>,
    /// The marking of each page; empty in packs without markings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub page_markings: Vec<PageTruth>,
    pub ground_truth_source: TruthSource,
    pub ground_truth_classification: ClassificationResult,
    pub forms: Vec<FormResult>,
    pub truth_id: TruthId,
    pub review_id: Option<ReviewId>,
    pub reviewer: Option<String>,
    pub correction_notes: Option<String>,
    pub supersedes: Option<TruthId>,
    pub settled_at: Timestamp,
}

/// The marking of one page as a banner line. Pages count from 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageTruth {
    pub page: u32,
    pub marking: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declassify_on: Option<String>,
}

impl TruthFile {
    pub fn of(
        document: &Document,
        truth: &GroundTruth,
        review: Option<&Review>,
        page_markings: Vec<PageTruth>,
        line: Line<'_>,
    ) -> Self {
        Self {
            schema: "touchstone.truth/1".to_owned(),
            doc_id: document.id,
            pdf_filename: document.file_name.clone(),
            sha256: document.sha256.clone(),
            highest_marking: truth.classification.marking.as_ref().map(line),
            page_markings,
            ground_truth_source: truth.source,
            ground_truth_classification: classification(&truth.classification, line),
            forms: truth.forms.iter().map(form).collect(),
            truth_id: truth.id,
            review_id: truth.review_id,
            reviewer: review.and_then(|review| review.reviewer.clone()),
            correction_notes: review.and_then(|review| review.notes.clone()),
            supersedes: truth.supersedes,
            settled_at: truth.settled_at,
        }
    }
}
