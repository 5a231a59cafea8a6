//! Lines that begin with a stamp word and continue with a date, a dash or an explanation: `DRAFT 11/02/2023`, `VOID -
//! replaced by the statement of March`, `Sample W-2 for training`. A merchant, an item or a sentence that begins with
//! such a word continues differently. Words that make up a whole line are in `stamps`.

use super::lines::{level, lines_of};
use super::sheet::{Sheet, Sought, is_choice, on_its_own};
use crate::checks::support::letters;
use std::ops::Range;
use touchstone_core::pack::Stamps;
use touchstone_core::text::joined;
use touchstone_core::value::{amount, date, year};
use touchstone_intake::{Region, Word};

/// Max words of a line; longer lines are prose.
const MOST_WORDS: usize = 16;
/// A line with at least this many words in the line above, or itself this long with a line below, is part of a
/// paragraph.
const PROSE_ABOVE: usize = 5;
const PROSE_BELOW: usize = 8;
/// Max gap between lines of a paragraph, and max difference of their left edges, in line heights.
const CLOSE: f32 = 0.8;
const INDENT: f32 = 3.0;

const DASHES: [char; 3] = ['-', '\u{2013}', '\u{2014}'];
const ENDS: [char; 5] = ['.', '!', ';', '*', '|'];

/// The first such line of a page, as a range of its words.
pub(super) fn line(sheet: &Sheet, words: &Sought, stamps: &Stamps) -> Option<Range<usize>> {
    let all = lines_of(&sheet.reading.words, &|_| true);
    let begins = words.begins.iter().map(|phrase| (phrase, true));
    let whole = words.words.iter().filter(|_| words.alone).map(|phrase| (phrase, false));
    let phrases: Vec<(String, bool)> = begins
        .chain(whole)
        .map(|(phrase, more)| (letters(phrase), more))
        .collect();
    let short = all.iter().filter(|line| line.len() <= MOST_WORDS);
    let mut places = short.filter(|place| {
        let text = joined(&sheet.reading.words[Range::clone(place)]);
        let folded = letters(&text);
        let mut likely = phrases.iter().filter(|(phrase, _)| folded.contains(phrase.as_str()));
        likely.any(|(phrase, more)| has_explained_phrase(sheet, &all, place, &text, phrase, *more, stamps))
    });
    let line = places.find(|place| {
        let row_of_items = has_amount(&sheet.reading.words, place);
        !row_of_items && !is_choice(sheet.reading, place) && on_its_own(sheet.reading, place, true, 0.0)
    });
    line.cloned()
}

/// Whether a line contains a phrase and, where more may follow, explains it.
fn has_explained_phrase(
    sheet: &Sheet,
    all: &[Range<usize>],
    place: &Range<usize>,
    text: &str,
    phrase: &str,
    more: bool,
    stamps: &Stamps,
) -> bool {
    let own = &sheet.reading.words[place.clone()];
    let region = Region::around(own.iter().map(|word| &word.region));
    let caption = sheet.boxes.are_captions(phrase);
    if sheet.taken[place.start] || caption && region.is_some_and(|region| sheet.boxes.has_square_near(&region)) {
        return false;
    }
    let capitals = !text.contains(char::is_lowercase);
    let decorated = |rest: &str| {
        let bare = |c: Option<char>| c.is_some_and(|c| !c.is_alphanumeric());
        capitals && is_silent(rest) && bare(text.chars().next()) && bare(text.chars().next_back())
    };
    let first = after(text, phrase).is_some_and(|(matched, rest)| {
        let loud = !matched.contains(char::is_lowercase);
        let quiet = matched.trim_start().starts_with(char::is_uppercase) && sheet.of_form;
        let free = capitals || !is_prose(&sheet.reading.words, all, place);
        decorated(rest) || more && (loud || quiet) && free && explains(rest, loud, stamps)
    });
    let mut further = parts(text).skip(1).filter_map(|part| after(part, phrase));
    first || more && capitals && !caption && further.any(|(_, rest)| is_silent(rest) || explains(rest, true, stamps))
}

/// Splits a text after a phrase that it begins with.
fn after<'t>(text: &'t str, phrase: &str) -> Option<(&'t str, &'t str)> {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let mut wanted = phrase.chars().peekable();
    for (at, c) in text.char_indices() {
        if wanted.peek().is_none() {
            return (!c.is_alphanumeric()).then(|| text.split_at(at));
        }
        for own in letters(c.encode_utf8(&mut [0; 4])).chars() {
            if wanted.next() != Some(own) {
                return None;
            }
        }
    }
    wanted.peek().is_none().then_some((text, ""))
}

/// The text itself, then the rest behind each dash and each sentence end in it.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let parting = move |at: &usize| {
        let (before, behind) = text.split_at(*at);
        let dash = before.ends_with(DASHES) && (behind.starts_with(' ') || !before.ends_with('-'));
        dash || before.ends_with(ENDS) && behind.starts_with(' ')
    };
    let behind = text
        .char_indices()
        .map(|(at, _)| at)
        .filter(parting)
        .map(move |at| &text[at..]);
    std::iter::once(text).chain(behind)
}

/// Whether the text after a stamp word explains it.
fn explains(rest: &str, loud: bool, stamps: &Stamps) -> bool {
    let begins = |text: &str, phrases: &[String]| phrases.iter().any(|phrase| after(text, &letters(phrase)).is_some());
    let text = rest.trim_start();
    let spaced = text.len() < rest.len();
    if is_silent(text) {
        return false;
    }
    let dash = text.starts_with(['\u{2013}', '\u{2014}']) || text.starts_with("- ") || spaced && text.starts_with('-');
    if dash || loud && text.starts_with(ENDS) {
        return !begins(text, &stamps.conditions);
    }
    begins(text, &stamps.go_on) || is_dated(text)
}

/// Whether a text begins with a date or a year.
fn is_dated(text: &str) -> bool {
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(['(', ')', ',', '.', ':', '*']))
        .take(3)
        .collect();
    let day = |count: usize| words.len() >= count && date::parse(&words[..count].join(" ")).is_ok();
    day(1)
        || day(3)
        || words
            .first()
            .is_some_and(|word| word.len() == 4 && year::parse(word).is_ok())
}

fn is_silent(text: &str) -> bool {
    !text.contains(char::is_alphanumeric)
}

/// Whether an amount is on the line or further right at its level, as beside items.
fn has_amount(words: &[Word], line: &Range<usize>) -> bool {
    let last = &words[line.end - 1];
    let behind = words.iter().filter(|word| level(last, word));
    let mut row = words[line.clone()].iter().chain(behind);
    row.any(|word| date::parse(&word.text).is_err() && amount::unmistakable(&word.text).is_some())
}

/// Whether a line continues the one above it, or a long one continues below.
fn is_prose(words: &[Word], all: &[Range<usize>], place: &Range<usize>) -> bool {
    let around = |line: &Range<usize>| Region::around(words[line.clone()].iter().map(|word| &word.region));
    let Some(own) = around(place) else { return false };
    let mut others = all.iter().filter(|other| *other != place);
    others.any(|other| {
        let Some(region) = around(other).filter(|region| (region.x - own.x).abs() < INDENT * own.height) else {
            return false;
        };
        let close = |upper: &Region, lower: &Region| {
            let gap = lower.y - upper.bottom();
            (-0.5 * own.height..CLOSE * own.height).contains(&gap) && upper.y < lower.y
        };
        let above = close(&region, &own) && other.len() >= PROSE_ABOVE;
        above || close(&own, &region) && place.len() >= PROSE_BELOW
    })
}
