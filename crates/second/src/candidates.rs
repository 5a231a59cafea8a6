//! What could be a value: typed print such as amounts, dates and numbers, and the pieces of lines.

use crate::lines::{Line, LineText, WALL};
use crate::typed::{Meaning, meaning};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;
use touchstone_intake::{Region, Word};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An amount, a date or a number.
    Typed,
    /// A piece of a line, such as a name.
    Line,
}

/// Print that may be the value of a field.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub kind: Kind,
    pub text: String,
    pub meaning: Meaning,
    pub region: Region,
    /// Indices of the page's words.
    pub words: Vec<usize>,
    /// Index of its line on the page, from the top.
    pub line: usize,
}

/// Texts of several words with one meaning: dates, grouped thousands, numbers with one character a cell.
static SPACED: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"(?i)\b[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? '?\d{2,4}\b",
        r"(?i)\b\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9}\.?,? '?\d{2,4}\b",
        r"\b\d{1,2} ?[-/.] ?\d{1,2} ?[-/.] ?(?:\d{4}|\d{2})\b",
        r"(?:^|[\s(])[-$€£]?\d{1,3}(?: \d{3})+(?:[.,]\d{2})?\b",
        r"\b(?:[A-Z0-9][\s-]){5,}[A-Z0-9]\b",
        r"\b\d{3}[ -]+\d{2}[ -]+\d{4}\b",
        r"\b\d{2}[ -]+\d{7}\b",
    ]
    .iter()
    .filter_map(|pattern| Regex::new(pattern).ok())
    .collect()
});
/// Dollars and, apart from them, cents.
static CENTS_APART: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(\d[\d,]*)\s(\d{2})(?:\t|$)").ok());

/// The candidates of the lines: of each, typed texts, then pieces.
pub(crate) fn candidates(words: &[Word], lines: &[Line], cells: &[Option<usize>]) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let read = LineText::new(line, words, cells);
        let search = Search {
            words,
            line,
            number,
            read: &read,
        };
        let (spaced, taken) = search.spaced();
        found.extend(spaced);
        found.extend(search.cents_apart(&taken));
        found.extend(search.tokens(&taken));
        found.extend(search.pieces());
    }
    found
}

/// The search for candidates in one line.
struct Search<'p> {
    words: &'p [Word],
    line: &'p Line,
    number: usize,
    read: &'p LineText,
}

impl Search<'_> {
    /// Typed texts of several words, and which bytes of the line they take.
    fn spaced(&self) -> (Vec<Candidate>, Vec<bool>) {
        let text = &self.read.text;
        let (mut found, mut taken) = (Vec::new(), vec![false; text.len()]);
        for hit in SPACED.iter().flat_map(|pattern| pattern.find_iter(text)) {
            let range = trimmed(text, hit.range());
            if !taken[range.clone()].contains(&true)
                && let Some(candidate) = self.typed(range.clone(), text[range.clone()].replace(WALL, " "))
            {
                taken[range].fill(true);
                found.push(candidate);
            }
        }
        (found, taken)
    }

    fn cents_apart(&self, taken: &[bool]) -> Vec<Candidate> {
        let hits = CENTS_APART
            .iter()
            .flat_map(|apart| apart.captures_iter(&self.read.text));
        let parts = hits.filter_map(|hit| Some((hit.get(1)?, hit.get(2)?)));
        let free = parts.filter(|(whole, cents)| !taken[whole.start()..cents.end()].contains(&true));
        free.filter_map(|(whole, cents)| {
            self.typed(
                whole.start()..cents.end(),
                format!("{}.{}", whole.as_str(), cents.as_str()),
            )
        })
        .collect()
    }

    fn tokens(&self, taken: &[bool]) -> Vec<Candidate> {
        let text = &self.read.text;
        let ranges = tokens(text, char::is_whitespace)
            .into_iter()
            .map(|token| trimmed(text, token));
        let free = ranges.filter(|range| !taken[range.clone()].contains(&true));
        free.filter(|range| text[range.clone()].contains(|letter: char| letter.is_ascii_digit()))
            .filter_map(|range| self.typed(range.clone(), text[range].to_owned()))
            .collect()
    }

    fn pieces(&self) -> Vec<Candidate> {
        let text = &self.read.text;
        let pieces = tokens(text, |letter| letter == WALL).into_iter();
        let texts = pieces.filter(|range| text[range.clone()].contains(char::is_alphabetic));
        texts
            .filter_map(|range| {
                let piece = text[range.clone()].trim().to_owned();
                self.candidate(range, Kind::Line, piece, Meaning::default())
            })
            .collect()
    }

    /// A candidate, if its text means anything.
    fn typed(&self, range: Range<usize>, text: String) -> Option<Candidate> {
        let meaning = meaning(&text);
        (!meaning.is_empty()).then(|| self.candidate(range, Kind::Typed, text, meaning))?
    }

    fn candidate(&self, range: Range<usize>, kind: Kind, text: String, meaning: Meaning) -> Option<Candidate> {
        let owners = self.read.owners.get(range)?;
        let mut words: Vec<usize> = owners.iter().map(|&place| self.line.words[place]).collect();
        words.dedup();
        let region = Region::around(words.iter().map(|&index| &self.words[index].region))?;
        Some(Candidate {
            kind,
            text,
            meaning,
            region,
            words,
            line: self.number,
        })
    }
}

