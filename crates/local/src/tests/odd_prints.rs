//! Sparse layouts: boxes without names, dashes for empty values, marks at the end of a line, split amounts, headings
//! above columns. What is not understood goes to an expert.

use super::paper::{Paper, check, lines, run};
use serde_json::{Value, json};
use touchstone_core::record::Extraction;

/// A title and both parties, each name under a caption.
fn headed(title: &str) -> Paper {
    let mut paper = Paper::new();
    paper.text(40.0, 30.0, 13.0, title);
    let payer = ["Payer", "Alder Funds LLC", "19 Prospect Road", "Newark, NJ 07181"];
    lines(&mut paper, 40.0, 64.0, &payer);
    let recipient = ["Recipient", "Zoe T Lind", "18 Jefferson Way", "Atlanta, GA 30334"];
    lines(&mut paper, 320.0, 64.0, &recipient);
    paper.text(40.0, 120.0, 9.0, "Payer's TIN: 46-2634527").text(
        320.0,
        120.0,
        9.0,
        "Recipient's TIN: 523-62-4783  Account: V32988",
    );
    paper
}

/// Rows of a list: number, name, and value at the right edge.
fn rows(paper: &mut Paper, x: f32, y: f32, right: f32, rows: &[(&str, &str, &str)]) {
    for (row, (number, name, value)) in rows.iter().enumerate() {
        let level = y + 14.0 * row as f32;
        let width: f32 = value.split(' ').map(|word| word.len() as f32 * 4.5 + 2.7).sum();
        paper
            .text(x, level, 9.0, number)
            .text(x + 40.0, level, 9.0, name)
            .text(right - width, level, 9.0, value);
    }
}

fn read(paper: Paper) -> Vec<Extraction> {
    run(vec![paper.0]).1
}

#[test]
fn the_value_of_a_box_without_a_name_is_no_other_boxs() {
    let mut paper = headed("2021 Form 1099-MISC Miscellaneous Information");
    let printed = [
        ("Box 1", "Rents", "12,000.00"),
        ("Box 4", "Federal income tax withheld", "55.00"),
        ("Box 10", "Gross proceeds paid to an attorney", ""),
        ("Box 12", "", "777.00"),
        ("Box 14", "Excess golden parachute payments", ""),
    ];
    rows(&mut paper, 40.0, 160.0, 560.0, &printed);
    let found = read(paper);
    let expected = [
        ("payer_address", json!("19 Prospect Road, Newark, NJ 07181")),
        ("account_number", json!("V32988")),
        ("rents", json!("12000.00")),
        ("attorney_gross_proceeds", Value::Null),
        ("excess_golden_parachute", Value::Null),
    ];
    check(&found[0], &expected);
}

#[test]
fn a_box_with_a_dash_is_empty() {
    let mut paper = headed("2022 Form 1099-INT Interest Income");
    let printed = [
        ("1 Interest income", "812.40", "2 Early withdrawal penalty", "—"),
        ("4 Federal income tax withheld", "—", "5 Investment expenses", "–"),
        ("6 Foreign tax paid", "14.22", "8 Tax-exempt interest", "-"),
        (
            "9 Specified private activity bond interest",
            "—",
            "10 Market discount",
            "3.10",
        ),
    ];
    for (row, (left, first, right, second)) in printed.iter().enumerate() {
        let level = 160.0 + 30.0 * row as f32;
        paper
            .text(40.0, level, 7.0, left)
            .text(48.0, level + 10.0, 9.0, first)
            .text(320.0, level, 7.0, right)
            .text(328.0, level + 10.0, 9.0, second);
    }
    let found = read(paper);
    let expected = [
        ("interest_income", json!("812.40")),
        ("early_withdrawal_penalty", Value::Null),
        ("federal_tax_withheld", Value::Null),
        ("investment_expenses", Value::Null),
        ("foreign_tax_paid", json!("14.22")),
        ("tax_exempt_interest", Value::Null),
        ("private_activity_bond_interest", Value::Null),
        ("market_discount", json!("3.10")),
    ];
    check(&found[0], &expected);
    assert!(!found[0].fields["investment_expenses"].evidence.is_empty());
}

