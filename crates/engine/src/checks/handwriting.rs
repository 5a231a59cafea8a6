//! V4: handwritten values. Recognition was made for print and may misread handwritten digits with high confidence, so
//! a person reads them. On documents without boxes, handwriting counts anywhere: a tip below the total, a name on a
//! form that the pack does not fill. The reader's `ocr::handwriting` detects handwriting.

use super::form_lines::{pages, shown};
use super::obscured::{quoted, worded};
use super::{CheckInput, form_path};
use touchstone_core::record::{Evidence, Form, NewIssue, RaisedBy, Severity};
use touchstone_intake::Word;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        let before = issues.len();
        for (path, evidence) in worded(form) {
            let Some(word) = evidence.iter().find_map(|piece| written(input, piece)) else {
                continue;
            };
            let subject = form_path(form.number, &path);
            let message = format!("\"{}\" looks handwritten; handwriting is read unreliably", word.text);
            let issue = NewIssue::new(RaisedBy::V4, "handwriting", Severity::Major, subject, message);
            issues.push(issue.evidence(evidence.to_vec()));
        }
        if issues.len() == before {
            issues.extend(added(input, form));
        }
    }
    issues
}

/// Handwriting anywhere on a document without boxes.
fn added(input: &CheckInput, form: &Form) -> Option<NewIssue> {
    let template = input.pack.template_for(&form.label);
    if template.reader.is_none() && form.label != input.pack.fallback {
        return None;
    }
    let place = pages(input, form).find_map(|(page, reading)| {
        let word = reading.words.iter().position(|word| word.handwritten)?;
        Some(shown(page, reading, word))
    })?;
    let message = format!("\"{}\" looks handwritten and may change what is printed", place.quote);
    let subject = form_path(form.number, "");
    let issue = NewIssue::new(RaisedBy::V4, "handwriting", Severity::Major, subject, message);
    Some(issue.evidence(vec![place]))
}

/// The first handwritten word of a quote.
fn written<'r>(input: &CheckInput<'r>, piece: &Evidence) -> Option<&'r Word> {
    quoted(input, piece)?.iter().find(|word| word.handwritten)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::checks::case::Case;

    /// The values reported as handwritten, with the word `behind` positions after the field's first word handwritten.
    fn reported(name: &str, behind: usize) -> Vec<String> {
        let mut case = Case::sound();
        let mut reading = case.readings.get(1, 1).unwrap().clone();
        let first = case.field(name).evidence[0].words.0 as usize;
        reading.words[first + behind].handwritten = true;
        case.readings.insert(1, reading);
        let issues = case.issues();
        issues
            .into_iter()
            .map(|issue| format!("{} {} {}", issue.code, issue.severity.as_str(), issue.subject))
            .collect()
    }

    #[test]
    fn what_a_hand_wrote_goes_to_a_person() {
        assert_eq!(
            reported("federal_tax_withheld", 0),
            ["handwriting MAJOR forms[0].federal_tax_withheld"]
        );
        // One word of several is enough.
        assert_eq!(
            reported("employer_name", 1),
            ["handwriting MAJOR forms[0].employer_name"]
        );
    }

    #[test]
    fn on_a_receipt_it_counts_wherever_it_stands() {
        let page = "THE GILDED OTTER\nTOTAL 58.16\nTIP 11.00";
        let mut case = Case::of("RECEIPT", page, &[("total", serde_json::json!("58.16"), "58.16")]);
        let mut reading = case.readings.get(1, 1).unwrap().clone();
        reading.words[6].handwritten = true;
        case.readings.insert(1, reading);
        assert!(case.reported().contains(&"handwriting forms[0]".to_owned()));
    }

    #[test]
    fn notes_beside_the_values_are_no_values() {
        let mut case = Case::sound();
        let mut reading = case.readings.get(1, 1).unwrap().clone();
        let mut note = reading.words[0].clone();
        note.handwritten = true;
        note.region.y = 700.0;
        reading.words.push(note);
        case.readings.insert(1, reading);
        assert!(case.issues().is_empty());
    }
}
