//! Days as printed in lists: often without a year, sometimes with the day before the month. Returns every day that a
//! text can mean; the list around it determines which one applies. Single dates are in `date`.

use super::date::month_named;
use jiff::civil::Date;

/// One meaning of a printed day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    pub year: Option<i16>,
    pub month: i8,
    pub day: i8,
    /// Whether a numeric day was read with the day before the month.
    pub day_first: bool,
}

impl Day {
    /// The calendar day, in `year` if none is printed.
    pub fn date(self, year: i16) -> Option<Date> {
        Date::new(self.year.unwrap_or(year), self.month, self.day).ok()
    }

    /// Whether the printed day can mean the date.
    pub fn fits(self, date: Date) -> bool {
        self.month == date.month() && self.day == date.day() && self.year.is_none_or(|year| year == date.year())
    }
}

/// All days that a text can mean, in American order first; empty if it is not a day. `01/05`, `01/05/24`,
/// `2024-01-05`, `Jan 5`, `5 January 2024`, `05JAN24`, `Mon, Jan 5`.
pub fn readings(text: &str) -> Vec<Day> {
    let Some(parts) = parts(text) else { return Vec::new() };
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let found = match parts[..] {
        [first, second] => without_year(first, second),
        [first, second, third] => with_year(first, second, third),
        _ => Vec::new(),
    };
    // 2024 is a leap year: a day without a year may be February 29.
    found.into_iter().filter(|day| day.date(2024).is_some()).collect()
}

fn without_year(first: &str, second: &str) -> Vec<Day> {
    let named = |month: &str, day: &str| Some(one(None, month_named(month)?, number(day)?));
    if let Some(day) = named(first, second).or_else(|| named(second, first)) {
        return vec![day];
    }
    both_orders(None, first, second)
}

fn with_year(first: &str, second: &str, third: &str) -> Vec<Day> {
    if let (4, Some(year)) = (first.len(), year(first)) {
        let month = month_named(second).or_else(|| number(second));
        let day = month.zip(number(third)).map(|(month, day)| one(Some(year), month, day));
        return day.into_iter().collect();
    }
    let Some(year) = year(third) else { return Vec::new() };
    let named = |month: &str, day: &str| Some(one(Some(year), month_named(month)?, number(day)?));
    if let Some(day) = named(first, second).or_else(|| named(second, first)) {
        return vec![day];
    }
    both_orders(Some(year), first, second)
}

fn both_orders(year: Option<i16>, first: &str, second: &str) -> Vec<Day> {
    let (Some(first), Some(second)) = (number(first), number(second)) else {
        return Vec::new();
    };
    let american = one(year, first, second);
    let other = Day {
        day_first: true,
        ..one(year, second, first)
    };
    if first == second {
        vec![american]
    } else {
        vec![american, other]
    }
}

fn one(year: Option<i16>, month: i8, day: i8) -> Day {
    Day {
        year,
        month,
        day,
        day_first: false,
    }
}

fn number(text: &str) -> Option<i8> {
    (text.len() <= 2).then(|| text.parse().ok()).flatten()
}

fn year(text: &str) -> Option<i16> {
    let number: i16 = text.parse().ok()?;
    match (text.len(), number) {
        (4, 1900..=2199) => Some(number),
        (2, 0..=69) => Some(2000 + number),
        (2, _) => Some(1900 + number),
        _ => None,
    }
}

/// Splits into runs of digits and of letters, without weekdays and the endings of `5th`; `None` for other
/// characters.
fn parts(text: &str) -> Option<Vec<String>> {
    const WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    const ENDINGS: [&str; 4] = ["st", "nd", "rd", "th"];
    let mut parts: Vec<String> = Vec::new();
    let mut glued = false;
    for c in text.trim().chars() {
        if c.is_ascii_alphanumeric() {
            let same = parts
                .last()
                .and_then(|part| part.chars().last())
                .is_some_and(|last| last.is_ascii_digit() == c.is_ascii_digit());
            match parts.last_mut() {
                Some(part) if glued && same => part.push(c),
                _ => parts.push(c.to_string()),
            }
            glued = true;
        } else if c.is_whitespace() || matches!(c, '/' | '-' | '.' | ',' | '\'' | '\u{2013}') {
            glued = false;
        } else {
            return None;
        }
    }
    parts.retain(|part| {
        let lower = part.to_lowercase();
        let weekday = lower.len() >= 3 && lower.ends_with("day") || WEEKDAYS.contains(&lower.as_str());
        !weekday && !ENDINGS.contains(&lower.as_str())
    });
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_as_printed() {
        let check = |text: &str, wanted: &[&str]| {
            let found: Vec<String> = readings(text)
                .into_iter()
                .map(|day| {
                    let year = day.year.map_or_else(|| "?".to_owned(), |year| year.to_string());
                    format!("{year}-{}-{}", day.month, day.day)
                })
                .collect();
            assert_eq!(found, wanted, "{text}");
        };
        check("01/05", &["?-1-5", "?-5-1"]);
        check("1/15", &["?-1-15"]);
        check("15/1", &["?-1-15"]);
        check("02/29", &["?-2-29"]);
        check("01/05/24", &["2024-1-5", "2024-5-1"]);
        check("05/05/2024", &["2024-5-5"]);
        check("2024-01-05", &["2024-1-5"]);
        check("Jan 5", &["?-1-5"]);
        check("5 Jan", &["?-1-5"]);
        check("January 5, 2024", &["2024-1-5"]);
        check("5th of", &[]);
        check("05JAN24", &["2024-1-5"]);
        check("Mon, Jan 5", &["?-1-5"]);
        check("13/13", &[]);
        check("Jan 32", &[]);
        check("1-800-555-1234", &[]);
        check("12.50", &[]);
        check("$1/2", &[]);
        check("", &[]);
    }
}
