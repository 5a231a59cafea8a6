//! Calendar days. Numeric dates are read in American order, month first.

use super::ValueFault;
use jiff::civil::Date;

pub(super) const WANTED: &str = "a date";

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Parses `1/31/2024`, `01-31-24`, `2024-01-31`, `Jan. 31, 2024`, `31 January 2024`. Two-digit years are
/// 1970..=2069.
pub fn parse(text: &str) -> Result<Date, ValueFault> {
    let fault = |reason: &str| ValueFault::new(text, WANTED, reason);
    let parts: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, '/' | '-' | '.' | ',' | '\u{2013}'))
        .filter(|part| !part.is_empty())
        .collect();
    let [first, second, third] = parts[..] else {
        return Err(fault("it does not have three parts"));
    };
    let named = [first, second].iter().position(|part| month_named(part).is_some());
    let (year, month, day) = match named {
        Some(0) => (third, month_named(first), second),
        Some(_) => (third, month_named(second), first),
        None if first.len() == 4 => (first, second.parse().ok(), third),
        None => (third, first.parse().ok(), second),
    };
    let year = self::year(year).ok_or_else(|| fault("its year has neither two nor four digits"))?;
    let day = day.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    match (month, day.parse::<i8>()) {
        (Some(month), Ok(day)) => Date::new(year, month, day).map_err(|_| fault("there is no such day")),
        _ => Err(fault("its month or day is not a number")),
    }
}

/// The month with this name or abbreviation of at least three letters: 1..=12.
pub fn month_named(text: &str) -> Option<i8> {
    let lower = text.to_lowercase();
    if lower.len() < 3 {
        return None;
    }
    let place = MONTHS
        .iter()
        .position(|month| month.starts_with(&lower) || lower == "sept" && *month == "september")?;
    i8::try_from(place + 1).ok()
}

fn year(text: &str) -> Option<i16> {
    let number: i16 = text.parse().ok()?;
    match (text.len(), number) {
        (4, _) => Some(number),
        (2, 0..=69) => Some(2000 + number),
        (2, _) => Some(1900 + number),
        _ => None,
    }
}

/// Prints `2024-01-31`.
pub fn print(day: Date) -> String {
    day.to_string()
}
