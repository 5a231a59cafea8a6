//! Whether quotes support a claimed value: one of them, or several in a row, parse to it.

use rust_decimal::Decimal;
use serde_json::Value;
use touchstone_core::pack::Signs;
use touchstone_core::record::Format;
use touchstone_core::text::normalise;
use touchstone_core::value::{self, tin};

/// Max words of a quote that make up one value of a format that is not free text.
const WINDOW: usize = 8;

/// Whether the value follows from the quotes. An empty quote is a place without words, which can only show a mark or
/// its absence. `signs` are words that may give an amount its sign.
pub(crate) fn supports(format: &Format, value: &Value, quotes: &[&str], signs: &[Signs]) -> bool {
    if let (Format::Bool, Value::Bool(checked)) = (format, value) {
        return quotes
            .iter()
            .any(|quote| quote.trim().is_empty() || value::mark::parse(quote) == Ok(*checked));
    }
    let runs = runs(quotes);
    let mut runs = runs.iter();
    // The grader reports a value that does not match its format; here it only has to match the reading.
    let free = matches!(format, Format::Text | Format::Regex(_) | Format::List);
    if free || value::validate(format, value).is_err() {
        let wanted = letters(&value::print(value));
        return !wanted.is_empty() && runs.any(|run| letters(run).contains(&wanted));
    }
    match format {
        Format::Year => runs.any(|run| shows_year(run, value)),
        Format::Date => runs.any(|run| shows_day(run, value)),
        Format::Currency => {
            runs.any(|run| reads_as(format, run, value)) || is_sum(quotes, value) || is_signed(quotes, value, signs)
        }
        _ => runs.any(|run| reads_as(format, run, value)),
    }
}

/// A date in a list may omit its year, or print the day before the month.
fn shows_day(text: &str, value: &Value) -> bool {
    let stored = value.as_str().and_then(|text| value::date::parse(text).ok());
    let Some(stored) = stored else { return false };
    let words: Vec<&str> = text.split_whitespace().collect();
    let windows =
        (0..words.len()).flat_map(|from| (from + 1..=words.len().min(from + WINDOW)).map(move |to| (from, to)));
    let mut texts = windows.map(|(from, to)| words[from..to].join(" "));
    texts.any(|text| {
        let plain = text.trim_end_matches([',', ':', ';']);
        value::day::readings(plain).into_iter().any(|day| day.fits(stored))
    })
}

/// Several printed amounts that add up to the value, such as state and city taxes.
fn is_sum(quotes: &[&str], value: &Value) -> bool {
    let amounts: Option<Vec<Decimal>> = quotes.iter().map(|quote| value::amount::unmistakable(quote)).collect();
    let sum = amounts
        .filter(|amounts| amounts.len() > 1)
        .map(|amounts| amounts.into_iter().sum());
    sum.is_some() && sum == value::money::of(value)
}

/// An amount whose sign is not printed beside it, together with words that imply it: `Withdrawals`.
fn is_signed(quotes: &[&str], value: &Value, signs: &[Signs]) -> bool {
    let Some(stored) = value::money::of(value) else {
        return false;
    };
    let parted = |quote: &&str| {
        let (amount, mark) = value::amount::parted(quote.trim());
        format!("{amount} {mark}")
    };
    let quotes: Vec<String> = quotes.iter().map(parted).collect();
    let bears_sign = |quote: &String| {
        let text = padded(quote);
        let mut words = signs.iter().flat_map(|signs| &signs.words);
        words.any(|word| text.contains(&padded(word)))
    };
    // The cents may be in a separate column.
    let runs = runs(&quotes);
    let opposite = Value::from(value::money::print(-stored));
    let is_printed = runs.iter().any(|run| reads_as(&Format::Currency, run, &opposite));
    is_printed && quotes.iter().any(bears_sign)
}

