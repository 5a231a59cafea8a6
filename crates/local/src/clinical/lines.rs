//! The text of a page prepared for comparison: pieces of rows that may be titles and headings, and all words as one
//! text. Their meaning as signs is in `page`.

use super::signs::{Sign, plain};
use strsim::levenshtein;
use touchstone_core::record::Evidence;
use touchstone_core::text::{PrintedRow, evidence_of, joined_at, median};
use touchstone_intake::{Page, Reading};

/// Min gap that ends a heading, in font sizes.
const APART: f32 = 1.6;
/// Max additional words in a title.
const MORE_WORDS: usize = 6;
/// Min ratio to the text size for large text.
pub(super) const LARGE: f32 = 1.15;

/// A piece of a row with the data needed for comparison.
pub(super) struct Line<'r> {
    pub row: usize,
    pub words: Vec<usize>,
    pub text: String,
    /// Folded words, each with the index of its word in the reading.
    pub tokens: Vec<(String, usize)>,
    reading: &'r Reading,
    pub y: f32,
    /// Larger, bold, in capitals, centered or short and alone: set off from running text.
    pub prominent: bool,
    /// Size relative to the text.
    pub scale: f32,
}

/// All pieces of rows, from top to bottom.
pub(super) fn lines<'r>(rows: &[PrintedRow], reading: &'r Reading, page: &Page) -> Vec<Line<'r>> {
    let body = body_size(reading);
    let mut lines = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let pieces = row.pieces(reading, APART);
        let alone = pieces.len() == 1;
        for words in pieces {
            let text = joined_at(reading, &words);
            let tokens: Vec<(String, usize)> = words
                .iter()
                .flat_map(|&word| {
                    let plain = plain(&reading.words[word].text);
                    plain
                        .split(' ')
                        .filter(|t| !t.is_empty())
                        .map(|t| (t.to_owned(), word))
                        .collect::<Vec<_>>()
                })
                .collect();
            let letters = || text.chars().filter(|c| c.is_alphabetic());
            let capitals = letters().count() > 2 && letters().all(char::is_uppercase);
            let first = &reading.words[words[0]];
            let left = first.region.x;
            let right = words
                .iter()
                .map(|&word| reading.words[word].region.right())
                .fold(left, f32::max);
            let centred = alone && left > 0.2 * page.width && (left + right - page.width).abs() < 0.12 * page.width;
            let short = alone && tokens.len() <= 5 && !text.ends_with(['.', ',', ';']);
            let prominent = capitals || first.bold || first.size >= LARGE * body || centred || short;
            lines.push(Line {
                row: index,
                y: row.region.y,
                words,
                text,
                tokens,
                reading,
                prominent,
                scale: first.size / body.max(1.0),
            });
        }
    }
    lines
}

fn body_size(reading: &Reading) -> f32 {
    median(reading.words.iter().map(|word| word.size)).unwrap_or(10.0)
}