#[test]
fn a_mark_at_the_end_of_its_line_ticks_a_box() {
    let mut paper = headed("2023 Form 1099-NEC Nonemployee Compensation");
    let direct = "Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale";
    let printed = [
        ("1", "Nonemployee compensation", "9,100.00"),
        ("2", direct, "X"),
        ("4", "Federal income tax withheld", ""),
        ("5", "State tax withheld", "210.00"),
        ("6", "State/Payer's state no.", "GA / 068-2023-7"),
        ("7", "State income", "9,100.00"),
    ];
    rows(&mut paper, 40.0, 160.0, 560.0, &printed);
    let found = read(paper);
    let state = json!([{
        "state": "GA", "payer_state_no": "068-2023-7", "state_income": "9100.00", "state_tax_withheld": "210.00"
    }]);
    let expected = [
        ("direct_sales", json!(true)),
        ("payer_address", json!("19 Prospect Road, Newark, NJ 07181")),
        ("state_taxes", state),
    ];
    check(&found[0], &expected);
}

#[test]
fn the_head_above_two_columns_is_that_of_both() {
    let mut paper = headed("2020 Tax Information Statement");
    paper
        .text(40.0, 160.0, 9.0, "2020 1099-DIV Dividends and Distributions")
        .text(240.0, 160.0, 7.0, "OMB No. 1545-0110")
        .text(330.0, 160.0, 9.0, "2020 1099-INT Interest Income")
        .text(510.0, 160.0, 7.0, "OMB No. 1545-0112");
    let dividends = [
        ("1a.", "Total ordinary dividends", "11,427.75"),
        ("1b.", "Qualified dividends", "5,713.88"),
        ("2a.", "Total capital gain distr.", "1,175.80"),
        ("3.", "Nondividend distributions", "0.00"),
        ("4.", "Federal income tax withheld", "50.14"),
    ];
    rows(&mut paper, 40.0, 180.0, 300.0, &dividends);
    let interest = [
        ("1.", "Interest income", "7,987.47"),
        ("2.", "Early withdrawal penalty", "0.00"),
        ("4.", "Federal income tax withheld", "0.00"),
        ("6.", "Foreign tax paid", "37.88"),
        ("8.", "Tax-exempt interest", "118.16"),
    ];
    rows(&mut paper, 330.0, 180.0, 590.0, &interest);
    let found = read(paper);
    let labels: Vec<&str> = found.iter().map(|form| form.label.as_str()).collect();
    assert_eq!(labels, ["1099-DIV", "1099-INT"]);
    for form in &found {
        let expected = [
            ("payer_tin", json!("46-2634527")),
            ("payer_name", json!("Alder Funds LLC")),
            ("recipient_tin", json!("523-62-4783")),
            ("recipient_address", json!("18 Jefferson Way, Atlanta, GA 30334")),
            ("account_number", json!("V32988")),
        ];
        check(form, &expected);
    }
    check(&found[0], &[("total_dividends", json!("11427.75"))]);
    check(&found[1], &[("interest_income", json!("7987.47"))]);
}

#[test]
fn a_letter_names_its_sender_before_its_addressee() {
    let mut paper = Paper::new();
    let sender = [
        "1ST AVENUE BAKERY CO.",
        "14 MILL ROAD",
        "WASECA, MN 56093",
        "729-555-0191",
    ];
    lines(&mut paper, 48.0, 50.0, &sender);
    lines(
        &mut paper,
        48.0,
        140.0,
        &["Ngozi Underhill", "Rue Haute 14", "67000 Strasbourg", "France"],
    );
    for (row, (name, value)) in [("Payer's TIN", "22-5806114"), ("Recipient's TIN", "XXX-XX-4820")]
        .iter()
        .enumerate()
    {
        let level = 50.0 + 14.0 * row as f32;
        paper.text(370.0, level, 8.0, name).text(500.0, level, 8.0, value);
    }
    paper.text(48.0, 210.0, 12.0, "2023 Nonemployee Compensation (Form 1099-NEC)");
    let printed = [
        ("Line 1", "Nonemployee compensation", "10.58"),
        ("Line 4", "Federal income tax withheld", ""),
    ];
    rows(&mut paper, 48.0, 250.0, 560.0, &printed);
    let expected = [
        ("payer_name", json!("1ST AVENUE BAKERY CO.")),
        ("payer_address", json!("14 MILL ROAD, WASECA, MN 56093")),
        ("payer_telephone", json!("729-555-0191")),
        ("recipient_name", json!("Ngozi Underhill")),
        ("recipient_address", json!("Rue Haute 14, 67000 Strasbourg, France")),
    ];
    check(&read(paper)[0], &expected);
}

