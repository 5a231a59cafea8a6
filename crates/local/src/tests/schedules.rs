//! Schedules K-1 as payers print them: captions under headings, shares in columns, codes in table rows, answers in
//! words.

use super::paper::{Paper, check, read};
use serde_json::{Value, json};

/// A partner's schedule by its title, with the form number as printed.
pub(super) fn titled(number: &str) -> Paper {
    let mut paper = Paper::new();
    paper.text(40.0, 30.0, 12.0, number);
    paper.text(40.0, 46.0, 9.0, "Partner's Share of Income, Deductions, Credits, etc.");
    paper
}

/// Captions with their values on the same line.
fn listed(paper: &mut Paper, top: f32, lines: &[(&str, &str)]) {
    for (line, (caption, value)) in lines.iter().enumerate() {
        let y = top + 13.0 * line as f32;
        paper.text(40.0, y, 8.0, caption).text(260.0, y, 8.0, value);
    }
}

fn head(paper: &mut Paper) {
    paper.text(40.0, 30.0, 12.0, "2022 Schedule K-1 (Form 1120-S)").text(
        40.0,
        46.0,
        9.0,
        "Shareholder's Share of Income, Deductions, Credits, etc.",
    );
    let parties = [
        ("A Corporation's EIN:", "46-4056515"),
        ("B Corporation's name:", "Pier Seafood Company"),
        ("Address:", "5807 Birchwood Ct, Pittsburgh, PA 15283"),
        ("E Shareholder's TIN:", "352-12-3207"),
        ("F Shareholder's name:", "Jo Schwarzenbach"),
        ("Address:", "14006 Meadowbrook Avenue, Rochester, NY 14634"),
    ];
    listed(paper, 64.0, &parties);
}

#[test]
fn the_same_captions_below_different_headings() {
    let mut paper = Paper::new();
    head(&mut paper);
    paper.text(40.0, 160.0, 8.0, "D Corporation's total number of shares");
    listed(
        &mut paper,
        172.0,
        &[("Beginning of tax year", "1,000"), ("End of tax year", "900")],
    );
    paper.text(40.0, 210.0, 8.0, "I Loans from shareholder");
    listed(
        &mut paper,
        222.0,
        &[("Beginning of tax year", ""), ("End of tax year", "777.69")],
    );
    listed(&mut paper, 260.0, &[("1 Ordinary business income (loss)", "4,123.50")]);
    let expected = [
        ("corporation_shares_beginning", json!("1,000")),
        ("corporation_shares_ending", json!("900")),
        ("shareholder_shares_beginning", Value::Null),
        ("shareholder_loans_beginning", Value::Null),
        ("shareholder_loans_ending", json!("777.69")),
        ("ordinary_income", json!("4123.50")),
    ];
    check(&read(paper), &expected);
}

#[test]
fn a_list_repeats_the_caption_of_each_code_and_answers_in_words() {
    let mut paper = Paper::new();
    head(&mut paper);
    listed(&mut paper, 160.0, &[("Final K-1:", "Yes"), ("Amended K-1:", "No")]);
    let rows = [
        ("Code B", "2,426.47"),
        ("Code D", "13,796.68"),
        ("Code Z", "See statement"),
    ];
    for (line, (code, amount)) in rows.iter().enumerate() {
        let y = 200.0 + 13.0 * line as f32;
        paper.text(40.0, y, 8.0, "14 Foreign transactions");
        paper.text(260.0, y, 8.0, code).text(400.0, y, 8.0, amount);
    }
    listed(&mut paper, 240.0, &[("1 Ordinary business income (loss)", "4,123.50")]);
    let codes = json!([
        {"code": "B", "amount": "2426.47"},
        {"code": "D", "amount": "13796.68"},
        {"code": "Z", "amount": null},
    ]);
    let expected = [
        ("final", json!(true)),
        ("amended", json!(false)),
        ("foreign_transactions", codes),
    ];
    check(&read(paper), &expected);
}

