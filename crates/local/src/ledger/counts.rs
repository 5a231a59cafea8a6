//! Counts and unit prices printed with words or signs, on an item's line or below it: `2 @ 3.50`, `Qty: 1  $29.01 each`,
//! `0.762 kg @ $1.58/kg`, `Latte × 2`. Columns and bare numbers are read in `item`.

use super::line::{Kind, Line, Token, folds};
use super::model::{MOST, is_product};
use super::span::{Money, Span, span};
use super::vocabulary::{Vocabulary, is_one};
use crate::page::model::Layout;
use rust_decimal::Decimal;
use std::ops::Range;
use touchstone_core::pack::{LedgerColumn, LedgerField, WordList};
use touchstone_core::value::amount;

/// Max words in a caption of counts or unit prices.
const CAPTION: usize = 3;
/// Min letters of a caption of counts; `No 4` is a location.
const CAPTIONED: usize = 3;

/// What a line says about the count and the unit price of an item.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) quantity: Option<Span>,
    pub(super) price: Option<Money>,
    /// The words that say so.
    pub(super) words: Vec<usize>,
    /// The line says nothing else.
    pub(super) whole: bool,
}

/// A number, a sign, or any other word.
struct Mark {
    raw: String,
    words: Vec<usize>,
    number: Option<Decimal>,
    /// With cents or a currency sign.
    priced: bool,
}

/// The marks of a line, with what is needed to read them.
struct Marks<'a> {
    layout: &'a Layout<'a>,
    vocabulary: &'a Vocabulary,
    all: Vec<Mark>,
    /// The last amount of the line.
    last: Option<Decimal>,
}

/// Marks that belong together, with the places of the numbers among them.
struct Phrase {
    marks: Range<usize>,
    quantity: Option<usize>,
    price: Option<usize>,
}

impl Counts {
    /// Reads the words of a line that `is_own` admits.
    pub(super) fn of(layout: &Layout, line: &Line, words: &Vocabulary, is_own: impl Fn(usize) -> bool) -> Self {
        let marks = Marks::of(layout, line, words, is_own);
        let mut phrases = marks.phrases();
        let said: Vec<usize> = phrases.iter().flat_map(|phrase| phrase.marks.clone()).collect();
        let mut counts = Self {
            whole: said.len() == marks.all.len(),
            ..Self::default()
        };
        let is_amount = |place: usize| marks.all[place].priced && !said.contains(&place);
        // Without another amount, `Bagel 3.50 each` has its amount there.
        let is_counted = counts.whole || phrases.iter().any(|phrase| phrase.quantity.is_some());
        if !is_counted && !(0..marks.all.len()).any(is_amount) {
            phrases.clear();
        }
        for phrase in phrases {
            let money = |(value, span)| Money { value, span };
            let price = phrase.price.and_then(|at| marks.number(at).zip(Some(marks.span(at))));
            counts.price = counts.price.or(price.map(money));
            counts.quantity = counts.quantity.or(phrase.quantity.map(|at| marks.span(at)));
            let own = &marks.all[phrase.marks];
            counts.words.extend(own.iter().flat_map(|mark| &mark.words));
        }
        counts
    }
}

impl<'a> Marks<'a> {
    fn of(layout: &'a Layout<'a>, line: &Line, vocabulary: &'a Vocabulary, is_own: impl Fn(usize) -> bool) -> Self {
        let mut all = Vec::new();
        for token in &line.tokens {
            let own = token.words.iter().copied().filter(|&word| is_own(word));
            if token.kind == Kind::Text {
                all.extend(own.flat_map(|word| marks(layout, vocabulary, word)));
            } else if own.count() > 0 {
                let raw = layout.text(&token.words);
                all.push(Mark {
                    priced: token.amount().is_some() || amount::fine(&raw).is_some(),
                    number: token.number(),
                    words: token.words.clone(),
                    raw,
                });
            }
        }
        Self {
            layout,
            vocabulary,
            last: line.tokens.iter().rev().find_map(Token::amount),
            all,
        }
    }

