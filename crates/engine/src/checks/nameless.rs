//! V4: a merchant's name that is not a name but an address, a number, a word found on any receipt, or an item. This
//! means that the line with the name was lost, as does ink above the first line that was read. The words come from
//! the pack.

use super::merchant_head::Head;
use super::{CheckInput, form_path};
use touchstone_core::pack::{FieldSpec, Pack, Template, WordList};
use touchstone_core::record::{Evidence, Field, Form, Format, Inked, NewIssue, RaisedBy, Severity};
use touchstone_intake::{Reading, Region};

/// Number of strips above the first line that are searched for ink; height and spacing of the strips, in line
/// heights.
const STRIPS: u8 = 12;
const STRIP: f32 = 1.0;
const STEP: f32 = 0.6;
/// Share of a place left out on each side when its ink is measured.
const EDGE: f32 = 0.2;
/// Range of the ink share of a strip with print; less is dust, more is the background beside the sheet.
const PRINT: std::ops::Range<f32> = 0.02..0.5;
/// Min strips covered by a picture above text; a ruling covers fewer.
const PICTURE: usize = 3;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        let template = input.pack.template_for(&form.label);
        for spec in names(template) {
            let head = Head::of(input, form, spec);
            let name = form.text(&spec.name);
            if let Some(text) = name.filter(|text| head.is_nameless(template, text)) {
                let message =
                    format!("\"{text}\" is not the name of a merchant; the line with the name may have been missed");
                issues.push(issue(form, spec, "nameless", message));
            }
            if form.field(&spec.name).is_some_and(|field| is_in_row(form, field)) {
                let message = "the name was read from a list row; the line with the name may have been missed";
                issues.push(issue(form, spec, "nameless", message.to_owned()));
            }
            // Beside a logo, the text may repeat the name that the picture shows.
            let confirmed = is_text(input, form) && head.confirms(template, name.unwrap_or_default());
            if is_head_unread(input, form) && !confirmed {
                let message = "something above the first line of the page was not read; it may be the name".to_owned();
                issues.push(issue(form, spec, "unread_head", message));
            }
        }
    }
    issues
}

fn issue(form: &Form, spec: &FieldSpec, code: &str, message: String) -> NewIssue {
    let subject = form_path(form.number, &spec.name);
    let issue = NewIssue::new(RaisedBy::V4, code, Severity::Major, subject, message);
    let evidence = form.field(&spec.name).map(|field| field.evidence.clone());
    issue.evidence(evidence.unwrap_or_default())
}

/// Whether a name shares words with a cell of a list.
fn is_in_row(form: &Form, name: &Field) -> bool {
    let cells = form.fields.values().flat_map(|field| field.cells.values());
    let mut places = cells.flat_map(|cell| &cell.evidence);
    places.any(|cell| {
        let shares = |own: &Evidence| {
            let (from, to) = (own.words.0.max(cell.words.0), own.words.1.min(cell.words.1));
            (own.page, own.reading) == (cell.page, cell.reading) && from < to
        };
        name.evidence.iter().any(shares)
    })
}

/// The names at the head of documents of this kind: required texts, where the pack lists words that are not names.
fn names(template: &Template) -> impl Iterator<Item = &FieldSpec> {
    let begins = !template.words(WordList::Nameless).is_empty();
    template
        .required()
        .filter(move |spec| begins && matches!(spec.format, Format::Text))
}

/// Whether a form's first page has a text layer.
fn is_text(input: &CheckInput, form: &Form) -> bool {
    let reading = input.readings.newest(form.first_page);
    reading.is_none_or(|reading| !reading.source.is_recognised())
}

/// Whether print above the first line was not read: on a scan, or as the picture of a logo above text.
fn is_head_unread(input: &CheckInput, form: &Form) -> bool {
    let seen = seen_above(input, form);
    if is_text(input, form) {
        seen.iter().filter(|seen| seen.share > PRINT.start).count() >= PICTURE
    } else {
        seen.iter().any(|seen| PRINT.contains(&seen.share))
    }
}

/// Ink measured above the first line of a form's first page.
fn seen_above<'a>(input: &CheckInput<'a>, form: &Form) -> Vec<&'a Inked> {
    let (page, reading) = (form.first_page, input.readings.newest(form.first_page));
    let size = input.pages.iter().find(|own| own.number == page);
    let Some((size, reading)) = size.zip(reading) else {
        return Vec::new();
    };
    let whole = Region::whole(page, size.width, size.height);
    let strips = strips(input.pack, form, &whole, reading);
    let ink = input.surroundings.ink.iter();
    ink.filter(|seen| strips.contains(&seen.region)).collect()
}

