//! Similar sheets that are distinct forms, and copies that are one form despite differences.

use super::paper::{Paper, run};
use serde_json::{Value, json};
use touchstone_tests::drawn::{ANN, Sample, boxed, draw};

/// A W-2 with the employee's name, at `y`.
fn named(paper: &mut Paper, y: f32, copy: &str, sample: Sample, name: &str) {
    draw(paper, 20.0, y, copy, sample);
    boxed(
        paper,
        [300.0, y, 260.0, 24.0],
        "e Employee's first name and initial Last name Suff.",
        name,
    );
}

/// A field's value in each form found.
fn found(papers: Vec<Paper>, field: &str) -> Vec<Value> {
    let (survey, forms) = run(papers.into_iter().map(|paper| paper.0).collect());
    assert_eq!(survey.forms.len(), forms.len());
    forms.iter().map(|form| form.fields[field].value.clone()).collect()
}

#[test]
fn people_with_equal_pay_are_people() {
    let mut paper = Paper::new();
    named(&mut paper, 20.0, "Copy B", ANN, "Mara Ellison");
    named(
        &mut paper,
        270.0,
        "Copy B",
        Sample {
            ssn: "554-03-9999",
            ..ANN
        },
        "Theo Ellison",
    );
    named(
        &mut paper,
        520.0,
        "Copy B",
        Sample {
            ssn: "554-03-8888",
            ..ANN
        },
        "Ada Ellison",
    );
    let names = found(vec![paper], "employee_name");
    assert_eq!(names, ["Mara Ellison", "Theo Ellison", "Ada Ellison"]);
}

#[test]
fn a_number_that_is_masked_or_slipped_is_the_same_person() {
    for (ssn, name) in [
        ("XXX-XX-0876", "Mara Ellison"),
        ("554-03-0816", "Mara Ellison"),
        ("554-03-0876", "Mara Elllson"),
    ] {
        let (mut first, mut second) = (Paper::new(), Paper::new());
        named(&mut first, 20.0, "Copy B", ANN, "Mara Ellison");
        named(&mut second, 20.0, "Copy C", Sample { ssn, ..ANN }, name);
        assert_eq!(found(vec![first, second], "wages_tips"), ["23677.70"], "{ssn} {name}");
    }
}

/// Characters that OCR is unsure of do not distinguish people.
#[test]
fn a_scanned_copy_with_slips_is_the_same_person() {
    let (mut first, mut second) = (Paper::new(), Paper::new());
    named(&mut first, 20.0, "Copy B", ANN, "Mara Ellison");
    named(
        &mut second,
        20.0,
        "Copy C",
        Sample {
            ssn: "554-03-0816",
            ..ANN
        },
        "Mora Ellison",
    );
    for word in &mut second.0.reading.words {
        word.confidence = Some(0.7);
        word.min_char_confidence = Some(0.6);
    }
    assert_eq!(found(vec![first, second], "wages_tips"), ["23677.70"]);
}

#[test]
fn equal_pay_of_another_year_is_another_form() {
    let (mut first, mut second) = (Paper::new(), Paper::new());
    draw(&mut first, 20.0, 20.0, "Copy B", ANN);
    draw(&mut second, 20.0, 20.0, "Copy B", ANN);
    let year = second.0.reading.words.iter_mut().find(|word| word.text == "2021");
    year.expect("the form prints its year").text = "2022".to_owned();
    assert_eq!(found(vec![first, second], "tax_year"), [json!(2021), json!(2022)]);
}

/// Each copy is printed once, so the same copy with another amount is another form.
#[test]
fn the_same_copy_with_another_amount_is_another_form() {
    let other = Sample { tax: "3,100.00", ..ANN };
    let pages = |copy: &str| {
        let (mut first, mut second) = (Paper::new(), Paper::new());
        draw(&mut first, 20.0, 20.0, "Copy B", ANN);
        draw(&mut second, 20.0, 20.0, copy, other);
        found(vec![first, second], "federal_tax_withheld")
    };
    assert_eq!(pages("Copy B"), ["2841.32", "3100.00"]);
    assert_eq!(pages("Copy C"), ["2841.32"]);
}

/// A 1099-NEC with a check box for corrections.
fn nec(copy: &str, corrected: bool, pay: &str) -> Paper {
    let mut paper = Paper::new();
    paper.check(150.0, 8.0, corrected).text(164.0, 9.0, 8.0, "CORRECTED");
    boxed(&mut paper, [20.0, 30.0, 130.0, 26.0], "PAYER'S TIN", "51-7654321");
    boxed(&mut paper, [150.0, 30.0, 130.0, 26.0], "RECIPIENT'S TIN", "412-55-1234");
    boxed(
        &mut paper,
        [20.0, 56.0, 260.0, 26.0],
        "RECIPIENT'S name",
        "Mara Ellison",
    );
    boxed(
        &mut paper,
        [280.0, 30.0, 260.0, 26.0],
        "1 Nonemployee compensation",
        pay,
    );
    boxed(
        &mut paper,
        [280.0, 56.0, 260.0, 26.0],
        "4 Federal income tax withheld",
        "100.00",
    );
    boxed(&mut paper, [280.0, 82.0, 130.0, 26.0], "5 State tax withheld", "");
    boxed(&mut paper, [410.0, 82.0, 130.0, 26.0], "7 State income", "");
    paper
        .text(20.0, 120.0, 10.0, "Form 1099-NEC Nonemployee Compensation 2023")
        .text(20.0, 136.0, 7.0, copy);
    paper
}

#[test]
fn a_correction_is_no_copy_of_what_it_corrects() {
    let pay = |second: Paper| {
        found(
            vec![nec("Copy B", false, "8,250.00"), second],
            "nonemployee_compensation",
        )
    };
    assert_eq!(pay(nec("Copy C", true, "9,250.00")), ["8250.00", "9250.00"]);
    assert_eq!(pay(nec("Copy C", true, "8,250.00")), ["8250.00", "8250.00"]);
    assert_eq!(pay(nec("Copy C", false, "8,250.00")), ["8250.00"]);
}