    /// All phrases from left to right.
    fn phrases(&self) -> Vec<Phrase> {
        let (mut found, mut at) = (Vec::<Phrase>::new(), 0);
        while at < self.all.len() {
            let begins = found.last().map_or(at == 0, |last| last.marks.end == at);
            let own = self.multiplied(at).or_else(|| self.captioned(at, begins));
            let phrase = own
                .or_else(|| self.each(at, begins && at > 0))
                .or_else(|| self.times(at));
            at = phrase.as_ref().map_or(at + 1, |phrase| phrase.marks.end);
            found.extend(phrase);
        }
        found
    }

    /// `2 @ 3.50`, `0.762 kg @ $1.58/kg`, `12@3.98`. With a sign of multiplication the line's amount must be the product
    /// of bare numbers, and of those in one word.
    fn multiplied(&self, at: usize) -> Option<Phrase> {
        let (count, mark) = (self.number(at)?, &self.all[at]);
        let is_count = count > Decimal::ZERO && !(mark.priced && (mark.raw.contains('$') || count >= MOST.into()));
        // The pack does not list all units: `GAL`.
        let is_unit = self.number(at + 1).is_none() && (self.is_unit(at + 1) || self.raw(at + 2) == "@");
        let sign = at + 1 + usize::from(is_unit && self.is_each(at + 2));
        let price = self.number(sign + 1).filter(|_| self.is_each(sign) && is_count)?;
        let is_glued = mark.words == self.all[sign].words && self.raw(sign) != "@";
        let is_made = self.last.map_or(!is_glued, |last| is_product(count, price, last));
        let is_price = self.all[sign + 1].priced && !is_glued || is_made;
        is_price.then(|| Phrase::new(at..self.behind(sign + 2), Some(at), Some(sign + 1)))
    }

    /// `Qty: 2` and `Price: 54.00`: at the start of a line a caption needs no colon.
    fn captioned(&self, at: usize, begins: bool) -> Option<Phrase> {
        (1..=CAPTION).rev().find_map(|length| {
            let value = at + length;
            let (number, priced) = (self.number(value)?, self.all[value].priced);
            let texts = &self.all[at..value];
            let is_text = texts.iter().all(|mark| mark.number.is_none());
            let folds: Vec<_> = texts.iter().flat_map(|mark| folds(self.layout, &mark.words)).collect();
            let is = |column| is_one(self.vocabulary.column(LedgerField::Items, column), &folds);
            let letters: usize = folds.iter().map(|fold| fold.text.len()).sum();
            let is_open = begins || self.layout.text(&texts[length - 1].words).ends_with(':');
            let counts = number > Decimal::ZERO && number <= MOST.into() && is(LedgerColumn::Quantity);
            let is_found = if priced {
                begins && is(LedgerColumn::Price)
            } else {
                counts
            };
            let (quantity, price) = if priced {
                (None, Some(value))
            } else {
                (Some(value), None)
            };
            let is_caption = is_text && is_open && letters >= CAPTIONED && is_found;
            is_caption.then(|| Phrase::new(at..value + 1, quantity, price))
        })
    }

    /// `@ 2.27 ea`, `5.72 ea.`, `$1.58/kg`: other text may follow only a price behind a count.
    fn each(&self, at: usize, is_counted: bool) -> Option<Phrase> {
        let is_priced = |place: usize| self.all.get(place).is_some_and(|mark| mark.priced);
        if self.is_each(at) && !is_times(self.raw(at)) && is_priced(at + 1) {
            return Some(Phrase::new(at..self.behind(at + 2), None, Some(at + 1)));
        }
        let end = self.behind(at + 1);
        let is_closed = is_counted || self.all.get(end).is_none_or(|mark| mark.priced);
        (is_priced(at) && end > at + 1 && is_closed).then(|| Phrase::new(at..end, None, Some(at)))
    }

