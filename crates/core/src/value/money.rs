//! Dollar amounts: exact decimals with two places and at most fifteen digits before the point.

use super::ValueFault;
use rust_decimal::{Decimal, RoundingStrategy};
use serde_json::Value;
use std::borrow::Cow;

pub(super) const WANTED: &str = "a currency amount";

/// Max digits before the point. Larger amounts are not printed on forms, and no sum of such amounts overflows.
const MOST_DIGITS: usize = 15;

const DASHES: [char; 4] = ['-', '\u{2010}', '\u{2013}', '\u{2212}'];

/// Parses a printed amount: `$1,234.56`, `1234`, `.50`, `(12.00)`, `12.00-`, `-$12`, `1,234 USD`, `***12.00`,
/// `12|00`, `12.00.`, `32 ]`. Thousands must be grouped by three, and a space may appear only beside a sign or
/// separator: two numbers are rejected rather than joined.
pub fn parse(text: &str) -> Result<Decimal, ValueFault> {
    let fault = |reason: &str| ValueFault::new(text, WANTED, reason);
    // Asterisks before an amount protect it; with a dash between them they mask a number: `**-***9605`.
    if text
        .split_once('*')
        .is_some_and(|(_, rest)| rest.trim_start_matches('*').starts_with(DASHES))
    {
        return Err(fault("it is a masked number"));
    }
    let plain = without_marks(text.trim());
    let (negative, digits) = sign(&plain).ok_or_else(|| fault("it has two signs"))?;
    let digits = close_gaps(digits).ok_or_else(|| fault("it is two numbers"))?;
    let (whole, cents) = digits.split_once('.').unwrap_or((&digits, ""));
    if !digits.bytes().any(|byte| byte.is_ascii_digit()) {
        return Err(fault("it has no digits"));
    }
    if !cents.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(fault("there are characters other than digits after the decimal point"));
    }
    if cents.len() > 2 {
        return Err(fault("it has more than two decimals"));
    }
    let whole = ungrouped(whole).ok_or_else(|| fault("its digits are not grouped in threes"))?;
    if whole.len() > MOST_DIGITS {
        return Err(fault("it is too large"));
    }
    let number: i64 = format!("0{whole}{cents:0<2}")
        .parse()
        .map_err(|_| fault("it is not a number"))?;
    let amount = Decimal::new(number, 2);
    Ok(if negative { -amount } else { amount })
}

/// Removes marks left by the lines and dots of a form: a bar at an end or between dollars and cents, a point after
/// the cents.
fn without_marks(text: &str) -> Cow<'_, str> {
    // An amount between two brackets may be negative.
    let bracketed = text.starts_with('[') && text.ends_with(']');
    let bar = |c: char| !bracketed && (matches!(c, '|' | '[' | ']') || c.is_whitespace());
    let text = text.trim_matches(bar);
    let cents = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((dollars, rest)) = text.split_once('|')
        && cents(rest.trim())
        && dollars.trim_end().ends_with(|c: char| c.is_ascii_digit())
        && !dollars.contains('.')
    {
        return Cow::Owned(format!("{}.{}", dollars.trim_end(), rest.trim()));
    }
    let ended = text
        .strip_suffix('.')
        .filter(|rest| rest.rsplit_once('.').is_some_and(|(_, rest)| cents(rest)));
    Cow::Borrowed(ended.unwrap_or(text))
}

/// Strips signs, parentheses and currency marks from both ends. `None` if there are two signs.
fn sign(text: &str) -> Option<(bool, &str)> {
    let mut rest = text;
    let mut signs = 0;
    loop {
        let before = rest;
        if let Some(inner) = rest.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
            signs += 1;
            rest = inner;
        }
        if let Some(inner) = rest.strip_prefix(DASHES).or_else(|| rest.strip_suffix(DASHES)) {
            signs += 1;
            rest = inner;
        }
        for mark in ["US$", "$", "USD", "*"] {
            rest = rest.strip_prefix(mark).unwrap_or(rest);
        }
        for mark in ["USD", "*"] {
            rest = rest.strip_suffix(mark).unwrap_or(rest);
        }
        rest = rest.trim();
        if rest == before {
            break;
        }
    }
    (signs <= 1).then_some((signs == 1, rest))
}

/// Drops spaces beside a comma or point; `None` if a space separates two digits.
fn close_gaps(text: &str) -> Option<String> {
    let mut closed = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        if c.is_whitespace() {
            gap = true;
            continue;
        }
        if gap && c.is_ascii_digit() && closed.ends_with(|last: char| last.is_ascii_digit()) {
            return None;
        }
        gap = false;
        closed.push(c);
    }
    Some(closed)
}

/// The digits of `1,234,567` or `1234567`; `None` for any other grouping or character.
fn ungrouped(whole: &str) -> Option<String> {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let rest: Vec<&str> = groups.collect();
    let grouped = rest.is_empty() || (1..=3).contains(&first.len()) && rest.iter().all(|group| group.len() == 3);
    let digits = first.to_owned() + &rest.concat();
    (grouped && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

/// Whether a number is within the range of amounts, with any number of decimals.
pub(super) fn fits(number: &Decimal) -> bool {
    number.abs() < Decimal::from(10_u64.pow(MOST_DIGITS as u32))
}

/// Prints exactly two places: `0.00`, `-1234.00`.
pub fn print(amount: Decimal) -> String {
    let mut cents = amount.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero);
    if cents.is_zero() {
        cents = Decimal::ZERO;
    }
    cents.rescale(2);
    cents.to_string()
}

/// The amount of a stored value; `None` if it is null or not an amount.
pub fn of(value: &Value) -> Option<Decimal> {
    value.as_str().and_then(|text| parse(text).ok())
}
