//! Boxes of the 1099s and of Schedule K-1: codes with amounts, two columns under one caption, a box that continues in
//! the next one, a typed year, check boxes on any side.

use super::paper::{Paper, engine};
use crate::captions::find::captions;
use crate::forms::form_copy;
use crate::page::model::Layout;
use serde_json::{Value, json};

/// Checks field values of a form drawn on a paper.
pub(super) fn check(label: &str, paper: &Paper, expected: &[(&str, Value)]) {
    let engine = engine();
    let form = engine.pack.form(label).unwrap();
    let layout = Layout::new(&paper.0);
    let captions = captions(&layout, form.wordings, false);
    let filled = form_copy::fill(&layout, form.template, &captions, paper.region(0.0, 0.0, 612.0, 792.0));
    for (name, value) in expected {
        assert_eq!(filled.fields[*name].value, *value, "{name}");
    }
}

#[test]
fn codes_and_amounts_fill_a_box_over_its_inner_rulings() {
    let mut paper = Paper::new();
    paper
        .frame(310.0, 100.0, 136.0, 72.0)
        .frame(310.0, 100.0, 136.0, 24.0)
        .frame(310.0, 124.0, 136.0, 24.0)
        .frame(310.0, 172.0, 136.0, 24.0)
        .text(315.0, 103.0, 7.0, "11 Other income (loss)")
        .text(315.0, 112.0, 8.0, "A")
        .text(400.0, 112.0, 8.0, "1,200.00")
        .text(315.0, 132.0, 8.0, "ZZ")
        .text(400.0, 132.0, 8.0, "(35.50)")
        .text(315.0, 175.0, 7.0, "12 Section 179 deduction")
        .text(400.0, 184.0, 8.0, "88.00");
    check(
        "K-1",
        &paper,
        &[
            (
                "other_income",
                json!([{ "code": "A", "amount": "1200.00" }, { "code": "ZZ", "amount": "-35.50" }]),
            ),
            ("section_179_deduction", json!("88.00")),
        ],
    );
}

#[test]
fn two_columns_stand_beside_one_caption() {
    let mut paper = Paper::new();
    paper
        .frame(36.0, 470.0, 160.0, 12.0)
        .frame(196.0, 470.0, 110.0, 12.0)
        .text(57.0, 472.0, 8.0, "Profit")
        .text(150.0, 472.0, 8.0, "12.5000")
        .text(250.0, 472.0, 8.0, "40.0000");
    check(
        "K-1",
        &paper,
        &[
            ("profit_share_beginning", json!("12.5000")),
            ("profit_share_ending", json!("40.0000")),
        ],
    );
}

/// A payer box with four lines.
fn payer(lines: [&str; 4]) -> Paper {
    let mut paper = Paper::new();
    paper
        .frame(50.0, 40.0, 244.0, 80.0)
        .text(
            54.0,
            42.0,
            4.0,
            "PAYER'S name, street address, city or town, state or province, country, ZIP or foreign postal code",
        )
        .text(54.0, 47.0, 4.0, "and telephone no.");
    for (row, line) in lines.into_iter().enumerate() {
        paper.text(54.0, 60.0 + 11.0 * row as f32, 9.0, line);
    }
    paper
}

#[test]
fn an_address_goes_on_in_the_next_box_and_a_telephone_number_is_none() {
    let mut paper = payer(["Fox & Finch Co.", "12 Main Street", "Boise, ID 83702", "208-555-0142"]);
    paper
        .frame(50.0, 200.0, 244.0, 24.0)
        .text(54.0, 201.0, 7.0, "Street address (including apt. no.)")
        .text(54.0, 212.0, 9.0, "7 Elm Ave")
        .frame(50.0, 224.0, 244.0, 24.0)
        .text(
            54.0,
            225.0,
            7.0,
            "City or town, state or province, country, and ZIP or foreign postal code",
        )
        .text(54.0, 236.0, 9.0, "Austin, TX 78701");
    check(
        "1099-NEC",
        &paper,
        &[
            ("payer_name", json!("Fox & Finch Co.")),
            ("payer_address", json!("12 Main Street, Boise, ID 83702")),
            ("payer_telephone", json!("208-555-0142")),
            ("recipient_address", json!("7 Elm Ave, Austin, TX 78701")),
        ],
    );
}

#[test]
fn a_telephone_number_above_a_name_is_no_part_of_it() {
    let lines = ["(208) 555-0142", "Fox & Finch Co.", "12 Main Street", "Boise, ID 83702"];
    check(
        "1099-NEC",
        &payer(lines),
        &[
            ("payer_name", json!("Fox & Finch Co.")),
            ("payer_address", json!("12 Main Street, Boise, ID 83702")),
            ("payer_telephone", json!("(208) 555-0142")),
        ],
    );
}