/// The ranges between separators.
fn tokens(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices() {
        if is_separator(letter) {
            found.extend(start.take().map(|start| start..at));
        } else if start.is_none() {
            start = Some(at);
        }
    }
    found.extend(start.map(|start| start..text.len()));
    found
}

/// A range without spaces and punctuation at its ends that is no part of a number.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let is_loose =
        |letter: char| letter.is_whitespace() || matches!(letter, ':' | ';' | ',' | '.' | '|' | '=' | '*' | '"');
    let start = range.start + (inner.len() - inner.trim_start_matches(is_loose).len());
    let end = range.start + inner.trim_end_matches(is_loose).len();
    start.min(end)..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::lines;
    use crate::lines::tests::page;

    fn found(line: &[(&str, f32)], kind: Kind) -> Vec<String> {
        let words = page(&[line]);
        let cells = vec![None; words.len()];
        let all = candidates(&words, &lines(&words), &cells);
        all.into_iter()
            .filter(|one| one.kind == kind)
            .map(|one| one.text)
            .collect()
    }

    #[test]
    fn typed_print_is_found_whatever_its_words() {
        let spaced = |text: &'static str| text.split(' ').map(|word| (word, 4.0)).collect::<Vec<_>>();
        for (line, expected) in [
            (spaced("Wages: 1,234.50"), vec!["1,234.50"]),
            (spaced("12 345.00"), vec!["12 345.00"]),
            (spaced("Paid January 5, 2025."), vec!["January 5, 2025"]),
            (spaced("due 5 Jan 2025 or 01/17/2025"), vec!["01/17/2025", "5 Jan 2025"]),
            (spaced("SSN 123 45 6789"), vec!["123 45 6789"]),
            (spaced("1 2 3 4 5 6 7 8 9"), vec!["1 2 3 4 5 6 7 8 9"]),
            // The parts may be values as well.
            (vec![("1,234", 0.0), ("56", 9.0)], vec!["1,234", "1,234.56", "56"]),
            (spaced("Thank you"), vec![]),
        ] {
            let mut texts = found(&line, Kind::Typed);
            texts.sort();
            assert_eq!(texts, expected, "{line:?}");
        }
    }

    #[test]
    fn pieces_of_a_line_are_candidates() {
        let line = [("North", 0.0), ("Bakery", 4.0), ("Payer", 80.0), ("12.00", 80.0)];
        assert_eq!(found(&line, Kind::Line), ["North Bakery", "Payer"]);
    }
}
