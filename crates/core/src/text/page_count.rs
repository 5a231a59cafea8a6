//! Printed page counts, `Page 2 of 5`. Fax machines also print counts, in a line with the sender, a telephone number
//! or the time; those count the pages of the transmission, not of a document.

use crate::words;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// The number of a page and, if printed, the page count of its document.
pub type Count = (u32, Option<u32>);

/// The part of the page without counts, as shares of its height: counts are near the top, beside the patient, or at
/// the foot.
const TEXT: Range<f32> = 0.27..0.88;
/// A bare number is a count only outside this range, as shares of the page height.
const MARGINS: Range<f32> = 0.1..0.92;
/// Fax lines are outside these ranges, in shares of the page height: `OUTERMOST` if a piece of the line identifies
/// it, `OUTER` if the entire row does.
const OUTERMOST: Range<f32> = 0.055..0.945;
const OUTER: Range<f32> = 0.1..0.9;
/// Min words in a line of running text, where most words begin with a lower-case letter.
const PROSE: usize = 8;

static COUNT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:page|pg|p\.)[\s:.#-]*(\d{1,3})(?:\s*(?:of|/)\s*(\d{1,3}))?\b").ok());
static BARE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\W*(\d{1,3})(?:\s*(?:of|/)\s*(\d{1,3})\b)?\W*$").ok());
/// Counts as printed by fax machines: `P.002/003`, `P. 2/3`, `002/003`.
static SENT_COUNT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\bp\.?\s*0\d+\b|\bp\.\s*\d+\s*/\s*\d+\b|\b0\d{2}\s*/\s*\d{3}\b").ok());
static TIME: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b\d{1,2}:\d{2}\b").ok());
static PHONE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\(?\b\d{3}\)?[ .-]{0,3}\d{3}[ .-]?\d{4}\b").ok());

/// The count printed in a line. `place` is the top of the line, as a share of the page height.
pub fn count(line: &str, place: f32) -> Option<Count> {
    if TEXT.contains(&place) || is_prose(line) {
        return None;
    }
    let read = |regex: &LazyLock<Option<Regex>>| {
        let found = regex.as_ref()?.captures(line)?;
        let number = found.get(1)?.as_str().parse().ok()?;
        let of: Option<u32> = found.get(2).and_then(|of| of.as_str().parse().ok());
        Some((number, of)).filter(|(number, of)| *number > 0 && of.is_none_or(|of| of >= *number))
    };
    read(&COUNT).or_else(|| read(&BARE).filter(|_| !MARGINS.contains(&place)))
}

/// Whether a line prints a count, anywhere on a page.
pub fn is_count(line: &str) -> bool {
    matches(&COUNT, line) || matches(&BARE, line)
}

/// Whether a line was printed by a fax machine. `row` is all the text at its height, because the sender, the time
/// and the count are printed with gaps between them.
pub fn is_sent(line: &str, row: &str, place: f32) -> bool {
    let words = sent_words(line);
    let digits = line.chars().filter(char::is_ascii_digit).count();
    let by_itself = words > 0 && digits >= 2 && (digits >= 6 || line.to_lowercase().contains("fax"));
    if by_itself && !OUTERMOST.contains(&place) {
        return true;
    }
    let (words, time, phone) = (sent_words(row), matches(&TIME, row), matches(&PHONE, row));
    let counted = matches(&SENT_COUNT, row) && (words > 0 || time || phone);
    // Charts are also printed with the time beside the count.
    let beside_time = matches(&COUNT, row) && time && (phone || words > 1);
    !OUTER.contains(&place) && (counted || beside_time)
}

/// Number of transmission words in a line.
fn sent_words(line: &str) -> usize {
    let bare = |text: &str| text.trim_end_matches('.').to_lowercase();
    let own: Vec<String> = line.split([' ', '|']).map(bare).collect();
    let known = words::common().transmission.iter();
    known.filter(|word| own.contains(*word)).count()
}

fn is_prose(line: &str) -> bool {
    let small = |word: &&str| word.starts_with(char::is_lowercase);
    let words = || line.split_whitespace();
    words().count() >= PROSE && words().filter(small).count() * 2 > words().count()
}

fn matches(regex: &LazyLock<Option<Regex>>, text: &str) -> bool {
    regex.as_ref().is_some_and(|regex| regex.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_stand_at_the_head_and_at_the_foot() {
        for (line, place, expected) in [
            ("Page 2 of 5", 0.95, Some((2, Some(5)))),
            ("Pg 2/5", 0.2, Some((2, Some(5)))),
            ("Lakeview Clinic Page: 3", 0.05, Some((3, None))),
            ("- 4 -", 0.96, Some((4, None))),
            ("- 4 -", 0.2, None),
            ("Page 2 of 5", 0.5, None),
            ("Page 5 of 2", 0.95, None),
            ("the findings that are listed on page 2 of 3 of the report", 0.2, None),
        ] {
            assert_eq!(count(line, place), expected, "{line} at {place}");
        }
    }

    #[test]
    fn a_fax_machine_counts_the_transmission() {
        for (line, row, place, expected) in [
            (
                "P.002/003",
                "11/02/2025 10:33 FROM: HARBOR CARDIOLOGY P.002/003",
                0.03,
                true,
            ),
            ("P.002/003", "3305550188 P.002/003", 0.07, true),
            ("Page 2 of 3", "FROM: HARBOR TO: LAKEVIEW 10:33 Page 2 of 3", 0.03, true),
            ("Page 2 of 3", "(330) 555-0188 10:33 AM Page 2 of 3", 0.97, true),
            ("FAX 330-555-0188", "FAX 330-555-0188", 0.02, true),
            ("Page 2 of 3", "Printed 11/02/2025 10:33 AM Page 2 of 3", 0.03, false),
            ("Page 2 of 3", "Received: 11/02/2025 10:33 Page 2 of 3", 0.03, false),
            ("Page 2 of 3", "Tel (330) 555-0188 Page 2 of 3", 0.07, false),
            ("P.002/003", "P.002/003", 0.03, false),
            ("P.002/003", "FROM: HARBOR P.002/003", 0.5, false),
        ] {
            assert_eq!(is_sent(line, row, place), expected, "{row} at {place}");
        }
    }
}
