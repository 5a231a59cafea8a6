//! Splits a printed row into tokens: days, amounts, bare numbers and the text between them. Interpreting them is up to
//! `entry`, `item` and `role`.

use crate::page::model::{Layout, Row};
use crate::page::reading;
use crate::page::tolerances::PIECE_GAP;
use rust_decimal::Decimal;
use touchstone_core::value::amount;
use touchstone_core::value::day::{self, Day};
use touchstone_intake::Region;

/// Max gap between the words of one day or one amount, in font sizes.
const JOINED: f32 = 1.2;
/// Currencies without cents, by sign and by code (ISO 4217).
const SIGNS_WITHOUT_CENTS: [char; 4] = ['¥', '円', '₩', '₫'];
const CODES_WITHOUT_CENTS: [&str; 4] = ["JPY", "KRW", "VND", "CLP"];
/// Max words in a day: `Mon, January 5, 2024`.
const LONGEST_DAY: usize = 4;
/// Max words in an amount: `- $ 1,234.56`.
const LONGEST_AMOUNT: usize = 3;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Text,
    Day(Vec<Day>),
    /// With cents or a currency sign.
    Amount(Decimal),
    /// Without cents and without a currency sign.
    Number(Decimal),
}

#[derive(Debug, Clone)]
pub(super) struct Token {
    pub kind: Kind,
    pub words: Vec<usize>,
    pub region: Region,
}

/// Part of a word: letters and digits between other characters, in lower case.
#[derive(Debug, Clone)]
pub(super) struct Fold {
    pub text: Vec<u8>,
    pub word: usize,
}

#[derive(Debug, Clone)]
pub(super) struct Line {
    pub words: Vec<usize>,
    pub tokens: Vec<Token>,
    pub folds: Vec<Fold>,
    pub region: Region,
    pub size: f32,
}

