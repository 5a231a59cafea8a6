//! The wrong-patient traps: pages of one segment whose captions name different people, birth dates or record numbers,
//! and segments of different patients in one chart. `people` reads the captions.

use super::charts::first_word;
use super::sprung;
use crate::checks::CheckInput;
use touchstone_core::pack::Trap;
use touchstone_core::people::{Stated, stated};
use touchstone_core::record::{IdentifierForm, Kinds, NewIssue, Segment};

/// One issue for each identifier of a segment that has two values; both are its evidence.
pub(super) fn mismatch(input: &CheckInput, trap: &Trap) -> Vec<NewIssue> {
    let Some(kinds) = &input.pack.kinds else {
        return Vec::new();
    };
    let mut issues = Vec::new();
    for (index, segment) in input.classification.segments.iter().enumerate() {
        let all = of_segment(input, kinds, segment);
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

/// One issue when two segments name different people or birth dates. Record numbers differ between institutions and
/// prove nothing across segments.
pub(super) fn several(input: &CheckInput, trap: &Trap, batch: &[String]) -> Vec<NewIssue> {
    let Some(kinds) = &input.pack.kinds else {
        return Vec::new();
    };
    let segments = &input.classification.segments;
    if segments.len() < 2
        || segments
            .iter()
            .any(|segment| first_word(input, segment, batch).is_some())
    {
        return Vec::new();
    }
    let all: Vec<Vec<Stated>> = segments
        .iter()
        .map(|segment| of_segment(input, kinds, segment))
        .collect();
    let person = |stated: &&Stated| kinds.patient[stated.what].form != IdentifierForm::Number;
    for (later, own) in all.iter().enumerate() {
        for other in all[..later].iter().flatten().filter(person) {
            let differs = |stated: &&Stated| stated.what == other.what && !stated.agrees(other);
            let Some(stated) = own.iter().find(differs) else {
                continue;
            };
            let what = &kinds.patient[other.what].what;
            let detail = format!(
                "{what} \"{}\" on page {} and \"{}\" on page {}",
                other.text, other.evidence.page, stated.text, stated.evidence.page
            );
            let evidence = vec![other.evidence.clone(), stated.evidence.clone()];
            let issue = sprung(trap, format!("segments[{later}]"), &detail, evidence);
            return vec![issue.expected(&other.text, &stated.text)];
        }
    }
    Vec::new()
}

fn of_segment(input: &CheckInput, kinds: &Kinds, segment: &Segment) -> Vec<Stated> {
    let pages = segment.first_page..=segment.last_page;
    let readings = pages.filter_map(|page| Some((page, input.readings.newest(page)?)));
    readings
        .flat_map(|(page, reading)| stated(kinds, page, reading))
        .collect()
}
