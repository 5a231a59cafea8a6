//! Classifies a receipt line by its words: item, sum, tax, tip, adjustment or payment. Amounts are considered in
//! `sorting`.

use super::line::{Fold, Kind, Line, Token};
use super::span::{Money, span};
use super::vocabulary::{Found, Vocabulary, find, longest_at};
use crate::page::model::Layout;
use touchstone_core::pack::{LedgerColumn, LedgerField, WordList};
use touchstone_core::value::amount;

/// Max other words beside a caption: `Sales tax CA at 8.25 %`.
const SPARE: usize = 3;
/// A caption begins within the first words of its line; a tax caption may begin further on.
const LEADING: usize = 3;
const TAXED: usize = 6;
/// Min words before and after an amount in a sentence.
const SENTENCE: usize = 3;

/// The role of a line with an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Item,
    Subtotal,
    Tax,
    Tip,
    Adjustment,
    Total,
    /// A payment, and other lines below the total.
    Paid,
    Skipped,
}

/// A sentence with an amount in the middle: `your gift of $ 250.00 was received on`.
pub(super) fn is_prose(line: &Line) -> bool {
    let Some(place) = line.tokens.iter().position(|token| token.amount().is_some()) else {
        return false;
    };
    let close = |left: &Token, right: &Token| right.region.x - left.region.right() < 0.7 * line.size;
    let goes_on = |token: &Token| token.kind == Kind::Text && token.words.len() >= SENTENCE;
    let own = &line.tokens[place];
    let before = place.checked_sub(1).map(|before| &line.tokens[before]);
    let after = line.tokens.get(place + 1);
    before.is_some_and(|before| goes_on(before) && close(before, own))
        && after.is_some_and(|after| goes_on(after) && close(own, after))
}

/// A sentence that lists amounts: `fees charged in 2024 $29.00, interest charged in 2024 $21.37`.
pub(super) fn enumerates(layout: &Layout, line: &Line) -> bool {
    let dated = line.tokens.iter().any(|token| token.days().is_some());
    let goes_on = |&word: &usize| {
        let text = layout.word(word).text.as_str();
        let named = text.strip_suffix([',', ';']).and_then(amount::unmistakable);
        named.is_some() && line.words.last() != Some(&word)
    };
    !dated && line.words.iter().any(goes_on) && line.folds.iter().filter(|fold| fold.text.len() > 2).count() > SENTENCE
}

/// The amounts named in a sentence, without the punctuation after them.
pub(super) fn mentioned_amounts(layout: &Layout, line: &Line) -> Vec<Money> {
    let worded = |fold: &&Fold| fold.text.len() > 1 && fold.text.iter().all(u8::is_ascii_alphabetic);
    if line.folds.iter().filter(worded).count() < 2 * SENTENCE {
        return Vec::new();
    }
    let read = |&word: &usize| {
        let text = layout.word(word).text.trim_end_matches(['.', ',', ';', '!']);
        let value = amount::unmistakable(text)?;
        Some(Money {
            value,
            span: span(layout, &[word]),
        })
    };
    line.words.iter().filter_map(read).collect()
}

/// Whether a line spells out an amount in words: `Dollars One thousand one hundred forty and 00/100`.
fn is_written_out(layout: &Layout, line: &Line) -> bool {
    line.words.iter().any(|&word| {
        let hundredths = layout.word(word).text.strip_suffix("/100");
        hundredths
            .is_some_and(|cents| matches!(cents, "no" | "xx" | "XX") || cents.len() == 2 && cents.parse::<u8>().is_ok())
    })
}

