//! The lines of a page for checks of segments: text, position and evidence of each. `form_lines` serves checks of forms.

use super::CheckInput;
use super::support::letters;
use touchstone_core::record::{Evidence, NewIssue, RaisedBy, Segment, Severity};
use touchstone_core::text::{evidence_of, joined_at, rows};
use touchstone_intake::{Reading, Word};

/// Gaps wider than this, in font sizes, separate the pieces of a row.
const APART: f32 = 1.6;

/// A piece of a row.
pub(super) struct Printed<'r> {
    pub page: u32,
    pub text: String,
    /// The text of its whole row.
    pub row: String,
    /// Its top, as a share of the page height.
    pub place: f32,
    words: (usize, usize),
    reading: &'r Reading,
}

impl Printed<'_> {
    pub(super) fn evidence(&self) -> Evidence {
        evidence_of(self.page, self.reading, self.words.0..self.words.1)
    }
}

/// The lines of a page from the top down; empty if it was not loaded.
pub(super) fn printed<'r>(input: &CheckInput<'r>, page: u32) -> Vec<Printed<'r>> {
    let summary = input.pages.iter().find(|summary| summary.number == page);
    let (Some(summary), Some(reading)) = (summary, input.readings.newest(page)) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for row in rows(reading) {
        let whole = joined_at(reading, &row.words);
        for piece in row.pieces(reading, APART) {
            let Some((first, last)) = piece.iter().min().zip(piece.iter().max()) else {
                continue;
            };
            // Words of other columns may lie between those of a line; such a line is quoted by its first word.
            let together = last - first + 1 == piece.len();
            lines.push(Printed {
                page,
                text: joined_at(reading, &piece),
                row: whole.clone(),
                place: row.region.y / summary.height.max(1.0),
                words: (*first, if together { last + 1 } else { first + 1 }),
                reading,
            });
        }
    }
    lines
}

/// The lines of all pages of a segment.
pub(super) fn of_segment<'r>(input: &CheckInput<'r>, segment: &Segment) -> Vec<Printed<'r>> {
    let pages = segment.first_page..=segment.last_page;
    pages.flat_map(|page| printed(input, page)).collect()
}

/// A doubt about a segment, for a person to settle.
pub(super) fn doubt(code: &str, subject: String, message: String, evidence: Vec<Evidence>) -> NewIssue {
    NewIssue::new(RaisedBy::V2, code, Severity::Major, subject, message).evidence(evidence)
}

/// Letters and digits of words in lowercase.
pub(super) fn bare(words: &[Word]) -> impl Iterator<Item = String> + '_ {
    let all = words.iter().map(|word| letters(&word.text));
    all.filter(|word| !word.is_empty())
}
