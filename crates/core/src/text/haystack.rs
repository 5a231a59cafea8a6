//! A reading prepared for many searches: folded once into a single text.

use super::fold::{Glyph, glyphs};
use std::ops::Range;
use std::sync::OnceLock;
use touchstone_intake::{Reading, Word};

/// Folded words of one reading. Cheap to search thousands of times.
#[derive(Debug, Clone)]
pub struct Haystack<'r> {
    pub(super) words: &'r [Word],
    pub(super) glyphs: Vec<Glyph>,
    /// The glyphs as one text, and the byte offset of each.
    pub(super) text: String,
    starts: Vec<u32>,
    /// The hard glyphs as one ASCII text, and the glyph index of each.
    hard: String,
    hard_at: Vec<u32>,
    repaired: OnceLock<Box<Haystack<'r>>>,
}

impl<'r> Haystack<'r> {
    pub fn new(reading: &'r Reading) -> Self {
        Self::of(&reading.words)
    }

    /// For a part of a page, such as the words of one cell.
    pub fn of(words: &'r [Word]) -> Self {
        Self::folded(words, words.iter().map(|word| word.text.as_str()))
    }

    fn folded<'t>(words: &'r [Word], texts: impl Iterator<Item = &'t str>) -> Self {
        let glyphs = glyphs(texts);
        let (mut text, mut starts) = (String::with_capacity(glyphs.len()), Vec::with_capacity(glyphs.len()));
        let (mut hard, mut hard_at) = (String::new(), Vec::new());
        for (at, glyph) in glyphs.iter().enumerate() {
            starts.push(text.len() as u32);
            text.push(glyph.c);
            if glyph.hard {
                hard.push(glyph.c);
                hard_at.push(at as u32);
            }
        }
        Self {
            words,
            glyphs,
            text,
            starts,
            hard,
            hard_at,
            repaired: OnceLock::new(),
        }
    }

    /// The same words with every letter that looks like a digit replaced by that digit.
    pub(super) fn repaired(&self) -> &Haystack<'r> {
        self.repaired.get_or_init(|| {
            let repaired: Vec<String> = self.words.iter().map(|word| super::repair_digits(&word.text)).collect();
            Box::new(Self::folded(self.words, repaired.iter().map(String::as_str)))
        })
    }

    /// Ranges where the needle may occur: around each place with the same sequence of hard glyphs, or everywhere if
    /// it has none. The ranges do not overlap.
    pub(super) fn windows(&self, needle: &[Glyph]) -> Vec<Range<usize>> {
        let hard: String = needle.iter().filter(|glyph| glyph.hard).map(|glyph| glyph.c).collect();
        if hard.is_empty() {
            return std::iter::once(0..self.glyphs.len()).collect();
        }
        let reach = needle.len() * 2;
        let mut windows: Vec<Range<usize>> = Vec::new();
        for (at, _) in self.hard.match_indices(&hard) {
            let (first, last) = (self.hard_at[at] as usize, self.hard_at[at + hard.len() - 1] as usize);
            let next = first.saturating_sub(reach)..(last + reach).min(self.glyphs.len());
            match windows.last_mut() {
                Some(window) if next.start <= window.end => window.end = next.end,
                _ => windows.push(next),
            }
        }
        windows
    }

    /// Index of the glyph that begins at a byte of the text.
    pub(super) fn glyph_at(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| (*start as usize) < byte)
    }

    /// Word ranges in which a code such as a form number is printed as whole words: `W-2` is found in `Form W-2,`
    /// but not in `W-2c` or `W-20`. Case, dashes, spaces and surrounding punctuation are ignored.
    pub fn codes(&self, code: &str) -> Vec<(u32, u32)> {
        let needle: String = glyphs(code.split_whitespace()).iter().map(|glyph| glyph.c).collect();
        if needle.is_empty() {
            return Vec::new();
        }
        let found = self.text.match_indices(&needle);
        let ranges = found.map(|(byte, text)| (self.glyph_at(byte), self.glyph_at(byte + text.len())));
        ranges
            .filter(|(from, to)| !self.cuts_word(*from, *to))
            .map(|(from, to)| (self.glyphs[from].word, self.glyphs[to - 1].word + 1))
            .collect()
    }

    pub fn has_code(&self, code: &str) -> bool {
        !self.codes(code).is_empty()
    }

    /// Whether the same word has a letter or digit outside the glyphs `from..to`.
    fn cuts_word(&self, from: usize, to: usize) -> bool {
        self.outside(from, to).any(|glyph| glyph.c.is_alphanumeric())
    }

    /// The glyphs of the first and last word that are outside `from..to`.
    pub(super) fn outside(&self, from: usize, to: usize) -> impl Iterator<Item = &Glyph> {
        let (first, last) = (self.glyphs[from].word, self.glyphs[to - 1].word);
        let before = self.glyphs[..from]
            .iter()
            .rev()
            .take_while(move |glyph| glyph.word == first);
        let after = self.glyphs[to..].iter().take_while(move |glyph| glyph.word == last);
        before.chain(after).filter(|glyph| glyph.c != ' ')
    }
}