/// The longest caption among the first words; of equal ones the leftmost, then the one listed first here.
fn caption(words: &Vocabulary, folds: &[Fold]) -> Option<(Role, Found)> {
    let lists = [
        (Role::Skipped, words.words(WordList::Skipped)),
        (Role::Subtotal, words.captions(LedgerField::Subtotal)),
        (Role::Total, words.captions(LedgerField::Total)),
        (Role::Tax, words.captions(LedgerField::Tax)),
        (Role::Tip, words.captions(LedgerField::Tip)),
        (
            Role::Adjustment,
            words.column(LedgerField::Adjustments, LedgerColumn::Description),
        ),
        (Role::Paid, words.words(WordList::Settled)),
        (Role::Paid, words.words(WordList::Payment)),
    ];
    let ranked = lists.iter().enumerate();
    let tried = ranked.flat_map(|(rank, (role, phrases))| {
        // A tax may be named after what is taxed: `State and city occupancy tax`.
        let from = if *role == Role::Tax { TAXED } else { LEADING };
        (0..folds.len().min(from)).map(move |at| (rank, *role, *phrases, at))
    });
    let found = tried.filter_map(|(rank, role, phrases, at)| Some(((rank, role, at), longest_at(phrases, folds, at)?)));
    let best = found
        .max_by_key(|((rank, _, at), found)| (found.to - found.from, std::cmp::Reverse(*at), std::cmp::Reverse(*rank)));
    best.map(|((_, role, _), found)| (role, found))
}

/// The words of a line's texts, and the caption among them. What stands apart to the left of a whole caption is no part of
/// it: `Received with thanks      TOTAL  482.04`.
fn captioned(line: &Line, words: &Vocabulary) -> (Vec<Fold>, Option<(Role, Found)>) {
    let texts = || line.tokens.iter().filter(|token| token.kind == Kind::Text);
    let numbered = |fold: &&Fold| {
        let is_text = texts().any(|token| token.words.contains(&fold.word));
        is_text && fold.text.iter().any(u8::is_ascii_alphabetic)
    };
    let mut folds: Vec<Fold> = line.folds.iter().filter(numbered).cloned().collect();
    let apart = texts().next_back().map_or(0, |last| {
        folds.iter().take_while(|fold| !last.words.contains(&fold.word)).count()
    });
    let whole = caption(words, &folds[apart..]).filter(|(_, found)| found.from == 0 && found.to == folds.len() - apart);
    if whole.is_some() {
        folds.drain(..apart);
        return (folds, whole);
    }
    let best = caption(words, &folds);
    (folds, best)
}

/// The role of a line, by its longest caption.
pub(super) fn role(layout: &Layout, line: &Line, words: &Vocabulary, dated: bool) -> Role {
    let (folds, best) = captioned(line, words);
    let Some((role, found)) = best else {
        return if is_written_out(layout, line) {
            Role::Skipped
        } else {
            Role::Item
        };
    };
    let is_spare = |fold: &&Fold| {
        fold.text.len() > 1 && find(words.words(WordList::Fillers), std::slice::from_ref(*fold)).is_none()
    };
    let beside = folds[..found.from].iter().chain(&folds[found.to..]);
    let spare = beside.filter(is_spare).count();
    // `Parking tax` among the charges of a folio is a tax, `Tax advice` a charge.
    let levied = matches!(role, Role::Tax | Role::Tip) && folds[found.to..].iter().filter(is_spare).count() == 0;
    // `Tip for Marisela`
    let given = folds
        .get(found.to)
        .is_some_and(|fold| matches!(fold.text.as_slice(), b"for" | b"to"));
    let most = match role {
        Role::Skipped | Role::Paid => usize::MAX,
        Role::Adjustment => SPARE,
        // `RI meals & sales tax`: a text that ends in a tax word is a tax, whatever it is levied on.
        Role::Tax if levied => SPARE,
        Role::Tax => 1,
        Role::Tip if given => SPARE,
        // Longer captions are not mistaken for goods, and OCR garbles words.
        Role::Total | Role::Subtotal => usize::from(found.to - found.from > 1),
        _ => 0,
    };
    // `Tip Top bread` is not a tip: a caption comes first, with few words beside it.
    let named = spare <= most
        && (found.from == 0 || matches!(role, Role::Tax | Role::Total | Role::Adjustment | Role::Subtotal));
    if is_written_out(layout, line) {
        return if role == Role::Total { role } else { Role::Skipped };
    }
    let colon = layout.word(folds[found.to - 1].word).text.ends_with(':');
    match role {
        Role::Paid if dated => Role::Paid,
        _ if dated && !levied && !matches!(role, Role::Total | Role::Subtotal) => Role::Item,
        _ if named || colon => role,
        _ => Role::Item,
    }
}
