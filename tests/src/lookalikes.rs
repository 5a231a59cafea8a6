//! Tax documents that resemble or mention a W-2 and are something else.

use super::{Case, Expect, FormTruth};
use crate::dice::Dice;
use crate::font::Font;
use crate::paper::{Ink, Paper, Sheet};
use crate::people::{Employer, Person, employer_number, social_security_number};
use crate::prose::other;
use serde_json::{Map, Value, json};

const CAPTION: Ink = Ink {
    font: Font::Sans,
    size: 6.5,
    color: [0.0; 3],
};
const VALUE: Ink = Ink {
    font: Font::Sans,
    size: 10.0,
    color: [0.0; 3],
};

/// A framed box with its caption at the top and its lines below.
fn boxed(sheet: &mut Sheet, area: [f32; 4], caption: &str, lines: &[String]) {
    sheet.frame(area, 0.7, [0.0; 3]);
    let mut level = area[1];
    for line in caption.lines() {
        level += 8.0;
        sheet.text(area[0] + 3.0, level, CAPTION, line);
    }
    for (number, line) in lines.iter().enumerate() {
        sheet.text(area[0] + 6.0, level + 13.0 + 12.0 * number as f32, VALUE, line);
    }
}

fn amount(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

#[rustfmt::skip]
const INTEREST_BOXES: [([f32; 4], &str); 9] = [
    ([36.0, 36.0, 280.0, 110.0], "PAYER'S name, street address, city or town, state or province, country, ZIP\nor foreign postal code, and telephone no."),
    ([36.0, 110.0, 158.0, 146.0], "PAYER'S TIN"),
    ([158.0, 110.0, 280.0, 146.0], "RECIPIENT'S TIN"),
    ([36.0, 146.0, 280.0, 182.0], "RECIPIENT'S name"),
    ([36.0, 182.0, 280.0, 240.0], "Street address (including apt. no.)"),
    ([280.0, 72.0, 400.0, 110.0], "1 Interest income"),
    ([280.0, 110.0, 400.0, 146.0], "2 Early withdrawal penalty"),
    ([280.0, 146.0, 400.0, 182.0], "3 Interest on U.S. Savings Bonds and Treasury obligations"),
    ([280.0, 182.0, 400.0, 240.0], "4 Federal income tax withheld"),
];

fn interest_sheet(payer: &Employer, recipient: &Person, tins: [&str; 2], year: i64, cents: [i64; 2]) -> Sheet {
    let one = |text: &str| vec![text.to_owned()];
    let payer_lines = [payer.name.clone(), payer.address.lines(true)].concat();
    let values = [
        payer_lines,
        one(tins[0]),
        one(tins[1]),
        vec![recipient.name()],
        recipient.address.lines(true),
        vec![format!("$ {}", amount(cents[0]))],
        vec![format!("$ {}", amount(cents[1]))],
        Vec::new(),
        Vec::new(),
    ];
    let mut sheet = Sheet::letter();
    for ((area, caption), lines) in INTEREST_BOXES.into_iter().zip(&values) {
        boxed(&mut sheet, area, caption, lines);
    }
    sheet.text(412.0, 60.0, CAPTION, "OMB No. 1545-0112");
    sheet.text(412.0, 90.0, Ink::new(Font::SansBold, 20.0), &year.to_string());
    sheet.text(412.0, 120.0, Ink::new(Font::SansBold, 11.0), "Interest Income");
    sheet.text(412.0, 150.0, Ink::new(Font::SansBold, 9.0), "Copy B For Recipient");
    sheet.text(
        36.0,
        252.0,
        CAPTION,
        "Form 1099-INT (keep for your records)  www.irs.gov/Form1099INT  Department of the Treasury - Internal Revenue Service",
    );
    sheet
}

/// A page resembling Form 1099-INT.
pub fn form_1099_int(seed: u64) -> Case {
    let mut dice = Dice::new(seed);
    let (payer, recipient) = (Employer::throw(&mut dice), Person::throw(&mut dice));
    let year = dice.between(2015, 2025);
    let (payer_tin, recipient_tin) = (employer_number(&mut dice), social_security_number(&mut dice));
    let (interest, penalty) = (dice.between(1_000, 900_000), dice.between(100, 9_000));
    let sheet = interest_sheet(
        &payer,
        &recipient,
        [&payer_tin, &recipient_tin],
        year,
        [interest, penalty],
    );
    let mut case = other("1099-int", "1099-int", Paper::new(vec![sheet]), 1);
    case.truth.label = Some("1099-INT".to_owned());
    let fields = json!({
        "payer_tin": payer_tin,
        "payer_name": payer.name.join(" "),
        "payer_address": payer.address.lines(true).join(", "),
        "recipient_tin": recipient_tin,
        "recipient_name": recipient.name(),
        "recipient_address": recipient.address.lines(true).join(", "),
        "interest_income": amount(interest),
        "early_withdrawal_penalty": amount(penalty),
        "tax_year": year,
    });
    case.truth.forms.push(FormTruth {
        label: "1099-INT".to_owned(),
        page: 1,
        copies: 1,
        fields: if let Value::Object(map) = fields {
            map
        } else {
            Map::new()
        },
    });
    case
}

/// A pay stub that mentions the W-2 and shows wages, taxes and year-to-date amounts.
pub fn pay_stub(seed: u64) -> Case {
    let mut dice = Dice::new(seed);
    let (employer, person) = (Employer::throw(&mut dice), Person::throw(&mut dice));
    let mut sheet = Sheet::letter();
    sheet.text(36.0, 50.0, Ink::new(Font::SansBold, 14.0), "Earnings Statement");
    for (row, line) in employer.name.iter().chain(&employer.address.lines(true)).enumerate() {
        sheet.text(36.0, 70.0 + 12.0 * row as f32, VALUE, line);
    }
    sheet.text(360.0, 70.0, VALUE, &format!("Employee: {}", person.name()));
    sheet.text(
        360.0,
        84.0,
        VALUE,
        &format!("Pay date: 03/{:02}/2024", dice.between(1, 28)),
    );
    sheet.text(
        360.0,
        98.0,
        VALUE,
        &format!("Social security number: XXX-XX-{:04}", dice.between(1, 9999)),
    );
    for (row, what) in [
        "Description   This period   Year to date",
        "Regular wages",
        "Federal income tax",
        "Social security tax",
        "Medicare tax",
        "State income tax",
        "Net pay",
    ]
    .into_iter()
    .enumerate()
    {
        let baseline = 160.0 + 16.0 * row as f32;
        sheet.text(36.0, baseline, VALUE, what);
        if row > 0 {
            let cents = dice.between(2_000, 400_000);
            sheet.text_right(300.0, baseline, VALUE, &amount(cents));
            sheet.text_right(400.0, baseline, VALUE, &amount(cents * 5));
        }
    }
    sheet.text(
        36.0,
        300.0,
        VALUE,
        "This is not a Form W-2. Your W-2 Wage and Tax Statement is issued in January.",
    );
    other("pay-stub", "pay-stub", Paper::new(vec![sheet]), 1)
}

/// File name, form, title, and captions of four boxes.
const RELATIVES: [(&str, &str, &str, [&str; 4]); 3] = [
    (
        "form-w-4",
        "Form W-4",
        "Employee's Withholding Certificate",
        [
            "Step 1(a) First name and middle initial, last name",
            "Address",
            "Step 3 Claim dependents",
            "Step 4(c) Extra withholding",
        ],
    ),
    (
        "form-w-2c",
        "Form W-2c",
        "Corrected Wage and Tax Statement",
        [
            "e Corrected SSN and/or name",
            "Previously reported 1 Wages, tips, other compensation",
            "Correct information 1 Wages, tips, other compensation",
            "Correct information 2 Federal income tax withheld",
        ],
    ),
    (
        "form-w-3",
        "Form W-3",
        "Transmittal of Wage and Tax Statements",
        [
            "c Total number of Forms W-2",
            "1 Wages, tips, other compensation",
            "2 Federal income tax withheld",
            "e Employer identification number (EIN)",
        ],
    ),
];

/// Pages resembling Forms W-4, W-2c and W-3, whose names are close to W-2.
pub fn relatives(seed: u64) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let mut cases = Vec::new();
    for (stem, name, title, rows) in RELATIVES {
        let person = Person::throw(&mut dice);
        let mut sheet = Sheet::letter();
        sheet.text(36.0, 60.0, Ink::new(Font::SansBold, 18.0), name);
        sheet.text(170.0, 60.0, Ink::new(Font::SansBold, 14.0), title);
        sheet.text(
            480.0,
            60.0,
            Ink::new(Font::SansBold, 18.0),
            &dice.between(2015, 2025).to_string(),
        );
        for (row, caption) in rows.into_iter().enumerate() {
            let top = 80.0 + 40.0 * row as f32;
            let value = if row == 0 {
                person.name()
            } else {
                amount(dice.between(1_000, 9_000_000))
            };
            boxed(&mut sheet, [36.0, top, 576.0, top + 40.0], caption, &[value]);
        }
        let mut case = other(stem, stem, Paper::new(vec![sheet]), 1);
        case.truth.expect = Expect::Any;
        cases.push(case);
    }
    cases
}
