//! Many forms about the same people.
#![allow(clippy::unwrap_used)]

use crate::checks::case::Case;
use crate::checks::traps::tests::others;
use serde_json::json;
use touchstone_core::record::NewIssue;

fn with_code(case: &Case, code: &str) -> Vec<NewIssue> {
    let issues = case.issues().into_iter();
    issues.filter(|issue| issue.code == code).collect()
}

#[test]
fn forms_that_contradict_one_are_a_single_issue() {
    let mut case = Case::sound();
    let rivals = (0..9).flat_map(|number| {
        let mut other = Case::sound();
        other.field("wages_tips").value = json!(format!("{number}.00"));
        others(&other).into_iter().filter(|other| other.mark.form > 0)
    });
    case.surroundings.others = rivals.collect();
    let found = with_code(&case, "conflicting_forms");
    let [issue] = &found[..] else { panic!("{found:?}") };
    assert_eq!(issue.message.matches("other.pdf").count(), 3, "{}", issue.message);
    assert!(issue.message.ends_with("; and 6 more"), "{}", issue.message);
    assert_eq!(
        (issue.expected.as_deref(), issue.actual.as_deref()),
        (Some("0.00"), Some("23677.70"))
    );
}

#[test]
fn each_of_many_forms_of_one_document_is_reported_once() {
    let mut case = Case::sound();
    for number in 2..=5 {
        let mut next = case.forms[0].clone();
        next.number = number;
        next.fields.get_mut("wages_tips").unwrap().value = json!(format!("{number}.00"));
        case.forms.push(next);
    }
    let subjects = |found: Vec<NewIssue>| found.into_iter().map(|issue| issue.subject).collect::<Vec<_>>();
    assert_eq!(
        subjects(with_code(&case, "conflicting_forms")),
        [1, 2, 3, 4].map(|at| format!("forms[{at}].wages_tips"))
    );
}
