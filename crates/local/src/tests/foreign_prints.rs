//! Layouts of other producers: letterheads, typewriter prints, portal tables, sections side by side, strips of
//! captions. Each was misread once.

use super::paper::{Paper, check, lines, run};
use serde_json::json;

/// Captions at the left, values ending at the right edge.
fn table(paper: &mut Paper, x: f32, y: f32, right: f32, rows: &[(&str, &str)]) {
    for (row, (caption, value)) in rows.iter().enumerate() {
        let level = y + 14.0 * row as f32;
        let width = value.len() as f32 * 4.5;
        paper
            .text(x, level, 9.0, caption)
            .text(right - width, level, 9.0, value);
    }
}

fn letter() -> Paper {
    let mut paper = Paper::new();
    paper.text(40.0, 40.0, 16.0, "Meridian Mutual Funds");
    lines(
        &mut paper,
        40.0,
        60.0,
        &["4351 Lafayette Sq", "Peoria, IL 61602", "Telephone: (919) 451-7579"],
    );
    paper.text(420.0, 40.0, 14.0, "2023 Form 1099-INT");
    paper.text(420.0, 58.0, 9.0, "Interest Income");
    paper
}

const INTEREST: [(&str, &str); 6] = [
    ("Box 1 Interest income", "8,334.73"),
    ("Box 2 Early withdrawal penalty", "12.50"),
    ("Box 4 Federal income tax withheld", ""),
    ("Box 5 Investment expenses", ""),
    ("Box 6 Foreign tax paid", "41.00"),
    ("Box 8 Tax-exempt interest", ""),
];

#[test]
fn a_letterhead_is_the_senders_and_the_rows_under_a_column_keep_their_amounts() {
    let mut paper = letter();
    // The sign of the firm.
    paper.text(12.0, 40.0, 16.0, "M");
    paper.text(40.0, 130.0, 6.0, "Recipient's name and address");
    lines(
        &mut paper,
        40.0,
        138.0,
        &["Patrick Abernathy", "2446 Old Mill Rd", "Worcester, MA 01608"],
    );
    let numbers = [
        ("Payer's TIN:", "58-1837007"),
        ("Recipient's TIN:", "351-23-8305"),
        ("Account number:", "9247-3185 Help Line: 800-555-0122"),
    ];
    table(&mut paper, 340.0, 130.0, 560.0, &numbers);
    table(&mut paper, 40.0, 200.0, 560.0, &INTEREST);
    let found = run(vec![paper.0]).1;
    let expected = [
        ("payer_name", json!("Meridian Mutual Funds")),
        ("payer_address", json!("4351 Lafayette Sq, Peoria, IL 61602")),
        ("payer_telephone", json!("(919) 451-7579")),
        ("recipient_name", json!("Patrick Abernathy")),
        ("account_number", json!("9247-3185")),
        ("interest_income", json!("8334.73")),
        ("early_withdrawal_penalty", json!("12.50")),
        ("foreign_tax_paid", json!("41.00")),
    ];
    check(&found[0], &expected);
}

#[test]
fn a_letter_without_captions_names_sender_and_addressee() {
    let mut paper = letter();
    lines(
        &mut paper,
        40.0,
        140.0,
        &["Hollis A Thornbury", "4147 Cypress Ln", "Fresno, CA 93721"],
    );
    lines(
        &mut paper,
        340.0,
        140.0,
        &["Payer's TIN: 26-7282376", "Recipient's TIN: 521-22-9530"],
    );
    table(&mut paper, 40.0, 200.0, 560.0, &INTEREST);
    let found = run(vec![paper.0]).1;
    let expected = [
        ("payer_name", json!("Meridian Mutual Funds")),
        ("recipient_name", json!("Hollis A Thornbury")),
        ("recipient_address", json!("4147 Cypress Ln, Fresno, CA 93721")),
    ];
    check(&found[0], &expected);
}

