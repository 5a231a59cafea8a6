//! Whether quotes say what a value claims: the value is what one of them, or several in a row, read as.

use crate::record::Format;
use crate::text::normalise;
use crate::value::{self, tin};
use serde_json::Value;

/// How many words of a quote can make one value of a format that is not free text.
const WINDOW: usize = 8;

/// Whether the value follows from the quotes. An empty quote is a place without words, which can only show a mark or
/// its absence.
pub(super) fn supports(format: &Format, value: &Value, quotes: &[&str]) -> bool {
    if let (Format::Bool, Value::Bool(checked)) = (format, value) {
        return quotes
            .iter()
            .any(|quote| quote.trim().is_empty() || value::mark::parse(quote) == Ok(*checked));
    }
    let runs = (0..quotes.len()).flat_map(|from| (from + 1..=quotes.len()).map(move |to| quotes[from..to].join(" ")));
    let mut runs = runs.filter(|run| !run.trim().is_empty());
    // A value that is not of its format is the grader's to report; here it only has to be what was read.
    let free = matches!(format, Format::Text | Format::Regex(_) | Format::List);
    if free || value::validate(format, value).is_err() {
        let wanted = letters(&value::print(value));
        return !wanted.is_empty() && runs.any(|run| letters(&run).contains(&wanted));
    }
    match format {
        Format::Year => runs.any(|run| shows_year(&run, value)),
        _ => runs.any(|run| reads_as(format, &run, value)),
    }
}

/// Whether some words of the text, in a row, are the value when parsed, or have its digits one by one.
fn reads_as(format: &Format, text: &str, value: &Value) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let windows = (0..words.len()).flat_map(|from| {
        let longest = words.len().min(from + WINDOW);
        (from + 1..=longest).map(move |to| (from, to))
    });
    let mut texts = windows.map(|(from, to)| words[from..to].join(" "));
    texts.any(|text| value::parse(format, &text).as_ref() == Ok(value)) || same_digits(format, text, value)
}

/// Amounts and numbers whose digits stand in separate words, such as dollars and cents: the digits are the same, in
/// the same order, and so is the sign.
fn same_digits(format: &Format, text: &str, value: &Value) -> bool {
    let Some(stored) = value.as_str() else { return false };
    let digits = tin::digits(stored);
    let same = !digits.is_empty() && tin::digits(text) == digits;
    match format {
        Format::Currency => same && stored.starts_with('-') == text.contains(['-', '(', '\u{2212}']),
        Format::Ssn | Format::Ein | Format::Tin => same && !text.chars().any(char::is_alphabetic),
        _ => false,
    }
}

/// A year stands as a number of its own, or is printed in two halves with different ink (`20` `24`).
fn shows_year(text: &str, value: &Value) -> bool {
    let year = value::print(value);
    text.split(|c: char| !c.is_ascii_digit()).any(|number| number == year) || tin::digits(text) == year
}

fn letters(text: &str) -> String {
    normalise(text).chars().filter(|c| c.is_alphanumeric()).collect()
}
