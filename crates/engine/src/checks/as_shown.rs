//! V4: numbers of a text layer whose font could show other characters than it says, and form values whose appearance
//! could not be compared, against what recognition reads at their place. Fonts that are known to lie are found when the
//! page is read, see `pipeline/layers`; values with an appearance that can be compared are in `appearance`.

use super::obscured::quoted;
use super::{CheckInput, form_path};
use std::collections::BTreeSet;
use touchstone_core::arithmetic::cross_checks;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Evidence, Form, NewIssue, RaisedBy, Severity, Shown};
use touchstone_core::value::money;
use touchstone_intake::{Page, Region, Word};

/// Min confidence of the least certain character for a recognized number to contradict the text layer. Recognition of
/// clear print is above 0.9 for nearly all characters.
const SURE: f32 = 0.7;
/// Max numbers named in a message.
const NAMED: usize = 5;
/// Max places to recognize for one form on one page.
const MOST: usize = 24;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let contradicted: Vec<&Shown> = input
        .surroundings
        .shown
        .iter()
        .filter(|seen| contradicts(seen))
        .collect();
    let mut issues = Vec::new();
    let mut told: BTreeSet<usize> = BTreeSet::new();
    for form in input.forms {
        for (path, evidence) in amounts(form) {
            let words = || evidence.iter().filter_map(|piece| quoted(input, piece)).flatten();
            let found = contradicted
                .iter()
                .enumerate()
                .find(|(_, seen)| words().any(|word| word.region == seen.region));
            if let Some((index, seen)) = found {
                told.insert(index);
                issues.push(issue(form_path(form.number, &path), seen).evidence(evidence.to_vec()));
            }
        }
    }
    let others = contradicted
        .iter()
        .enumerate()
        .filter(|(index, _)| !told.contains(index));
    issues.extend(others.map(|(_, seen)| issue(page_path(seen), seen)));
    issues.extend(not_compared(input));
    issues
}

fn page_path(seen: &Shown) -> String {
    format!("pages[{}]", seen.region.page.saturating_sub(1))
}

/// Numbers that recognition read neither as the text layer has them nor surely otherwise.
fn not_compared(input: &CheckInput) -> Option<NewIssue> {
    let open = |seen: &&Shown| !confirms(seen) && !contradicts(seen);
    let texts: Vec<&Shown> = input.surroundings.shown.iter().filter(open).collect();
    let quotes: Vec<String> = texts
        .iter()
        .take(NAMED)
        .map(|seen| format!("\"{}\"", seen.text))
        .collect();
    let message = format!(
        "{} numbers of the file could not be compared with what the page shows: {}",
        texts.len(),
        quotes.join(", ")
    );
    let subject = page_path(texts.first()?);
    Some(NewIssue::new(
        RaisedBy::V4,
        "not_compared",
        Severity::Minor,
        subject,
        message,
    ))
}

fn issue(subject: String, seen: &Shown) -> NewIssue {
    let message = format!(
        "the file says \"{}\" on page {}, but the page shows \"{}\"",
        seen.text, seen.region.page, seen.recognised
    );
    let issue = NewIssue::new(RaisedBy::V4, "not_as_shown", Severity::Major, subject, message);
    issue.expected(&seen.recognised, &seen.text)
}

/// Whether recognition read the number. Beside it, it may have read parts of its neighbors.
fn confirms(seen: &Shown) -> bool {
    digits(&seen.recognised).contains(&digits(&seen.text))
}

/// Whether recognition surely read another number.
fn contradicts(seen: &Shown) -> bool {
    let is_whole = digits(&seen.recognised).len() >= digits(&seen.text).len();
    !confirms(seen) && is_whole && seen.confidence >= SURE
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Filled amounts and the amounts of lists, each with its path.
fn amounts(form: &Form) -> impl Iterator<Item = (String, &[Evidence])> {
    super::obscured::worded(form).filter(|(_, evidence)| {
        let quote: Vec<&str> = evidence.iter().map(|piece| piece.quote.as_str()).collect();
        money::parse(&quote.join(" ")).is_ok()
    })
}

/// A number to compare with the page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Place {
    pub text: String,
    /// Where the text layer has it.
    pub region: Region,
    /// Where the page shows it.
    pub shown_at: Region,
}

