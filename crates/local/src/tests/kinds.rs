//! Page classification: near misses by name, several forms on one page, pages that only accompany a form.

use super::paper::{Paper, run};
use touchstone_core::record::{Extraction, Survey};
use touchstone_tests::drawn::{ANN, boxed, draw};

fn page(lines: &[&str]) -> Paper {
    let mut paper = Paper::new();
    for (row, line) in lines.iter().enumerate() {
        let size = if row == 0 { 14.0 } else { 9.0 };
        paper.text(40.0, 30.0 + 20.0 * row as f32, size, line);
    }
    paper
}

#[test]
fn forms_in_whole_dollars_are_no_list_of_contents() {
    let check = |[dividends, interest, rents]: [&str; 3], expected: &str| {
        let lines = [
            "Tax Information Statement 2018".to_owned(),
            "1099-DIV Dividends and Distributions OMB No. 1545-0110".to_owned(),
            format!("1a Total ordinary dividends {dividends}"),
            "1b Qualified dividends".to_owned(),
            "2a Total capital gain distr.".to_owned(),
            "3 Nondividend distributions".to_owned(),
            "4 Federal income tax withheld".to_owned(),
            "5 Section 199A dividends".to_owned(),
            "7 Foreign tax paid".to_owned(),
            "1099-INT Interest Income OMB No. 1545-0112".to_owned(),
            format!("1 Interest income {interest}"),
            "2 Early withdrawal penalty".to_owned(),
            "1099-MISC Miscellaneous Income OMB No. 1545-0115".to_owned(),
            format!("1 Rents {rents}"),
            "2 Royalties".to_owned(),
        ];
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let (_, forms) = run(vec![page(&lines).0]);
        assert_eq!(forms[0].label, expected, "{dividends}");
    };
    check(["248,981", "15", "5,328"], "1099-DIV");
    // As many boxes, but with the numbers of the pages that explain them.
    check(["3", "5", "7"], "OTHER");
}

#[test]
fn near_misses_are_named_and_only_strong_ones_are_sure() {
    let check = |lines: &[&str], name: Option<&str>, sure: bool| {
        let (survey, forms) = run(vec![page(lines).0]);
        assert_eq!(forms[0].label, "OTHER", "{lines:?}");
        let known = name.map(|name| name.trim_start_matches("blank "));
        assert_eq!(survey.proposed_label.as_deref(), known, "{lines:?}");
        assert_eq!(forms[0].proposed_label.as_deref(), name, "{lines:?}");
        assert_eq!(forms[0].confidence >= 0.9, sure, "{lines:?}: {}", forms[0].confidence);
    };
    check(
        &[
            "Form 1098 Mortgage Interest Statement",
            "OMB No. 1545-1380",
            "Lender's TIN 52-1234567",
        ],
        Some("1098"),
        true,
    );
    check(
        &[
            "2023 Form 1099-R",
            "Distributions From Pensions, Annuities, Retirement",
            "1 Gross distribution 10.00",
        ],
        Some("1099-R"),
        true,
    );
    check(
        &[
            "1099-R",
            "Distributions From Pensions, Annuities, Retirement",
            "1 Gross distribution 10.00",
        ],
        Some("1099-R"),
        true,
    );
    check(
        &[
            "Form W-2c Corrected Wage and Tax Statement",
            "Previously reported",
            "Correct information 52-1234567",
        ],
        Some("W-2c"),
        true,
    );
    check(
        &[
            "Schedule K-1 (Form 1041)",
            "Beneficiary's Share of Income, Deductions, Credits, etc.",
            "Estate's EIN 52-1234567",
        ],
        Some("K-1 (Form 1041)"),
        true,
    );
    check(
        &["Form 1098 Mortgage Interest Statement", "OMB No. 1545-1380"],
        Some("blank 1098"),
        false,
    );
    // An amount that ends a sentence is part of the form.
    check(
        &[
            "Form 1098 Mortgage Interest Statement",
            "OMB No. 1545-1380",
            "Was the interest less than $250,000.",
        ],
        Some("blank 1098"),
        false,
    );
    check(
        &[
            "Form 1098 Mortgage Interest Statement",
            "OMB No. 1545-1380",
            "MCKINNEY, TX-75070",
        ],
        Some("1098"),
        true,
    );
    check(
        &[
            "INVOICE",
            "Invoice number 12",
            "Invoice date 1/2/2024",
            "Bill to Ann Lee",
            "Due date 2/2/2024",
        ],
        Some("invoice"),
        true,
    );
    check(&["Statement of work", "Nothing is known of this paper"], None, false);
    check(
        &[
            "Dear Ann,",
            "Please report the interest of Form 1098 on Form 1040.",
            "It was sent with Form 1098 and Form W-2 in January.",
        ],
        None,
        false,
    );
    check(&["A page", "It cites the Form 8962 line 5 once"], None, false);
}

#[test]
fn a_printed_title_is_the_title_of_the_paper() {
    let (_, forms) = run(vec![
        page(&[
            "ACME HOLDINGS",
            "Form 1098 Mortgage Interest Statement",
            "OMB No. 1545-1380",
            "Lender's TIN 52-1234567",
        ])
        .0,
    ]);
    assert_eq!(forms[0].fields["document_title"].value, "Mortgage Interest Statement");
    assert_eq!(
        forms[0].fields["document_title"].evidence[0].quote,
        "Mortgage Interest Statement"
    );
}

