//! Values left of their captions, heads in one column, shortened captions, cents in a column, and choices of payment.

use super::ledgers::{codes, items, receipt};
use super::paper::{Paper, run};
use serde_json::{Value, json};
use touchstone_core::record::Extraction;

fn text(paper: &mut Paper, y: f32, words: &[(f32, &str)]) {
    for (x, word) in words {
        paper.text(*x, y, 9.0, word);
    }
}

fn value(form: &Extraction, name: &str) -> Value {
    form.fields[name].value.clone()
}

#[test]
fn values_left_of_their_captions_are_theirs() {
    let mut paper = Paper::new();
    paper.text(200.0, 20.0, 14.0, "2024 W-2 Wage and Tax Statement");
    let lines: [&[(f32, &str)]; 10] = [
        &[
            (40.0, "Delgado Foods LLC"),
            (220.0, "c - Employer"),
            (330.0, "Petra T. Ramanathan"),
            (500.0, "e/f - Employee"),
        ],
        &[(40.0, "9323 Sycamore Ave"), (330.0, "4048 W 42nd Street")],
        &[(40.0, "Lowell, MA 01733"), (330.0, "Salem, MA 01970")],
        &[
            (60.0, "755-04-9082"),
            (150.0, "a - Employee SSN"),
            (340.0, "84-9596726"),
            (430.0, "b - Employer EIN"),
        ],
        &[
            (70.0, "9,436.77"),
            (150.0, "1 - Wages, tips, other"),
            (350.0, "982.37"),
            (430.0, "2 - Fed. income tax withheld"),
        ],
        &[
            (70.0, "9,764.44"),
            (150.0, "3 - Soc. sec. wages"),
            (350.0, "605.40"),
            (430.0, "4 - Soc. sec. tax withheld"),
        ],
        &[
            (70.0, "9,764.44"),
            (150.0, "5 - Medicare wages & tips"),
            (350.0, "141.58"),
            (430.0, "6 - Medicare tax withheld"),
        ],
        &[(50.0, "MA"), (150.0, "NH"), (420.0, "15 - State")],
        &[
            (40.0, "304-4742-9"),
            (140.0, "200-2218-1"),
            (420.0, "15 - Employer's state ID no."),
        ],
        &[
            (40.0, "3,145.59"),
            (140.0, "3,145.60"),
            (420.0, "16 - State wages, tips, etc."),
        ],
    ];
    for (line, words) in lines.into_iter().enumerate() {
        text(&mut paper, 60.0 + 18.0 * line as f32, words);
    }
    let form = run(vec![paper.0]).1.remove(0);
    let wanted = [
        ("employer_name", "Delgado Foods LLC"),
        ("employee_name", "Petra T. Ramanathan"),
        ("employee_ssn", "755-04-9082"),
        ("employer_ein", "84-9596726"),
        ("wages_tips", "9436.77"),
        ("federal_tax_withheld", "982.37"),
        ("ss_wages", "9764.44"),
    ];
    for (name, expected) in wanted {
        assert_eq!(value(&form, name), json!(expected), "{name}");
    }
    let states = value(&form, "state_taxes");
    assert_eq!(states[0]["state"], json!("MA"));
    assert_eq!(states[1]["employer_state_id"], json!("200-2218-1"));
    assert_eq!(states[1]["state_wages"], json!("3145.60"));
}

#[test]
fn captions_go_on_in_their_own_words_and_may_be_cut() {
    let mut paper = Paper::new();
    paper.text(40.0, 20.0, 14.0, "SCHEDULE K-1 (FORM 1065) 2023");
    let lines = [
        ("A", "Partnership's employer identification number", "04-6238601"),
        ("B", "Partnership's name", "Sawtooth Veterinary Partners LP"),
        ("C", "IRS Center return filed", "Kansas City, MO"),
        ("E", "Partner's identifying number", "948-65-4143"),
        ("I1", "Entity type of partner", "Individual"),
        ("9c", "Unrecaptured Sec. 1250 gain", "11,946"),
        ("10", "Net Sec. 1231 gain (loss)", "7,049"),
        ("12", "Section 179 deduction", "512"),
    ];
    for (line, (label, caption, value)) in lines.into_iter().enumerate() {
        text(
            &mut paper,
            60.0 + 16.0 * line as f32,
            &[(40.0, label), (70.0, caption), (330.0, value)],
        );
    }
    let form = run(vec![paper.0]).1.remove(0);
    assert_eq!(value(&form, "irs_center"), json!("Kansas City, MO"));
    assert_eq!(value(&form, "entity_type"), json!("Individual"));
    assert_eq!(value(&form, "unrecaptured_section_1250_gain"), json!("11946.00"));
    assert_eq!(value(&form, "net_section_1231_gain"), json!("7049.00"));
}

