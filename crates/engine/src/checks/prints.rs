//! V4: values that differ from those at the places that settled papers of the same print taught.

use super::{CheckInput, form_path};
use touchstone_core::record::{Form, NewIssue, RaisedBy, Remembered, Severity};
use touchstone_core::value;

pub(super) const CODE: &str = "print_differs";

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let remembered = &input.surroundings.remembered;
    let differs = |one: &&Remembered| form_of(input.forms, one).is_some_and(|form| has_another(form, one));
    remembered.iter().filter(differs).map(issue).collect()
}

fn form_of<'f>(forms: &'f [Form], one: &Remembered) -> Option<&'f Form> {
    forms
        .iter()
        .find(|form| form.number == one.form && form.label == one.label)
}

fn has_another(form: &Form, one: &Remembered) -> bool {
    form.field(&one.field).is_some_and(|field| field.value != one.value)
}

fn issue(one: &Remembered) -> NewIssue {
    let papers = match one.papers {
        1 => "a settled paper of this print has".to_owned(),
        count => format!("{count} settled papers of this print have"),
    };
    let message = format!("where {papers} this field, \"{}\" is printed", value::print(&one.value));
    let subject = form_path(one.form, &one.field);
    NewIssue::new(RaisedBy::V4, CODE, Severity::Major, subject, message).evidence(one.evidence.clone())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::checks::case::{Case, evidence};
    use serde_json::json;
    use touchstone_core::record::PrintId;

    #[test]
    fn another_value_than_at_the_known_place_is_a_doubt() {
        for (label, value, expected) in [
            ("W-2", "24410.00", true),
            ("W-2", "23677.70", false),
            ("1099-INT", "24410.00", false),
        ] {
            let mut case = Case::sound();
            case.surroundings.remembered = vec![Remembered {
                print: PrintId::fresh(),
                version: 1,
                papers: 2,
                form: 1,
                label: label.to_owned(),
                field: "wages_tips".to_owned(),
                value: json!(value),
                evidence: vec![evidence("24,410.00")],
                corrected: false,
                taken: false,
                own: serde_json::Value::Null,
            }];
            let found = case.issues().into_iter().find(|issue| issue.code == CODE);
            assert_eq!(found.is_some(), expected, "{label} {value}");
            assert!(found.is_none_or(|issue| issue.message.starts_with("where 2 settled papers of this print have")));
        }
    }
}