#[test]
fn a_year_may_be_typed_into_a_form_field() {
    let check_year = |printed: Option<&str>, typed: &str| {
        let mut paper = Paper::new();
        paper
            .text(400.0, 70.0, 7.0, "(Rev. January 2024)")
            .text(400.0, 90.0, 7.0, "For calendar year");
        if let Some(century) = printed {
            paper.text(410.0, 102.0, 8.0, century);
        }
        paper.field(419.0, 100.0, 30.0, 12.0, typed);
        check("1099-NEC", &paper, &[("tax_year", json!(2025))]);
    };
    check_year(None, "2025");
    check_year(Some("20"), "25");
}

#[test]
fn check_boxes_stand_on_different_sides_of_their_captions() {
    let mut paper = Paper::new();
    paper
        .text(200.0, 30.0, 10.0, "VOID")
        .check(187.0, 30.0, false)
        .text(262.0, 30.0, 10.0, "CORRECTED")
        .check(248.0, 30.0, true)
        .text(300.0, 300.0, 7.0, "FATCA filing requirement")
        .check(335.0, 312.0, true)
        .text(420.0, 300.0, 7.0, "2nd TIN not.")
        .check(432.0, 312.0, false);
    check(
        "1099-MISC",
        &paper,
        &[
            ("corrected", json!(true)),
            ("void", json!(false)),
            ("fatca_filing_requirement", json!(true)),
            ("second_tin_notice", json!(false)),
        ],
    );
}

#[test]
fn a_mark_right_beside_its_caption_is_the_mark_in_its_square() {
    let mut paper = Paper::new();
    paper
        .frame(186.0, 30.0, 9.0, 9.0)
        .text(188.0, 31.0, 8.0, "X")
        .text(197.0, 30.0, 9.0, "VOID")
        .frame(270.0, 30.0, 9.0, 9.0)
        .text(281.0, 30.0, 9.0, "CORRECTED")
        .text(54.0, 200.0, 7.0, "1 Nonemployee compensation")
        .text(54.0, 300.0, 7.0, "4 Federal income tax withheld");
    check(
        "1099-NEC",
        &paper,
        &[("void", json!(true)), ("corrected", json!(false))],
    );
}

#[test]
fn the_number_of_a_box_without_a_name_is_no_value() {
    let mut paper = Paper::new();
    paper
        .text(54.0, 200.0, 7.0, "RECIPIENT'S TIN")
        .text(54.0, 250.0, 7.0, "RECIPIENT'S name")
        .text(300.0, 180.0, 7.0, "1 Nonemployee compensation")
        .text(300.0, 200.0, 7.0, "2")
        .text(300.0, 250.0, 7.0, "3")
        .text(300.0, 300.0, 7.0, "4 Federal income tax withheld");
    check(
        "1099-NEC",
        &paper,
        &[("recipient_tin", Value::Null), ("recipient_name", Value::Null)],
    );
}

#[test]
fn a_question_is_answered_by_the_square_of_yes_or_by_that_of_no() {
    for (yes, no, expected) in [(false, true, false), (true, false, true), (false, false, false)] {
        let mut paper = Paper::new();
        paper
            .check(50.0, 640.0, yes)
            .text(62.0, 641.0, 7.0, "Yes")
            .check(90.0, 640.0, no)
            .text(102.0, 641.0, 7.0, "No")
            .text(
                130.0,
                641.0,
                7.0,
                "Did the partner contribute property with a built-in gain (loss)?",
            );
        check("K-1", &paper, &[("built_in_gain_property", json!(expected))]);
    }
}

#[test]
fn codes_and_amounts_of_a_box_stand_on_one_line() {
    let mut paper = Paper::new();
    paper
        .text(40.0, 300.0, 8.0, "12")
        .text(58.0, 300.0, 8.0, "Codes")
        .text(110.0, 300.0, 8.0, "E")
        .text(154.0, 300.0, 8.0, "2,460.52")
        .text(222.0, 300.0, 8.0, "G")
        .text(266.0, 300.0, 8.0, "1,800.00")
        .text(40.0, 340.0, 8.0, "14")
        .text(58.0, 340.0, 8.0, "Other");
    // Check boxes side by side close an area up to the ruling above the codes, which is not theirs.
    paper
        .frame(40.0, 362.0, 532.0, 20.0)
        .rule(40.0, 287.0, 252.0)
        .text(40.0, 320.0, 8.0, "13");
    for (x, caption) in [
        (60.0, "Statutory employee"),
        (190.0, "Retirement plan"),
        (320.0, "Third-party sick pay"),
    ] {
        paper.frame(x, 321.0, 7.0, 7.0).text(x + 12.0, 319.0, 8.0, caption);
    }
    let rows = json!([{ "code": "E", "amount": "2460.52" }, { "code": "G", "amount": "1800.00" }]);
    check("W-2", &paper, &[("box_12", rows)]);
}

