//! Finds the date of a receipt. The order of day and month in a numeric date is proved by other dates on it or by its
//! country; otherwise an issue is raised. Dates of statement entries are in `period`.

use super::captioned::values;
use super::line::{Line, Token};
use super::model::Doubt;
use super::span::{Span, span};
use super::vocabulary::{Vocabulary, find};
use crate::page::model::Layout;
use jiff::civil::Date;
use touchstone_core::address;
use touchstone_core::pack::{LedgerField, WordList};
use touchstone_core::value::day::Day;
use touchstone_core::value::{amount, code};

/// Max width of a slip, in points; wider pages are sheets.
const SHEET: f32 = 400.0;
/// Share of a sheet's height, at top and bottom, where a browser prints its header and footer.
const EDGE: f32 = 0.07;

/// A date with its words.
pub(super) struct Dated {
    pub day: Date,
    pub span: Span,
    /// Whether no other reading of the date is possible.
    pub proved: bool,
}

impl Dated {
    /// The date with a caption, else the first date printed. The date of printing counts only if there is no other.
    pub(super) fn of(layout: &Layout, lines: &[Line], words: &Vocabulary) -> Option<Self> {
        let read = |token: &Token| with_year(token).map(<[Day]>::to_vec);
        let named = values(layout, lines, words.captions(LedgerField::Date), &read)
            .into_iter()
            .next();
        let (days, own) = named.map(|named| named.value).or_else(|| {
            let first = |of_print: bool| {
                let mut printed = lines.iter().filter(|line| of_print == is_print_line(layout, line));
                printed.find_map(|line| {
                    let mut tokens = line.tokens.iter().filter(|token| !is_limit(line, token, words));
                    tokens.find_map(|token| Some((read(token)?, token.words.clone())))
                })
            };
            first(false).or_else(|| first(true))
        })?;
        let order = if days.len() < 2 {
            Some(false)
        } else {
            order(layout, lines, words, &days)
        };
        let wanted = days.iter().find(|day| day.day_first == order.unwrap_or(false));
        let day = *wanted.or(days.first())?;
        Some(Self {
            day: day.date(day.year?)?,
            span: span(layout, &own),
            proved: order.is_some(),
        })
    }

    pub(super) fn doubt(&self) -> Option<Doubt> {
        (!self.proved).then(|| Doubt {
            field: LedgerField::Date,
            code: "ambiguous_date",
            message: format!(
                "\"{}\" may have the day or the month first; nothing in the document shows which",
                self.span.raw.trim()
            ),
            evidence: self.span.clone(),
        })
    }
}

/// Whether a line is a browser's header or footer, with the date and time of printing: `3/14/25, 9:40 PM`.
pub(super) fn is_print_line(layout: &Layout, line: &Line) -> bool {
    let page = &layout.page;
    let sheet = page.width.min(page.height) > SHEET;
    let (top, bottom) = (line.region.bottom(), page.height - line.region.y);
    let edge = top.min(bottom) < EDGE * page.height;
    let mut days = line.tokens.iter().filter(|token| token.days().is_some());
    let timed = days.any(|token| {
        let Some(&last) = token.words.last() else { return false };
        let comma = layout.word(last).text.ends_with(',');
        let next = line.words.iter().skip_while(|word| **word != last).nth(1);
        comma && next.is_some_and(|&word| is_time(&layout.word(word).text))
    });
    sheet && edge && timed
}

