//! The expert packet `sme_packet_{doc_id}.json` (seed 003, slide 9): everything needed to judge a result that was not
//! accepted. Defines its shape and printed form; `review` fills it.

use super::{ClassificationResult, FormResult, RegionResult, VerificationResult};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use touchstone_core::record::{
    Cause, Decided, DocumentId, ModelPhase, Prior, RaisedBy, ReviewState, RunId, Severity, Verdict,
};

/// Value of the key `schema`. A change that could break a reader gets the next number.
pub const PACKET_SCHEMA: &str = "touchstone.packet/1";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Packet {
    pub schema: String,
    pub doc_id: DocumentId,
    pub run_id: RunId,
    pub pdf_filename: String,
    pub file_path: String,
    pub sha256: String,
    /// `null` if the document could not be read.
    pub page_count: Option<u32>,
    pub case: Option<String>,
    pub pack: String,
    pub created_at: Timestamp,
    /// The document's highest marking as a banner line, in packs of markings.
    pub highest_marking: Option<String>,
    pub v5_decision: Decided,
    /// 1..=8 of the arbiter's table.
    pub rule: u32,
    pub cause: Cause,
    pub total_issues: usize,
    /// `pending` until an expert gives a verdict; the state at the time of the request.
    pub review_status: ReviewState,
    pub review_verdict: Option<Verdict>,
    /// Whether a prior classification differs; `null` if there is none to compare with.
    pub production_differs: Option<bool>,
    pub comparison: Option<Comparison>,
    /// Worst first.
    pub issues_summary: Vec<PacketIssue>,
    /// What was repaired in each pass.
    pub verification: Vec<VerificationResult>,
    /// Questions to a model that the last pass skipped.
    pub model_phases: Vec<ModelPhase>,
    pub classification: ClassificationResult,
    pub forms: Vec<FormResult>,
    /// The evidence of every label reported present, in its context.
    pub evidence: Vec<LabelEvidence>,
    /// Where to find the text of the pages.
    pub document_bundle_path: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    pub prior: Prior,
    pub differences: Vec<Difference>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// `label`, `segments`, `forms`...
    pub what: String,
    pub ours: String,
    pub theirs: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PacketIssue {
    pub severity: Severity,
    pub agent: RaisedBy,
    pub id: String,
    pub code: String,
    pub message: String,
    /// The subject in words: `document mixture → Genomic Report`.
    pub location: String,
    pub fix: Option<String>,
    pub expected: Option<String>,
    pub actual: Option<String>,
    pub segment: Option<PacketSegment>,
    /// The issue as a person reads it.
    pub readable: String,
    pub contexts: Vec<TextContext>,
}

/// The segment that an issue is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PacketSegment {
    pub first_page: u32,
    pub last_page: u32,
    pub label: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LabelEvidence {
    /// `document` or `pages 1 to 5`.
    pub part: String,
    pub label: String,
    pub contexts: Vec<TextContext>,
}

/// A place on a page with the text around it: two paragraphs before and three after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TextContext {
    pub page: u32,
    /// As claimed; empty for a place without words.
    pub quote: String,
    pub anchors: Vec<String>,
    /// Whether the quote was found on the page. If not, `after` is the beginning of the page.
    pub found: bool,
    pub before: Vec<String>,
    pub at: Vec<String>,
    pub after: Vec<String>,
    pub regions: Vec<RegionResult>,
}

/// Width of a printed issue, in characters.
const WIDTH: usize = 72;
/// Column where the text of a printed issue begins.
const INDENT: usize = 13;

impl PacketIssue {
    /// The readable form of seed 003, slide 9.
    pub fn print(&self) -> String {
        let head = format!(
            "[{}] {} (Agent: {})",
            self.severity.as_str(),
            self.id,
            self.agent.as_str()
        );
        let mut lines = vec![head];
        let mut row = |name: &str, text: &str| {
            for (index, line) in wrapped(text).iter().enumerate() {
                let name = if index == 0 {
                    format!("  {name}:")
                } else {
                    String::new()
                };
                lines.push(format!("{name:<INDENT$}{line}"));
            }
        };
        row("Message", &self.message);
        row("Location", &self.location);
        if let Some(fix) = &self.fix {
            row("Fix", fix);
        }
        lines.join("\n")
    }
}

/// Wraps text at word boundaries; a word longer than a line gets its own line.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH - INDENT {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issue_reads_as_the_seed_shows_it() {
        let issue = PacketIssue {
            severity: Severity::Blocker,
            agent: RaisedBy::V3,
            id: "V3-0001".to_owned(),
            code: "vendor".to_owned(),
            message: "Routine lab vendor detected (Quest Diagnostics) but Genomic Report marked PRIMARY".to_owned(),
            location: "document mixture → Genomic Report".to_owned(),
            fix: Some("Reclassify as 'Other' or downgrade to MENTION_ONLY".to_owned()),
            expected: None,
            actual: None,
            segment: None,
            readable: String::new(),
            contexts: Vec::new(),
        };
        assert_eq!(
            issue.print(),
            "[BLOCKER] V3-0001 (Agent: V3)\n  \
               Message:   Routine lab vendor detected (Quest Diagnostics) but Genomic\n             \
               Report marked PRIMARY\n  \
               Location:  document mixture → Genomic Report\n  \
               Fix:       Reclassify as 'Other' or downgrade to MENTION_ONLY"
        );
    }
}