#[test]
fn a_table_beside_other_print_owns_none_of_it() {
    let mut paper = Paper::new();
    paper
        .frame(40.0, 56.0, 532.0, 278.0)
        .text(48.0, 64.0, 7.0, "PAYER'S name, address and telephone no.");
    let lines = [
        "Millrace Industries, Inc.",
        "PO Box 40218",
        "Louisville, KY 40202",
        "(800) 555-0166",
    ];
    for (row, line) in lines.into_iter().enumerate() {
        paper.text(54.0, 75.0 + 11.0 * row as f32, 9.0, line);
    }
    let boxes = [
        ("1a Total ordinary dividends", "1,284.60"),
        ("1b Qualified dividends", "1,284.60"),
        ("2a Total capital gain distributions", ""),
        ("2b Unrecaptured Section 1250 gain", ""),
        ("4 Federal income tax withheld", "0.00"),
    ];
    for (row, (caption, value)) in boxes.into_iter().enumerate() {
        let y = 62.0 + 16.5 * row as f32;
        paper.text(294.0, y, 8.0, caption).rule(290.0, y + 14.0, 274.0);
        if !value.is_empty() {
            paper.text(520.0, y, 9.0, value);
        }
    }
    check(
        "1099-DIV",
        &paper,
        &[
            ("payer_name", json!("Millrace Industries, Inc.")),
            ("payer_address", json!("PO Box 40218, Louisville, KY 40202")),
            ("total_dividends", json!("1284.60")),
            ("total_capital_gain", Value::Null),
            ("unrecaptured_section_1250_gain", Value::Null),
        ],
    );
}

#[test]
fn one_label_may_stand_over_the_boxes_of_all_rows() {
    let mut paper = Paper::new();
    paper
        .frame(434.0, 70.0, 148.0, 23.0)
        .frame(434.0, 93.0, 148.0, 23.0)
        .frame(434.0, 116.0, 148.0, 23.0)
        .frame(434.0, 139.0, 148.0, 23.0)
        .frame(214.0, 116.0, 110.0, 23.0)
        .frame(324.0, 116.0, 110.0, 23.0)
        .text(436.0, 72.0, 6.0, "12. See instructions")
        .text(446.0, 81.0, 8.0, "C")
        .text(547.0, 81.0, 8.0, "388.80")
        .text(446.0, 104.0, 8.0, "D")
        .text(533.0, 104.0, 8.0, "23,000.00")
        .text(326.0, 118.0, 6.0, "8. Allocated tips")
        .text(446.0, 127.0, 8.0, "DD")
        .text(538.0, 127.0, 8.0, "24,117.60")
        .text(436.0, 141.0, 6.0, "13. Stat.");
    let rows = [("C", "388.80"), ("D", "23000.00"), ("DD", "24117.60")];
    let rows = rows.map(|(code, amount)| json!({"code": code, "amount": amount}));
    check(
        "W-2",
        &paper,
        &[("box_12", json!(rows)), ("allocated_tips", Value::Null)],
    );
}

#[test]
fn the_next_caption_is_no_account_number() {
    let mut paper = Paper::new();
    paper
        .text(48.0, 240.0, 7.0, "Account number")
        .text(168.0, 240.0, 7.0, "CUSIP")
        .text(54.0, 249.0, 8.0, "C0004471820")
        .text(174.0, 249.0, 8.0, "70566H108")
        .text(294.0, 64.0, 7.0, "1a")
        .text(318.0, 64.0, 7.0, "Total ordinary dividends")
        .text(519.0, 64.0, 8.0, "$1,284.60")
        .text(294.0, 148.0, 7.0, "4")
        .text(318.0, 148.0, 7.0, "Federal income tax withheld")
        .text(536.0, 148.0, 8.0, "$12.10");
    check("1099-DIV", &paper, &[("account_number", json!("C0004471820"))]);
}

#[test]
fn a_remark_behind_a_caption_does_not_end_its_row() {
    let mut paper = Paper::new();
    paper
        .frame(49.4, 230.7, 106.3, 13.7)
        .frame(155.8, 230.7, 325.4, 13.7)
        .frame(481.2, 230.7, 81.3, 13.7)
        .frame(49.4, 244.4, 106.3, 17.1)
        .frame(155.8, 244.4, 325.4, 17.1)
        .frame(481.2, 244.4, 81.3, 17.1)
        .frame(49.4, 261.5, 106.3, 17.1)
        .frame(155.8, 261.5, 325.4, 17.1)
        .frame(481.2, 261.5, 81.3, 17.1)
        .frame(49.4, 278.6, 106.3, 17.1)
        .frame(155.8, 278.6, 325.4, 17.1)
        .frame(481.2, 278.6, 81.3, 17.1)
        .text(53.0, 232.0, 8.0, "Account number")
        .text(160.0, 232.0, 8.0, "Description")
        .text(535.0, 232.0, 8.0, "Amount")
        .text(53.0, 248.0, 8.0, "118204-S1")
        .text(160.0, 248.0, 8.0, "1. Interest income (dividends on shares)")
        .text(523.0, 248.0, 8.0, "$322.18")
        .text(160.0, 265.0, 8.0, "2. Early withdrawal penalty")
        .text(160.0, 281.0, 8.0, "4. Federal income tax withheld")
        .text(534.0, 281.0, 8.0, "$0.00");
    check(
        "1099-INT",
        &paper,
        &[
            ("federal_tax_withheld", json!("0.00")),
            ("interest_income", json!("322.18")),
        ],
    );
}