/// Whether a word is a time of day: `13:59`, `9:40pm`.
pub(super) fn is_time(text: &str) -> bool {
    text.split_once(':').is_some_and(|(hour, minute)| {
        let is_hour = hour.len() <= 2 && hour.parse::<u8>().is_ok_and(|hour| hour < 24);
        is_hour && minute.len() >= 2 && minute.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Whether a date is a deadline: `Returns thru 05/09/2024`.
fn is_limit(line: &Line, token: &Token, words: &Vocabulary) -> bool {
    let before = line
        .folds
        .iter()
        .take_while(|fold| !token.words.contains(&fold.word))
        .last();
    before.is_some_and(|fold| find(words.words(WordList::Until), std::slice::from_ref(fold)).is_some())
}

/// The readings of a token as a date, if it prints the year.
fn with_year(token: &Token) -> Option<&[Day]> {
    token
        .days()
        .filter(|days| days.first().is_some_and(|day| day.year.is_some()))
}

/// Whether the day precedes the month: by unambiguous dates, by another print of the same date, or by the country.
fn order(layout: &Layout, lines: &[Line], words: &Vocabulary, days: &[Day]) -> Option<bool> {
    let mut orders: Vec<bool> = Vec::new();
    for token in lines.iter().flat_map(|line| &line.tokens) {
        let Some([only]) = with_year(token) else { continue };
        let text = layout.text(&token.words);
        let worded = text.contains(char::is_alphabetic) || text.bytes().take_while(u8::is_ascii_digit).count() > 2;
        if worded {
            let same = |day: &&Day| (day.year, day.month, day.day) == (only.year, only.month, only.day);
            orders.extend(days.iter().find(same).map(|day| day.day_first));
        } else if only.month != only.day {
            orders.push(only.day_first);
        }
    }
    if let Some(first) = orders.first() {
        return orders.iter().all(|order| order == first).then_some(*first);
    }
    let mentions = |list: WordList, currencies: WordList| {
        let named = lines.iter().any(|line| find(words.words(list), &line.folds).is_some());
        named || priced(layout, words, currencies)
    };
    let american = has_state(layout);
    match (mentions(WordList::DayFirst, WordList::DayFirstCurrency), american) {
        _ if mentions(WordList::EitherFirst, WordList::EitherFirstCurrency) => None,
        // A restaurant in the US may print `Grazie` too.
        (true, false) => (!may_be_american(layout, lines)).then_some(true),
        (false, true) => Some(false),
        (true, true) => None,
        (false, false) => mentions(WordList::MonthFirst, WordList::MonthFirstCurrency).then_some(false),
    }
}

/// Whether a line ends with a state, as in `Court Street, Brooklyn NY`, or with a phone number in US format. Neither is
/// proof.
fn may_be_american(layout: &Layout, lines: &[Line]) -> bool {
    let text = |word: usize| layout.word(word).text.as_str();
    lines.iter().any(|line| {
        let (Some(last), Some(before)) = (line.words.last(), line.words.iter().nth_back(1)) else {
            return false;
        };
        let name = text(*before).trim_end_matches(',');
        let town = name.len() > 2 && name.chars().all(char::is_alphabetic) && text(*before) != name.to_uppercase();
        let state = text(*last).len() == 2 && code::state(text(*last)).is_ok();
        let area = text(*before);
        let phone = area.len() == 5
            && area.starts_with('(')
            && area.ends_with(')')
            && address::is_phone(&layout.text(&line.words));
        town && state || phone
    })
}

/// Whether a currency sign of the list precedes an amount: `RM12.50`, `$ 3.00`.
fn priced(layout: &Layout, words: &Vocabulary, currencies: WordList) -> bool {
    let cents = |text: &str| amount::unmistakable(text).is_some();
    let mut pairs = layout
        .rows
        .iter()
        .flat_map(|row| row.words.windows(2).chain(row.words.windows(1)));
    pairs.any(|own| {
        let text = layout.word(own[0]).text.trim_start_matches(['(', '-']);
        let number = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let (sign, rest) = text.split_at(number);
        let amount = if rest.is_empty() {
            own.get(1).map_or("", |&next| layout.word(next).text.as_str())
        } else {
            rest
        };
        words.is_currency(currencies, sign) && cents(amount)
    })
}

/// Whether the page has a state and a ZIP code: `Redmond, WA 98052`.
fn has_state(layout: &Layout) -> bool {
    layout.page.reading.words.windows(2).any(|two| {
        let digits = two[1].text.bytes().take_while(u8::is_ascii_digit).count();
        digits == 5 && address::is_postcode(&two[1].text) && code::state(two[0].text.trim_end_matches(',')).is_ok()
    })
}
