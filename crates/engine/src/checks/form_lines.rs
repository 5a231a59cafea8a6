//! Print on the pages of forms, for checks that ask whether a value holds all of it: words that fields were read
//! from, the pieces of lines, and captions with the amounts beside them.

use super::CheckInput;
use super::support::padded;
use rust_decimal::Decimal;
use std::collections::BTreeSet;
use touchstone_core::pack::{Template, WordList};
use touchstone_core::record::{Evidence, Field, Form};
use touchstone_core::text::{evidence_of, joined_at, rows};
use touchstone_core::value::amount;
use touchstone_intake::{Reading, Word};

/// Gaps wider than this, in font sizes, separate the pieces of a line.
const PIECE_GAP: f32 = 2.0;

/// Words that fields were read from: the page, the number of the reading and the word's index in it.
pub(super) type Held = BTreeSet<(u32, u32, u32)>;

/// The words that forms were read from.
pub(super) fn held<'f>(forms: impl IntoIterator<Item = &'f Form>) -> Held {
    let fields = forms.into_iter().flat_map(|form| form.fields.values());
    let words = fields.flat_map(Field::all_evidence).flat_map(|piece| {
        let (from, to) = piece.words;
        (from..to).map(move |word| (piece.page, piece.reading, word))
    });
    words.collect()
}

/// The pages of a form with their newest readings.
pub(super) fn pages<'a>(input: &CheckInput<'a>, form: &Form) -> impl Iterator<Item = (u32, &'a Reading)> {
    let readings = input.readings;
    (form.first_page..=form.last_page).filter_map(move |page| Some((page, readings.newest(page)?)))
}

/// One word as evidence.
pub(super) fn shown(page: u32, reading: &Reading, word: usize) -> Evidence {
    evidence_of(page, reading, word..word + 1)
}

/// A piece of a line, with its text folded for the search for captions.
pub(super) struct Piece {
    pub(super) words: Vec<usize>,
    folded: String,
}

impl Piece {
    pub(super) fn new(reading: &Reading, words: Vec<usize>) -> Self {
        let folded = padded(&joined_at(reading, &words));
        Self { words, folded }
    }

    /// Number of its first words that make up a caption, given as folded by `padded`.
    pub(super) fn captioned(&self, reading: &Reading, caption: &str) -> Option<usize> {
        if !self.folded.starts_with(caption) {
            return None;
        }
        (1..=self.words.len()).find(|&count| padded(&joined_at(reading, &self.words[..count])) == *caption)
    }

    /// Whether it contains words, given as folded by `padded`.
    pub(super) fn holds(&self, words: &str) -> bool {
        self.folded.contains(words)
    }

    /// Its words before the first number, folded as by `padded`.
    pub(super) fn called(&self) -> String {
        let words = self.folded.split_inclusive(' ');
        words
            .take_while(|word| !word.starts_with(|c: char| c.is_ascii_digit()))
            .collect()
    }

    /// Whether it has a word of letters.
    pub(super) fn is_text(&self) -> bool {
        self.folded.contains(char::is_alphabetic)
    }
}

/// The texts of a template's list, folded by `padded`.
pub(super) fn padded_list(template: &Template, list: WordList) -> impl Iterator<Item = String> + '_ {
    template.words(list).iter().map(|text| padded(text))
}

/// The lines of a page from the top down, in pieces separated by wide gaps.
pub(super) fn lines(reading: &Reading) -> Vec<Vec<Piece>> {
    let pieces = rows(reading).into_iter().map(|row| row.pieces(reading, PIECE_GAP));
    let read = |words| Piece::new(reading, words);
    pieces.map(|pieces| pieces.into_iter().map(read).collect()).collect()
}

/// The amount that belongs to a caption of `caption` words: the only one in the rest of its piece, else the first in
/// the next piece. A caption alone on its row takes the nearest word to its right, since handwriting rarely keeps to
/// the line.
pub(super) fn amount_behind(
    reading: &Reading,
    line: &[Piece],
    piece: usize,
    caption: usize,
) -> Option<(usize, Decimal)> {
    let of = |words: &[usize]| -> Vec<(usize, Decimal)> {
        let amounts = words.iter().filter_map(|&word| {
            let (text, _) = amount::parted(&reading.words[word].text);
            Some((word, amount::unmistakable(text)?))
        });
        amounts.collect()
    };
    match of(&line[piece].words[caption..])[..] {
        [only] => Some(only),
        [] => match line.get(piece + 1) {
            Some(next) => of(&next.words).into_iter().next(),
            None => of(&[after(&reading.words, *line[piece].words.last()?)?.0])
                .into_iter()
                .next(),
        },
        _ => None,
    }
}

/// The next word to the right on the same line, with the gap between them in font sizes.
pub(super) fn after(words: &[Word], own: usize) -> Option<(usize, f32)> {
    let word = &words[own];
    let others = words.iter().enumerate().filter(|(index, other)| {
        *index != own && other.region.is_level_with(&word.region) && other.region.center().0 > word.region.right()
    });
    let (index, nearest) = others.min_by(|a, b| a.1.region.x.total_cmp(&b.1.region.x))?;
    Some((index, (nearest.region.x - word.region.right()) / word.size.max(0.1)))
}

/// The next word to the left on the same line, with the gap between them in font sizes.
pub(super) fn before(words: &[Word], own: usize) -> Option<(usize, f32)> {
    let word = &words[own];
    let others = words.iter().enumerate().filter(|(index, other)| {
        *index != own && other.region.is_level_with(&word.region) && other.region.center().0 < word.region.x
    });
    let (index, nearest) = others.max_by(|a, b| a.1.region.right().total_cmp(&b.1.region.right()))?;
    Some((index, (word.region.x - nearest.region.right()) / word.size.max(0.1)))
}
