//! A label of band LOW is not reliable. It is reported with the pages that caused it and the
//! reasons, for an expert.

use super::CheckInput;
use touchstone_core::record::{Band, Evidence, NewIssue, PageFinding, RaisedBy, Severity};

/// Max pages named, and max pieces of evidence of each.
const PAGES: usize = 3;
const PIECES: usize = 2;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let found = input.classification;
    if found.band() != Band::Low {
        return Vec::new();
    }
    let doubtful = doubtful(input.findings);
    let summary = format!("{} has a confidence of only {:.2}", found.label, found.confidence);
    let pages = doubtful
        .iter()
        .map(|look| format!("page {}: {}", look.page, reason(look)));
    let message = std::iter::once(summary).chain(pages).collect::<Vec<_>>().join("; ");
    let issue = NewIssue::new(RaisedBy::Agent, "low_confidence", Severity::Major, "label", message);
    let issue = issue.expected("at least 0.70", format!("{:.2}", found.confidence));
    vec![issue.evidence(evidence(input, &doubtful))]
}

/// The last findings of the pages with low confidence, lowest first.
fn doubtful(findings: &[PageFinding]) -> Vec<&PageFinding> {
    let later = |look: &PageFinding, at: usize| findings[at + 1..].iter().any(|other| other.page == look.page);
    let last = findings.iter().enumerate().filter(|(at, look)| !later(look, *at));
    let low = last
        .map(|(_, look)| look)
        .filter(|look| Band::of(look.confidence()) == Band::Low);
    let mut low: Vec<&PageFinding> = low.collect();
    low.sort_by(|a, b| a.confidence().total_cmp(&b.confidence()));
    low.truncate(PAGES);
    low
}

/// The signs against the finding, or else its rationale.
fn reason(look: &PageFinding) -> String {
    let signs: Vec<&str> = look.signs.iter().map(|sign| sign.detail.as_str()).collect();
    if signs.is_empty() {
        look.rationale.clone()
    } else {
        signs.join(", ")
    }
}

/// Evidence from those pages or, if they have none, the label's evidence.
fn evidence(input: &CheckInput, doubtful: &[&PageFinding]) -> Vec<Evidence> {
    let of_pages = doubtful.iter().flat_map(|look| look.evidence.iter().take(PIECES));
    let shown: Vec<Evidence> = of_pages.cloned().collect();
    if !shown.is_empty() {
        return shown;
    }
    let found = input.classification;
    let types = found.segments.iter().flat_map(|segment| &segment.types);
    let own = types.filter(|share| share.label == found.label);
    own.flat_map(|share| &share.evidence)
        .take(PAGES * PIECES)
        .cloned()
        .collect()
}
