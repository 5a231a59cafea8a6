//! V1 and V2 over a classification entered by a person, before it becomes truth: mechanical faults are repaired, any
//! other prevents saving. Evidence is not required here, and values of forms are not checked.

use super::{CHECKS, CheckInput, Readings, repair};
use touchstone_core::pack::Pack;
use touchstone_core::record::{Classification, Document, Issue, NewIssue, RunId, Severity, Surroundings};

/// The checks that look at nothing but the classification.
const CLASSIFICATION_CHECKS: [&str; 7] = [
    "segment_count",
    "page_ranges",
    "page_counts",
    "confidences",
    "complete_types",
    "shares",
    "overlap",
];

/// The classification with its mechanical gaps filled.
///
/// # Errors
///
/// Returns the issues that no repair resolves, without MINOR ones.
pub fn structure(
    pack: &Pack,
    document: &Document,
    mut classification: Classification,
) -> Result<Classification, Vec<NewIssue>> {
    let found = issues(pack, document, &classification);
    if found.is_empty() {
        return Ok(classification);
    }
    let run_id = RunId::fresh();
    let numbered = found.into_iter().enumerate().map(|(index, body)| Issue {
        id: index.to_string(),
        run_id,
        pass: 0,
        body,
    });
    let numbered: Vec<Issue> = numbered.collect();
    repair(&mut classification, &numbered);
    let left = issues(pack, document, &classification);
    if left.is_empty() { Ok(classification) } else { Err(left) }
}

fn issues(pack: &Pack, document: &Document, classification: &Classification) -> Vec<NewIssue> {
    let input = CheckInput {
        pack,
        document,
        expected_year: None,
        classification,
        forms: &[],
        plans: &[],
        page_count: document.page_count.unwrap_or(0),
        readings: &Readings::default(),
        pages: &[],
        surroundings: &Surroundings::default(),
        findings: &[],
        attempts: &[],
    };
    let own = CHECKS
        .iter()
        .filter(|check| CLASSIFICATION_CHECKS.contains(&check.name));
    let found = own.flat_map(|check| (check.run)(&input));
    found.filter(|issue| issue.severity != Severity::Minor).collect()
}
