//! Whole forms: lists, check boxes, copies, several forms in a document, blank forms, documents that are not forms.

use super::paper::{Paper, run};
use serde_json::{Value, json};
use touchstone_core::record::{Extraction, NewIssue};
use touchstone_tests::drawn::{ANN, BLANK, BOB, Sample, draw};

fn texts(fields: &indexmap::IndexMap<String, touchstone_core::record::Field>, name: &str) -> Value {
    fields[name].value.clone()
}

/// A form's issues, without the parties that the tests' small form does not print.
fn doubts(form: &Extraction) -> Vec<&NewIssue> {
    let issues = form.issues.iter();
    issues.filter(|issue| issue.code != "missing_party").collect()
}

#[test]
fn copies_on_one_page_are_one_form_and_agree() {
    let mut paper = Paper::new();
    for (corner, copy) in [(20.0, 20.0), (320.0, 20.0), (20.0, 400.0), (320.0, 400.0)]
        .into_iter()
        .zip(["Copy B", "Copy C", "Copy 2", "Copy 2"])
    {
        draw(&mut paper, corner.0, corner.1, copy, ANN);
    }
    let (survey, forms) = run(vec![paper.0]);
    assert_eq!(
        (survey.forms.len(), survey.forms[0].sheets.len(), forms.len()),
        (1, 4, 1)
    );
    assert_eq!(survey.forms[0].sheets[0].copy.as_deref(), Some("Copy B"));
    assert_eq!(texts(&forms[0].fields, "wages_tips"), json!("23677.70"));
    assert!(doubts(&forms[0]).is_empty());
}