/// Box 12 and the state line are left to the list readers; amounts may contain spaces, and a mask may be apart from its
/// digits.
#[test]
fn a_w2_with_values_in_pieces() {
    let mut paper = Paper::new();
    paper.text(40.0, 30.0, 13.0, "2022 Form W-2 Wage and Tax Statement");
    paper
        .text(40.0, 60.0, 7.0, "Employee's social security number")
        .text(44.0, 70.0, 9.0, "XXX-XX- 4783")
        .text(300.0, 60.0, 7.0, "Employer identification number (EIN)")
        .text(304.0, 70.0, 9.0, "46-2634527")
        .text(40.0, 90.0, 7.0, "Employer's name, address, and ZIP code")
        .text(
            300.0,
            90.0,
            7.0,
            "e Employee's first name and initial  Last name  f Employee's address and ZIP code",
        );
    lines(
        &mut paper,
        44.0,
        100.0,
        &["Alder Works LLC", "19 Prospect Road", "Newark, NJ 07181"],
    );
    lines(
        &mut paper,
        304.0,
        100.0,
        &["Zoe T Lind", "18 Jefferson Way", "Atlanta, GA 30334"],
    );
    let printed = [
        (
            "1 Wages, tips, other compensation",
            "51,234 .00",
            "2 Federal income tax withheld",
            "5,100 .00",
        ),
        (
            "3 Social security wages",
            "51 234.00",
            "4 Social security tax withheld",
            "3,176.51",
        ),
        (
            "5 Medicare wages and tips",
            "51,234.00",
            "6 Medicare tax withheld",
            "742.89",
        ),
        ("10 Dependent care benefits", "", "11 Nonqualified plans", ""),
        ("Box 12", "DD 8,086.80", "14 Other", ""),
        ("State and local taxes", "", "", ""),
    ];
    for (row, (left, first, right, second)) in printed.iter().enumerate() {
        let level = 150.0 + 26.0 * row as f32;
        paper
            .text(40.0, level, 7.0, left)
            .text(44.0, level + 10.0, 9.0, first)
            .text(300.0, level, 7.0, right)
            .text(304.0, level + 10.0, 9.0, second);
    }
    let expected = [
        ("employee_ssn", json!("XXX-XX-4783")),
        ("employee_name", json!("Zoe T Lind")),
        ("employee_address", json!("18 Jefferson Way, Atlanta, GA 30334")),
        ("wages_tips", json!("51234.00")),
        ("federal_tax_withheld", json!("5100.00")),
        ("ss_wages", json!("51234.00")),
        ("dependent_care_benefits", Value::Null),
        ("box_12", json!([{"code": "DD", "amount": "8086.80"}])),
        ("other", Value::Null),
    ];
    check(&read(paper)[0], &expected);
}

