//! V4: numbers of a text layer whose font could show other characters than it says, and form values whose appearance
//! could not be compared, against what recognition reads at their place. Fonts that are known to lie are found when the
//! page is read, see `pipeline/layers`; values with an appearance that can be compared are in `appearance`. A page that
//! shows another number is read again from its picture, see `pipeline/disproved`; the number is told all the same.

use super::obscured::quoted;
use super::{CheckInput, form_path};
use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::arithmetic::proved;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Evidence, Form, NewIssue, RaisedBy, Reread, Severity, Shown};
use touchstone_core::value::money;
use touchstone_intake::{Page, Region, Sample, Word};

/// Min confidence of the least certain character for a recognized number to contradict the text layer. Recognition of
/// clear print is above 0.9 for nearly all characters.
const SURE: f32 = 0.7;
/// Max numbers named in a message.
const NAMED: usize = 5;
/// Min digits of a number that speaks for a font.
const TELLING: usize = 3;

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
                .find(|(_, seen)| words().any(|word| is_at(word, seen)));
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

/// Whether a word is the number of the file, or was recognized at its place since.
fn is_at(word: &Word, seen: &Shown) -> bool {
    let (x, y) = word.region.center();
    word.region == seen.region || word.confidence.is_some() && seen.region.contains_point(x, y)
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
    let then = match seen.reread {
        None => "",
        Some(Reread::Done) => "; the page was read again from its picture",
        Some(Reread::Failed) => "; the page could not be read from its picture, so its values are those of the file",
    };
    let message = format!(
        "the file says \"{}\" on page {}, but the page shows \"{}\"{then}",
        seen.text, seen.region.page, seen.recognised
    );
    let issue = NewIssue::new(RaisedBy::V4, "not_as_shown", Severity::Major, subject, message);
    issue.expected(&seen.recognised, &seen.text)
}

/// Whether recognition read the number. Beside it, it may have read parts of its neighbors. A zero by itself looks like
/// a letter.
pub(crate) fn confirms(seen: &Shown) -> bool {
    let zero = matches!(seen.recognised.trim(), "o" | "O") && seen.text.trim() == "0";
    zero || digits(&seen.recognised).contains(&digits(&seen.text))
}

/// Whether recognition surely read another number.
pub(crate) fn contradicts(seen: &Shown) -> bool {
    let is_whole = digits(&seen.recognised).len() >= digits(&seen.text).len();
    !confirms(seen) && is_whole && seen.confidence >= SURE
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Filled amounts and the amounts of lists, each with its path.
fn amounts(form: &Form) -> impl Iterator<Item = (String, &[Evidence])> {
    super::obscured::worded(form).filter(|(_, evidence)| is_amount(evidence))
}

fn is_amount(evidence: &[Evidence]) -> bool {
    let quote: Vec<&str> = evidence.iter().map(|piece| piece.quote.as_str()).collect();
    money::parse(&quote.join(" ")).is_ok()
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

/// The numbers of a form's values on a page to compare: the amounts that nothing else proves, if their font could lie,
/// and one number of each other such font.
pub(crate) fn unproved(pack: &Pack, form: &Form, page: &Page) -> Vec<Place> {
    let proved = proved(pack, &form.label, &form.fields);
    let is_proved = |path: &str| proved.contains(path) || proved.contains(path.split('[').next().unwrap_or(path));
    let here = |piece: &&Evidence| (piece.page, piece.reading) == (page.number, page.reading.number);
    let mut places: Vec<Place> = Vec::new();
    let mut compared: BTreeSet<u32> = BTreeSet::new();
    let mut others: BTreeMap<u32, Place> = BTreeMap::new();
    for (path, evidence) in super::obscured::worded(form) {
        let is_compared = is_amount(evidence) && !is_proved(&path);
        let words = evidence.iter().filter(here).filter_map(|piece| words(page, piece));
        for (place, font) in words.flatten().filter_map(|word| place(page, word)) {
            let variety = different(&place.text);
            if is_compared {
                compared.extend(font.filter(|_| variety >= TELLING));
                if !places.contains(&place) {
                    places.push(place);
                }
            } else if let Some(font) = font.filter(|_| digits(&place.text).len() >= TELLING) {
                let best = others.entry(font).or_insert_with(|| place.clone());
                if variety > different(&best.text) {
                    *best = place;
                }
            }
        }
    }
    others.retain(|font, _| !compared.contains(font));
    places.extend(others.into_values());
    places
}

fn words<'p>(page: &'p Page, piece: &Evidence) -> Option<&'p [Word]> {
    page.reading.words.get(piece.words.0 as usize..piece.words.1 as usize)
}