/// The strips above the first line that may hold a lost line, for a form that begins with a name.
pub(crate) fn strips(pack: &Pack, form: &Form, page: &Region, reading: &Reading) -> Vec<Region> {
    let named = names(pack.template_for(&form.label)).next().is_some();
    let words = reading
        .words
        .iter()
        .filter(|word| form.region.is_none_or(|part| part.holds(&word.region)));
    let words: Vec<&Region> = words.map(|word| &word.region).collect();
    let Some(print) = Region::around(words.iter().copied()).filter(|_| named) else {
        return Vec::new();
    };
    let mut heights: Vec<f32> = words.iter().map(|word| word.height).collect();
    heights.sort_by(f32::total_cmp);
    let height = heights[heights.len() / 2];
    let wide = print.width / (1.0 - 2.0 * EDGE);
    let strip = |number: u8| Region {
        x: print.x - EDGE * wide,
        y: print.y - (STRIP + STEP * f32::from(number)) * height,
        width: wide,
        height: STRIP * height,
        ..print
    };
    (0..STRIPS).map(strip).filter(|strip| strip.y > page.y).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::strips;
    use crate::checks::case::{Case, evidence_of, typed};
    use serde_json::{Value, json};
    use std::collections::BTreeMap;
    use touchstone_core::record::{Cell, Inked, Severity};
    use touchstone_intake::{Page, ReadingSource, Region};

    const RECEIPT: &str = "Grindstone\n218 Harbor Row\nPort Ellery, ME 04622\nOrder 2231\nLatte 4.50\nTotal 4.50";

    fn receipt(merchant: &str) -> Case {
        Case::of("RECEIPT", RECEIPT, &[("merchant", json!(merchant), merchant)])
    }

    /// The issues of this check, each with its subject, severity and the first quote it shows.
    fn found(case: &Case) -> Vec<(String, String, Severity, String)> {
        let own = case.issues().into_iter().filter(|issue| {
            let code = issue.code.as_str();
            code == "nameless" || code == "unread_head"
        });
        own.map(|issue| {
            let quote = issue.evidence.first().map(|piece| piece.quote.clone());
            (issue.code, issue.subject, issue.severity, quote.unwrap_or_default())
        })
        .collect()
    }

    fn doubt(code: &str, quote: &str) -> (String, String, Severity, String) {
        let subject = "forms[0].merchant".to_owned();
        (code.to_owned(), subject, Severity::Major, quote.to_owned())
    }

    #[test]
    fn a_name_that_is_none_goes_to_a_person() {
        for (merchant, is_doubted) in [
            ("Grindstone", false),
            ("218 Harbor Row", true),
            ("Order 2231", true),
            ("Total", true),
        ] {
            let expected = is_doubted.then(|| doubt("nameless", merchant));
            assert_eq!(found(&receipt(merchant)), Vec::from_iter(expected), "{merchant}");
        }
    }

    #[test]
    fn a_name_from_a_list_row_goes_to_a_person() {
        let mut case = receipt("Latte");
        assert_eq!(found(&case), []);
        let cell = |value: Value, quote: &str| Cell {
            value,
            raw: None,
            confidence: 0.9,
            evidence: vec![evidence_of(&typed(RECEIPT), quote)],
        };
        let items = &mut case.forms[0].fields["items"];
        items.value = json!([{ "description": "Latte", "amount": "4.50" }]);
        items.cells = BTreeMap::from([
            ("[0].description".to_owned(), cell(json!("Latte"), "Latte")),
            ("[0].amount".to_owned(), cell(json!("4.50"), "4.50")),
        ]);
        assert_eq!(found(&case), [doubt("nameless", "Latte")]);
    }

    /// A receipt with ink above its first line: its share in each strip from the line upwards.
    fn inked(mut case: Case, scanned: bool, shares: &[f32]) -> Case {
        let mut reading = typed(RECEIPT);
        if scanned {
            reading.source = ReadingSource::Ocr {
                engine: "one".to_owned(),
                model: "two".to_owned(),
            };
        }
        let size = &case.pages[0];
        let whole = Region::whole(1, size.width, size.height);
        let strips = strips(&case.pack, &case.forms[0], &whole, &reading);
        let inked = |(&share, region): (&f32, Region)| Inked {
            share,
            ..Inked::clear(region)
        };
        case.surroundings.ink.extend(shares.iter().zip(strips).map(inked));
        case.readings.insert_page(Page::letter(1, reading));
        case
    }

    #[test]
    fn print_above_the_first_line_that_was_not_read_goes_to_a_person() {
        for (name, scanned, shares, is_doubted) in [
            ("white paper", true, &[0.0, 0.0, 0.0][..], false),
            ("dust", true, &[0.01, 0.01, 0.01], false),
            ("the background beside the sheet", true, &[0.0, 0.9, 0.9], false),
            ("a line of print on a scan", true, &[0.0, 0.0, 0.12], true),
            ("a ruling above text", false, &[0.0, 0.12, 0.12], false),
            ("a picture above text", false, &[0.0, 0.3, 0.3, 0.9], true),
        ] {
            let expected = is_doubted.then(|| doubt("unread_head", "Grindstone"));
            let case = inked(receipt("Grindstone"), scanned, shares);
            assert_eq!(found(&case), Vec::from_iter(expected), "{name}");
        }
    }
}