#[test]
fn a_panel_beside_the_boxes_has_its_values_under_their_captions() {
    let mut paper = Paper::new();
    paper.text(40.0, 40.0, 9.0, "Alder Funds LLC");
    let panel = [
        (
            "Payer's address",
            vec!["19 Prospect Road", "Newark, NJ 07181", "(503) 555-0117"],
        ),
        ("Payer's TIN", vec!["46-2634527"]),
        ("Recipient's name", vec!["Zoe T Lind"]),
        ("Recipient's address", vec!["18 Jefferson Way", "Atlanta, GA 30334"]),
        ("Recipient's TIN", vec!["523-62-4783"]),
        ("Account number", vec!["AC90199"]),
    ];
    let mut level = 58.0;
    for (caption, values) in panel {
        paper.text(40.0, level, 7.0, caption);
        lines(&mut paper, 40.0, level + 10.0, &values);
        level += 16.0 + 12.0 * values.len() as f32;
    }
    paper
        .text(220.0, 40.0, 16.0, "Form 1099-INT")
        .text(520.0, 40.0, 16.0, "2022");
    paper
        .text(220.0, 58.0, 9.0, "Interest Income")
        .text(480.0, 58.0, 7.0, "OMB No. 1545-0112");
    let printed = [
        ("1", "Interest income", "812.40"),
        ("2", "Early withdrawal penalty", ""),
        ("3", "Interest on U.S. Savings Bonds and Treasury obligations", "40.10"),
        ("4", "Federal income tax withheld", "12.00"),
        ("5", "Investment expenses", ""),
        ("6", "Foreign tax paid", ""),
        ("8", "Tax-exempt interest", "7.25"),
    ];
    rows(&mut paper, 220.0, 90.0, 570.0, &printed);
    let found = read(paper);
    let expected = [
        ("payer_name", json!("Alder Funds LLC")),
        ("payer_address", json!("19 Prospect Road, Newark, NJ 07181")),
        ("payer_telephone", json!("(503) 555-0117")),
        ("account_number", json!("AC90199")),
        ("interest_income", json!("812.40")),
    ];
    check(&found[0], &expected);
}

#[test]
fn a_section_below_others_needs_no_parties_of_its_own() {
    let mut paper = headed("2024 Composite Tax Reporting Statement");
    let interest = [
        ("1", "Interest income", "2,392.00"),
        ("2", "Early withdrawal penalty", "0.00"),
        ("3", "Interest on U.S. Savings Bonds and Treasury obligations", "448.27"),
        ("4", "Federal income tax withheld", "0.00"),
        ("5", "Investment expenses", "0.00"),
        ("8", "Tax-exempt interest", "0.00"),
        ("11", "Bond premium", "0.00"),
    ];
    let other = [
        ("1", "Rents", "0.00"),
        ("2", "Royalties", "0.00"),
        ("3", "Other income", "18,403.44"),
        ("4", "Federal income tax withheld", "0.00"),
        ("6", "Medical and health care payments", "0.00"),
        ("10", "Gross proceeds paid to an attorney", "0.00"),
    ];
    paper.text(
        40.0,
        160.0,
        11.0,
        "Form 1099-INT Interest Income 2024 (OMB No. 1545-0112)",
    );
    rows(&mut paper, 40.0, 180.0, 560.0, &interest);
    let title = "Form 1099-MISC Miscellaneous Information 2024 (OMB No. 1545-0115)";
    paper.text(40.0, 300.0, 11.0, title);
    rows(&mut paper, 40.0, 320.0, 560.0, &other);
    let found = read(paper);
    assert_eq!(found.len(), 2, "{found:?}");
    check(
        &found[0],
        &[
            ("savings_bond_interest", json!("448.27")),
            ("payer_name", json!("Alder Funds LLC")),
        ],
    );
    check(
        &found[1],
        &[
            ("other_income", json!("18403.44")),
            ("payer_name", json!("Alder Funds LLC")),
        ],
    );
}

