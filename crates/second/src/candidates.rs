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

/// Min characters of a row of cells with one character each.
const COMB: usize = 5;
/// Max tokens of a date, an amount or a number.
const TOKENS: usize = 4;

/// Several tokens that are one number, date or amount. Which of them are is decided by their meaning as well.
static SPACED: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"(?i)^(?:[a-z]{3,9}\.? \d{1,2}|\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9})(?:st|nd|rd|th)?[.,]?(?: '?\d{2,4})?$",
        r"^\d{1,2} ?[-/.] ?\d{1,2} ?[-/.] ?(?:\d{4}|\d{2})$",
        r"^[-(]?[$€£]?\d{1,3}(?: \d{3})+(?:[., ]\d{2})?[-)]?$",
        // Cents apart from the dollars.
        r"^[-(]?[$€£]?\d[\d,.'’]*\s\d{2}[-)]?$",
        r"^(?:\(\d{3}\)|[A-Z0-9*-]*\d)(?: [A-Z0-9*-]*\d)+$",
    ]
    .iter()
    .filter_map(|pattern| Regex::new(pattern).ok())
    .collect()
});

/// The candidates of the lines: of each, typed texts, then pieces.
pub(crate) fn candidates(words: &[Word], lines: &[Line], cells: &[Option<usize>]) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let read = LineText::new(line, words, cells);
        let tokens = tokens(&read.text);
        let search = Search {
            words,
            line,
            number,
            read: &read,
            tokens: &tokens,
        };
        found.extend(search.typed_texts());
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
    /// Ranges of its text between spaces.
    tokens: &'p [Range<usize>],
}

impl Search<'_> {
    /// Every token, and every few that make one text, may be a value; their parts may be values as well.
    fn typed_texts(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        let mut first = 0;
        while let Some(token) = self.tokens.get(first) {
            let comb = self.comb(first);
            if comb >= COMB {
                found.extend(self.typed(self.joined(first, comb)));
                first += comb;
                continue;
            }
            found.extend(self.typed(token.clone()));
            for count in 2..=TOKENS.min(self.tokens.len() - first) {
                let range = self.joined(first, count);
                if SPACED
                    .iter()
                    .any(|pattern| pattern.is_match(&self.read.text[range.clone()]))
                {
                    found.extend(self.typed(range));
                }
            }
            first += 1;
        }
        found
    }

    /// How many tokens from here on are a single letter or digit.
    fn comb(&self, first: usize) -> usize {
        let singles = self.tokens[first..].iter().map(|token| &self.read.text[token.clone()]);
        singles
            .take_while(|text| {
                text.len() == 1
                    && text
                        .chars()
                        .all(|letter| letter.is_ascii_digit() || letter.is_ascii_uppercase() || letter == '-')
            })
            .count()
    }

    fn joined(&self, first: usize, count: usize) -> Range<usize> {
        self.tokens[first].start..self.tokens[first + count - 1].end
    }

    /// The pieces of the line, divided after a colon or an equals sign.
    fn pieces(&self) -> Vec<Candidate> {
        let text = &self.read.text;
        let mut found = Vec::new();
        for piece in parts(text, |letter| letter == WALL) {
            let inner = &text[piece.clone()];
            let sign = inner.find(": ").or(inner.find(" = ").map(|at| at + 1));
            let middle = sign.map_or(piece.end, |at| piece.start + at + 1);
            for part in [piece.start..middle, middle..piece.end] {
                let own = text[part.clone()].trim().to_owned();
                let meaning = meaning(&own);
                let is_typed = !meaning.amounts.is_empty() || !meaning.dates.is_empty();
                if !is_typed && (own.contains(char::is_alphabetic) || own.split_whitespace().count() > 2) {
                    found.extend(self.candidate(part, Kind::Line, own, Meaning::default()));
                }
            }
        }
        found
    }

    /// A candidate, if its text means anything.
    fn typed(&self, range: Range<usize>) -> Option<Candidate> {
        let text = self.read.text[range.clone()].replace(WALL, " ");
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
fn parts(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<Range<usize>> {
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

/// The texts between spaces, without punctuation at their ends that is no part of a number.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let is_loose = |letter: char| matches!(letter, ':' | ';' | ',' | '.' | '|' | '=' | '"' | '#');
    let mut found = Vec::new();
    for part in parts(text, |letter| letter.is_whitespace() || letter == '=') {
        let own = &text[part.clone()];
        let mut start = part.start + (own.len() - own.trim_start_matches(is_loose).len());
        let mut end = part.start + own.trim_end_matches(is_loose).len();
        let own = &text[start.min(end)..end];
        // `Total:12.00`, but not a time of day.
        if let Some(at) = own.rfind(':').filter(|&at| own[..at].ends_with(char::is_alphabetic)) {
            start += at + 1;
        }
        // A bracket around several words.
        let own = &text[start.min(end)..end];
        if own.ends_with(')') && !own.contains('(') {
            end -= 1;
        }
        if start < end {
            found.push(start..end);
        }
    }
    found
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
            (spaced("Total:12.00 10:45"), vec!["12.00"]),
            (spaced("(box 2)"), vec!["2"]),
            (spaced("12 345.00"), vec!["12", "12 345.00", "345.00"]),
            (
                spaced("Paid January 5, 2025."),
                vec!["2025", "5", "January 5", "January 5, 2025"],
            ),
            (spaced("due 01/17/2025"), vec!["01/17/2025"]),
            (
                spaced("SSN 123 45 6789"),
                vec!["123", "123 45", "123 45 6789", "45", "45 6789", "6789"],
            ),
            (spaced("1 2 3 4 5 6 7 8 9"), vec!["1 2 3 4 5 6 7 8 9"]),
            (spaced("2x Tea NY"), vec!["2x", "NY"]),
            (vec![("1,234", 0.0), ("56", 14.0)], vec!["1,234", "1,234 56", "56"]),
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
        let line = [("Payer:", 0.0), ("North", 4.0), ("Bakery", 4.0)];
        assert_eq!(found(&line, Kind::Line), ["Payer:", "North Bakery"]);
    }
}
