//! Selects the words of a letterhead that are the firm's name, without products and branch numbers. In scans, adds the
//! pieces that belong to it. Finding the letterhead is in `parties`.

use super::line::{Fold, folds};
use super::model::{Piece, pieces};
use super::span::{Span, span};
use super::vocabulary::{Vocabulary, find, is_one, longest_at};
use crate::page::model::Layout;
use touchstone_core::pack::WordList;

/// Max gap between pieces of an OCR name on a line, in font sizes.
const BESIDE: f32 = 3.0;
/// Relative error of the type size from OCR.
const ALIKE: f32 = 0.35;
/// Letter-spaced text has at least this many single letters, and wider gaps between words, in font sizes.
const LETTERS: usize = 6;
const WORD_GAP: f32 = 0.3;

/// A firm's name as printed. From OCR, it includes the pieces beside it and a second line made only of words of firms:
/// `POPULAR BOOK`, `CO. (M) SDN BHD`.
pub(super) fn named(layout: &Layout, words: &Vocabulary, best: &Piece) -> Span {
    if is_letter_spaced(layout, &best.words) {
        let mut name = span(layout, &best.words);
        name.raw = joined(layout, &best.words);
        return name;
    }
    if !layout.is_scan() {
        return span(layout, bare(layout, words, &best.words));
    }
    let all = pieces(layout);
    let mut own = beside(best, &all);
    let short = |fold: &Fold| fold.text.len() <= 2 || is_one(words.words(WordList::Firms), std::slice::from_ref(fold));
    let ending =
        |piece: &Piece| find(words.words(WordList::Firms), &piece.folds).is_some() && piece.folds.iter().all(short);
    let alike = |piece: &&Piece| (piece.size / best.size - 1.0).abs() < ALIKE;
    let close = |gap: f32| (-0.5 * best.size..1.2 * best.size).contains(&gap);
    if ending(best) {
        let top = layout.around(&own).y;
        let mut above = all
            .iter()
            .filter(alike)
            .filter(|piece| close(top - piece.region.bottom()));
        if let Some(above) = above.find(|piece| piece.letters() > 2 && !is_code(piece)) {
            own.splice(0..0, beside(above, &all));
        }
    } else {
        let bottom = layout.around(&own).bottom();
        let mut below = all.iter().filter(alike).filter(|piece| close(piece.region.y - bottom));
        if let Some(below) = below.find(|piece| ending(piece)) {
            own.extend(beside(below, &all));
        }
    }
    span(layout, bare(layout, words, &own))
}

/// Whether text is letter-spaced: `O s t e r i a`.
pub(super) fn is_letter_spaced(layout: &Layout, words: &[usize]) -> bool {
    let letter = |word: &&usize| layout.word(**word).text.chars().count() == 1 && !layout.folded[**word].is_empty();
    words.len() >= LETTERS && 4 * words.iter().filter(letter).count() >= 3 * words.len()
}

/// Joins letter-spaced text into words at its wider gaps.
fn joined(layout: &Layout, words: &[usize]) -> String {
    let mut text = String::new();
    for (place, &word) in words.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| layout.region(words[before]));
        let gap = before.map_or(0.0, |before| layout.region(word).x - before.right());
        if gap > WORD_GAP * layout.word(word).size {
            text.push(' ');
        }
        text.push_str(&layout.word(word).text);
    }
    text
}

/// The words of a piece and of those that continue it on the same line.
fn beside(piece: &Piece, all: &[Piece]) -> Vec<usize> {
    let level = |other: &&Piece| {
        (other.region.center().1 - piece.region.center().1).abs() < 0.5 * piece.size
            && (other.size / piece.size - 1.0).abs() < ALIKE
    };
    let mut row: Vec<&Piece> = all.iter().filter(level).collect();
    row.sort_by(|a, b| a.region.x.total_cmp(&b.region.x));
    let at = row.iter().position(|other| other.words == piece.words).unwrap_or(0);
    let near = |pair: &[&Piece]| pair[1].region.x - pair[0].region.right() < BESIDE * piece.size && !is_code(pair[1]);
    let from = (0..at)
        .rev()
        .take_while(|&left| near(&row[left..left + 2]))
        .last()
        .unwrap_or(at);
    let to = (at + 1..row.len())
        .take_while(|&right| near(&row[right - 1..=right]))
        .last()
        .unwrap_or(at);
    row.get(from..=to)
        .unwrap_or_default()
        .iter()
        .flat_map(|piece| piece.words.iter().copied())
        .collect()
}

/// `(126926-H)`: a registration number, not part of the name.
fn is_code(piece: &Piece) -> bool {
    piece
        .folds
        .iter()
        .any(|fold| fold.text.len() > 3 && fold.text.iter().all(u8::is_ascii_digit))
}

/// A firm's name without product and branch number: `Coastline Bank VISA Signature`.
fn bare<'w>(layout: &Layout, words: &Vocabulary, own: &'w [usize]) -> &'w [usize] {
    let firm = |part: &[usize]| find(words.words(WordList::Firms), &folds(layout, part)).is_some();
    let sold = |part: &[usize]| longest_at(words.words(WordList::Products), &folds(layout, part), 0).is_some();
    let cut = (1..own.len()).find(|&at| firm(&own[..at]) && sold(&own[at..]) && !firm(&own[at..]));
    let own = &own[..cut.unwrap_or(own.len())];
    let text = |word: usize| layout.word(word).text.as_str();
    // `AEON CO. (M) BHD (126926-H)`: the registration number.
    let registered = |word| text(word).starts_with('(') && text(word).bytes().filter(u8::is_ascii_digit).count() > 3;
    // `O Old Dominion Thrift`: the letter of the logo.
    let logo = |word, name| text(word).len() == 1 && text(name).len() > 1 && text(name).starts_with(text(word));
    let own = match own {
        [name @ .., last] if !name.is_empty() && registered(*last) => name,
        [letter, name @ ..] if name.first().is_some_and(|first| logo(*letter, *first)) => name,
        _ => own,
    };
    without_branch(layout, words, own)
}

/// A name without the branch number after it: `Corner Market #221`, `Corner Market Store #221`.
fn without_branch<'w>(layout: &Layout, words: &Vocabulary, own: &'w [usize]) -> &'w [usize] {
    let text = |word: usize| layout.word(word).text.as_str();
    let numbered = |word: usize| {
        let digits = text(word).strip_prefix('#').unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let branch = |word: usize| is_one(words.words(WordList::Branches), &folds(layout, &[word]));
    match own {
        [name @ .., before, last] if !name.is_empty() && numbered(*last) && branch(*before) => name,
        [name @ .., last] if !name.is_empty() && numbered(*last) => name,
        _ => own,
    }
}