#[test]
fn a_letter_with_few_boxes_tells_the_state_on_one_line() {
    let mut paper = Paper::new();
    lines(
        &mut paper,
        40.0,
        40.0,
        &["Umber Ridge Productions", "77 Cedar Hollow Rd, Lowell, MA 01852"],
    );
    paper.text(40.0, 68.0, 9.0, "Federal ID 87-6083118");
    lines(
        &mut paper,
        40.0,
        100.0,
        &["Lemuel M Wexler", "1693 Turnbull Lane", "Trenton, NJ 08608"],
    );
    paper
        .text(40.0, 146.0, 9.0, "Taxpayer ID 512-81-7186")
        .text(200.0, 180.0, 12.0, "SUBSTITUTE FORM 1099-NEC")
        .text(
            150.0,
            196.0,
            9.0,
            "Nonemployee Compensation, Calendar Year 2024 (OMB No. 1545-0116)",
        )
        .text(60.0, 220.0, 9.0, "Box 1")
        .text(100.0, 220.0, 9.0, "Nonemployee compensation")
        .text(400.0, 220.0, 9.0, "$6,380.00")
        .text(60.0, 234.0, 9.0, "Box 4")
        .text(100.0, 234.0, 9.0, "Federal income tax withheld")
        .text(400.0, 234.0, 9.0, "$0.00")
        .text(60.0, 252.0, 9.0, "State MA")
        .text(106.0, 252.0, 9.0, "Payer's state no. 1140922-01")
        .text(246.0, 252.0, 9.0, "State income 6,380.00")
        .text(352.0, 252.0, 9.0, "State tax withheld 12.00");
    let found = read(paper);
    assert_eq!(found[0].label, "1099-NEC");
    check(
        &found[0],
        &[
            ("payer_tin", json!("87-6083118")),
            ("recipient_tin", json!("512-81-7186")),
            (
                "state_taxes",
                json!([{
                    "state": "MA",
                    "payer_state_no": "1140922-01",
                    "state_income": "6380.00",
                    "state_tax_withheld": "12.00",
                }]),
            ),
        ],
    );
}

#[test]
fn a_section_that_is_named_plainly_is_a_form_with_one_box() {
    let mut paper = Paper::new();
    lines(
        &mut paper,
        40.0,
        40.0,
        &["LARCHMONT & COE BROKERAGE, INC.", "1 TURNBULL LANE", "TEMPE, AZ 85281"],
    );
    lines(
        &mut paper,
        300.0,
        54.0,
        &["PAYER TIN 46-3425871", "RECIPIENT TIN ***-**-3751"],
    );
    lines(
        &mut paper,
        40.0,
        100.0,
        &["ELSPETH T. JANKOWSKI", "7348 TURNBULL LANE", "TRENTON, NJ 08608"],
    );
    let mut section = |y: f32, title: [&str; 3], boxes: &[[&str; 3]]| {
        paper
            .text(40.0, y, 9.0, title[0])
            .text(130.0, y, 9.0, title[1])
            .text(340.0, y, 9.0, "2024")
            .text(400.0, y, 9.0, title[2]);
        for (row, [label, caption, amount]) in boxes.iter().enumerate() {
            let y = y + 14.0 * (row + 1) as f32;
            paper
                .text(40.0, y, 9.0, label)
                .text(72.0, y, 9.0, caption)
                .text(400.0, y, 9.0, amount);
        }
    };
    section(
        150.0,
        ["FORM 1099-DIV", "DIVIDENDS AND DISTRIBUTIONS", "OMB NO. 1545-0110"],
        &[
            ["1a", "TOTAL ORDINARY DIVIDENDS", "518.20"],
            ["1b", "QUALIFIED DIVIDENDS", "402.10"],
            ["4", "FEDERAL INCOME TAX WITHHELD", "0.00"],
        ],
    );
    section(
        250.0,
        ["FORM 1099-INT", "INTEREST INCOME", "OMB NO. 1545-0112"],
        &[["1", "INTEREST INCOME", "73.11"]],
    );
    section(
        330.0,
        ["FORM 1099-MISC", "MISCELLANEOUS INFORMATION", "OMB NO. 1545-0115"],
        &[["2", "ROYALTIES", "212.77"]],
    );
    let found = read(paper);
    let labels: Vec<&str> = found.iter().map(|form| form.label.as_str()).collect();
    assert_eq!(labels, ["1099-DIV", "1099-INT", "1099-MISC"]);
    check(&found[1], &[("interest_income", json!("73.11"))]);
}
