//! The trap of the wrong patient: pages of one segment whose captions name different people, birth dates or record
//! numbers. Not here: reading the captions (see `checks::patients`).

use super::super::CheckInput;
use super::super::patients::{Stated, stated};
use super::sprung;
use crate::pack::Trap;
use crate::record::NewIssue;

/// One issue for each identifier of a segment that has two values; both are its evidence.
pub(super) fn mismatch(input: &CheckInput, trap: &Trap) -> Vec<NewIssue> {
    let Some(kinds) = &input.pack.kinds else {
        return Vec::new();
    };
    let mut issues = Vec::new();
    for (index, segment) in input.classification.segments.iter().enumerate() {
        let pages = segment.first_page..=segment.last_page;
        let readings = pages.filter_map(|page| Some((page, input.readings.newest(page)?)));
        let all: Vec<Stated> = readings
            .flat_map(|(page, reading)| stated(kinds, page, reading))
            .collect();
        for (what, identifier) in kinds.patient.iter().enumerate() {
            let mut own = all.iter().filter(|stated| stated.what == what);
            let Some(first) = own.next() else { continue };
            let Some(other) = own.find(|other| !first.agrees(other)) else {
                continue;
            };
            let detail = format!(
                "{} \"{}\" on page {} and \"{}\" on page {}",
                identifier.what, first.text, first.evidence.page, other.text, other.evidence.page
            );
            let evidence = vec![first.evidence.clone(), other.evidence.clone()];
            let issue = sprung(trap, format!("segments[{index}]"), &detail, evidence);
            issues.push(issue.expected(&first.text, &other.text));
        }
    }
    issues
}
