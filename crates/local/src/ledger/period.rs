//! Finds the period that a statement covers, and dates its lines. A list has one order of day and month; a missing year
//! follows from the period, also across a new year.

use super::line::{Kind, Line, Token};
use super::span::{Span, span};
use crate::page::model::Layout;
use jiff::ToSpan;
use jiff::civil::Date;
use touchstone_core::value::date::month_named;
use touchstone_core::value::day::Day;

/// Max days in a period.
const LONGEST: i32 = 400;
/// Max words and numbers in a line that names a month.
const HEADING: usize = 7;
/// Max words in a range within a month: `June 1 - 30, 2024`.
const MONTH_WORDS: usize = 5;
/// Max days that an entry may be dated before or after the period, such as a card purchase posted later.
const EARLIER: i64 = 45;
const LATER: i64 = 7;

/// First and last day; `whole` is the text from one to the other.
#[derive(Debug, Clone)]
pub(super) struct Period {
    pub start: Option<(Date, Span)>,
    pub end: (Date, Span),
    pub whole: Option<Span>,
    /// Whether its dates are numeric with the day before the month.
    pub day_first: bool,
    /// Only a month is named; its entries must be dated within it.
    pub month: bool,
}

/// Two dates on one line with only a word or a dash between them.
pub(super) fn range(layout: &Layout, line: &Line) -> Option<Period> {
    let days: Vec<usize> = (0..line.tokens.len())
        .filter(|&index| line.tokens[index].days().is_some())
        .collect();
    for pair in days.windows(2) {
        let (first, last) = (&line.tokens[pair[0]], &line.tokens[pair[1]]);
        if joined(layout, &line.tokens[pair[0] + 1..pair[1]])
            && let (Some(from), Some(to)) = (first.days(), last.days())
            && let Some((start, end, day_first)) = ordered(from, to)
        {
            let words = words_between(line, &first.words, &last.words);
            let mut period = period(layout, start, end, &first.words, &last.words, &words);
            period.day_first = day_first;
            return Some(period);
        }
    }
    within_month(layout, line)
}

/// `June 1-30, 2024`, `1 - 30 June 2024`: month and year given once for both days.
fn within_month(layout: &Layout, line: &Line) -> Option<Period> {
    let number = |text: &str| text.parse::<i8>().ok().filter(|_| text.len() <= 2);
    let read = |words: &[usize]| {
        let text = layout
            .text(words)
            .replace(['-', '\u{2013}', '\u{2014}'], " - ")
            .replace(',', " ");
        let parts: Vec<&str> = text.split_whitespace().collect();
        let ([from, "-", to, month, year] | [month, from, "-", to, year]) = parts[..] else {
            return None;
        };
        let (from, to, month) = (number(from)?, number(to)?, month_named(month)?);
        let year: i16 = year.parse().ok().filter(|_| year.len() == 4)?;
        let (start, end) = (Date::new(year, month, from).ok()?, Date::new(year, month, to).ok()?);
        (start <= end).then(|| period(layout, start, end, words, words, words))
    };
    let longest = line.words.len().min(MONTH_WORDS);
    (3..=longest)
        .rev()
        .flat_map(|count| line.words.windows(count))
        .find_map(read)
}

/// Whether only a dash or one short word is between two dates: `-`, `through`, `to`.
fn joined(layout: &Layout, between: &[Token]) -> bool {
    let words: Vec<&str> = between
        .iter()
        .flat_map(|token| &token.words)
        .map(|&word| layout.word(word).text.as_str())
        .collect();
    let text = |word: &&str| word.chars().any(char::is_alphanumeric);
    let plain = between.iter().all(|token| token.kind == Kind::Text);
    plain
        && words.len() <= 2
        && words.iter().filter(|word| text(word)).all(|word| {
            matches!(
                word.to_lowercase().as_str(),
                "to" | "through" | "thru" | "until" | "and"
            )
        })
}

fn words_between(line: &Line, first: &[usize], last: &[usize]) -> Vec<usize> {
    let place = |word: usize| line.words.iter().position(|&other| other == word).unwrap_or(0);
    let (from, to) = (place(first[0]), place(last[last.len() - 1]));
    line.words[from..=to.max(from)].to_vec()
}

fn period(layout: &Layout, start: Date, end: Date, first: &[usize], last: &[usize], whole: &[usize]) -> Period {
    // `Transaction activity (09/01/2025 to 09/30/2025)`
    let mut whole = span(layout, whole);
    whole.raw = whole.raw.trim_matches(['(', ')']).to_owned();
    Period {
        start: Some((start, span(layout, first))),
        end: (end, span(layout, last)),
        whole: Some(whole),
        day_first: false,
        month: false,
    }
}

