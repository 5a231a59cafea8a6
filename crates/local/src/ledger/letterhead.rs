//! Finds the firm in the letterhead of any document. Headers of receipts and statements are in `parties`.

use super::line::folds;
use super::model::{Piece, pieces};
use super::parties::{LARGER, is_firm, may_name, usual_size};
use super::vocabulary::{Vocabulary, find};
use crate::page::model::Layout;
use touchstone_core::pack::WordList;
use touchstone_intake::Region;

/// Share of the page height, from the top, where the firm appears.
const FIRST: f32 = 0.2;

/// The largest name there with a word of firms, if it is larger than the usual size or the topmost text.
pub(crate) fn firm_at_head(layout: &Layout, words: &Vocabulary, part: &Region) -> Option<Vec<usize>> {
    let inside: Vec<Piece> = pieces(layout)
        .into_iter()
        .filter(|piece| part.holds(&piece.region))
        .collect();
    let usual = usual_size(&inside)?;
    let top = inside.iter().map(|piece| piece.region.y).fold(f32::MAX, f32::min);
    let bottom = part.y + FIRST * layout.page.height;
    let typed = |piece: &Piece| piece.words.iter().any(|&word| layout.word(word).widget.is_some());
    let apart = |piece: &Piece| piece.size > LARGER * usual || piece.region.y < top + 0.5 * piece.size;
    let firms = inside.into_iter().filter(|piece| {
        let named = is_firm(words, piece) && may_name(layout, words, &[], piece);
        piece.region.y < bottom && named && apart(piece) && !typed(piece) && !piece.is_numbered()
    });
    let best = firms.max_by(|a, b| a.size.total_cmp(&b.size).then(b.region.y.total_cmp(&a.region.y)))?;
    Some(best.words)
}

/// Whether the words include a word of firms.
pub(crate) fn has_firm(layout: &Layout, words: &Vocabulary, own: &[usize]) -> bool {
    find(words.words(WordList::Firms), &folds(layout, own)).is_some()
}
