//! V4: form fields whose appearance shows something other than their value. People see the appearance, programs read
//! the value, and only a person can tell which is right. The reader's `shown` module reads appearances.

use super::obscured::{quoted, worded};
use super::{CheckInput, form_path};
use touchstone_core::record::{Evidence, NewIssue, RaisedBy, Severity};
use touchstone_core::value::{date, money};
use touchstone_intake::Widget;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        for (path, evidence) in worded(form) {
            let Some((value, shown)) = evidence.iter().find_map(|piece| contradicted(input, piece)) else {
                continue;
            };
            let message = match shown {
                "" => format!("the PDF form field stores \"{value}\" but displays nothing"),
                _ => format!("the PDF form field stores \"{value}\" but displays \"{shown}\""),
            };
            let subject = form_path(form.number, &path);
            let issue = NewIssue::new(RaisedBy::V4, "shown_otherwise", Severity::Major, subject, message);
            issues.push(issue.expected(shown, value).evidence(evidence.to_vec()));
        }
    }
    issues
}

/// The value of the form field a quote was read from, and the different text that its appearance prints.
fn contradicted<'a>(input: &CheckInput<'a>, piece: &Evidence) -> Option<(&'a str, &'a str)> {
    let widgets = input.readings.widgets(piece.page);
    let words = quoted(input, piece)?.iter();
    let mut fields = words.filter_map(|word| widgets.get(word.widget? as usize));
    fields.find_map(|field: &Widget| {
        let (value, shown) = (field.value.as_deref()?, field.shown.as_deref()?);
        (!means(value, shown)).then_some((value, shown))
    })
}

/// Whether two texts are the same amount or the same date, written differently.
fn means(value: &str, shown: &str) -> bool {
    let amounts = (money::parse(value), money::parse(shown));
    let days = (date::parse(value), date::parse(shown));
    matches!(amounts, (Ok(value), Ok(shown)) if value == shown)
        || matches!(days, (Ok(value), Ok(shown)) if value == shown)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::means;
    use crate::checks::case::Case;

    #[test]
    fn ways_of_writing() {
        let rows = [
            ("61250.4", "$61,250.40", true),
            ("61,250.40", "16,250.40", false),
            ("2024-03-05", "03/05/2024", true),
            ("2024-03-05", "05/03/2024", false),
            ("Ann", "Bob", false),
        ];
        for (value, shown, expected) in rows {
            assert_eq!(means(value, shown), expected, "{value} {shown}");
        }
    }

    #[test]
    fn a_field_that_shows_another_amount_goes_to_a_person() {
        let reported = |shown: Option<&str>| {
            let mut case = Case::sound();
            case.typed_as("wages_tips", shown);
            case.reported()
        };
        assert_eq!(reported(Some("32,677.70")), ["shown_otherwise forms[0].wages_tips"]);
        assert!(reported(Some("$23,677.70")).is_empty());
        assert!(reported(None).is_empty());
    }
}
