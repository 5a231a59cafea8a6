//! A model's claims about the segments of a chart.

use super::quote::Quote;
use super::{Reader, list, object, quote};
use crate::provider::Part;
use crate::tools::fenced;
use serde::Deserialize;
use serde_json::{Value, json};
use touchstone_core::record::Presence;

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Chart {
    pub dominant_type: String,
    pub segments: Vec<Paper>,
    pub number_of_segments: u32,
    pub document_mixture: Vec<Claimed>,
    pub vendor_signals: Vec<String>,
    pub proposed_label: String,
    pub rationale: String,
    pub self_evaluation: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Claimed {
    pub label: String,
    pub presence: Presence,
    pub confidence: f64,
    pub share: f64,
    pub evidence: Vec<Quote>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Paper {
    pub first_page: u32,
    pub last_page: u32,
    pub page_count: u32,
    pub label: String,
    pub types: Vec<Claimed>,
}

pub(in crate::agent) const SYSTEM: &str = include_str!("../prompts/document.md");

/// The words of a page as part of a question.
pub(super) fn page_of(number: u32, text: &str) -> Part {
    Part::text(fenced(&format!("page number=\"{number}\""), text)).of_page(number)
}

pub(super) fn share_schema(reader: &Reader<'_>) -> Value {
    object(json!({
        "label": {"type": "string", "enum": reader.label_names()},
        "presence": {"type": "string", "enum": ["PRIMARY", "EMBEDDED_RAW", "MENTION_ONLY", "NO_EVIDENCE"]},
        "confidence": {"type": "number"},
        "share": {"type": "number"},
        "evidence": list(quote::schema()),
    }))
}