impl Line<'_> {
    /// Whether it begins with a list number or letter.
    pub(super) fn numbered(&self) -> bool {
        let first = self.words.first().map(|&word| self.reading.words[word].text.as_str());
        first.is_some_and(|first| first.len() <= 3 && first.ends_with(['.', ')']))
    }

    /// Number of tokens from `from` on that spell the sign.
    fn spells(&self, sign: &Sign, from: usize, fuzzy: bool) -> Option<usize> {
        let budget = if fuzzy && sign.squeezed.len() >= 8 {
            sign.squeezed.len() / 8
        } else {
            0
        };
        let mut text = String::new();
        for (count, (token, _)) in self.tokens.iter().skip(from).enumerate() {
            text.push_str(token);
            if text == sign.squeezed {
                return Some(count + 1);
            }
            if text.len() > sign.squeezed.len() + budget {
                return None;
            }
            let near = text.len() + budget >= sign.squeezed.len();
            if budget > 0 && near && levenshtein(&text, &sign.squeezed) <= budget {
                return Some(count + 1);
            }
        }
        None
    }

    /// The sign as the line's title: the whole line, or its beginning or end with a few additional words.
    pub(super) fn title(&self, sign: &Sign, fuzzy: bool) -> Option<(usize, usize)> {
        let all = self.byline().unwrap_or(self.tokens.len());
        let spelled = self.spells(sign, 0, fuzzy);
        // Letter-spaced text has one token per letter.
        if spelled == Some(all) && !self.text.ends_with('.') {
            return Some((0, all));
        }
        if all == 0 || all > sign.words + MORE_WORDS || self.text.ends_with('.') && all > sign.words {
            return None;
        }
        if let Some(count) = spelled {
            let rest = all - count;
            if rest == 0 || sign.words > 1 && (self.prominent || self.closed(count - 1)) {
                return Some((0, count));
            }
        }
        if !self.prominent || sign.words == 1 && !self.text.contains(':') {
            return None;
        }
        let ends = |start: usize| self.spells(sign, start, fuzzy) == Some(all - start);
        (1..all).rev().find(|&start| ends(start)).map(|start| (start, all))
    }

    /// Number of tokens before the author and the time: `Progress Notes` in `Progress Notes by R. Holm at 9:40`.
    pub(super) fn byline(&self) -> Option<usize> {
        let at = self
            .tokens
            .iter()
            .position(|(token, _)| token == "by")
            .filter(|&at| at > 0)?;
        self.text.contains(|c: char| c.is_ascii_digit()).then_some(at)
    }

    /// The sign anywhere in the line.
    pub(super) fn within(&self, sign: &Sign, fuzzy: bool) -> Option<(usize, usize)> {
        (0..self.tokens.len()).find_map(|start| Some((start, start + self.spells(sign, start, fuzzy)?)))
    }

    fn is_capital(&self, token: usize) -> bool {
        let text = &self.reading.words[self.tokens[token].1].text;
        text.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase)
    }

    /// The sign as a heading: alone, before a colon, or in capitals or bold before text that is not.
    pub(super) fn head(&self, sign: &Sign, from: usize, fuzzy: bool) -> Option<(usize, usize)> {
        let count = self.spells(sign, from, fuzzy)?;
        let end = from + count;
        let last = end - 1;
        if end == self.tokens.len() || self.closed(last) {
            return Some((from, end));
        }
        let bold = |token: usize| self.reading.words[self.tokens[token].1].bold;
        let run_in =
            sign.squeezed.len() >= 4 && (from..end).all(|token| self.is_capital(token)) && !self.is_capital(end);
        let set_off = (from..end).all(bold) && !bold(end);
        (run_in || set_off).then_some((from, end))
    }

    /// The sign as a heading within running text: after the end of a sentence, before a colon.
    pub(super) fn inner_head(&self, sign: &Sign, fuzzy: bool) -> Option<(usize, usize)> {
        let ends = |token: usize| {
            let word = &self.reading.words[self.tokens[token].1].text;
            self.tokens[token + 1].1 != self.tokens[token].1 && word.ends_with(['.', ';', ')'])
        };
        let starts = (1..self.tokens.len()).filter(|&start| ends(start - 1));
        starts
            .filter_map(|start| Some((start, start + self.spells(sign, start, fuzzy)?)))
            .find(|(_, end)| self.reading.words[self.tokens[end - 1].1].text.ends_with(':'))
    }

    /// Whether a colon or dash follows a token.
    fn closed(&self, token: usize) -> bool {
        let word = self.tokens[token].1;
        let own = &self.reading.words[word].text;
        let after = self.words.iter().skip_while(|&&other| other != word).nth(1);
        let after = after.map(|&next| self.reading.words[next].text.as_str());
        let same = self.tokens.get(token + 1).is_some_and(|next| next.1 == word);
        own.ends_with([':', '-', '\u{2013}']) && !same
            || after.is_some_and(|next| [":", "-", "\u{2013}", "\u{2014}", "|"].contains(&next))
            || after.is_some_and(|next| next.len() > 2 && next.chars().all(|c| c == '_'))
            || same && own.contains("..")
            || same && own.contains(':')
    }

    pub(super) fn evidence(&self, page: u32, start: usize, end: usize) -> Evidence {
        let own = self.tokens[start..end].iter().map(|(_, word)| *word);
        let (from, to) = own.fold((usize::MAX, 0), |(from, to), word| (from.min(word), to.max(word + 1)));
        span(self.reading, page, from, to)
    }

    /// Whether it is a line of running text.
    pub(super) fn is_prose(&self) -> bool {
        let lower = |token: &&(String, usize)| {
            let text = &self.reading.words[token.1].text;
            text.chars().next().is_some_and(char::is_lowercase)
        };
        self.tokens.len() >= 8 && self.tokens.iter().filter(lower).count() * 2 > self.tokens.len()
    }

    pub(super) fn first_word(&self) -> &str {
        self.words
            .first()
            .map_or("", |&word| self.reading.words[word].text.as_str())
    }
}

/// Words `from..to` of the reading as evidence.
pub(super) fn span(reading: &Reading, page: u32, from: usize, to: usize) -> Evidence {
    evidence_of(page, reading, from..to)
}

/// The page's words as one padded text, in reading order.
pub(super) struct Words<'r> {
    pub reading: &'r Reading,
    text: String,
    /// Byte offset of each token, with its word.
    starts: Vec<(usize, usize)>,
}

impl<'r> Words<'r> {
    pub(super) fn new(reading: &'r Reading) -> Self {
        let (mut text, mut starts) = (String::from(" "), Vec::new());
        for (index, word) in reading.words.iter().enumerate() {
            for token in plain(&word.text).split(' ').filter(|token| !token.is_empty()) {
                starts.push((text.len(), index));
                text.push_str(token);
                text.push(' ');
            }
        }
        Self { reading, text, starts }
    }

    /// The word range of a phrase's first occurrence; the end is exclusive.
    pub(super) fn find(&self, padded: &str) -> Option<(usize, usize)> {
        let at = self.text.find(padded)? + 1;
        let end = at + padded.len() - 2;
        let word = |byte: usize| {
            let place = self.starts.partition_point(|(start, _)| *start <= byte);
            self.starts.get(place.checked_sub(1)?).map(|(_, word)| *word)
        };
        Some((word(at)?, word(end.saturating_sub(1))? + 1))
    }
}
