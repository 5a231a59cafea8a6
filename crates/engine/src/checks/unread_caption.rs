//! V1: the caption of an empty field beside or above a value that no field holds. At the start of a line it is followed
//! by an amount, a date, or text behind a colon; at the head of a column the value is below. A means of payment needs no
//! caption. Documents without boxes have no places to verify as empty, so no other check notices. Forms with boxes are
//! in `missed_adjacent_amount` and `missed_amounts`.

use super::form_lines::{Piece, amount_behind, held, lines, padded_list, pages, shown};
use super::support::padded;
use super::{CheckInput, form_path};
use touchstone_core::pack::{FieldSpec, LedgerField, Template, WordList};
use touchstone_core::record::{Evidence, Form, Format, NewIssue, RaisedBy, Severity};
use touchstone_core::text::joined_at;
use touchstone_core::value::date;
use touchstone_intake::Reading;

/// Max distance of a value below the head of its column, in heights.
const NEXT: f32 = 2.0;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let held = held(input.forms);
    let mut issues = Vec::new();
    for form in input.forms {
        let template = input.pack.template_for(&form.label);
        if template.reader.is_none() {
            continue;
        }
        let captions = captions(template);
        let mut reported: Vec<&str> = Vec::new();
        for (page, reading) in pages(input, form) {
            let lines = lines(reading);
            let beside = left(&captions, reading, &lines).into_iter();
            let found = beside
                .chain(headed(&captions, reading, &lines))
                .chain(means(template, reading, &lines));
            for (spec, word) in found.filter(|(_, word)| !held.contains(&(page, reading.number, *word as u32))) {
                let place = shown(page, reading, word);
                let empty = form.field(&spec.name).is_some_and(|field| field.value.is_null());
                if empty && !reported.contains(&spec.name.as_str()) {
                    reported.push(&spec.name);
                    issues.push(issue(form, spec, place));
                }
            }
        }
    }
    issues
}

fn issue(form: &Form, spec: &FieldSpec, place: Evidence) -> NewIssue {
    let message = format!(
        "{} is blank, but the page prints {} for it",
        spec.described(),
        place.quote
    );
    let subject = form_path(form.number, &spec.name);
    NewIssue::new(RaisedBy::V1, "unread_caption", Severity::Major, subject, message).evidence(vec![place])
}

/// Every text that a line may begin with, folded, with the field it belongs to. Among equal texts the field's
/// comes last and wins.
fn captions(template: &Template) -> Vec<(String, Option<&FieldSpec>)> {
    let lists = template.words.values().flatten().map(|text| (padded(text), None));
    let parts = template.fields.iter().flat_map(|spec| &spec.parts);
    let parts = parts.flat_map(|part| &part.anchors).map(|text| (padded(text), None));
    let fields = template.fields.iter().flat_map(|spec| {
        let own = matches!(spec.format, Format::Currency | Format::Date | Format::Text).then_some(spec);
        spec.anchors.iter().map(move |text| (padded(text), own))
    });
    lists.chain(parts).chain(fields).collect()
}

/// Every text that print may begin with, folded, with the field that it is a caption of.
type Captions<'t> = [(String, Option<&'t FieldSpec>)];

/// The longest caption that a piece begins with: its number of words, and its field.
fn caption<'t>(captions: &Captions<'t>, reading: &Reading, piece: &Piece) -> Option<(usize, &'t FieldSpec)> {
    let begins = captions
        .iter()
        .filter_map(|(text, spec)| Some((piece.captioned(reading, text)?, *spec)));
    let (count, spec) = begins.max_by_key(|(count, _)| *count)?;
    Some((count, spec?))
}

/// Captions of fields at the start of a line, each with the first word of the value behind it.
fn left<'t>(captions: &Captions<'t>, reading: &Reading, lines: &[Vec<Piece>]) -> Vec<(&'t FieldSpec, usize)> {
    let mut found = Vec::new();
    for line in lines {
        let start = line.first().and_then(|piece| caption(captions, reading, piece));
        let Some((count, spec)) = start else { continue };
        let value = match spec.format {
            Format::Currency => amount_behind(reading, line, 0, count)
                .filter(|(_, amount)| !amount.is_zero())
                .map(|(word, _)| word),
            Format::Date => text_behind(reading, line, count)
                .filter(|words| is_date(reading, words))
                .map(|words| words[0]),
            _ => text_behind(reading, line, count)
                .filter(|_| ends_with_colon(reading, line, count))
                .map(|words| words[0]),
        };
        found.extend(value.map(|word| (spec, word)));
    }
    found
}

/// Captions of fields at the heads of columns, each with the first word of the date or text below it.
fn headed<'t>(captions: &Captions<'t>, reading: &Reading, lines: &[Vec<Piece>]) -> Vec<(&'t FieldSpec, usize)> {
    let mut found = Vec::new();
    for (heads, below) in lines
        .iter()
        .zip(lines.iter().skip(1))
        .filter(|(heads, _)| heads.len() > 1)
    {
        for head in heads {
            let whole = caption(captions, reading, head).filter(|(count, _)| *count == head.words.len());
            let Some((_, spec)) = whole else { continue };
            let place = |piece: &Piece| Some(reading.words.get(*piece.words.first()?)?.region);
            let is_under = |piece: &&Piece| {
                place(piece)
                    .zip(place(head))
                    .is_some_and(|(own, head)| own.overlap_x(&head) > 0.0 && own.y - head.bottom() < NEXT * head.height)
            };
            let fits = |piece: &&Piece| match spec.format {
                Format::Date => is_date(reading, &piece.words),
                Format::Text => caption(captions, reading, piece).is_none(),
                _ => false,
            };
            let value = below
                .iter()
                .find(is_under)
                .filter(fits)
                .and_then(|piece| piece.words.first());
            found.extend(value.map(|&word| (spec, word)));
        }
    }
    found
}

