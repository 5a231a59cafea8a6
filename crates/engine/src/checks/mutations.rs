//! A sound result is accepted, but not once any one thing in its stored rows is changed: proof that acceptance rests
//! on the page and not on stored claims.
#![allow(clippy::unwrap_used)]

use super::case::{Case, evidence};
use serde_json::json;
use touchstone_core::record::{Evidence, NewIssue, Segment, Severity};

/// Whether the arbiter never accepts a result with this issue.
fn escalates(issue: &NewIssue) -> bool {
    issue.severity == Severity::Blocker || issue.severity == Severity::Major && !issue.auto_fixable
}

type Mutation = (&'static str, fn(&mut Case));

fn set(case: &mut Case, name: &str, value: serde_json::Value) {
    case.field(name).value = value;
}

fn piece<'c>(case: &'c mut Case, name: &str) -> &'c mut Evidence {
    &mut case.field(name).evidence[0]
}

fn segment(case: &mut Case) -> &mut Segment {
    &mut case.classification.segments[0]
}

const VALUES: &[Mutation] = &[
    ("acceptance of the pack, switched off", |c| {
        c.surroundings.held_back = true;
    }),
    ("a digit of an amount", |c| set(c, "wages_tips", json!("23677.71"))),
    ("the sign of an amount", |c| set(c, "wages_tips", json!("-23677.70"))),
    ("the point of an amount", |c| set(c, "wages_tips", json!("236777.00"))),
    ("a digit of the SSN", |c| set(c, "employee_ssn", json!("554-03-0877"))),
    ("a digit of the EIN", |c| set(c, "employer_ein", json!("63-0065651"))),
    ("the year", |c| set(c, "tax_year", json!(2023))),
    ("a letter of a name and more", |c| {
        set(c, "employer_name", json!("South Bakery"));
    }),
    ("an amount that was dropped", |c| {
        *c.field("wages_tips") = touchstone_core::record::Field::missing();
    }),
    ("a row of a list that was dropped", |c| {
        *c.field("box_12") = touchstone_core::record::Field::missing();
    }),
    ("the code of a row", |c| {
        let field = c.field("box_12");
        field.value[0]["code"] = json!("E");
        field.cells.get_mut("[0].code").unwrap().value = json!("E");
    }),
    ("the amount of a row", |c| {
        let field = c.field("box_12");
        field.value[0]["amount"] = json!("1000.01");
        field.cells.get_mut("[0].amount").unwrap().value = json!("1000.01");
    }),
    ("a tick taken away", |c| set(c, "retirement_plan", json!(false))),
    ("a tick where no mark is", |c| c.surroundings.ink[0].share = 0.0),
    ("a square that nobody looked at", |c| c.surroundings.ink.clear()),
    ("two boxes exchanged with their evidence", |c| {
        let (wages, tax) = (c.field("wages_tips").clone(), c.field("federal_tax_withheld").clone());
        *c.field("wages_tips") = tax;
        *c.field("federal_tax_withheld") = wages;
    }),
    ("a value nobody wrote", |c| set(c, "control_number", json!("A-17"))),
];

const EVIDENCE: &[Mutation] = &[
    ("a digit of the quote", |c| {
        piece(c, "wages_tips").quote = "23,677.71".to_owned();
    }),
    ("the words of the span", |c| piece(c, "wages_tips").words = (0, 1)),
    ("words that the page does not have", |c| {
        piece(c, "wages_tips").words = (9_000, 9_001);
    }),
    ("the page of the span", |c| piece(c, "wages_tips").page = 2),
    ("the reading of the span", |c| piece(c, "wages_tips").reading = 7),
    ("the place of the span", |c| {
        piece(c, "wages_tips").regions[0].y += 300.0;
    }),
    ("a caption that is not there", |c| {
        piece(c, "wages_tips").anchors.push("Gross receipts".to_owned());
    }),
    ("evidence that was dropped", |c| c.field("wages_tips").evidence.clear()),
    ("evidence of another box", |c| {
        c.field("wages_tips").evidence = vec![evidence("2,841.32")];
    }),
];

const CLASSIFICATION: &[Mutation] = &[
    ("the label of the document", |c| {
        c.classification.label = "1099-NEC".to_owned();
    }),
    ("the label of the segment", |c| segment(c).label = "1099-NEC".to_owned()),
    ("the label of the form", |c| c.forms[0].label = "1099-NEC".to_owned()),
    ("the label of the type", |c| {
        segment(c).types[0].label = "1099-NEC".to_owned();
    }),
    ("the pages of the segment", |c| segment(c).last_page = 2),
    ("the pages of the form", |c| c.forms[0].last_page = 2),
    ("the segment of the form", |c| c.forms[0].segment = 3),
    ("a segment said twice", |c| {
        let again = segment(c).clone();
        c.classification.segments.push(again);
    }),
    ("the number of segments", |c| c.classification.number_of_segments = 2),
    ("a confidence above one", |c| c.classification.confidence = 1.2),
    ("a confidence that is none", |c| {
        segment(c).types[0].confidence = f64::NAN;
    }),
    ("a label that nothing shows", |c| {
        segment(c).types[0].evidence.clear();
        c.classification.mixture.clear();
    }),
    ("a label shown by words that are not there", |c| {
        segment(c).types[0].evidence[0].quote = "Nonemployee compensation".to_owned();
    }),
    ("a page that was not read", |c| {
        c.pages[0].text_source = touchstone_intake::TextSource::Unread;
    }),
];

#[test]
fn a_sound_result_is_accepted_and_no_mutation_of_it_is() {
    assert!(
        !Case::sound().issues().iter().any(escalates),
        "{:?}",
        Case::sound().issues()
    );
    let mut survivors = Vec::new();
    for (name, mutate) in VALUES.iter().chain(EVIDENCE).chain(CLASSIFICATION) {
        let mut case = Case::sound();
        mutate(&mut case);
        if !case.issues().iter().any(escalates) {
            survivors.push(*name);
        }
    }
    assert_eq!(survivors, Vec::<&str>::new());
}

/// Changes every digit of every amount and number, one at a time.
#[test]
fn no_digit_can_be_changed() {
    let names: Vec<String> = Case::sound().forms[0].fields.keys().cloned().collect();
    for name in names {
        let Some(text) = Case::sound().forms[0].text(&name).map(str::to_owned) else {
            continue;
        };
        for (at, digit) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
            let other = if digit == '9' {
                "0".to_owned()
            } else {
                char::from(digit as u8 + 1).to_string()
            };
            let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
            let mut case = Case::sound();
            set(&mut case, &name, json!(changed));
            assert!(case.issues().iter().any(escalates), "{name}: {text} became {changed}");
        }
    }
}