/// Consecutive quotes, joined.
fn runs<T: AsRef<str>>(quotes: &[T]) -> Vec<String> {
    let quotes: Vec<&str> = quotes.iter().map(AsRef::as_ref).collect();
    let ends = |from| (from + 1..=quotes.len()).map(move |to| (from, to));
    let runs = (0..quotes.len())
        .flat_map(ends)
        .map(|(from, to)| quotes[from..to].join(" "));
    runs.filter(|run| !run.trim().is_empty()).collect()
}

/// Lowercase words with a space on either side.
pub(super) fn padded(text: &str) -> String {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    format!(" {} ", words.join(" "))
}

/// Whether consecutive words of the text parse to the value, or have the same digits.
fn reads_as(format: &Format, text: &str, value: &Value) -> bool {
    // A remark between parentheses may begin or end with the value: `($5.72 each)`.
    let text = match (text.contains('('), text.contains(')')) {
        (true, false) => text.trim_start_matches('('),
        (false, true) => text.trim_end_matches(')'),
        _ => text,
    };
    // A state code may be printed directly before the state's number, `NJ/403-6834-8`, and a price after its count:
    // `12@3.98`.
    let glued = |c: char| matches!(format, Format::State) && c == '/' || c == '@';
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || glued(c))
        .filter(|word| !word.is_empty())
        .collect();
    let windows = (0..words.len()).flat_map(|from| {
        let longest = words.len().min(from + WINDOW);
        (from + 1..=longest).map(move |to| (from, to))
    });
    let mut texts = windows.map(|(from, to)| words[from..to].join(" "));
    let reads = |text: &str| value::parse(format, text).as_ref() == Ok(value);
    texts.any(|text| reads(&text) || reads(bare(&text))) || same_digits(format, text, value)
}

/// A text without the punctuation of the sentence around it: `6,300.00` of `6,300.00,`. A point that begins `.50`
/// stays.
fn bare(text: &str) -> &str {
    let around = |c: char| {
        matches!(
            c,
            ',' | '.' | ';' | ':' | '!' | '?' | '"' | '\'' | '\u{201c}' | '\u{201d}'
        )
    };
    let text = text.trim_end_matches(around);
    let begun = text.trim_start_matches(around);
    let cut = &text[..text.len() - begun.len()];
    if cut.ends_with(['.', ',']) && begun.starts_with(|c: char| c.is_ascii_digit()) {
        return text;
    }
    begun
}

/// Amounts and numbers whose digits are in separate words, such as dollars and cents: the digits are the same, in the
/// same order, and so is the sign.
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

/// A year is a number by itself, or is printed in two halves with different ink (`20` `24`).
fn shows_year(text: &str, value: &Value) -> bool {
    let year = value::print(value);
    let dated = value::day::readings(text.trim_end_matches([',', ':', ';']));
    text.split(|c: char| !c.is_ascii_digit()).any(|number| number == year)
        || tin::digits(text) == year
        || dated
            .iter()
            .any(|day| day.year.is_some_and(|own| own.to_string() == year))
}

/// Lowercase letters and digits only.
pub(super) fn letters(text: &str) -> String {
    normalise(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn punctuation_around_a_value_is_not_part_of_it() {
        let check = |format: &Format, text: &str, value: &str, expected: bool| {
            assert_eq!(supports(format, &json!(value), &[text], &[]), expected, "{text}");
        };
        let money = &Format::Currency;
        check(money, "Box 2 should be 6,300.00.", "6300.00", true);
        check(money, "Box 2 should be 6,300.00, and nothing else", "6300.00", true);
        check(money, "is it \"6,300.00\"?", "6300.00", true);
        check(&Format::Ein, "The EIN is 12-3456780.", "12-3456780", true);
        check(&Format::Ssn, "The SSN is 219-09-9991, please fix", "219-09-9991", true);
        // Characters that would make it another number are not stripped.
        check(money, "it says .50 there", "50.00", false);
        check(money, "it says .50 there", "0.50", true);
        check(money, "it says 6,300.00- there", "6300.00", false);
        check(money, "it says 6,300.00, there", "630000.00", false);
    }
}
