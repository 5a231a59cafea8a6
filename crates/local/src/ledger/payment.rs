//! Finds how a receipt was paid.

use super::captioned::{behind, places};
use super::line::{Fold, Line, Token, folds};
use super::model::Doubt;
use super::parties::below_caption;
use super::span::{Span, span};
use super::vocabulary::{Found, Vocabulary, find, is_one, longest_at};
use crate::page::model::Layout;
use rust_decimal::Decimal;
use touchstone_core::pack::{LedgerField, WordList};

/// Min means side by side that are a choice.
const OFFERED: usize = 3;
/// Marks of the chosen one of several means.
const TICKS: [char; 4] = ['☒', '☑', '✓', '✔'];

/// Means of payment as the receipt shows them.
pub(super) enum Means {
    Known(Span),
    /// Several, of which one was chosen by a mark that is not in the text.
    Offered(Span),
}

impl Means {
    pub(super) fn known(&self) -> Option<&Span> {
        match self {
            Means::Known(means) => Some(means),
            Means::Offered(_) => None,
        }
    }

    pub(super) fn doubt(&self) -> Option<Doubt> {
        let Means::Offered(means) = self else { return None };
        Some(Doubt {
            field: LedgerField::PaymentMethod,
            code: "incomplete",
            message: format!(
                "\"{}\" lists several ways to pay; which one was chosen could not be read",
                means.raw.trim()
            ),
            evidence: means.clone(),
        })
    }
}

/// The text after a caption such as `Payment method`, else the words of a payment line.
pub(super) fn method(layout: &Layout, lines: &[Line], words: &Vocabulary) -> Option<Means> {
    captioned(layout, lines, words)
        .or_else(|| offered(layout, lines, words))
        .or_else(|| paid_by(layout, lines, words).map(Means::Known))
}

/// Several means side by side, each apart from the others: `☒ Cash   ☐ Check   ☐ Card`.
fn offered(layout: &Layout, lines: &[Line], words: &Vocabulary) -> Option<Means> {
    let is_means = |token: &&Token| is_one(words.words(WordList::Payment), &folds(layout, &token.words));
    let choice = |line: &&Line| line.tokens.iter().filter(is_means).count() >= OFFERED;
    let line = lines.iter().find(choice)?;
    if line.words.iter().any(|&word| is_ticked(layout, word)) {
        return means(layout, &line.words, words).map(|own| Means::Known(without_colon(span(layout, &own))));
    }
    let own: Vec<usize> = line
        .tokens
        .iter()
        .filter(is_means)
        .flat_map(|token| token.words.clone())
        .collect();
    Some(Means::Offered(span(layout, &own)))
}

/// The text after a caption.
fn captioned(layout: &Layout, lines: &[Line], words: &Vocabulary) -> Option<Means> {
    for (index, line) in lines.iter().enumerate() {
        let Some(found) = places(layout, line, words.captions(LedgerField::PaymentMethod))
            .first()
            .copied()
        else {
            continue;
        };
        let last = line.folds[found.to - 1].word;
        let rest = behind(&line.words, last);
        let worded = |word: &usize| {
            layout
                .word(*word)
                .text
                .chars()
                .any(|c| c.is_alphanumeric() || TICKS.contains(&c))
        };
        let rest: Vec<usize> = rest.into_iter().skip_while(|word| !worded(word)).collect();
        let priced = |token: &Token| token.amount().is_some();
        let amounts: Vec<usize> = line
            .tokens
            .iter()
            .filter(|token| priced(token))
            .flat_map(|token| token.words.clone())
            .collect();
        let own: Vec<usize> = rest.into_iter().filter(|word| !amounts.contains(word)).collect();
        if is_choice(layout, &own, words) {
            return Some(Means::Offered(span(layout, &own)));
        }
        // `Payment method    Order summary` over `Visa ending in 1147`: captions side by side, each above its value.
        let named = |own: &[usize]| find(words.words(WordList::Payment), &folds(layout, own)).is_some();
        let below = || below_caption(layout, lines, index, found).map(|token| token.words.clone());
        let apart = own
            .first()
            .is_some_and(|&word| line.tokens.iter().any(|token| token.words[0] == word));
        let under = if apart && !named(&own) {
            below().filter(|own| named(own))
        } else {
            None
        };
        if let Some(own) = means(layout, &under.unwrap_or(own), words) {
            return Some(Means::Known(without_colon(span(layout, &own))));
        }
    }
    None
}

/// At least three means side by side, without a mark: `Cash  Check  Bank transfer`.
fn is_choice(layout: &Layout, own: &[usize], words: &Vocabulary) -> bool {
    if own.iter().any(|&word| opens_choice(layout, word)) {
        return false;
    }
    let folds = folds(layout, own);
    let (mut place, mut count) = (0, 0);
    while let Some(found) = longest_at(words.words(WordList::Payment), &folds, place) {
        (place, count) = (found.to, count + 1);
    }
    count >= OFFERED
}