#[test]
fn copies_that_disagree_say_where() {
    let slip = Sample { tax: "2,841.23", ..ANN };
    let (mut first, mut second) = (Paper::new(), Paper::new());
    draw(&mut first, 20.0, 20.0, "Copy B", ANN);
    draw(&mut second, 20.0, 20.0, "Copy C", slip);
    let (survey, forms) = run(vec![first.0, second.0]);
    assert_eq!((survey.forms.len(), doubts(&forms[0]).len()), (1, 1));
    let issue = doubts(&forms[0])[0];
    assert_eq!(
        (issue.code.as_str(), issue.subject.as_str()),
        ("copies_disagree", "forms[0].federal_tax_withheld")
    );
    // The form keeps the first copy's value as actual; the second copy's value is the expected one.
    assert_eq!(
        (issue.expected.as_deref(), issue.actual.as_deref()),
        (Some("2841.23"), Some("2841.32"))
    );
    assert_eq!(issue.evidence.iter().map(|e| e.page).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn another_person_is_another_form_and_blank_copies_join_the_one_before() {
    let mut page = Paper::new();
    draw(&mut page, 20.0, 20.0, "Copy B", ANN);
    draw(&mut page, 20.0, 400.0, "Copy B", BOB);
    let mut last = Paper::new();
    draw(&mut last, 20.0, 20.0, "Copy C", BLANK);
    let (survey, forms) = run(vec![page.0, last.0]);
    assert_eq!(
        forms
            .iter()
            .map(|form| texts(&form.fields, "wages_tips"))
            .collect::<Vec<_>>(),
        ["23677.70", "50000.00"]
    );
    assert_eq!(survey.forms[1].sheets.len() + survey.forms[0].sheets.len(), 3);
    assert!(forms.iter().all(|form| doubts(form).is_empty()));
}

#[test]
fn a_form_that_nobody_filled_in_is_other_and_says_so() {
    let mut paper = Paper::new();
    draw(&mut paper, 20.0, 20.0, "Copy B", BLANK);
    let (survey, forms) = run(vec![paper.0]);
    assert_eq!(forms[0].label, "OTHER");
    assert!(forms[0].confidence <= 0.5);
    assert_eq!(forms[0].proposed_label.as_deref(), Some("blank W-2"));
    assert_eq!(survey.proposed_label.as_deref(), Some("blank W-2"));
    assert!(forms[0].rationale.contains("blank"), "{}", forms[0].rationale);
    assert!(
        forms[0]
            .fields
            .iter()
            .all(|(name, field)| name == "tax_year" || !field.is_filled())
    );
}

#[test]
fn box_12_is_read_row_by_row_in_lines_and_fields() {
    let mut paper = Paper::new();
    draw(&mut paper, 20.0, 20.0, "Copy B", ANN);
    paper
        .frame(300.0, 20.0, 120.0, 24.0)
        .text(302.0, 22.0, 7.0, "12a See instructions for box 12");
    paper.text(306.0, 31.0, 10.0, "DD").text(340.0, 31.0, 10.0, "1,234.50");
    paper.frame(300.0, 44.0, 120.0, 24.0).text(302.0, 46.0, 7.0, "12b");
    paper
        .field(306.0, 54.0, 20.0, 12.0, "D")
        .field(330.0, 54.0, 80.0, 12.0, "99");
    paper.frame(300.0, 68.0, 120.0, 24.0).text(302.0, 70.0, 7.0, "12c");
    let (_, forms) = run(vec![paper.0]);
    let list = &forms[0].fields["box_12"];
    assert_eq!(
        list.value,
        json!([{"code": "DD", "amount": "1234.50"}, {"code": "D", "amount": "99.00"}])
    );
    assert_eq!(list.cells["[1].amount"].raw.as_deref(), Some("99"));
}

#[test]
fn several_states_are_several_rows_under_one_line_of_captions() {
    let mut paper = Paper::new();
    draw(&mut paper, 20.0, 20.0, "Copy B", ANN);
    let columns = [
        (20.0, "15 State", ["MN", "OH"]),
        (70.0, "Employer's state ID number", ["00-0-0960", "52 1234"]),
        (180.0, "16 State wages, tips, etc.", ["20,000.00", "3,677.70"]),
        (290.0, "17 State income tax", ["244.10", ""]),
        (380.0, "18 Local wages, tips, etc.", ["", "3,677.70"]),
        (490.0, "20 Locality name", ["", "WOOSTER"]),
    ];
    for (x, caption, rows) in columns {
        paper.text(x, 300.0, 7.0, caption);
        for (row, value) in rows.into_iter().enumerate() {
            paper.text(x + 4.0, 310.0 + 14.0 * row as f32, 10.0, value);
        }
    }
    let (_, forms) = run(vec![paper.0]);
    let states = &forms[0].fields["state_taxes"].value;
    assert_eq!(states[0]["state_income_tax"], json!("244.10"));
    assert_eq!(states[0]["local_wages"], Value::Null);
    let second = &states[1];
    let names = [
        "state",
        "employer_state_id",
        "state_wages",
        "state_income_tax",
        "local_wages",
        "locality_name",
    ];
    let row: Vec<&Value> = names.iter().map(|name| &second[*name]).collect();
    assert_eq!(
        row,
        [
            &json!("OH"),
            &json!("52 1234"),
            &json!("3677.70"),
            &Value::Null,
            &json!("3677.70"),
            &json!("WOOSTER")
        ]
    );
}

#[test]
fn check_boxes_are_fields_squares_or_bare_marks() {
    let check = |draw_boxes: &dyn Fn(&mut Paper, usize, f32), name: &str| {
        let mut paper = Paper::new();
        draw(&mut paper, 20.0, 20.0, "Copy B", ANN);
        for (index, caption) in ["13 Statutory employee", "Retirement plan", "Third-party sick pay"]
            .into_iter()
            .enumerate()
        {
            let x = 300.0 + 95.0 * index as f32;
            paper.text(x, 100.0, 7.0, caption);
            draw_boxes(&mut paper, index, x);
        }
        let (_, forms) = run(vec![paper.0]);
        let fields = &forms[0].fields;
        let states = ["statutory_employee", "retirement_plan", "third_party_sick_pay"].map(|name| texts(fields, name));
        assert_eq!(states, [json!(false), json!(true), json!(false)], "{name}");
        assert!(fields["statutory_employee"].evidence[0].quote.is_empty());
    };
    check(
        &|paper, index, x| {
            paper.check(x + 4.0, 110.0, index == 1);
        },
        "form fields",
    );
    check(
        &|paper, index, x| {
            paper.frame(x + 4.0, 110.0, 9.0, 9.0);
            if index == 1 {
                paper.text(x + 6.0, 109.0, 9.0, "X");
            }
        },
        "drawn squares",
    );
    check(
        &|paper, index, x| {
            if index == 1 {
                paper.text(x + 6.0, 110.0, 9.0, "X");
            }
        },
        "bare marks",
    );
}

#[test]
fn near_misses_are_never_a_w2() {
    let check = |lines: &[&str], expected: Option<&str>| {
        let mut paper = Paper::new();
        for (row, line) in lines.iter().enumerate() {
            paper.text(40.0, 30.0 + 20.0 * row as f32, if row == 0 { 16.0 } else { 8.0 }, line);
        }
        let (survey, forms) = run(vec![paper.0]);
        assert_eq!(
            (forms[0].label.as_str(), survey.proposed_label.as_deref()),
            ("OTHER", expected),
            "{lines:?}"
        );
    };
    check(
        &[
            "Form W-2c Corrected Wage and Tax Statement",
            "1 Wages, tips, other compensation 100.00",
            "2 Federal income tax withheld 5.00",
        ],
        Some("W-2c"),
    );
    check(
        &[
            "Form W-3 Transmittal of Wage and Tax Statements",
            "1 Wages, tips, other compensation 100.00",
            "Kind of Payer",
        ],
        Some("W-3"),
    );
    check(
        &[
            "Form W-4 Employee's Withholding Certificate",
            "Wages, tips, other compensation",
        ],
        Some("W-4"),
    );
    check(
        &[
            "Earnings Statement",
            "Pay period 01/01/2024",
            "Federal income tax withheld 5.00",
            "Social security wages 100.00",
            "Net pay 95.00",
        ],
        Some("paystub"),
    );
    check(
        &[
            "Dear Ann,",
            "your W-2 Wage and Tax Statement shows wages, tips, other compensation of $100.00",
        ],
        None,
    );
}

#[test]
fn backs_between_copies_belong_to_the_form() {
    let mut pages = Vec::new();
    for (sample, copy) in [(BLANK, "Copy A"), (ANN, "Copy B")] {
        let mut sheet = Paper::new();
        draw(&mut sheet, 20.0, 20.0, copy, sample);
        let mut back = Paper::new();
        back.text(40.0, 40.0, 9.0, "Notice to Employee. Keep this for your records.");
        pages.extend([sheet.0, back.0]);
    }
    pages.pop();
    let (survey, forms) = run(pages);
    let segments: Vec<(u32, u32, &str)> = survey
        .segments
        .iter()
        .map(|s| (s.first_page, s.last_page, s.label.as_str()))
        .collect();
    assert_eq!(segments, [(1, 3, "W-2")]);
    assert_eq!((forms.len(), survey.forms[0].sheets.len()), (1, 2));
    assert_eq!(survey.forms[0].sheets[0].page, 3, "the filled copy leads");
}

#[test]
fn a_pay_stub_on_the_sheet_of_a_w2_is_no_form_of_its_own() {
    let stub = [
        "Earnings Statement",
        "Pay period 12/01/2024 - 12/31/2024",
        "Gross pay 3,000.00",
        "Year to date 36,000.00",
        "Net pay 2,345.00",
    ];
    for on_one_sheet in [true, false] {
        let (mut form, mut other) = (Paper::new(), Paper::new());
        draw(&mut form, 20.0, 20.0, "Copy B", ANN);
        let page = if on_one_sheet { &mut form } else { &mut other };
        for (line, text) in stub.iter().enumerate() {
            page.text(40.0, 480.0 + 16.0 * line as f32, 10.0, text);
        }
        let pages = [form.0, other.0];
        let count = if on_one_sheet { 1 } else { 2 };
        let (survey, forms) = run(pages.into_iter().take(count).collect());
        let labels: Vec<&str> = forms.iter().map(|form| form.label.as_str()).collect();
        assert_eq!(labels, ["W-2", "OTHER"][..count], "{survey:?}");
    }
}