#[test]
fn codes_stand_in_the_cells_of_their_rows() {
    let mut paper = Paper::new();
    head(&mut paper);
    let rows = [
        ("1", "Ordinary business income (loss)", "", "4,123.50"),
        ("12", "Other deductions", "", ""),
        ("13", "Credits", "F", "4,969.78"),
        ("13", "Credits", "J", "5,675.86"),
    ];
    for (line, (number, caption, code, amount)) in rows.iter().enumerate() {
        let y = 160.0 + 14.0 * line as f32;
        for (x, width) in [(36.0, 24.0), (60.0, 260.0), (320.0, 60.0), (380.0, 120.0)] {
            paper.frame(x, y, width, 14.0);
        }
        paper.text(40.0, y + 3.0, 8.0, number).text(64.0, y + 3.0, 8.0, caption);
        paper.text(345.0, y + 3.0, 8.0, code).text(440.0, y + 3.0, 8.0, amount);
    }
    let expected = [
        ("ordinary_income", json!("4123.50")),
        ("other_deductions", Value::Null),
        (
            "credits",
            json!([{"code": "F", "amount": "4969.78"}, {"code": "J", "amount": "5675.86"}]),
        ),
    ];
    check(&read(paper), &expected);
}

#[test]
fn shares_stand_below_the_heads_of_their_columns() {
    let mut paper = titled("2022 Schedule K-1 (Form 1065)");
    let parties = [
        ("A Partnership's EIN:", "46-4056515"),
        ("B Partnership's name:", "Pier Seafood Partners"),
        ("E Partner's TIN:", "352-12-3207"),
        ("F Partner's name:", "Jo Schwarzenbach"),
        ("1 Ordinary business income (loss)", "4,123.50"),
    ];
    listed(&mut paper, 64.0, &parties);
    paper
        .text(200.0, 150.0, 8.0, "Beginning")
        .text(300.0, 150.0, 8.0, "Ending");
    for (line, (caption, beginning, ending)) in [
        ("Profit", "12.5 %", ""),
        ("Loss", "", "40 %"),
        ("Capital", "7 %", "8 %"),
    ]
    .iter()
    .enumerate()
    {
        let y = 164.0 + 13.0 * line as f32;
        paper.text(40.0, y, 8.0, caption);
        paper.text(215.0, y, 8.0, beginning).text(305.0, y, 8.0, ending);
    }
    let expected = [
        ("profit_share_beginning", json!("12.5")),
        ("profit_share_ending", Value::Null),
        ("loss_share_beginning", Value::Null),
        ("loss_share_ending", json!("40")),
        ("capital_share_beginning", json!("7")),
        ("capital_share_ending", json!("8")),
    ];
    check(&read(paper), &expected);
}

#[test]
fn an_address_in_a_list_of_captions_ends_before_the_value_of_the_next() {
    let mut paper = titled("2024 Schedule K-1 (Form 1065)");
    let parties = [
        ("A Partnership's employer identification number", "87-1390668"),
        ("B Partnership's name", "Halcyon Row Brewing LLC"),
        ("Address", "2399 Fieldstone Ct Apt 33"),
        ("City, state, and ZIP code", "Durham, NC 27701"),
        ("C IRS center where partnership filed return", "Kansas City, MO"),
        ("E Partner's identifying number", "567-22-4902"),
        ("F Partner's name", "Yolanda M Halloran"),
        ("Address", "1375 Ridgeline Dr"),
        ("City, state, and ZIP code", "Savannah, GA 31401"),
        ("1 Ordinary business income (loss)", "1,200.00"),
        ("5 Interest income", "88.00"),
    ];
    listed(&mut paper, 64.0, &parties);
    check(
        &read(paper),
        &[
            (
                "partnership_address",
                json!("2399 Fieldstone Ct Apt 33, Durham, NC 27701"),
            ),
            ("irs_center", json!("Kansas City, MO")),
        ],
    );
}
