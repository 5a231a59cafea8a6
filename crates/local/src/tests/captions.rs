//! Text that belongs to a caption rather than a value: units and remarks in parentheses, numbers in separate columns,
//! further lines, codes. Text beside and under captions is in `panels`.

use super::paper::{Paper, check, lines, read};
use serde_json::{Value, json};

/// A title and both parties of a 1099.
pub(super) fn headed(title: &str) -> Paper {
    let mut paper = Paper::new();
    paper.text(40.0, 30.0, 13.0, title);
    let payer = [
        "Payer's name and address",
        "Alder Funds LLC",
        "19 Prospect Road",
        "Newark, NJ 07181",
    ];
    lines(&mut paper, 40.0, 64.0, &payer);
    let recipient = [
        "Recipient's name and address",
        "Zoe T Lind",
        "18 Jefferson Way",
        "Atlanta, GA 30334",
    ];
    lines(&mut paper, 320.0, 64.0, &recipient);
    paper
        .text(40.0, 124.0, 9.0, "Payer's TIN: 46-2634527")
        .text(320.0, 124.0, 9.0, "Recipient's TIN: 523-62-4783");
    paper
}

/// The title and the parties of a W-2.
fn wage_statement() -> Paper {
    let mut paper = Paper::new();
    paper.text(40.0, 20.0, 13.0, "2022 Form W-2 Wage and Tax Statement");
    let employer = [
        "Employer's name, address, and ZIP code",
        "Alder Works LLC",
        "19 Prospect Road",
        "Newark, NJ 07181",
    ];
    lines(&mut paper, 40.0, 40.0, &employer);
    let employee = [
        "Employee's name, address, and ZIP code",
        "Zoe T Lind",
        "18 Jefferson Way",
        "Atlanta, GA 30334",
    ];
    lines(&mut paper, 320.0, 40.0, &employee);
    lines(
        &mut paper,
        40.0,
        100.0,
        &["Employer identification number (EIN)", "46-2634527"],
    );
    lines(
        &mut paper,
        320.0,
        100.0,
        &["Employee's social security number", "523-62-4783"],
    );
    paper
}

/// Text flush right at `right`.
pub(super) fn flush(paper: &mut Paper, right: f32, y: f32, size: f32, text: &str) {
    let words = text.split(' ').count();
    let letters = text.chars().filter(|c| *c != ' ').count();
    let width = letters as f32 * size * 0.5 + (words - 1) as f32 * size * 0.3;
    paper.text(right - width, y, size, text);
}

/// A table of cells between the given x positions: captions of several lines, flush right, each above a value.
pub(super) fn table(paper: &mut Paper, y: f32, high: f32, places: &[f32], cells: &[(&[&str], &str)]) {
    for (column, (caption, value)) in cells.iter().enumerate() {
        let (from, to) = (places[column], places[column + 1]);
        paper
            .frame(from, y, to - from, high)
            .frame(from, y + high, to - from, 18.0);
        for (line, text) in caption.iter().enumerate() {
            flush(paper, to - 4.0, y + 4.0 + 10.5 * line as f32, 9.0, text);
        }
        flush(paper, to - 4.0, y + high + 4.0, 9.0, value);
    }
}

#[test]
fn the_unit_of_an_amount_belongs_to_its_caption() {
    let mut paper = headed("2022 Form 1099-DIV Dividends and Distributions");
    let places = [40.0, 146.0, 252.0, 358.0, 464.0, 572.0];
    let cells: [(&[&str], &str); 5] = [
        (&["1a Total ordinary", "dividends ($)"], "412.80"),
        (&["1b Qualified dividends", "($)"], "377.15"),
        (&["2a Total capital gain", "distr. ($)"], "0.00"),
        (&["7 Foreign tax paid ($)"], "12.40"),
        (&["4 Federal income tax", "withheld ($)"], "0.00"),
    ];
    table(&mut paper, 160.0, 26.0, &places, &cells);
    let expected = [
        ("total_dividends", json!("412.80")),
        ("qualified_dividends", json!("377.15")),
        ("total_capital_gain", json!("0.00")),
        ("foreign_tax_paid", json!("12.40")),
        ("federal_tax_withheld", json!("0.00")),
    ];
    check(&read(paper), &expected);
}

#[test]
fn the_number_of_a_box_stands_under_its_caption_or_over_two_lines() {
    let mut paper = headed("2019 Form 1099-INT Interest Income");
    let places = [40.0, 146.0, 252.0, 358.0];
    let cells: [(&[&str], &str); 3] = [
        (&["Interest income", "(Box 1)"], "$1,092.71"),
        (&["Early withdrawal", "penalty (Box 2)"], "$41.18"),
        (&["Federal income", "tax withheld (Box", "4)"], "$0.00"),
    ];
    table(&mut paper, 160.0, 38.0, &places, &cells);
    let expected = [
        ("interest_income", json!("1092.71")),
        ("early_withdrawal_penalty", json!("41.18")),
        ("federal_tax_withheld", json!("0.00")),
    ];
    check(&read(paper), &expected);
}

#[test]
fn a_remark_behind_a_caption_is_no_part_of_the_value() {
    let mut paper = headed("2023 Form 1099-NEC Nonemployee Compensation");
    paper
        .text(40.0, 150.0, 9.0, "Account number (vendor)")
        .text(228.0, 150.0, 9.0, "V-20881")
        .text(40.0, 166.0, 9.0, "1 Nonemployee compensation")
        .text(228.0, 166.0, 9.0, "17,325.50")
        .text(40.0, 182.0, 9.0, "4 Federal income tax withheld")
        .text(228.0, 182.0, 9.0, "0.00");
    let expected = [
        ("account_number", json!("V-20881")),
        ("nonemployee_compensation", json!("17325.50")),
    ];
    check(&read(paper), &expected);
}