/// `Statement for January 2024`: a month in a short line without an amount, taken as its first to its last day.
pub(super) fn month(layout: &Layout, line: &Line) -> Option<Period> {
    if line.has_amount() || line.folds.len() > HEADING {
        return None;
    }
    let text = |word: usize| layout.word(word).text.trim_matches([',', ':', ';', '.', '(', ')']);
    let days: Vec<usize> = line
        .tokens
        .iter()
        .filter(|token| token.days().is_some())
        .flat_map(|token| token.words.clone())
        .collect();
    let named = |pair: &[usize]| {
        let year = text(pair[1])
            .parse::<i16>()
            .ok()
            .filter(|year| (1970..2100).contains(year))?;
        Date::new(year, month_named(text(pair[0]))?, 1).ok()
    };
    let (start, pair) = line
        .words
        .windows(2)
        .filter(|pair| !pair.iter().any(|word| days.contains(word)))
        .find_map(|pair| Some((named(pair)?, pair)))?;
    let at = span(layout, pair);
    Some(Period {
        start: Some((start, at.clone())),
        end: (start.last_of_month(), at.clone()),
        whole: Some(at),
        day_first: false,
        month: true,
    })
}

/// The first reading of two dates that makes a period of at most `LONGEST` days.
fn ordered(from: &[Day], to: &[Day]) -> Option<(Date, Date, bool)> {
    for day_first in [false, true] {
        let to = pick(to, day_first);
        let Some(end) = to.and_then(|day| day.date(day.year?)) else {
            continue;
        };
        // Both dates have the same order: `01/04/2024 to 30/06/2024`.
        let one_order = to.map_or(day_first, |to| to.day_first);
        let Some(start) = pick(from, one_order) else { continue };
        let years = [end.year(), end.year() - 1];
        let start = years
            .into_iter()
            .filter_map(|year| start.date(year))
            .find(|start| *start <= end);
        if let Some(start) = start
            && is_one(start, end)
        {
            return Some((start, end, day_first));
        }
    }
    None
}

/// Whether a statement can cover the days from `start` to `end`.
pub(super) fn is_one(start: Date, end: Date) -> bool {
    start <= end && end.since(start).is_ok_and(|span| span.get_days() <= LONGEST)
}

/// The reading in the given order of day and month, else the first one.
fn pick(days: &[Day], day_first: bool) -> Option<Day> {
    let wanted = days.iter().find(|day| day.day_first == day_first);
    wanted.or(days.first()).copied()
}

/// The date of a token, in American order unless impossible.
pub(super) fn single(token: &Token) -> Option<Date> {
    let day = *token.days()?.first()?;
    day.date(day.year?)
}

/// Whether the dates of a list have the day first. American order is assumed unless a date is impossible in it, or the
/// other order puts more dates into the period.
pub(super) fn order(lists: &[&[Day]], period: Option<&Period>) -> bool {
    let numeric = |days: &&&[Day]| days.len() > 1 || days.first().is_some_and(|day| day.day_first);
    if lists.iter().filter(numeric).count() == 0 {
        return false;
    }
    let only_day_first = lists
        .iter()
        .any(|days| days.iter().all(|day| day.day_first) && !days.is_empty());
    let Some(period) = period else { return only_day_first };
    let fits = |day_first: bool| {
        lists
            .iter()
            .filter(|days| dated(days, day_first, Some(period)).is_some())
            .count()
    };
    let (american, other) = (fits(false), fits(true));
    if american == other {
        only_day_first || period.day_first
    } else {
        other > american
    }
}

/// The date of a line. A missing year is the one that puts the day into the period or shortly before or after; a
/// printed year is kept.
pub(super) fn dated(days: &[Day], day_first: bool, period: Option<&Period>) -> Option<Date> {
    let strict = days.iter().find(|day| day.day_first == day_first);
    let same = || days.first().filter(|day| day.month == day.day || !day.day_first);
    let day = strict.or_else(same).or(days.first())?;
    if let Some(year) = day.year {
        return day.date(year);
    }
    let period = period?;
    let end = period.end.0;
    let start = period.start.as_ref().map_or(end, |(start, _)| *start);
    let first = start.checked_sub(EARLIER.days()).unwrap_or(start);
    let last = end.checked_add(LATER.days()).unwrap_or(end);
    let years = [end.year(), end.year() - 1, end.year() + 1];
    years
        .into_iter()
        .filter_map(|year| day.date(year))
        .find(|date| first <= *date && *date <= last)
}

/// Whether a date can belong to the period.
pub(super) fn belongs(date: Date, period: &Period) -> bool {
    let end = period.end.0;
    let start = period.start.as_ref().map_or(end, |(start, _)| *start);
    let (earlier, later) = match (&period.start, period.month) {
        (_, true) => (0, 0),
        (Some(_), _) => (EARLIER, LATER),
        (None, _) => (100, LATER),
    };
    let first = start.checked_sub(earlier.days()).unwrap_or(start);
    let last = end.checked_add(later.days()).unwrap_or(end);
    first <= date && date <= last
}
