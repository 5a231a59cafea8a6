//! Decides whether a document whose amounts add up is a sale or gift: by words of registers and shops, a tax, the means
//! of payment, the time of day, or the merchant's location. Many other lists have a date and a total. Field weights are
//! in `structure`.

use super::days::is_time;
use super::line::Line;
use super::model::{Filled, pieces};
use super::receipt::Proofs;
use super::vocabulary::{Vocabulary, find};
use super::{model, parties};
use crate::page::model::Layout;
use crate::recognise::model::Basis;
use touchstone_core::address;
use touchstone_core::pack::{LedgerField, Template, WordList};
use touchstone_core::text::fold;

/// Min weight of printed signatures for a document to be named by them.
const NAMED: f32 = 0.3;
/// Share of the page height, from the top, where merchants print their location.
const HEAD: f32 = 0.4;

/// The basis of a receipt's label beside its sums; `printed` is the weight of its signatures.
pub(super) fn basis(filled: &Filled, proofs: Proofs, printed: f32) -> Basis {
    if printed >= NAMED {
        Basis::Named
    } else if proofs.paid_off || filled.has(LedgerField::PaymentMethod) {
        Basis::Settled
    } else {
        Basis::Built
    }
}

/// Whether there is any sign of a sale.
pub(super) fn is_sale(
    template: &Template,
    layout: &Layout,
    lines: &[Line],
    words: &Vocabulary,
    filled: &Filled,
    proofs: Proofs,
) -> bool {
    let fields = [LedgerField::PaymentMethod, LedgerField::Tax, LedgerField::Tip]
        .into_iter()
        .any(|field| filled.has(field));
    let has_signature = || {
        let positive = template.signatures.iter().filter(|signature| signature.weight > 0.0);
        let mut texts = positive.map(|signature| fold(&signature.text));
        texts.any(|text| layout.find_at_words(&text).iter().any(|found| found.prefix.is_empty()))
    };
    let is_worded = |line: &Line| find(words.words(WordList::Sale), &line.folds).is_some();
    let is_timed = |line: &Line| {
        let is_dated = line.tokens.iter().any(|token| token.days().is_some());
        is_dated && line.words.iter().any(|&word| is_time(&layout.word(word).text))
    };
    let is_told = |line: &Line| is_worded(line) || is_timed(line);
    proofs.paid_off || fields || has_signature() || lines.iter().any(is_told) || placed(layout, words, filled)
}

/// Whether a document without a recipient has an address or phone number at the top. A statement shows its recipient's
/// address.
fn placed(layout: &Layout, words: &Vocabulary, filled: &Filled) -> bool {
    let bottom = HEAD * layout.page.height.min(layout.page.width * 1.5);
    let mut heads = pieces(layout).into_iter().filter(|piece| piece.region.y < bottom);
    let reached = |piece: &model::Piece| {
        let text = layout.text(&piece.words);
        parties::is_town(layout, piece)
            || address::is_phone(&text)
            || find(words.words(WordList::Places), &piece.folds).is_some()
    };
    !filled.has(LedgerField::RecipientName) && heads.any(|piece| reached(&piece))
}
