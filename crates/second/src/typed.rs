//! Values as this reader understands print: amounts, dates, numbers of letters and digits, codes. Its parsers are its
//! own, since two readers that share a step share its mistakes.

use regex::Regex;
use std::sync::LazyLock;

/// What a piece of print may mean; a text like `2024` may mean several things.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meaning {
    /// In ten-thousandths, without the sign; several if a point could separate thousands or decimals.
    pub amounts: Vec<u64>,
    /// Several if day and month could be exchanged.
    pub dates: Vec<Date>,
    /// The letters and digits of an identifier, in capitals.
    pub number: Option<String>,
    /// A code of one or two characters, such as that of a state.
    pub code: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Date {
    /// `None` if it is not printed, as in the rows of a statement.
    pub year: Option<u16>,
    pub month: u8,
    pub day: u8,
}

impl Date {
    fn agrees(self, other: Self) -> bool {
        let years = self.year.zip(other.year);
        (self.month, self.day) == (other.month, other.day) && years.is_none_or(|(a, b)| a == b)
    }
}

impl Meaning {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn is_zero(&self) -> bool {
        self.amounts.first() == Some(&0)
    }

    /// Whether both can mean the same.
    pub fn agrees(&self, other: &Self) -> bool {
        let numbers = self.number.as_ref().zip(other.number.as_ref());
        self.amounts.iter().any(|amount| other.amounts.contains(amount))
            || self.dates.iter().any(|a| other.dates.iter().any(|b| a.agrees(*b)))
            || numbers.is_some_and(|(a, b)| unmasked(a) == unmasked(b))
            || self.code.is_some() && self.code == other.code
    }
}

/// A number without the letters that hide its beginning: `XXXXXX1463` is printed as `ending in 1463`, too.
fn unmasked(number: &str) -> &str {
    number.trim_start_matches('X')
}