#[test]
fn typewriter_prints_say_corrected_and_keep_their_columns_apart() {
    let mut paper = Paper::new();
    paper
        .text(40.0, 30.0, 9.0, "2008 FORM 1099-INT")
        .text(320.0, 30.0, 9.0, "OMB NO. 1545-0112");
    paper
        .text(40.0, 42.0, 9.0, "INTEREST INCOME")
        .text(320.0, 42.0, 9.0, "COPY B FOR RECIPIENT");
    paper.text(320.0, 54.0, 9.0, "*** CORRECTED ***");
    paper.text(40.0, 66.0, 9.0, "PAYER'S NAME AND ADDRESS");
    lines(
        &mut paper,
        56.0,
        78.0,
        &["EQUITRUST AGENTS INC", "4889 LAFAYETTE SQ", "FREDERICK, MD 21701"],
    );
    paper
        .text(40.0, 126.0, 9.0, "PAYER'S FEDERAL ID NO:")
        .text(220.0, 126.0, 9.0, "74-5778106");
    paper
        .text(40.0, 138.0, 9.0, "RECIPIENT'S ID NO:")
        .text(220.0, 138.0, 9.0, "395-55-9336");
    paper.text(40.0, 162.0, 9.0, "RECIPIENT'S NAME AND ADDRESS");
    lines(
        &mut paper,
        56.0,
        174.0,
        &["AISHA M PRUITT", "3281 LAFAYETTE SQ", "EUGENE OR 97401"],
    );
    paper
        .text(40.0, 222.0, 9.0, "BOX DESCRIPTION")
        .text(500.0, 222.0, 9.0, "AMOUNT");
    let rows = [
        ("1  INTEREST INCOME", "769.42"),
        ("2  EARLY WITHDRAWAL PENALTY", ""),
        ("4  FEDERAL INCOME TAX WITHHELD", "76.90"),
        ("6  FOREIGN TAX PAID", ""),
    ];
    table(&mut paper, 40.0, 246.0, 530.0, &rows);
    let found = run(vec![paper.0]).1;
    let expected = [
        ("recipient_name", json!("AISHA M PRUITT")),
        ("recipient_address", json!("3281 LAFAYETTE SQ, EUGENE OR 97401")),
        ("interest_income", json!("769.42")),
        ("federal_tax_withheld", json!("76.90")),
        ("corrected", json!(true)),
    ];
    check(&found[0], &expected);
}

#[test]
fn sections_beside_each_other_are_cut_behind_their_amounts() {
    let mut paper = Paper::new();
    paper.text(30.0, 30.0, 14.0, "CONSOLIDATED FORM 1099 - TAX YEAR 2020");
    paper.text(
        30.0,
        60.0,
        6.0,
        "PAYER'S name, street address, city, state, and ZIP code",
    );
    lines(
        &mut paper,
        30.0,
        68.0,
        &["Sterling Brokerage LLC", "5393 Lafayette Sq", "Bowling Green, KY 42101"],
    );
    paper.text(
        250.0,
        60.0,
        6.0,
        "RECIPIENT'S name, street address, city, state, and ZIP code",
    );
    lines(
        &mut paper,
        250.0,
        68.0,
        &["Tomasz B McAllister", "9720 County Road 119", "Duluth, MN 55802"],
    );
    let numbers = [
        ("PAYER'S TIN", "82-7632265"),
        ("RECIPIENT'S TIN", "341-77-8834"),
        ("Account number", "5453-5948"),
    ];
    for (row, (caption, number)) in numbers.iter().enumerate() {
        let level = 60.0 + 20.0 * row as f32;
        paper
            .text(480.0, level, 6.0, caption)
            .text(480.0, level + 8.0, 9.0, number);
    }
    let dividends = [
        ("1a Total ordinary dividends", "2,567.48"),
        ("1b Qualified dividends", "1,822.91"),
        ("2a Total capital gain distr.", "0.00"),
        ("3 Nondividend distributions", "0.00"),
        ("4 Federal income tax withheld", "0.00"),
        ("7 Foreign tax paid", "25.03"),
    ];
    let interest = [
        ("1 Interest income", "5,583.58"),
        ("2 Early withdrawal penalty", "0.00"),
        ("3 Interest on U.S. Savings Bonds and Treas. obligations", "0.00"),
        ("4 Federal income tax withheld", "0.00"),
        ("6 Foreign tax paid", "0.00"),
        ("8 Tax-exempt interest", "0.00"),
    ];
    paper.text(30.0, 140.0, 9.0, "2020 Form 1099-DIV Dividends and Distributions");
    paper.text(310.0, 140.0, 9.0, "2020 Form 1099-INT Interest Income");
    table(&mut paper, 34.0, 158.0, 290.0, &dividends);
    table(&mut paper, 314.0, 158.0, 580.0, &interest);
    let found = run(vec![paper.0]).1;
    assert_eq!(
        found.iter().map(|form| form.label.as_str()).collect::<Vec<_>>(),
        ["1099-DIV", "1099-INT"]
    );
    let shared = [
        ("payer_name", json!("Sterling Brokerage LLC")),
        ("recipient_address", json!("9720 County Road 119, Duluth, MN 55802")),
        ("recipient_tin", json!("341-77-8834")),
        ("account_number", json!("5453-5948")),
    ];
    for form in &found {
        check(form, &shared);
    }
    check(
        &found[0],
        &[
            ("total_dividends", json!("2567.48")),
            ("foreign_tax_paid", json!("25.03")),
        ],
    );
    check(
        &found[1],
        &[
            ("interest_income", json!("5583.58")),
            ("foreign_tax_paid", json!("0.00")),
        ],
    );
}