/// Whether a word is a square, bracket or tick that begins one of several means.
fn opens_choice(layout: &Layout, word: usize) -> bool {
    layout.word(word).text.starts_with(['[', '(', '☐', '☒', '☑', '✓', '✔'])
}

fn is_ticked(layout: &Layout, word: usize) -> bool {
    matches!(
        layout.word(word).text.as_str(),
        "[X]" | "[x]" | "(X)" | "(x)" | "☒" | "☑" | "✓" | "✔" | "[✓]" | "[✔]"
    )
}

/// The words after a caption that name the means: the ticked one of several, and a card without its number.
fn means(layout: &Layout, own: &[usize], words: &Vocabulary) -> Option<Vec<usize>> {
    if let Some(tick) = own.iter().position(|&word| is_ticked(layout, word)) {
        let behind = own[tick + 1..].iter().copied();
        return Some(behind.take_while(|&word| !opens_choice(layout, word)).collect());
    }
    let all = folds(layout, own);
    // `check 3316. Thank you!`: text after a number is not part of the means.
    let named = longest_at(words.words(WordList::Payment), &all, 0).filter(|found| {
        let mut rest = all[found.to..].iter();
        let number = |fold: &Fold| masked(layout, fold) || fold.text.iter().all(u8::is_ascii_digit);
        let next = rest.find(|fold| find(words.words(WordList::Numbered), std::slice::from_ref(*fold)).is_none());
        found.to < all.len() && next.is_none_or(number)
    });
    let mut own: Vec<usize> = match named {
        Some(found) => all[..found.to].iter().map(|fold| fold.word).collect(),
        None => own.to_vec(),
    };
    own.dedup();
    (!own.is_empty()).then_some(own)
}

/// The means named by the last payment line.
fn paid_by(layout: &Layout, lines: &[Line], words: &Vocabulary) -> Option<Span> {
    let paid = lines.iter().enumerate().rev().find_map(|(index, line)| {
        let means = |at| longest_at(words.words(WordList::Payment), &line.folds, at);
        if let Some(at) = (1..line.folds.len())
            .filter(|&at| is_asked(layout, line, at, words))
            .find_map(means)
        {
            return Some((line, at));
        }
        let at = (0..line.folds.len().min(5)).find_map(means)?;
        let short = line.folds.len() <= 8;
        let shows_card = line.folds.iter().any(|fold| masked(layout, fold));
        let beside = line.has_amount() || find(words.words(WordList::Settled), &line.folds).is_some() || shows_card;
        let mut end = at.to;
        while let Some(more) = longest_at(words.words(WordList::Payment), &line.folds, end) {
            end = more.to;
        }
        let mut behind = line.folds[end..].iter();
        let number = behind.find(|fold| find(words.words(WordList::Numbered), std::slice::from_ref(*fold)).is_none());
        let numbered = number.is_some_and(|fold| is_last_four(&fold.text));
        let alone = at.from == 0 && end == line.folds.len();
        // The card number may be on the line above or on one of the next two.
        let near = || {
            let next = lines[index.saturating_sub(1)..]
                .iter()
                .take(4)
                .flat_map(|line| &line.folds);
            next.into_iter().any(|fold| masked(layout, fold))
        };
        // `FSA/HSA ELIGIBLE SUBTOTAL 63.99` and `F = FSA ELIGIBLE` name a possible means, not the one used.
        let could = find(words.captions(LedgerField::Subtotal), &line.folds[at.to..]).is_some();
        if could || longest_at(words.words(WordList::Eligible), &line.folds, end).is_some() {
            return None;
        }
        // `Check 2218` at the top of a restaurant bill is its number.
        let own = &line.folds[at.from..at.to];
        if is_one(words.words(WordList::Tabs), own) && !beside {
            return None;
        }
        // A table of payments begins with dates; addresses and payments may be side by side.
        let dated = || line.tokens.first().is_some_and(|token| token.days().is_some());
        let first = line.folds[at.from].word;
        let begins = at.from == 0 || dated() || line.tokens.iter().any(|token| token.words[0] == first);
        let priced = || {
            let next = lines
                .get(index + 1)
                .filter(|next| next.tokens.len() == 1 && next.has_amount());
            next.is_some_and(|next| next.region.y - line.region.bottom() < line.size)
        };
        // `Apple Pay` under `Payment`.
        let headed = || {
            let above = index.checked_sub(1).map(|above| &lines[above]);
            above.is_some_and(|above| is_one(words.words(WordList::Settled), &above.folds))
        };
        let paid = short && beside || begins && (numbered || shows_card) || alone && (near() || priced() || headed());
        paid.then_some((line, at))
    });
    let (line, at) = paid?;
    Some(named(layout, line, at, words))
}