    /// `3 x Paint brush`, `2 of: Linen towels`, `Latte × 2`, `Latte (2x)`. A number before the sign makes it a size:
    /// `3/8 X 2`.
    fn times(&self, at: usize) -> Option<Phrase> {
        let is_whole = |place: usize| {
            let number = self.number(place).filter(|_| !self.all[place].priced);
            number.is_some_and(|number| number.is_integer() && number > Decimal::ZERO && number <= MOST.into())
        };
        let (first, second) = (self.all.get(at)?, self.all.get(at + 1)?);
        let (next, is_glued) = (self.all.get(at + 2), first.words == second.words);
        let next_word = next.filter(|next| next.words != second.words);
        let is_before = is_whole(at) && (is_times(&second.raw) || second.raw == "of:");
        let counts = |place| Phrase::new(at..at + 2, Some(place), None);
        let Some(before) = at.checked_sub(1).map(|before| &self.all[before]) else {
            let is_named = next_word.is_some_and(|next| next.number.is_none());
            return (is_before && is_named).then(|| counts(at));
        };
        let ends_name = |c: char| c == ')' || c.is_alphabetic() && (is_glued || !matches!(c, 'x' | 'X' | '×'));
        let is_named = before.words != first.words && self.layout.text(&before.words).contains(ends_name);
        let is_last = next.is_none() || next_word.is_some_and(|next| next.number.is_some());
        let place = at + usize::from(is_times(&first.raw) && is_whole(at + 1));
        let is_counted = place > at || is_glued && is_before;
        (is_named && is_last && is_counted).then(|| counts(place))
    }

    /// The end of a sign or a unit behind a price.
    fn behind(&self, place: usize) -> usize {
        let is_per = self.raw(place) == "/" && (self.is_unit(place + 1) || self.is_each(place + 1));
        let is_each = self.is_each(place) && self.number(place + 1).is_none();
        place + usize::from(is_each) + 2 * usize::from(is_per)
    }

    fn number(&self, place: usize) -> Option<Decimal> {
        self.all.get(place)?.number
    }

    fn raw(&self, place: usize) -> &str {
        self.all.get(place).map_or("", |mark| &mark.raw)
    }

    fn is_each(&self, place: usize) -> bool {
        is_times(self.raw(place)) || self.vocabulary.is_in(WordList::Each, self.raw(place))
    }

    fn is_unit(&self, place: usize) -> bool {
        self.vocabulary.is_in(WordList::Measured, self.raw(place))
    }

    fn span(&self, place: usize) -> Span {
        let mut span = span(self.layout, &self.all[place].words);
        span.raw.clone_from(&self.all[place].raw);
        span
    }
}

impl Phrase {
    fn new(marks: Range<usize>, quantity: Option<usize>, price: Option<usize>) -> Self {
        Self { marks, quantity, price }
    }
}

/// The marks of a word: its numbers, signs and units if it has nothing else, as in `12@3.98`, `(x2)` and `$1.58/kg`.
fn marks(layout: &Layout, vocabulary: &Vocabulary, word: usize) -> Vec<Mark> {
    let mark = |raw: String, number, priced| Mark {
        raw,
        number,
        priced,
        words: vec![word],
    };
    let is_digit = |c: char| c.is_ascii_digit() || ".,$€£".contains(c);
    let text = &layout.word(word).text;
    let mut runs: Vec<String> = Vec::new();
    for c in text.chars() {
        let continues = |last: char| is_digit(last) && is_digit(c) || last.is_alphabetic() && c.is_alphabetic();
        match runs.last_mut().filter(|run| run.ends_with(continues)) {
            Some(run) => run.push(c),
            None => runs.push(c.into()),
        }
    }
    runs.retain(|run| !run.chars().all(|c| "().,:;".contains(c)));
    let read = runs.into_iter().map(|raw| {
        let priced = amount::unmistakable(&raw).or_else(|| amount::fine(&raw));
        let number = priced.or_else(|| amount::bare(&raw));
        let is_listed = || {
            [WordList::Each, WordList::Measured]
                .iter()
                .any(|&list| vocabulary.is_in(list, &raw))
        };
        let is_known = number.is_some() || raw == "/" || is_times(&raw) || is_listed();
        is_known.then(|| mark(raw, number, priced.is_some()))
    });
    let read: Option<Vec<Mark>> = read.collect();
    read.unwrap_or_else(|| vec![mark(text.clone(), None, false)])
}

fn is_times(text: &str) -> bool {
    matches!(text, "x" | "X" | "×" | "*")
}