impl Token {
    pub(super) fn amount(&self) -> Option<Decimal> {
        match self.kind {
            Kind::Amount(amount) => Some(amount),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<Decimal> {
        match self.kind {
            Kind::Amount(number) | Kind::Number(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn days(&self) -> Option<&[Day]> {
        match &self.kind {
            Kind::Day(days) => Some(days),
            _ => None,
        }
    }
}

impl Line {
    fn new(layout: &Layout, row: &Row, coinless: bool) -> Self {
        let size = row.words.iter().map(|&word| layout.word(word).size).fold(1.0, f32::max);
        let mut tokens = tokens(layout, &row.words);
        if let [_, .., last] = tokens.as_mut_slice()
            && let Kind::Number(number) = last.kind
            && coinless
        {
            last.kind = Kind::Amount(number);
        }
        Self {
            tokens,
            folds: folds(layout, &row.words),
            words: row.words.clone(),
            region: row.region,
            size,
        }
    }

    pub(super) fn has_amount(&self) -> bool {
        self.tokens.iter().any(|token| token.amount().is_some())
    }

    /// Whether the line has a letter; lines of dots and rulings have none.
    pub(super) fn has_letters(&self) -> bool {
        self.folds
            .iter()
            .any(|fold| fold.text.iter().any(u8::is_ascii_alphabetic))
    }
}

/// The lines of a page from top to bottom. Values of interactive form fields are on lines apart from the printed text.
pub(super) fn lines(layout: &Layout) -> Vec<Line> {
    let coinless = is_coinless(layout);
    let rows = layout.rows.iter();
    let mut lines: Vec<Line> = rows.map(|row| Line::new(layout, row, coinless)).collect();
    lines.sort_by(|a, b| a.region.center().1.total_cmp(&b.region.center().1));
    lines
}

/// Whether the page uses a currency without cents and prints none. A number that ends a line is then an amount.
fn is_coinless(layout: &Layout) -> bool {
    let texts = || (0..layout.folded.len()).map(|word| layout.word(word).text.as_str());
    let named =
        |text: &str| text.contains(SIGNS_WITHOUT_CENTS) || CODES_WITHOUT_CENTS.contains(&text.trim_matches(':'));
    let cents =
        |text: &str| amount::unmistakable(text).is_some_and(|amount| amount.scale() > 0 && !amount.is_integer());
    texts().any(named) && !texts().any(cents)
}

/// The words split at every character that is not alphanumeric, in lower case.
pub(super) fn folds(layout: &Layout, words: &[usize]) -> Vec<Fold> {
    let mut folds = Vec::new();
    for &word in words {
        folds.extend(
            fold(&layout.word(word).text)
                .into_iter()
                .map(|text| Fold { text, word }),
        );
    }
    folds
}

pub(super) fn fold(text: &str) -> Vec<Vec<u8>> {
    // An apostrophe does not end a word.
    let plain = text.replace(['\'', '’'], "").replace('@', " @ ");
    let parts = plain.split(|c: char| !c.is_alphanumeric() && c != '@');
    parts
        .filter(|part| !part.is_empty())
        .map(|part| part.to_lowercase().into_bytes())
        .collect()
}

fn tokens(layout: &Layout, words: &[usize]) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut place = 0;
    while place < words.len() {
        let (kind, taken) = kind(layout, &words[place..]);
        let own = words[place..place + taken].to_vec();
        // An amount is in the column of its dollars.
        let dollars = matches!(own[..], [dollars, cents] if reading::are_cents(layout, dollars, cents));
        let region = layout.around(if dollars { &own[..1] } else { &own });
        place += taken;
        let size = layout.word(own[0]).size.max(1.0);
        match tokens.last_mut() {
            Some(last)
                if kind == Kind::Text
                    && last.kind == Kind::Text
                    && region.x - last.region.right() <= PIECE_GAP * size =>
            {
                last.words.extend(own);
                last.region = last.region.union(&region);
            }
            _ => tokens.push(Token {
                kind,
                words: own,
                region,
            }),
        }
    }
    tokens
}

/// The kind of the first token, and how many words it takes.
fn kind(layout: &Layout, words: &[usize]) -> (Kind, usize) {
    let joined = |count: usize| {
        words[..count].windows(2).all(|pair| {
            let gap = layout.gap(pair[0], pair[1]);
            gap <= JOINED * layout.word(pair[0]).size.max(1.0)
        })
    };
    for count in (1..=LONGEST_DAY.min(words.len())).rev().filter(|&count| joined(count)) {
        if let Some(days) = day_of(layout, &words[..count]) {
            return (Kind::Day(days), count);
        }
    }
    if let [dollars, cents, ..] = *words
        && let Some(amount) = reading::with_cents(layout, dollars, cents)
    {
        return (Kind::Amount(amount), 2);
    }
    for count in (1..=LONGEST_AMOUNT.min(words.len()))
        .rev()
        .filter(|&count| joined(count))
    {
        if let Some(amount) = amount_of(layout, &words[..count]) {
            return (Kind::Amount(amount), count);
        }
    }
    match amount::bare(&layout.word(words[0]).text).or_else(|| amount::fine(&layout.word(words[0]).text)) {
        Some(number) => (Kind::Number(number), 1),
        None => (Kind::Text, 1),
    }
}

fn day_of(layout: &Layout, words: &[usize]) -> Option<Vec<Day>> {
    let text = layout.text(words);
    let text = text.trim_start_matches('(').trim_end_matches([',', ':', ';', ')']);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let ends = |word: usize| layout.word(word).text.bytes().any(|b| b.is_ascii_alphanumeric());
    if !(1..=8).contains(&digits) || text.len() > 30 || !ends(words[0]) || !ends(words[words.len() - 1]) {
        return None;
    }
    let letters = text.bytes().any(|byte| byte.is_ascii_alphabetic());
    let several = words.len() > 1;
    // `1 October – 31 December 2023` is two days, not one day in the year 31.
    let dash = |&word: &usize| matches!(layout.word(word).text.as_str(), "-" | "–" | "—");
    if words.iter().any(dash) {
        return None;
    }
    // Cents after the name of a month make it an amount: `DEC 25.00`.
    if several
        && (!letters
            || words
                .iter()
                .any(|&word| amount::unmistakable(&layout.word(word).text).is_some()))
    {
        return None;
    }
    let days = day::readings(text);
    let year_left_out = days.first().is_some_and(|day| day.year.is_none());
    if !letters && year_left_out {
        // `9.10-` is a negative amount.
        let paired = text.len() == 5 && text.as_bytes()[2] == b'-';
        if !text.contains('/') && !paired {
            return None;
        }
    }
    (!days.is_empty()).then_some(days)
}

fn amount_of(layout: &Layout, words: &[usize]) -> Option<Decimal> {
    let text = layout.text(words);
    if words.len() > 1 {
        // Only a sign may be printed apart from its amount.
        let apart = words
            .iter()
            .filter(|&&word| layout.word(word).text.bytes().any(|byte| byte.is_ascii_digit()))
            .count();
        let letters = text.bytes().any(|byte| byte.is_ascii_alphabetic());
        if apart != 1 || letters && !["USD", "US$"].iter().any(|mark| text.contains(mark)) {
            return None;
        }
    }
    amount::unmistakable(amount::parted(&text).0)
}