/// Where the name of a store card begins, between its number and the word: `XXXXXXXXXXXX7781 HOME CARD`.
fn own_card(layout: &Layout, line: &Line, at: Found, words: &Vocabulary) -> Option<usize> {
    const LONGEST: usize = 2;
    let generic = matches!(&line.folds[at.from..at.to], [only] if only.text == b"card");
    let number = line.folds[..at.from].iter().rposition(|fold| masked(layout, fold))?;
    let name = &line.folds[number + 1..at.from];
    let plain = |fold: &Fold| {
        let known = find(words.words(WordList::Numbered), std::slice::from_ref(fold));
        fold.text.iter().all(u8::is_ascii_alphabetic) && known.is_none()
    };
    (generic && !name.is_empty() && name.len() <= LONGEST && name.iter().all(plain)).then_some(number + 1)
}

/// All means that a line names from `at` on, as in `Contactless Visa Debit`. A phone wallet is dropped if its card is
/// shown: `Apple Pay Visa 8847`. Of means in columns, as in `Card    Amex`, the first is a caption and is dropped.
fn named(layout: &Layout, line: &Line, mut at: Found, words: &Vocabulary) -> Span {
    let token = |fold: usize| {
        let word = line.folds[fold].word;
        line.tokens.iter().position(|token| token.words.contains(&word))
    };
    let wallet = is_one(words.words(WordList::Wallets), &line.folds[at.from..at.to]);
    while let Some(more) = longest_at(words.words(WordList::Payment), &line.folds, at.to) {
        // `Apple Pay (Mastercard)`
        if wallet && layout.word(line.folds[more.from].word).text.starts_with('(') {
            break;
        }
        if at.from == 0 && (wallet || token(more.from) != token(at.from)) {
            at.from = more.from;
        }
        at.to = more.to;
    }
    at.from = own_card(layout, line, at, words).unwrap_or(at.from);
    let mut own: Vec<usize> = line.folds[at.from..at.to].iter().map(|fold| fold.word).collect();
    own.dedup();
    without_colon(span(layout, &own))
}

/// Means that paid one total together.
pub(super) struct Shared {
    /// The one that paid most.
    pub most: Span,
    all: Vec<Span>,
}

impl Shared {
    pub(super) fn doubt(&self) -> Doubt {
        let names: Vec<&str> = self.all.iter().map(|means| means.raw.trim()).collect();
        let mut evidence = Span::default();
        for means in &self.all {
            evidence.append(means.clone());
        }
        Doubt {
            field: LedgerField::PaymentMethod,
            code: "incomplete",
            message: format!("several ways to pay were used: {}", names.join(", ")),
            evidence,
        }
    }
}

/// The means that begin a payment line.
pub(super) fn tender(layout: &Layout, line: &Line, words: &Vocabulary) -> Option<Span> {
    let at = longest_at(words.words(WordList::Payment), &line.folds, 0)?;
    Some(named(layout, line, at, words))
}

/// Several means whose amounts, less the change, make the total.
pub(super) fn shared(tenders: &[(Span, Decimal)], change: Decimal, total: Decimal) -> Option<Shared> {
    let paid: Vec<&(Span, Decimal)> = tenders.iter().filter(|(_, amount)| !amount.is_zero()).collect();
    let sum: Decimal = paid.iter().map(|(_, amount)| amount).sum();
    let parts = paid.iter().all(|(_, amount)| *amount < total);
    let most = paid.iter().max_by_key(|(_, amount)| *amount)?;
    (paid.len() > 1 && parts && sum - change == total).then(|| Shared {
        most: most.0.clone(),
        all: paid.iter().map(|(means, _)| means.clone()).collect(),
    })
}

/// Whether the word before is a payment caption with a colon: `Order 4410  Payment: Visa ending 3310`.
fn is_asked(layout: &Layout, line: &Line, at: usize, words: &Vocabulary) -> bool {
    let before = &line.folds[at - 1];
    let colon = layout.word(before.word).text.ends_with(':') && before.word != line.folds[at].word;
    colon && find(words.words(WordList::Settled), std::slice::from_ref(before)).is_some()
}

/// `CASH:` before its amount.
pub(super) fn without_colon(mut name: Span) -> Span {
    name.raw.truncate(name.raw.trim_end_matches([':', ' ']).len());
    name
}

/// `Amex 2275 (Chip)`
fn is_last_four(text: &[u8]) -> bool {
    text.len() == 4 && text.iter().all(u8::is_ascii_digit)
}

/// `************1234`, `...1234`
fn masked(layout: &Layout, fold: &Fold) -> bool {
    let text = &layout.word(fold.word).text;
    let dotted = text
        .strip_prefix("...")
        .is_some_and(|rest| is_last_four(rest.as_bytes()));
    dotted || text.contains("**") || text.to_uppercase().contains("XXX") || text.contains("••")
}