static AMOUNTS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let head = r"^\**[-+–−(@x×]*\s?(?:[$€£]|USD|EUR|GBP|RM|CHF)?\s?[-–−(]?";
    let tail = r"\s?[)–−-]?(?i:\s?(?:CR|DR|USD|EUR|€|\$|%|x|×))*\*?$";
    [
        r"(\d{1,3}(?:[,.'’ ]\d{3})+)(?:[., ](\d{2})|[.,][-–—]{1,2})?",
        r"(\d+)(?:[.,](\d{1,4})| (\d{2})|[.,][-–—]{1,2})?",
    ]
    .iter()
    .filter_map(|digits| Regex::new(&format!("{head}{digits}{tail}")).ok())
    .collect()
});
static DIGITAL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(\d{1,4}) ?[-/.] ?(\d{1,2}) ?[-/.] ?(\d{1,4})$").ok());
static DAY_AND_MONTH: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(\d{1,2})[-/](\d{1,2})$").ok());
static MONTH_FIRST: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^([a-z]{3,9})\.?[ -]?(\d{1,2})(?:st|nd|rd|th)?(?:[, -]+'?(\d{4}|\d{2}))?$").ok());
static DAY_FIRST: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^(\d{1,2})(?:st|nd|rd|th)?[ .-]*([a-z]{3,9})(?:[., -]*'?(\d{4}|\d{2}))?$").ok());

/// Decimals that amounts are compared by.
const DECIMALS: usize = 4;
/// Min digits of a number that identifies a person, a firm or an account.
const NUMBER_DIGITS: usize = 4;
/// Max characters of a code.
const CODE: usize = 2;

/// What a text may mean.
pub fn meaning(text: &str) -> Meaning {
    let text = text.trim();
    Meaning {
        amounts: amounts(text),
        dates: dates(text),
        number: number(text),
        code: code(text),
    }
}

fn amounts(text: &str) -> Vec<u64> {
    let mut found = Vec::new();
    for pattern in AMOUNTS.iter() {
        let Some(parts) = pattern.captures(text) else { continue };
        let whole: String = parts[1].chars().filter(char::is_ascii_digit).collect();
        let decimals = parts.get(2).or(parts.get(3)).map_or("", |part| part.as_str());
        if let Ok(amount) = format!("{whole}{decimals:0<DECIMALS$}").parse()
            && !found.contains(&amount)
        {
            found.push(amount);
        }
    }
    found
}

fn dates(text: &str) -> Vec<Date> {
    let parts = |pattern: &Option<Regex>| {
        let parts = pattern.as_ref()?.captures(text)?;
        Some([1, 2, 3].map(|at| parts.get(at).map_or(String::new(), |part| part.as_str().to_owned())))
    };
    let number = |digits: &str| digits.parse().unwrap_or(0);
    let mut found = Vec::new();
    if let Some([first, second, third]) = parts(&DIGITAL) {
        if first.len() == 4 {
            found.push(date(&first, number(&second), &third));
        } else {
            found.push(date(&third, number(&first), &second));
            found.push(date(&third, number(&second), &first));
        }
    }
    if let Some([first, second, _]) = parts(&DAY_AND_MONTH) {
        found.push(date("", number(&first), &second));
        found.push(date("", number(&second), &first));
    }
    if let Some([name, day, year]) = parts(&MONTH_FIRST) {
        found.push(date(&year, named_month(&name), &day));
    }
    if let Some([day, name, year]) = parts(&DAY_FIRST) {
        found.push(date(&year, named_month(&name), &day));
    }
    let mut found: Vec<Date> = found.into_iter().flatten().collect();
    found.dedup();
    found
}

/// A date that exists, with a year of two or four digits or none.
fn date(year: &str, month: u8, day: &str) -> Option<Date> {
    let year = match (year.len(), year.parse().ok()) {
        (0, _) => None,
        (2, Some(short @ 0..=69)) => Some(2000 + short),
        (2, Some(short)) => Some(1900 + short),
        (4, Some(year @ 1900..=2099)) => Some(year),
        _ => return None,
    };
    let day = day.parse().ok().filter(|day| (1..=31).contains(day))?;
    (1..=12).contains(&month).then_some(Date { year, month, day })
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
    // A time of day.
    if text.contains(':') {
        return None;
    }
    let kept: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let digits = kept.chars().filter(char::is_ascii_digit).count();
    let letters = kept.len() - digits;
    (digits >= NUMBER_DIGITS && letters <= digits + 5).then(|| kept.to_uppercase())
}

/// One or two capitals or digits.
fn code(text: &str) -> Option<String> {
    let is_code = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit();
    ((1..=CODE).contains(&text.len()) && text.chars().all(is_code)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_in_all_their_styles() {
        for (text, expected) in [
            ("1,234.50", vec![12_345_000]),
            ("$1 234.50", vec![12_345_000]),
            ("1.234,50", vec![12_345_000]),
            ("$1'234 50", vec![12_345_000]),
            ("1234 50", vec![12_345_000]),
            ("(12.00)", vec![120_000]),
            ("12.00-", vec![120_000]),
            ("-$12.00", vec![120_000]),
            ("45.10 CR", vec![451_000]),
            ("1'234", vec![12_340_000]),
            ("1234", vec![12_340_000]),
            ("12.345", vec![123_450_000, 123_450]),
            ("12.3456", vec![123_456]),
            ("2x", vec![20_000]),
            ("45.5%", vec![455_000]),
            ("***45.50", vec![455_000]),
            ("12a", vec![]),
        ] {
            assert_eq!(meaning(text).amounts, expected, "{text}");
        }
    }

    #[test]
    fn dates_are_read_in_all_their_styles() {
        let january = (Some(2025), 1, 17);
        for (text, expected) in [
            ("01/17/2025", vec![january]),
            ("03/04/25", vec![(Some(2025), 3, 4), (Some(2025), 4, 3)]),
            ("2025-01-17", vec![january]),
            ("Jan 17, 2025", vec![january]),
            ("17 September 2025", vec![(Some(2025), 9, 17)]),
            ("17-Sep-25", vec![(Some(2025), 9, 17)]),
            ("17Sep25", vec![(Some(2025), 9, 17)]),
            ("Sep 17", vec![(None, 9, 17)]),
            ("01/17", vec![(None, 1, 17)]),
            ("12-3456789", vec![]),
            ("13/13/2025", vec![]),
        ] {
            let dates = meaning(text).dates.into_iter();
            let found: Vec<_> = dates.map(|date| (date.year, date.month, date.day)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn print_of_one_value_in_two_ways_agrees() {
        for (a, b, expected) in [
            ("XXXXXX1463", "1463", true),
            ("617 321 6030", "617-321-6030", true),
            ("05/10", "2025-05-10", true),
            ("05/11", "2025-05-10", false),
            ("1,234.50", "1234.5", true),
            ("CA", "CA", true),
        ] {
            assert_eq!(meaning(a).agrees(&meaning(b)), expected, "{a} {b}");
        }
    }
}
