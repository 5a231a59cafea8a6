//! V4: an amount with digits left out: where a space separates thousands, `1 234.50` is one number, and `7,412.1 8`
//! is one whose last digit is set off. Reading only part of it yields another amount.

use super::form_lines::{Held, after, before, held, shown};
use super::obscured::worded;
use super::{CheckInput, form_path};
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Evidence, Form, Format, NewIssue, RaisedBy, Severity};

/// Max width of a space within a number, in font sizes.
const SPACE: f32 = 0.7;
/// Max gap before the last digit of cents, in font sizes.
const SET_OFF: f32 = 1.5;
/// Max relative difference of the font sizes of both parts.
const SAME_SIZE: f32 = 0.12;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let held = held(input.forms);
    let mut issues = Vec::new();
    for form in input.forms {
        let template = input.pack.template_for(&form.label);
        for (path, evidence) in worded(form).filter(|(path, _)| is_amount(template, path)) {
            let parts = |piece| left(input, &held, piece).or_else(|| set_off(input, &held, piece));
            let Some((part, rest)) = evidence.iter().find_map(parts) else {
                continue;
            };
            let message = format!(
                "\"{}\" is printed right next to {rest}, as if both were one amount",
                part.quote
            );
            issues.push(issue(form, &path, message, part, evidence));
        }
    }
    issues
}

fn issue(form: &Form, path: &str, message: String, group: Evidence, own: &[Evidence]) -> NewIssue {
    let subject = form_path(form.number, path);
    let evidence = [&[group], own].concat();
    NewIssue::new(RaisedBy::V4, "split_amount", Severity::Major, subject, message).evidence(evidence)
}

/// Whether a field, a list of plain values or a part of a list holds amounts.
fn is_amount(template: &Template, path: &str) -> bool {
    let (name, part) = path.split_once('[').map_or((path, None), |(name, rest)| {
        (name, rest.split_once('.').map(|(_, part)| part))
    });
    let Some(spec) = template.field(name) else { return false };
    let format = match part {
        Some(part) => spec.part(part).map(|part: &FieldSpec| &part.format),
        None => spec.item.as_ref().or(Some(&spec.format)),
    };
    matches!(format, Some(Format::Currency))
}

/// The group of digits before a value that no field holds, with the first word of the value.
fn left(input: &CheckInput, held: &Held, piece: &Evidence) -> Option<(Evidence, String)> {
    let reading = input.readings.get(piece.page, piece.reading)?;
    let own = piece.words.0 as usize;
    let word = reading.words.get(own).filter(|_| piece.words.0 < piece.words.1)?;
    if !is_last_group(&word.text) {
        return None;
    }
    let (index, gap) = before(&reading.words, own)?;
    let group = &reading.words[index];
    let alike = (group.size / word.size.max(0.1) - 1.0).abs() < SAME_SIZE;
    let free = !held.contains(&(piece.page, piece.reading, index as u32));
    (free && alike && gap < SPACE && is_group(&group.text))
        .then(|| (shown(piece.page, reading, index), word.text.clone()))
}

/// The last digit of cents that no field holds, with the word before it: `7,412.1 8`.
fn set_off(input: &CheckInput, held: &Held, piece: &Evidence) -> Option<(Evidence, String)> {
    let reading = input.readings.get(piece.page, piece.reading)?;
    let own = (piece.words.1 as usize).checked_sub(1)?;
    let word = reading.words.get(own).filter(|_| piece.words.0 < piece.words.1)?;
    let cents = word.text.rsplit_once(['.', ',']).map(|(_, cents)| cents)?;
    let (index, gap) = after(&reading.words, own)?;
    let digits = &reading.words[index].text;
    let is_digit = |text: &str| text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_digit());
    let free = !held.contains(&(piece.page, piece.reading, index as u32));
    (is_digit(cents) && is_digit(digits) && free && gap < SET_OFF)
        .then(|| (shown(piece.page, reading, index), word.text.clone()))
}

/// `234.50`: three digits that begin an amount.
fn is_last_group(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits == 3 && (text.len() == 3 || text[3..].starts_with(['.', ',']))
}

/// `1`, `$12` or `-123`, without a leading zero.
fn is_group(text: &str) -> bool {
    let digits = text.trim_start_matches(['$', '-', '(', '\u{2212}', '\u{20ac}', '\u{a3}']);
    (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0')
}

#[cfg(test)]
mod tests {
    use super::is_group;
    use super::is_last_group;
    use crate::checks::case::Case;
    use serde_json::json;

    #[test]
    fn the_thousands_before_a_value_are_missed() {
        for (line, expected) in [
            ("TOTAL 1 234.50", true),
            ("TOTAL $1 234.50", true),
            ("TOTAL 1 234,50", true),
            ("TOTAL A1 234.50", false),
        ] {
            let page = format!("HALVORSEN MARINE SUPPLY\nDate 01/17/2025\n{line}");
            let amount = line.rsplit(' ').next().unwrap_or_default();
            let case = Case::of("RECEIPT", &page, &[("total", json!("234.50"), amount)]);
            let found = case.reported().contains(&"split_amount forms[0].total".to_owned());
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn the_last_digit_of_the_cents_is_missed() {
        for (line, expected) in [
            ("TOTAL 234.5 8", true),
            ("TOTAL 234.5", false),
            ("TOTAL 234.58 8", false),
        ] {
            let page = format!("HALVORSEN MARINE SUPPLY\nDate 01/17/2025\n{line}");
            let value = line.split(' ').nth(1).unwrap_or_default();
            let case = Case::of("RECEIPT", &page, &[("total", json!("234.50"), value)]);
            let found = case.reported().contains(&"split_amount forms[0].total".to_owned());
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn groups_of_digits() {
        let rows = [
            ("1", true, false),
            ("$12", true, false),
            ("123", true, true),
            ("012", false, true),
            ("1234", false, false),
            ("12a", false, false),
            ("234.50", false, true),
            ("234,50", false, true),
            ("234", true, true),
            ("23.50", false, false),
        ];
        for (text, group, last) in rows {
            assert_eq!((is_group(text), is_last_group(text)), (group, last), "{text}");
        }
    }
}