#[test]
fn numbers_in_a_column_of_their_own_are_no_amounts() {
    let mut paper = wage_statement();
    let boxes = [
        (
            "1",
            "Wages, tips, other compensation",
            "$39,480.62",
            "2",
            "Federal income tax withheld",
            "$2,871.09",
        ),
        (
            "3",
            "Social security wages",
            "$33,105.62",
            "4",
            "Social security tax withheld",
            "$2,447.80",
        ),
        (
            "5",
            "Medicare wages and tips",
            "$39,480.62",
            "6",
            "Medicare tax withheld",
            "$572.47",
        ),
        ("7", "Social security tips", "$6,375.00", "8", "Allocated tips", ""),
        ("10", "Dependent care benefits", "", "11", "Nonqualified plans", ""),
    ];
    for (row, (number, caption, value, other, further, second)) in boxes.into_iter().enumerate() {
        let y = 150.0 + 46.0 * row as f32;
        for (x, number, caption, value) in [(50.0, number, caption, value), (328.0, other, further, second)] {
            paper
                .text(x, y + 8.0, 9.0, number)
                .text(x + 18.0, y, 7.5, caption)
                .text(x + 18.0, y + 14.0, 11.0, value);
        }
    }
    paper
        .text(40.0, 384.0, 7.5, "12 Codes and amounts")
        .text(324.0, 382.0, 7.5, "13")
        .text(340.0, 398.0, 7.0, "Statutory employee")
        .text(430.0, 398.0, 7.0, "Retirement plan")
        .frame(328.0, 398.0, 8.0, 8.0)
        .frame(418.0, 398.0, 8.0, 8.0);
    let expected = [
        ("wages_tips", json!("39480.62")),
        ("federal_tax_withheld", json!("2871.09")),
        ("ss_wages", json!("33105.62")),
        ("ss_tips", json!("6375.00")),
        ("medicare_tax_withheld", json!("572.47")),
        ("allocated_tips", Value::Null),
        ("dependent_care_benefits", Value::Null),
        ("nonqualified_plans", Value::Null),
        ("box_12", Value::Null),
    ];
    check(&read(paper), &expected);
}

#[test]
fn a_code_behind_the_word_is_a_code() {
    let mut paper = wage_statement();
    let boxes = [
        ("Box 1", "Wages, tips, other compensation", "29,914.77"),
        ("Box 2", "Federal income tax withheld", "1,893.25"),
        ("Box 3", "Social security wages", "30,814.77"),
        ("Box 12a", "Code S", "900.00"),
        ("Box 12b", "Code DD", "3,310.08"),
    ];
    for (row, (number, caption, value)) in boxes.into_iter().enumerate() {
        let y = 150.0 + 20.0 * row as f32;
        paper.text(40.0, y, 8.5, number).text(84.0, y, 8.5, caption);
        flush(&mut paper, 292.0, y, 8.5, value);
    }
    let codes = json!([{"code": "S", "amount": "900.00"}, {"code": "DD", "amount": "3310.08"}]);
    check(&read(paper), &[("box_12", codes)]);
}

#[test]
fn a_number_that_goes_on_with_the_others_of_its_row_heads_a_column() {
    let mut paper = wage_statement();
    let boxes = [
        ("1", "Wages, tips, other compensation", "$23,118.00"),
        ("2", "Federal income tax withheld", "$1,204.66"),
        ("3", "Social security wages", "$23,118.00"),
        ("4", "Social security tax withheld", "$1,433.32"),
        ("5", "Medicare wages and tips", "$23,118.00"),
    ];
    for (row, (number, caption, value)) in boxes.into_iter().enumerate() {
        let y = 150.0 + 16.0 * row as f32;
        paper.text(62.0, y, 8.5, number).text(94.0, y, 8.5, caption);
        flush(&mut paper, 568.0, y, 8.5, value);
    }
    let heads = [
        "15 State",
        "Employer's state ID no.",
        "16 State wages",
        "17 State income tax",
        "18 Local wages",
        "19 Local tax",
        "20",
    ];
    let values = ["MN", "2287410", "$23,118.00", "$988.15", "", "", ""];
    for (column, (head, value)) in heads.into_iter().zip(values).enumerate() {
        let x = 40.0 + 76.0 * column as f32;
        paper.frame(x, 250.0, 76.0, 16.0).frame(x, 266.0, 76.0, 18.0);
        paper.text(x + 3.0, 254.0, 5.5, head).text(x + 3.0, 271.0, 5.5, value);
    }
    let found = read(paper);
    let row = &found.fields["state_taxes"].value[0];
    let parts = [
        "state",
        "employer_state_id",
        "state_wages",
        "state_income_tax",
        "local_income_tax",
    ]
    .map(|part| &row[part]);
    assert_eq!(json!(parts), json!(["MN", "2287410", "23118.00", "988.15", null]));
}

#[test]
fn captions_of_one_band_have_their_values_in_the_next() {
    let mut paper = wage_statement();
    let places = [30.0, 148.0, 266.0, 384.0, 502.0];
    let cells: [(&[&str], &str); 4] = [
        (&["1 Wages, tips, other", "compensation"], "58,277.90"),
        (&["2 Federal tax withheld"], "6,144.00"),
        (&["3 Social security wages"], "61,930.40"),
        (&["6 Medicare tax withheld"], "897.99"),
    ];
    table(&mut paper, 150.0, 26.0, &places, &cells);
    let expected = [
        ("wages_tips", json!("58277.90")),
        ("federal_tax_withheld", json!("6144.00")),
        ("ss_wages", json!("61930.40")),
        ("medicare_tax_withheld", json!("897.99")),
    ];
    check(&read(paper), &expected);
}
