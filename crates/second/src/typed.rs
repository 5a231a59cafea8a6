//! Values as this reader understands print: amounts in cents, dates, numbers of letters and digits. Its parsers are its
//! own, since two readers that share a step share its mistakes.

use regex::Regex;
use std::sync::LazyLock;

/// What a piece of print may mean; a text like `2024` may mean several things.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meaning {
    /// In cents, without its sign.
    pub cents: Option<u64>,
    /// Year, month and day; two of them if day and month could be exchanged.
    pub dates: Vec<(u16, u8, u8)>,
    /// Its letters and digits, in capitals.
    pub number: Option<String>,
}

impl Meaning {
    pub fn is_empty(&self) -> bool {
        self.cents.is_none() && self.dates.is_empty() && self.number.is_none()
    }

    /// Whether both can mean the same.
    pub fn agrees(&self, other: &Self) -> bool {
        self.cents.is_some() && self.cents == other.cents
            || self.dates.iter().any(|date| other.dates.contains(date))
            || self.number.is_some() && self.number == other.number
    }
}

static AMOUNT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^[-+–−(]*\s?(?:[$€£]|USD|EUR|GBP|RM|CHF)?\s?[-–−(]?(\d{1,3}(?:[,.' ’]\d{3})+|\d+)(?:[.,](\d{2})|[.,][-–—]{1,2})?\s?[)–−-]?\s?(?:CR|DR|USD|EUR|€|\$)?[*]?$").ok()
});
static DIGITAL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(\d{1,4})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,4})$").ok());
static MONTH_FIRST: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^([a-z]{3,9})\.?[ -]?(\d{1,2})(?:st|nd|rd|th)?[, -]+'?(\d{4}|\d{2})$").ok());
static DAY_FIRST: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^(\d{1,2})(?:st|nd|rd|th)?[ .-]*([a-z]{3,9})[., -]+'?(\d{4}|\d{2})$").ok());

/// Min digits of a number that identifies a person, a firm or an account.
const NUMBER_DIGITS: usize = 4;

/// What a text may mean.
pub fn meaning(text: &str) -> Meaning {
    let text = text.trim();
    Meaning {
        cents: cents(text),
        dates: dates(text),
        number: number(text),
    }
}

fn cents(text: &str) -> Option<u64> {
    let found = AMOUNT.as_ref()?.captures(text)?;
    let whole: String = found[1].chars().filter(char::is_ascii_digit).collect();
    let part = found.get(2).map_or("00", |cents| cents.as_str());
    whole
        .parse::<u64>()
        .ok()?
        .checked_mul(100)?
        .checked_add(part.parse().ok()?)
}

fn dates(text: &str) -> Vec<(u16, u8, u8)> {
    let mut found = Vec::new();
    let mut keep = |year: &str, month: u8, day: &str| {
        let year = year.parse().ok().map(|short: u16| match (year.len(), short) {
            (2, 0..=69) => 2000 + short,
            (2, _) => 1900 + short,
            _ => short,
        });
        let day = day.parse().ok().filter(|day| (1..=31).contains(day));
        if let (Some(year @ 1900..=2099), Some(day)) = (year, day)
            && (1..=12).contains(&month)
            && !found.contains(&(year, month, day))
        {
            found.push((year, month, day));
        }
    };
    let month = |digits: &str| digits.parse().unwrap_or(0);
    if let Some(parts) = DIGITAL.as_ref().and_then(|digital| digital.captures(text)) {
        if parts[1].len() == 4 {
            keep(&parts[1], month(&parts[2]), &parts[3]);
        } else if parts[3].len() != 3 && parts[3].len() != 1 {
            keep(&parts[3], month(&parts[1]), &parts[2]);
            keep(&parts[3], month(&parts[2]), &parts[1]);
        }
    }
    if let Some(parts) = MONTH_FIRST.as_ref().and_then(|named| named.captures(text)) {
        keep(&parts[3], named_month(&parts[1]), &parts[2]);
    }
    if let Some(parts) = DAY_FIRST.as_ref().and_then(|named| named.captures(text)) {
        keep(&parts[3], named_month(&parts[2]), &parts[1]);
    }
    found
}

/// The number of a month by its English name or the beginning of it; 0 if it is none.
fn named_month(name: &str) -> u8 {
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
    let name = name.to_lowercase();
    let is_month = |month: &&str| month.starts_with(&name) || name == "sept" && **month == *"september";
    (1..)
        .zip(MONTHS)
        .find(|(_, month)| is_month(month))
        .map_or(0, |(number, _)| number)
}

fn number(text: &str) -> Option<String> {
    let kept: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let digits = kept.chars().filter(char::is_ascii_digit).count();
    let letters = kept.len() - digits;
    (digits >= NUMBER_DIGITS && letters <= digits + 5).then(|| kept.to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_in_all_their_styles() {
        for (text, expected) in [
            ("1,234.50", Some(123_450)),
            ("$1 234.50", Some(123_450)),
            ("1.234,50", Some(123_450)),
            ("(12.00)", Some(1_200)),
            ("12.00-", Some(1_200)),
            ("-$12.00", Some(1_200)),
            ("45.10 CR", Some(4_510)),
            ("1'234", Some(123_400)),
            ("1234", Some(123_400)),
            ("12.345", Some(1_234_500)),
            ("12.3456", None),
            ("12a", None),
        ] {
            assert_eq!(meaning(text).cents, expected, "{text}");
        }
    }

    #[test]
    fn dates_are_read_in_all_their_styles() {
        for (text, expected) in [
            ("01/17/2025", vec![(2025, 1, 17)]),
            ("03/04/25", vec![(2025, 3, 4), (2025, 4, 3)]),
            ("2025-01-17", vec![(2025, 1, 17)]),
            ("Jan 17, 2025", vec![(2025, 1, 17)]),
            ("17 September 2025", vec![(2025, 9, 17)]),
            ("17-Sep-25", vec![(2025, 9, 17)]),
            ("12-3456789", vec![]),
            ("13/13/2025", vec![]),
        ] {
            assert_eq!(meaning(text).dates, expected, "{text}");
        }
    }
}
