//! Words stamped across a page, such as SAMPLE or DRAFT: slanted, in letters far larger than the page's, or on a line
//! of their own. The same words in a sentence, in a name or beside a check box mean nothing.

use super::super::{CheckInput, form_path};
use super::sprung;
use crate::pack::Trap;
use crate::record::{Evidence, NewIssue};
use crate::text::{Haystack, joined, line_regions, normalise};
use touchstone_intake::{BlockKind, Reading, Word};

/// So much larger than the page's text, and at least so many points, is large.
const LARGE: f32 = 1.8;
const LARGE_POINTS: f32 = 15.0;
/// Words of one line are closer than this many font sizes.
const NEAR: f32 = 3.0;
/// A phrase of so many words needs not be the whole line: dates and form numbers follow it.
const LONG: usize = 3;

pub(super) fn run(input: &CheckInput, trap: &Trap, words: &[String], alone: bool) -> Vec<NewIssue> {
    let mut issues: Vec<NewIssue> = Vec::new();
    let mut seen = Vec::new();
    for form in input.forms {
        for page in form.first_page..=form.last_page {
            let Some(reading) = input.readings.newest(page).filter(|_| !seen.contains(&page)) else {
                continue;
            };
            seen.push(page);
            if let Some(place) = words.iter().find_map(|phrase| stamped(reading, phrase, alone)) {
                let detail = format!("\"{}\" on page {page}", joined(&reading.words[place.0..place.1]));
                let evidence = vec![evidence(page, reading, place)];
                issues.push(sprung(trap, form_path(form.number, ""), &detail, evidence));
            }
        }
    }
    issues
}

fn evidence(page: u32, reading: &Reading, (from, to): (usize, usize)) -> Evidence {
    let words = &reading.words[from..to];
    Evidence {
        page,
        reading: reading.number,
        words: (from as u32, to as u32),
        regions: line_regions(words),
        quote: joined(words),
        anchors: Vec::new(),
    }
}

/// Where a phrase is stamped on a page, as a range of its words.
fn stamped(reading: &Reading, phrase: &str, alone: bool) -> Option<(usize, usize)> {
    slanted(reading, phrase).or_else(|| upright(reading, phrase, alone))
}

/// Slanted print is nothing but a stamp. Its letters may be far enough apart to have been read as words.
fn slanted(reading: &Reading, phrase: &str) -> Option<(usize, usize)> {
    let wanted = letters(phrase);
    let stamps = reading.blocks.iter().filter(|block| block.kind == BlockKind::Stamp);
    let mut places = stamps.map(|block| (block.words.0 as usize, block.words.1 as usize));
    places.find(|&(from, to)| letters(&joined(&reading.words[from..to])).contains(&wanted))
}

fn upright(reading: &Reading, phrase: &str, alone: bool) -> Option<(usize, usize)> {
    let body = body_size(&reading.words);
    let large = |word: &Word| word.size >= LARGE_POINTS && word.size >= LARGE * body;
    let count = phrase.split_whitespace().count();
    let wanted = letters(phrase);
    // A line in a large size may be spaced out, letter by letter.
    let spaced = lines_of(&reading.words, &large)
        .into_iter()
        .find(|&(from, to)| letters(&joined(&reading.words[from..to])) == wanted);
    spaced.or_else(|| {
        let found = Haystack::new(reading).find(phrase, None).into_iter();
        let mut places = found
            .filter(|span| letters(&span.quote) == wanted)
            .map(|span| (span.words.0 as usize, span.words.1 as usize));
        places.find(|&(from, to)| {
            let own = &reading.words[from..to];
            let capitals = !own.iter().any(|word| word.text.chars().any(char::is_lowercase));
            alone && (capitals || count > 1) && on_its_own(reading, (from, to), count >= LONG)
        })
    })
}

/// Runs of words in a row that all are large and stand on one line.
fn lines_of(words: &[Word], large: &dyn Fn(&Word) -> bool) -> Vec<(usize, usize)> {
    let mut lines: Vec<(usize, usize)> = Vec::new();
    for (index, word) in words.iter().enumerate().filter(|(_, word)| large(word)) {
        match lines.last_mut() {
            Some((_, to)) if *to == index && same_line(&words[index - 1], word) => *to = index + 1,
            _ => lines.push((index, index + 1)),
        }
    }
    lines
}

/// Whether nothing is printed beside the words: neither a box to tick nor the rest of a sentence.
fn on_its_own(reading: &Reading, (from, to): (usize, usize), open_end: bool) -> bool {
    let own = &reading.words[from..to];
    let single_line = own.windows(2).all(|pair| same_line(&pair[0], &pair[1]));
    let mut others = reading
        .words
        .iter()
        .enumerate()
        .filter(|(index, _)| !(from..to).contains(index));
    single_line
        && !others.any(|(_, word)| {
            own.first().is_some_and(|first| same_line(word, first))
                || !open_end && own.last().is_some_and(|last| same_line(last, word))
        })
}

/// Whether `right` goes on where `left` ends.
fn same_line(left: &Word, right: &Word) -> bool {
    let gap = right.region.x - left.region.right();
    let height = left.region.height.min(right.region.height);
    let size = left.size.max(right.size).max(1.0);
    left.region.overlap_y(&right.region) > 0.5 * height && gap > -size && gap < NEAR * size
}

/// The size that most letters of the page have.
fn body_size(words: &[Word]) -> f32 {
    let mut sizes: Vec<(f32, usize)> = words.iter().map(|word| (word.size, word.text.len())).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = sizes.iter().map(|(_, letters)| letters).sum::<usize>() / 2;
    let mut passed = 0;
    let middle = sizes.into_iter().find(|(_, letters)| {
        passed += letters;
        passed > half
    });
    middle.map_or(0.0, |(size, _)| size)
}

fn letters(text: &str) -> String {
    normalise(text).chars().filter(|c| c.is_alphanumeric()).collect()
}
