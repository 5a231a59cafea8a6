//! The second and third attempts at a form: misread captions, other forms, critical fields only. Checks what each finds.

use super::paper::{Paper, run_as};
use serde_json::{Value, json};
use touchstone_core::record::Extraction;
use touchstone_intake::Page;
use touchstone_tests::drawn::{ANN, BOB, draw};

/// The tests' W-2 with some words changed, or removed (`""`).
fn spelt(changes: &[(&str, &str)]) -> Page {
    let mut paper = Paper::new();
    draw(&mut paper, 20.0, 20.0, "Copy B", ANN);
    let words = &mut paper.0.reading.words;
    for word in words.iter_mut() {
        if let Some((_, wrong)) = changes.iter().find(|(right, _)| word.text == *right) {
            (*wrong).clone_into(&mut word.text);
        }
    }
    words.retain(|word| !word.text.is_empty());
    paper.0
}

fn value<'e>(extraction: &'e Extraction, name: &str) -> &'e Value {
    extraction.fields.get(name).map_or(&Value::Null, |field| &field.value)
}

fn attempt(pages: Vec<Page>, number: u32) -> Extraction {
    run_as(pages, number).1.remove(0)
}

#[test]
fn the_second_attempt_forgives_letters_of_captions_and_digits_of_nothing() {
    let page = || {
        spelt(&[
            ("Wages,", "Wagcs,"),
            ("Employer's", "Ernployer's"),
            ("withheld", "withhcld"),
        ])
    };
    let (first, second) = (attempt(vec![page()], 1), attempt(vec![page()], 2));
    assert_eq!(value(&first, "wages_tips"), &Value::Null);
    assert_eq!(value(&second, "wages_tips"), &json!("23677.70"));
    assert_eq!(value(&second, "federal_tax_withheld"), &json!("2841.32"));
    assert!(second.confidence > first.confidence);
}

/// Two people on one page: the wider search for one stays within its half.
#[test]
fn a_form_on_a_part_of_a_page_is_widened_within_its_part() {
    let mut paper = Paper::new();
    draw(&mut paper, 20.0, 20.0, "Copy B", BOB);
    let top = paper.0.reading.words.len();
    draw(&mut paper, 20.0, 400.0, "Copy B", ANN);
    let words = &mut paper.0.reading.words;
    for word in &mut words[top..] {
        if ["a", "Employee's", "SSN"].contains(&word.text.as_str()) {
            word.text.clear();
        }
    }
    words.retain(|word| !word.text.is_empty());
    let (_, forms) = run_as(vec![paper.0], 2);
    let numbers: Vec<&Value> = forms.iter().map(|form| value(form, "employee_ssn")).collect();
    assert_eq!(numbers, [&json!(BOB.ssn), &Value::Null]);
    assert_eq!(value(&forms[1], "wages_tips"), &json!("23677.70"));
}

#[test]
fn the_third_attempt_keeps_critical_fields_or_gives_up() {
    let third = attempt(vec![spelt(&[])], 3);
    assert_eq!(third.label, "W-2");
    assert_eq!(value(&third, "wages_tips"), &json!("23677.70"));
    assert_eq!(value(&third, "ss_wages"), &Value::Null, "not critical");
    let unclear = attempt(
        vec![spelt(&[("554-03-0876", ""), ("63-0065650", ""), ("2,841.32", "")])],
        3,
    );
    assert_eq!(
        (unclear.label.as_str(), unclear.proposed_label.as_deref()),
        ("OTHER", Some("W-2"))
    );
    assert!(unclear.confidence <= 0.3, "{}", unclear.confidence);
}

/// A page that names the form but misspells its captions is not recognized at first.
#[test]
fn the_second_attempt_finds_another_form_than_the_planned_one() {
    let wrong = [
        ("Wages,", "Wagcs,"),
        ("Federal", "Fedcral"),
        ("Social", "Soclal"),
        ("Medicare", "Medlcare"),
        ("Dependent", "Depcndent"),
        ("Allocated", "Allocatcd"),
        ("Nonqualified", "Nonqualifled"),
        ("Employee's", "Employce's"),
        ("Employer's", "Employcr's"),
        // The copy line names the form.
        ("Copy", "Form"),
        ("B", "W-2"),
    ];
    let (first, second) = (attempt(vec![spelt(&wrong)], 1), attempt(vec![spelt(&wrong)], 2));
    assert_eq!(first.label, "OTHER", "{}", first.rationale);
    assert_eq!(second.label, "W-2", "{}", second.rationale);
    assert!(second.rationale.contains("also tried as W-2"), "{}", second.rationale);
    assert!(second.confidence > first.confidence);
}

/// Invalid numbers do not count: the third attempt gives up.
#[test]
fn the_third_attempt_counts_valid_values_only() {
    let unclear = attempt(
        vec![spelt(&[
            ("554-03-0876", "554-03-08"),
            ("63-0065650", "63-00656"),
            ("2,841.32", ""),
        ])],
        3,
    );
    assert_eq!(unclear.label, "OTHER", "{}", unclear.rationale);
    assert!(unclear.confidence <= 0.3, "{}", unclear.confidence);
}

#[test]
fn a_tick_beside_words_that_no_field_has_is_a_doubt() {
    let ticked = |on: bool| {
        let mut paper = Paper::new();
        draw(&mut paper, 20.0, 20.0, "Copy B", ANN);
        paper
            .check(60.0, 110.0, on)
            .text(74.0, 111.0, 7.0, "Household employee");
        let extraction = attempt(vec![paper.0], 1);
        let doubts = extraction
            .issues
            .into_iter()
            .filter(|issue| issue.code == "unclaimed_text");
        doubts.map(|issue| issue.message).collect::<Vec<_>>()
    };
    let doubt = "\"Household employee\" is ticked but is in no field".to_owned();
    assert!(ticked(true).contains(&doubt), "{:?}", ticked(true));
    assert!(!ticked(false).contains(&doubt));
}