/// Means of payment that begin a piece, each with its first word.
fn means<'t>(template: &'t Template, reading: &Reading, lines: &[Vec<Piece>]) -> Vec<(&'t FieldSpec, usize)> {
    let means: Vec<String> = padded_list(template, WordList::Payment).collect();
    let spec = template.field(LedgerField::PaymentMethod.name());
    let begins = |piece: &&Piece| means.iter().any(|text| piece.captioned(reading, text).is_some());
    let first = lines
        .iter()
        .flatten()
        .filter(begins)
        .filter_map(|piece| piece.words.first());
    first.filter_map(|&word| Some((spec?, word))).collect()
}

/// The words behind a caption of `count` words: the rest of its piece, or else the next one.
fn text_behind<'l>(reading: &Reading, line: &'l [Piece], count: usize) -> Option<&'l [usize]> {
    let rest = line.first()?.words.get(count..)?;
    let words = if rest.is_empty() { &line.get(1)?.words } else { rest };
    let is_text = |word: &usize| reading.words[*word].text.contains(char::is_alphanumeric);
    words.first().is_some_and(is_text).then_some(words)
}

fn ends_with_colon(reading: &Reading, line: &[Piece], count: usize) -> bool {
    let last = line.first().and_then(|piece| piece.words.get(count.checked_sub(1)?));
    last.is_some_and(|word| reading.words[*word].text.ends_with(':'))
}

/// Whether text begins with a date of one to three words: `01/17/2025`, `17 January 2025`.
fn is_date(reading: &Reading, words: &[usize]) -> bool {
    (1..=words.len().min(3)).any(|count| date::parse(&joined_at(reading, &words[..count])).is_ok())
}

#[cfg(test)]
mod tests {
    use crate::checks::case::Case;
    use crate::checks::case::typed;
    use serde_json::json;

    #[test]
    fn a_printed_caption_of_an_empty_field_is_missed() {
        for (line, expected) in [
            ("TAX 3.16", true),
            ("Sales tax 6% 3.16", true),
            ("Tax 0.00", false),
            ("Tax included 3.16", false),
            ("Taxi 3.16", false),
            ("TAX", false),
        ] {
            let page = format!("THE GILDED OTTER\n{line}\nTOTAL 58.16");
            let case = Case::of("RECEIPT", &page, &[("total", json!("58.16"), "58.16")]);
            let found = case.reported().contains(&"unread_caption forms[0].tax".to_owned());
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn a_printed_date_or_text_of_an_empty_field_is_missed() {
        for (line, field, expected) in [
            ("Date 01/17/2025", "date", true),
            ("Date of issue: 17 January 2025", "date", true),
            ("Date", "date", false),
            ("Date subject to change", "date", false),
            ("Paid by: Visa 4418", "payment_method", true),
            ("Paid by Visa 4418", "payment_method", false),
        ] {
            let page = format!("THE GILDED OTTER\n{line}\nTOTAL 58.16");
            let case = Case::of("RECEIPT", &page, &[("total", json!("58.16"), "58.16")]);
            let found = case.reported().contains(&format!("unread_caption forms[0].{field}"));
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn a_value_under_the_head_of_a_column_is_missed() {
        for (below, expected) in [("Check", true), ("Subtotal", false)] {
            let page = format!("THE GILDED OTTER\nDATE PAYMENT_METHOD\n01/17/2025 {below}\nTOTAL 58.16");
            let mut reading = typed(&page);
            for (word, x) in [(3, 100.0), (4, 300.0), (5, 100.0), (6, 300.0)] {
                reading.words[word].region.x = x;
            }
            reading.words[4].text = "Payment".to_owned();
            let mut method = reading.words[4].clone();
            method.text = "method".to_owned();
            method.region.x = reading.words[4].region.right() + 2.0;
            reading.words.insert(5, method);
            let mut case = Case::of("RECEIPT", &page, &[("total", json!("58.16"), "58.16")]);
            case.readings.insert_page(touchstone_intake::Page::letter(1, reading));
            let found = case
                .reported()
                .contains(&"unread_caption forms[0].payment_method".to_owned());
            assert_eq!(found, expected, "{below}: {:?}", case.reported());
        }
    }

    #[test]
    fn what_a_hand_wrote_higher_than_the_caption_is_missed() {
        let page = "THE GILDED OTTER\nTOTAL 58.16\nTIP";
        let mut case = Case::of("RECEIPT", page, &[("total", json!("58.16"), "58.16")]);
        let mut reading = typed(page);
        let mut written = reading.words.last().unwrap().clone();
        let height = written.region.height;
        (written.text, written.region.height) = ("11.00".to_owned(), 2.0 * height);
        written.region.x += 100.0;
        written.region.y -= 1.4 * height;
        reading.words.push(written);
        case.readings.insert_page(touchstone_intake::Page::letter(1, reading));
        assert!(
            case.reported().contains(&"unread_caption forms[0].tip".to_owned()),
            "{:?}",
            case.reported()
        );
    }
}
