//! The lines of a page that are searched for stamps and notices.

use super::lines::{gap, level, same_line};
use super::squares::Boxes;
use std::ops::Range;
use touchstone_core::text::joined;
use touchstone_intake::{Reading, Word};

/// One page that may be stamped.
pub(super) struct Sheet<'a> {
    pub reading: &'a Reading,
    pub boxes: Boxes,
    /// Whether each word is part of a form's value.
    pub taken: Vec<bool>,
    /// Whether the page belongs to a form; covers and instructions do not.
    pub of_form: bool,
}

/// The words a trap searches for.
pub(super) struct Sought<'a> {
    pub words: &'a [String],
    pub begins: &'a [String],
    pub alone: bool,
}

/// Whether a check box made of characters is printed before the words: `[ ] VOID`.
pub(super) fn is_choice(reading: &Reading, place: &Range<usize>) -> bool {
    let text = joined(&reading.words[place.clone()]);
    text.starts_with(['[', '(', '☐', '□', '○', '_'])
}

/// Whether the words have no neighbor within a distance in points: neither a check box nor the rest of a sentence.
pub(super) fn on_its_own(reading: &Reading, place: &Range<usize>, open_end: bool, room: f32) -> bool {
    let own = &reading.words[place.clone()];
    let close = |left: &Word, right: &Word| same_line(left, right) || level(left, right) && gap(left, right) < room;
    let single_line = own.windows(2).all(|pair| same_line(&pair[0], &pair[1]));
    let mut others = reading
        .words
        .iter()
        .enumerate()
        .filter(|(index, _)| !place.contains(index));
    single_line
        && !others.any(|(_, word)| {
            own.first().is_some_and(|first| close(word, first))
                || !open_end && own.last().is_some_and(|last| close(last, word))
        })
}