/// A small ruled 1099-NEC with its corner at `x`, `y`: 270 points wide, 190 high.
fn nec(paper: &mut Paper, x: f32, y: f32) {
    let half = |column: f32, row: f32| [x + 135.0 * column, y + 24.0 * row, 135.0, 24.0];
    boxed(paper, half(0.0, 0.0), "PAYER'S TIN", "52-1234567");
    boxed(paper, half(1.0, 0.0), "RECIPIENT'S TIN", "123-45-6789");
    boxed(paper, half(0.0, 1.0), "PAYER'S name", "Harbor Mills");
    boxed(paper, half(1.0, 1.0), "RECIPIENT'S name", "Bob Stone");
    boxed(paper, half(0.0, 2.0), "1 Nonemployee compensation", "4,800.00");
    boxed(paper, half(1.0, 2.0), "4 Federal income tax withheld", "480.00");
    boxed(paper, half(0.0, 3.0), "Account number (see instructions)", "77");
    boxed(paper, half(1.0, 3.0), "5 State tax withheld", "");
    boxed(paper, half(0.0, 4.0), "7 State income", "");
    boxed(
        paper,
        half(1.0, 4.0),
        "Street address (including apt. no.)",
        "1 Low Street",
    );
    paper.text(x, y + 140.0, 11.0, "Form 1099-NEC Nonemployee Compensation 2021");
    paper.text(x, y + 156.0, 7.0, "OMB No. 1545-0116");
}

fn value(forms: &[Extraction], label: &str, name: &str) -> serde_json::Value {
    let form = forms.iter().find(|form| form.label == label).unwrap();
    form.fields[name].value.clone()
}

fn both_are_read(survey: &Survey, forms: &[Extraction]) {
    assert_eq!(value(forms, "W-2", "federal_tax_withheld"), "2841.32");
    assert_eq!(value(forms, "1099-NEC", "federal_tax_withheld"), "480.00");
    assert_eq!(value(forms, "1099-NEC", "nonemployee_compensation"), "4800.00");
    assert!(survey.forms.iter().all(|plan| plan.sheets[0].region.is_some()));
    let types: Vec<&str> = survey.segments[0]
        .types
        .iter()
        .map(|share| share.label.as_str())
        .collect();
    let shares: f64 = survey.segments[0].types.iter().map(|share| share.share).sum();
    assert_eq!((survey.segments.len(), types.len()), (1, 2), "{types:?}");
    assert!((shares - 1.0).abs() < 1e-6);
}

#[test]
fn two_types_under_each_other_are_two_forms() {
    let mut paper = Paper::new();
    draw(&mut paper, 20.0, 20.0, "Copy B", ANN);
    nec(&mut paper, 20.0, 420.0);
    let (survey, forms) = run(vec![paper.0]);
    both_are_read(&survey, &forms);
}

#[test]
fn two_types_beside_each_other_are_two_forms() {
    let mut paper = Paper::new();
    nec(&mut paper, 20.0, 20.0);
    draw(&mut paper, 320.0, 20.0, "Copy B", ANN);
    let (survey, forms) = run(vec![paper.0]);
    both_are_read(&survey, &forms);
}

#[test]
fn a_near_miss_on_the_page_of_a_form_is_a_form_of_its_own() {
    let mut paper = Paper::new();
    draw(&mut paper, 20.0, 20.0, "Copy B", ANN);
    paper
        .text(20.0, 500.0, 12.0, "Form 1098 Mortgage Interest Statement 2021")
        .text(20.0, 520.0, 8.0, "OMB No. 1545-1380")
        .text(
            20.0,
            540.0,
            8.0,
            "1 Mortgage interest received from payer(s)/borrower(s) 9,120.44",
        );
    let (survey, forms) = run(vec![paper.0]);
    let labels: Vec<&str> = forms.iter().map(|form| form.label.as_str()).collect();
    assert_eq!(labels, ["W-2", "OTHER"]);
    assert_eq!(forms[1].proposed_label.as_deref(), Some("1098"));
    assert_eq!(survey.segments.len(), 1);
}

#[test]
fn covers_and_instructions_go_with_their_form() {
    let mut form = Paper::new();
    draw(&mut form, 20.0, 20.0, "Copy B", ANN);
    let cover = page(&[
        "Attention:",
        "Copy A of this form is provided for informational purposes only.",
    ]);
    let back = page(&[
        "Instructions for Employee",
        "Box 1. Enter this amount of $600.00 on the wages line.",
    ]);
    let (survey, forms) = run(vec![cover.0, form.0, back.0]);
    let spans: Vec<(u32, u32, &str)> = survey
        .segments
        .iter()
        .map(|segment| (segment.first_page, segment.last_page, segment.label.as_str()))
        .collect();
    assert_eq!(spans, [(1, 3, "W-2")]);
    assert_eq!(forms.len(), 1);
}

#[test]
fn the_pages_of_a_return_stay_together_and_inserts_give_no_values() {
    let first = page(&[
        "Form 1065 U.S. Return of Partnership Income",
        "OMB No. 1545-0123",
        "Sales 100.00",
    ]);
    let second = page(&[
        "Form 1065 (2023) Page 2",
        "Schedule B Other Information",
        "Schedule K-3 (Form 1065) is attached 200.00",
    ]);
    let back = page(&["Instructions for Recipient", "More than $900.00 is reported here"]);
    let (survey, forms) = run(vec![first.0, second.0, back.0]);
    assert_eq!((survey.segments.len(), forms.len()), (1, 1));
    assert_eq!(
        forms[0].fields["any_amounts"].value,
        serde_json::json!(["100.00", "200.00"])
    );
}