/// The numbers of a page to compare for a form: one of each font that could lie, and the amounts that nothing else
/// proves.
pub(crate) fn unproved(pack: &Pack, form: &Form, page: &Page) -> Vec<Place> {
    // Pixels have no font that could lie.
    let is_used = |region: &Region| {
        let mut words = page.reading.words.iter().filter(|word| word.confidence.is_none());
        words.any(|word| word.region.intersection(region).is_some())
    };
    let samples = page.samples.iter().filter(|sample| is_used(&sample.region));
    let samples = samples.map(|sample| Place {
        text: sample.text.clone(),
        region: sample.region,
        shown_at: sample.region,
    });
    let mut places: Vec<Place> = samples.collect();
    let proved = proved(pack, form);
    let is_proved = |path: &str| proved.contains(path) || proved.contains(path.split('[').next().unwrap_or(path));
    for (_, evidence) in amounts(form).filter(|(path, _)| !is_proved(path)) {
        let here = |piece: &&Evidence| (piece.page, piece.reading) == (page.number, page.reading.number);
        let words = evidence.iter().filter(here).filter_map(|piece| words(page, piece));
        for place in words.flatten().filter_map(|word| place(page, word)) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    places.truncate(MOST);
    places
}

fn words<'p>(page: &'p Page, piece: &Evidence) -> Option<&'p [Word]> {
    page.reading.words.get(piece.words.0 as usize..piece.words.1 as usize)
}

/// Where to look at a number of the text layer or of a form field, if it may be shown otherwise.
fn place(page: &Page, word: &Word) -> Option<Place> {
    if word.confidence.is_some() || digits(&word.text).is_empty() {
        return None;
    }
    let shown_at = match word.widget {
        None => (!page.samples.is_empty()).then_some(word.region)?,
        Some(index) => page.widgets.get(index as usize).filter(|field| field.unproved)?.region,
    };
    Some(Place {
        text: word.text.clone(),
        region: word.region,
        shown_at,
    })
}

/// The fields whose amounts satisfy an equation of the form.
fn proved(pack: &Pack, form: &Form) -> BTreeSet<String> {
    let checks = cross_checks(pack, &form.label, &form.fields, None);
    let equal = checks.into_iter().filter(|check| check.passed && check.proves);
    equal
        .flat_map(|check| check.members.into_iter().chain([check.field]))
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::checks::case::{Case, evidence, reading};
    use touchstone_intake::Sample;

    fn seen(text: &str, recognised: &str, confidence: f32) -> Shown {
        Shown {
            region: evidence(text).regions[0],
            text: text.to_owned(),
            recognised: recognised.to_owned(),
            confidence,
        }
    }

    #[test]
    fn a_number_that_the_page_shows_otherwise_goes_to_a_person() {
        let other = "not_as_shown forms[0].federal_tax_withheld";
        for (recognised, confidence, expected) in [
            ("2,841.32", 0.99, None),
            ("$ 2,841.32 |", 0.99, None),
            ("1,841.32", 0.99, Some(other)),
            ("12,841.33", 0.99, Some(other)),
            ("1,841.32", 0.4, Some("not_compared pages[0]")),
            ("", 0.0, Some("not_compared pages[0]")),
        ] {
            let mut case = Case::sound();
            case.surroundings.shown = vec![seen("2,841.32", recognised, confidence)];
            assert_eq!(case.reported(), Vec::from_iter(expected), "{recognised} {confidence}");
        }
        let mut case = Case::sound();
        case.surroundings.shown = vec![seen("2024", "2021", 0.99)];
        assert_eq!(
            case.reported(),
            ["not_as_shown forms[0].tax_year"],
            "a sample of a font"
        );
    }

    /// Boxes 3 to 6 prove each other by their rates.
    #[test]
    fn only_what_nothing_proves_is_compared_and_only_where_a_font_could_lie() {
        let case = Case::sound();
        let mut page = Page::letter(1, reading());
        assert_eq!(unproved(&case.pack, &case.forms[0], &page), []);
        page.samples = vec![Sample {
            text: "2024".to_owned(),
            region: evidence("2024").regions[0],
        }];
        let places = unproved(&case.pack, &case.forms[0], &page);
        let texts: Vec<&str> = places.iter().map(|place| place.text.as_str()).collect();
        assert_eq!(texts, ["2024", "23,677.70", "2,841.32", "1,000.00"]);
    }
}
