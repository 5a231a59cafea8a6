//! V4: pages that only point elsewhere: a title, a patient, and `see attached results` (seed 003, slide 6). Quotes
//! that point elsewhere are checked in `labels`.

use super::CheckInput;
use super::evidence::plain;
use touchstone_core::record::{Evidence, NewIssue, RaisedBy, Segment, Severity};
use touchstone_core::text::{evidence_of, joined, rows};

/// Max words of a segment without content of its own.
const FEW: usize = 60;

/// One issue for each segment of a known label that is only title and pointer.
pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let segments = input.classification.segments.iter().enumerate();
    let known = segments.filter(|(_, segment)| segment.label != input.pack.fallback);
    let pointing = known.filter_map(|(index, segment)| Some((index, segment, pointer(input, segment)?)));
    pointing
        .map(|(index, segment, place)| {
            let message = format!(
                "\"{}\" is nearly all the text of the {} and only refers elsewhere",
                place.quote, segment.label
            );
            let subject = format!("segments[{index}]");
            NewIssue::new(RaisedBy::V4, "generic_evidence", Severity::Major, subject, message).evidence(vec![place])
        })
        .collect()
}

/// The line that points elsewhere, if the pages hold hardly anything else.
fn pointer(input: &CheckInput, segment: &Segment) -> Option<Evidence> {
    let pages = segment.first_page..=segment.last_page;
    let readings: Option<Vec<_>> = pages.map(|page| Some((page, input.readings.newest(page)?))).collect();
    let readings = readings?;
    let words: usize = readings.iter().map(|(_, reading)| reading.words.len()).sum();
    if words > FEW {
        return None;
    }
    readings.iter().find_map(|(page, reading)| {
        rows(reading).iter().find_map(|row| {
            let (from, to) = (*row.words.iter().min()?, *row.words.iter().max()? + 1);
            let own = &reading.words[from..to];
            let text = plain(&joined(own));
            let points = input.pack.pointers.iter().any(|phrase| text.contains(phrase.as_str()));
            points.then(|| evidence_of(*page, reading, from..to))
        })
    })
}