/// The rows of a portal's W-2 table, without box 13.
const WAGES: [(&str, &str); 12] = [
    ("a Employee's social security number", "709-27-5007"),
    ("b Employer identification number (EIN)", "74-1447445"),
    ("c Employer's name", "Tri-County Medical Center"),
    ("e Employee's name", "Robert K. Nguyen"),
    ("1 Wages, tips, other compensation", "$52,237.40"),
    ("2 Federal income tax withheld", "$9,402.73"),
    ("3 Social security wages", "$58,188.87"),
    ("4 Social security tax withheld", "$3,607.72"),
    ("5 Medicare wages and tips", "$58,188.87"),
    ("6 Medicare tax withheld", "$843.74"),
    ("12a Code E - Elective deferrals under a 403(b)", "$5,951.47"),
    ("12b Code C - Group-term life insurance over $50,000", "$353.65"),
];

#[test]
fn a_portal_explains_its_codes_and_dates_its_title() {
    let mut paper = Paper::new();
    paper.text(40.0, 40.0, 14.0, "W-2 Wage and Tax Statement - 2006");
    table(&mut paper, 40.0, 80.0, 560.0, &WAGES);
    let found = run(vec![paper.0]).1;
    let codes = json!([{"code": "E", "amount": "5951.47"}, {"code": "C", "amount": "353.65"}]);
    check(&found[0], &[("tax_year", json!(2006)), ("box_12", codes)]);
}

#[test]
fn squares_in_a_row_are_those_of_the_captions_in_their_order() {
    let mut paper = Paper::new();
    paper.text(40.0, 40.0, 14.0, "2022 Form W-2 Wage and Tax Statement");
    table(&mut paper, 40.0, 80.0, 560.0, &WAGES[..10]);
    paper.text(
        40.0,
        240.0,
        9.0,
        "13 Statutory employee / Retirement plan / Third-party sick pay",
    );
    for x in [420.0, 460.0, 500.0] {
        paper.frame(x, 240.0, 8.0, 8.0);
    }
    paper.text(462.0, 240.5, 7.0, "X");
    let found = run(vec![paper.0]).1;
    let expected = [
        ("statutory_employee", json!(false)),
        ("retirement_plan", json!(true)),
        ("third_party_sick_pay", json!(false)),
    ];
    check(&found[0], &expected);
}

#[test]
fn captions_in_strips_have_their_values_in_the_cells_below() {
    let mut paper = Paper::new();
    paper
        .text(30.0, 20.0, 14.0, "2022 W-2")
        .text(110.0, 20.0, 9.0, "WAGE AND TAX STATEMENT");
    let boxes = [
        ("a Employee's soc. sec. no.", "747-44-4102"),
        ("b Employer ID number (EIN)", "81-9074076"),
        ("1 Wages, tips, other comp.", "81,896.21"),
        ("2 Federal income tax withheld", "10,646.51"),
        ("3 Social security wages", "90,174.47"),
        ("4 Social security tax withheld", "5,590.83"),
        ("5 Medicare wages and tips", "90,174.47"),
        ("6 Medicare tax withheld", "1,307.53"),
    ];
    for (place, (caption, value)) in boxes.iter().enumerate() {
        let (x, y) = (30.0 + 130.0 * (place % 2) as f32, 50.0 + 28.0 * (place / 2) as f32);
        paper.frame(x, y, 130.0, 8.0).frame(x, y + 8.0, 130.0, 20.0);
        paper.text(x + 2.0, y + 1.0, 5.5, caption);
        paper.text(x + 126.0 - 4.5 * value.len() as f32, y + 16.0, 9.0, value);
    }
    let found = run(vec![paper.0]).1;
    let expected = [
        ("employee_ssn", json!("747-44-4102")),
        ("wages_tips", json!("81896.21")),
        ("federal_tax_withheld", json!("10646.51")),
        ("medicare_tax_withheld", json!("1307.53")),
    ];
    check(&found[0], &expected);
}