fn different(text: &str) -> usize {
    digits(text).chars().collect::<BTreeSet<char>>().len()
}

/// Where to look at a number of the text layer or of a form field, if it may be shown otherwise, and the font of one in
/// the text layer.
fn place(page: &Page, word: &Word) -> Option<(Place, Option<u32>)> {
    if word.confidence.is_some() || digits(&word.text).is_empty() {
        return None;
    }
    let (shown_at, font) = match word.widget {
        None => {
            let inside = |sample: &&Sample| {
                let (x, y) = sample.region.center();
                word.region.contains_point(x, y)
            };
            (word.region, Some(page.samples.iter().find(inside)?.font))
        }
        Some(index) => {
            let field = page.widgets.get(index as usize).filter(|field| field.unproved)?;
            (field.region, None)
        }
    };
    let place = Place {
        text: word.text.clone(),
        region: word.region,
        shown_at,
    };
    Some((place, font))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::checks::case::{Case, evidence, reading};

    fn seen(text: &str, recognised: &str, confidence: f32) -> Shown {
        Shown {
            region: evidence(text).regions[0],
            text: text.to_owned(),
            recognised: recognised.to_owned(),
            confidence,
            reread: None,
        }
    }

    #[test]
    fn a_number_that_the_page_shows_otherwise_goes_to_a_person() {
        let other = "not_as_shown forms[0].federal_tax_withheld";
        for (text, recognised, expected) in [
            ("0", "o", true),
            ("0", "6", false),
            ("10", "1o", false),
            ("2,841.32", "2,841.32 3", true),
        ] {
            let seen = Shown {
                text: text.to_owned(),
                ..seen("2024", recognised, 0.9)
            };
            assert_eq!(confirms(&seen), expected, "{text} {recognised}");
        }
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

    #[test]
    fn a_disproved_number_is_told_at_the_value_that_was_read_from_the_picture() {
        for (reread, moved, expected) in [
            (Reread::Done, 0.0, "forms[0].federal_tax_withheld"),
            (Reread::Failed, 0.0, "pages[0]"),
            // Another place.
            (Reread::Done, 200.0, "pages[0]"),
        ] {
            let mut case = Case::sound();
            let number = seen("2,841.32", "2,841.32", 0.99);
            let mut reading = reading();
            for word in &mut reading.words {
                // Recognition finds words at about the same place.
                word.region.x += 1.0;
                word.confidence = Some(0.99).filter(|_| reread == Reread::Done);
            }
            case.readings.insert(1, reading);
            case.surroundings.shown = vec![Shown {
                region: Region {
                    x: number.region.x + moved,
                    ..number.region
                },
                text: "1,842.31".to_owned(),
                reread: Some(reread),
                ..number
            }];
            let issues = case.issues();
            let issue = issues.iter().find(|issue| issue.code == "not_as_shown").unwrap();
            assert_eq!(issue.subject, expected, "{reread:?} {moved}");
            assert_eq!(issue.message.contains("was read again"), reread == Reread::Done);
        }
    }

    /// Boxes 3 to 6 prove each other by their rates.
    #[test]
    fn only_what_nothing_proves_is_compared_and_only_where_a_font_could_lie() {
        let case = Case::sound();
        for (fonts, expected) in [
            (vec![], vec![]),
            // An amount that nothing proves speaks for its font.
            (vec![(1, "2,841.32"), (1, "554-03-0876")], vec!["2,841.32"]),
            // Otherwise the value with the most different digits does.
            (
                vec![(0, "23,677.70"), (1, "554-03-0876"), (1, "63-0065650"), (2, "353.95")],
                vec!["23,677.70", "554-03-0876", "353.95"],
            ),
            // Nothing of a form is in the font.
            (vec![(0, "1545-0008")], vec![]),
        ] {
            let mut page = Page::letter(1, reading());
            let sample = |(font, text): &(u32, &str)| Sample {
                font: *font,
                region: page
                    .reading
                    .words
                    .iter()
                    .find(|word| word.text == *text)
                    .map_or(Region::between(1, (600.0, 780.0), (610.0, 790.0)), |word| word.region),
            };
            page.samples = fonts.iter().map(sample).collect();
            let places = unproved(&case.pack, &case.forms[0], &page);
            let texts: Vec<&str> = places.iter().map(|place| place.text.as_str()).collect();
            assert_eq!(texts, expected, "{fonts:?}");
        }
    }
}