#[test]
fn cents_in_a_column_belong_to_the_dollars_before_them() {
    let mut paper = Paper::new();
    paper.text(40.0, 20.0, 12.0, "2021 Tax Information Statement");
    text(
        &mut paper,
        45.0,
        &[
            (40.0, "RECIPIENT'S Name and Address"),
            (330.0, "PAYER'S Name and Address"),
        ],
    );
    text(
        &mut paper,
        57.0,
        &[
            (40.0, "Blue Heron Components Co."),
            (330.0, "Blue Ridge Investor Services, Inc."),
        ],
    );
    text(
        &mut paper,
        69.0,
        &[(40.0, "P.O. Box 66064"), (330.0, "4952 Elm Street")],
    );
    text(
        &mut paper,
        81.0,
        &[(40.0, "Bangor ME 04240"), (330.0, "Charleston, SC 29297")],
    );
    text(
        &mut paper,
        110.0,
        &[
            (40.0, "Form 1099-DIV"),
            (120.0, "Dividends and Distributions"),
            (480.0, "Dollars"),
            (520.0, "Cts."),
        ],
    );
    let rows = [
        ("1a", "Total ordinary dividends", "11,661", "87"),
        ("1b", "Qualified dividends", "0", "00"),
        ("3", "Nondividend distributions", "200", "47"),
        ("4", "Federal income tax withheld", "0", "00"),
    ];
    for (line, (label, caption, dollars, cents)) in rows.into_iter().enumerate() {
        let y = 130.0 + 14.0 * line as f32;
        let end = 512.0 - 4.5 * dollars.len() as f32;
        text(
            &mut paper,
            y,
            &[(48.0, label), (80.0, caption), (end, dollars), (518.0, cents)],
        );
    }
    let form = run(vec![paper.0]).1.remove(0);
    assert_eq!(value(&form, "total_dividends"), json!("11661.87"));
    assert_eq!(value(&form, "nondividend_distributions"), json!("200.47"));
    assert_eq!(value(&form, "qualified_dividends"), json!("0.00"));
}

#[test]
fn the_unit_of_a_quantity_is_not_part_of_the_name() {
    let form = receipt(&[
        &[(60.0, "GREEN FORK CO-OP")],
        &[(60.0, "Lowell, MA 01777")],
        &[(60.0, "02/18/2025 18:16")],
        &[(20.0, "Qty"), (90.0, "Item"), (220.0, "Price"), (280.0, "Amt")],
        &[(20.0, "3.99 lb Lemons"), (220.0, "$2.00"), (280.0, "$7.98")],
        &[(20.0, "3"), (90.0, "Coffee Beans"), (220.0, "$5.49"), (280.0, "$16.47")],
        &[(20.0, "Total"), (280.0, "$24.45")],
        &[(20.0, "Cash"), (280.0, "$24.45")],
    ]);
    assert_eq!(
        items(&form),
        ["3.99 | Lemons | 2.00 | 7.98", "3 | Coffee Beans | 5.49 | 16.47"]
    );
}

#[test]
fn means_of_payment_side_by_side_are_a_choice() {
    let ticket = |means: &'static [(f32, &'static str)]| {
        receipt(&[
            &[(60.0, "ABILENE FARM & HOME")],
            &[(60.0, "Abilene, TX 79601")],
            &[(60.0, "October 14, 2024")],
            &[(20.0, "Work gloves"), (280.0, "89.88")],
            &[(20.0, "Baling twine"), (280.0, "98.31")],
            &[(200.0, "Total"), (280.0, "188.19")],
            means,
        ])
    };
    let open = ticket(&[(20.0, "Cash"), (110.0, "Check"), (200.0, "Card")]);
    assert_eq!(value(&open, "payment_method"), Value::Null);
    assert!(codes(&open).contains(&"incomplete"), "{:?}", codes(&open));
    let ticked = ticket(&[(20.0, "☐ Cash"), (110.0, "☒ Check"), (200.0, "☐ Card")]);
    assert_eq!(value(&ticked, "payment_method"), json!("Check"));
}