#[test]
fn codes_and_amounts_of_a_list_stand_in_columns_of_their_own() {
    let mut paper = Paper::new();
    paper.text(40.0, 30.0, 14.0, "SCHEDULE K-1 (Form 1065) 2018");
    paper.text(40.0, 50.0, 9.0, "Partner's Share of Income, Deductions, Credits, etc.");
    paper
        .text(40.0, 80.0, 9.0, "A Partnership's EIN")
        .text(200.0, 80.0, 9.0, "35-1011189");
    paper
        .text(320.0, 80.0, 9.0, "E Partner's identifying number")
        .text(500.0, 80.0, 9.0, "524-11-5405");
    paper.text(40.0, 96.0, 9.0, "B Partnership's name and address");
    lines(
        &mut paper,
        48.0,
        108.0,
        &[
            "Cedar Hollow Partners LP",
            "2903 Quail Hollow Ct",
            "Fort Collins CO 80524",
        ],
    );
    paper.text(320.0, 96.0, 9.0, "F Partner's name and address");
    lines(
        &mut paper,
        328.0,
        108.0,
        &["Lucia D Lindqvist", "712 SW 4th St", "Duluth, MN 55802"],
    );
    let rows = [
        ("1 Ordinary business income (loss)", "", "7,421"),
        ("2 Net rental real estate income (loss)", "", ""),
        ("3 Other net rental income (loss)", "", ""),
        ("4 Guaranteed payments", "", ""),
        ("5 Interest income", "", "3,113"),
        ("6a Ordinary dividends", "", "975"),
        ("6b Qualified dividends", "", "682"),
        ("7 Royalties", "", ""),
        ("8 Net short-term capital gain (loss)", "", "(1,359)"),
        ("9a Net long-term capital gain (loss)", "", ""),
        ("9b Collectibles (28%) gain (loss)", "", ""),
        ("9c Unrecaptured section 1250 gain", "", ""),
        ("10 Net section 1231 gain (loss)", "", ""),
        ("11 Other income (loss)", "", ""),
        ("12 Section 179 deduction", "", "6,302"),
        ("13 Other deductions", "H", "8,028"),
        ("", "K", "(18,467)"),
        ("14 Self-employment earnings (loss)", "A", "214,570"),
        ("15 Credits", "O", "1,472"),
        ("16 Foreign transactions", "", ""),
        ("17 Alternative minimum tax (AMT) items", "", ""),
        ("18 Tax-exempt income and nondeductible expenses", "", ""),
        ("19 Distributions", "A", "6,247"),
        ("20 Other information", "A", "4,790"),
    ];
    for (row, (caption, code, amount)) in rows.iter().enumerate() {
        let level = 260.0 + 10.7 * row as f32;
        paper.text(40.0, level, 9.0, caption).text(440.0, level, 9.0, code);
        paper.text(560.0 - 4.5 * amount.len() as f32, level, 9.0, amount);
    }
    let found = run(vec![paper.0]).1;
    let deductions = json!([{"code": "H", "amount": "8028.00"}, {"code": "K", "amount": "-18467.00"}]);
    let expected = [
        ("other_deductions", deductions),
        ("credits", json!([{"code": "O", "amount": "1472.00"}])),
        ("distributions", json!([{"code": "A", "amount": "6247.00"}])),
    ];
    check(&found[0], &expected);
}

#[test]
fn the_first_of_two_sections_is_a_form_with_one_box_too() {
    let mut paper = Paper::new();
    lines(
        &mut paper,
        40.0,
        40.0,
        &[
            "Millrace Community Credit Union",
            "9 Ferry Street",
            "Racine, WI 53403",
            "Federal ID No. 46-3425871",
        ],
    );
    let mut section = |y: f32, title: &str, rows: &[[&str; 2]]| {
        paper.text(40.0, y, 9.0, title);
        paper
            .text(40.0, y + 14.0, 9.0, "Description")
            .text(480.0, y + 14.0, 9.0, "Amount");
        for (row, [caption, amount]) in rows.iter().enumerate() {
            let y = y + 14.0 * (row + 2) as f32;
            paper.text(40.0, y, 9.0, caption).text(480.0, y, 9.0, amount);
        }
    };
    section(
        150.0,
        "Form 1099-INT   Interest Income   Copy B For Recipient   (OMB No. 1545-0112)",
        &[
            ["1. Interest income (dividends on shares)", "$311.42"],
            ["4. Federal income tax withheld", "$0.00"],
        ],
    );
    section(
        250.0,
        "Form 1098   Mortgage Interest Statement   Copy B For Payer/Borrower   (OMB No. 1545-1380)",
        &[
            ["1. Mortgage interest received from borrower", "$6,120.08"],
            ["2. Outstanding mortgage principal", "$150,002.77"],
            ["5. Mortgage insurance premiums", "$0.00"],
        ],
    );
    let found = run(vec![paper.0]).1;
    assert_eq!(found[0].label, "1099-INT");
    check(&found[0], &[("interest_income", json!("311.42"))]);
}
