//! The official drawings of the four 1099s, in the revisions since 2011: their boxes, with numbers and positions.
//! Source: the forms published by the IRS.

use super::draw::{Captioned, Form, form};
use crate::font::Font;
use crate::paper::Ink;
use crate::w2::layout::{Align, Mark};

/// The copy; each has different words around the boxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CopyOf {
    A,
    B,
    C,
}

/// Rows of boxes in the middle of the form, and the boxes of a state. The first two rows are left of the year.
pub(crate) struct Boxes {
    pub rows: Vec<Vec<Captioned<'static>>>,
    pub states: Vec<Captioned<'static>>,
    pub title: &'static str,
    pub omb: &'static str,
}

const PAYER: &str = "PAYER'S name, street address, city or town, state or province, country, ZIP or foreign postal code, and telephone no.";
const CITY: &str = "City or town, state or province, country, and ZIP or foreign postal code";
const WITHHELD: Captioned<'static> = ("4", "Federal income tax withheld", "federal_tax_withheld");

/// The boxes of a form in the revision for a year.
pub(crate) fn boxes(label: &str, year: i32) -> Boxes {
    match label {
        "1099-INT" => interest(year),
        "1099-DIV" => dividends(year),
        "1099-MISC" => miscellaneous(year),
        _ => compensation(year),
    }
}

fn compensation(year: i32) -> Boxes {
    let direct = "Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale";
    let second: Captioned<'static> = if year == 2020 {
        ("2", "", "")
    } else {
        ("2", direct, "direct_sales")
    };
    let third: Captioned<'static> = if year >= 2025 {
        ("3", "Excess golden parachute payments", "excess_golden_parachute")
    } else {
        ("3", "", "")
    };
    Boxes {
        rows: vec![
            vec![],
            vec![],
            vec![("1", "Nonemployee compensation", "nonemployee_compensation")],
            vec![second],
            vec![third],
            vec![WITHHELD],
        ],
        states: numbered(&STATE_OF_PAYER, &["5", "6", "7"]),
        title: "Nonemployee Compensation",
        omb: "OMB No. 1545-0116",
    }
}

const STATE_OF_PAYER: [(&str, &str); 3] = [
    ("State tax withheld", "state_tax_withheld"),
    ("State/Payer's state no.", "line"),
    ("State income", "state_income"),
];
const STATE_COLUMNS: [(&str, &str); 3] = [
    ("State", "state"),
    ("State identification no.", "payer_state_no"),
    ("State tax withheld", "state_tax_withheld"),
];

fn numbered(columns: &[(&'static str, &'static str)], numbers: &[&'static str]) -> Vec<Captioned<'static>> {
    let pairs = columns.iter().zip(numbers);
    pairs
        .map(|((caption, part), number)| (*number, *caption, *part))
        .collect()
}

#[rustfmt::skip]
fn interest(year: i32) -> Boxes {
    let country: Captioned<'static> = ("7", if year >= 2023 { "Foreign country or U.S. territory" } else { "Foreign country or U.S. possession" }, "foreign_country");
    let mut rows: Vec<Vec<Captioned<'static>>> = vec![
        vec![("", "Payer's RTN (optional)", "payer_rtn")],
        vec![("1", "Interest income", "interest_income")],
        vec![("2", "Early withdrawal penalty", "early_withdrawal_penalty")],
        vec![("3", "Interest on U.S. Savings Bonds and Treasury obligations", "savings_bond_interest")],
        vec![WITHHELD, ("5", "Investment expenses", "investment_expenses")],
        vec![("6", "Foreign tax paid", "foreign_tax_paid"), country],
        vec![("8", "Tax-exempt interest", "tax_exempt_interest"), ("9", "Specified private activity bond interest", "private_activity_bond_interest")],
    ];
    let numbers: [&str; 3] = if year >= 2016 {
        rows.push(vec![("10", "Market discount", "market_discount"), ("11", "Bond premium", "bond_premium")]);
        rows.push(vec![("12", "Bond premium on Treasury obligations", "treasury_bond_premium"), ("13", "Bond premium on tax-exempt bond", "tax_exempt_bond_premium")]);
        rows.push(vec![("14", "Tax-exempt and tax credit bond CUSIP no.", "tax_exempt_bond_cusip")]);
        ["15", "16", "17"]
    } else {
        rows.push(vec![("10", "Tax-exempt bond CUSIP no. (see instructions)", "tax_exempt_bond_cusip")]);
        ["11", "12", "13"]
    };
    Boxes { rows, states: numbered(&STATE_COLUMNS, &numbers), title: "Interest Income", omb: "OMB No. 1545-0112" }
}

#[rustfmt::skip]
fn dividends(year: i32) -> Boxes {
    let mut rows: Vec<Vec<Captioned<'static>>> = vec![
        vec![("1a", "Total ordinary dividends", "total_dividends")],
        vec![("1b", "Qualified dividends", "qualified_dividends")],
        vec![("2a", "Total capital gain distr.", "total_capital_gain"), ("2b", "Unrecap. Sec. 1250 gain", "unrecaptured_section_1250_gain")],
        vec![("2c", "Section 1202 gain", "section_1202_gain"), ("2d", "Collectibles (28%) gain", "collectibles_gain")],
    ];
    if year >= 2021 {
        rows.push(vec![("2e", "Section 897 ordinary dividends", "section_897_ordinary_dividends"), ("2f", "Section 897 capital gain", "section_897_capital_gain")]);
    }
    rows.push(vec![("3", "Nondividend distributions", "nondividend_distributions"), WITHHELD]);
    let country = if year >= 2023 { "Foreign country or U.S. territory" } else { "Foreign country or U.S. possession" };
    let numbers: [&str; 3] = match year {
        ..=2017 => {
            rows.push(vec![("5", "Investment expenses", "investment_expenses")]);
            rows.push(vec![("6", "Foreign tax paid", "foreign_tax_paid"), ("7", country, "foreign_country")]);
            rows.push(vec![("8", "Cash liquidation distributions", "cash_liquidation"), ("9", "Noncash liquidation distributions", "noncash_liquidation")]);
            rows.push(vec![("10", "Exempt-interest dividends", "exempt_interest_dividends"), ("11", "Specified private activity bond interest dividends", "private_activity_bond_dividends")]);
            ["12", "13", "14"]
        }
        2018..=2020 => {
            rows.push(vec![("5", "Section 199A dividends", "section_199a_dividends"), ("6", "Investment expenses", "investment_expenses")]);
            rows.push(vec![("7", "Foreign tax paid", "foreign_tax_paid"), ("8", country, "foreign_country")]);
            rows.push(vec![("9", "Cash liquidation distributions", "cash_liquidation"), ("10", "Noncash liquidation distributions", "noncash_liquidation")]);
            rows.push(vec![("11", "Exempt-interest dividends", "exempt_interest_dividends"), ("12", "Specified private activity bond interest dividends", "private_activity_bond_dividends")]);
            ["13", "14", "15"]
        }
        _ => {
            rows.push(vec![("5", "Section 199A dividends", "section_199a_dividends"), ("6", "Investment expenses", "investment_expenses")]);
            rows.push(vec![("7", "Foreign tax paid", "foreign_tax_paid"), ("8", country, "foreign_country")]);
            rows.push(vec![("9", "Cash liquidation distributions", "cash_liquidation"), ("10", "Noncash liquidation distributions", "noncash_liquidation")]);
            rows.push(vec![("11", "FATCA filing requirement", "fatca_filing_requirement"), ("12", "Exempt-interest dividends", "exempt_interest_dividends")]);
            rows.push(vec![("13", "Specified private activity bond interest dividends", "private_activity_bond_dividends")]);
            ["14", "15", "16"]
        }
    };
    Boxes { rows, states: numbered(&STATE_COLUMNS, &numbers), title: "Dividends and Distributions", omb: "OMB No. 1545-0110" }
}

#[rustfmt::skip]
fn miscellaneous(year: i32) -> Boxes {
    const SUBSTITUTE: &str = "Substitute payments in lieu of dividends or interest";
    const DIRECT: &str = "Payer made direct sales of $5,000 or more of consumer products to a buyer (recipient) for resale";
    const DIRECT_2020: &str = "Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale";
    let mut rows: Vec<Vec<Captioned<'static>>> = vec![
        vec![("1", "Rents", "rents")],
        vec![("2", "Royalties", "royalties")],
        vec![("3", "Other income", "other_income"), WITHHELD],
        vec![("5", "Fishing boat proceeds", "fishing_boat_proceeds"), ("6", "Medical and health care payments", "medical_payments")],
    ];
    let numbers: [&str; 3] = if year <= 2019 {
            rows.push(vec![("7", "Nonemployee compensation", "nonemployee_compensation"), ("8", SUBSTITUTE, "substitute_payments")]);
            rows.push(vec![("9", DIRECT, "direct_sales"), ("10", "Crop insurance proceeds", "crop_insurance_proceeds")]);
            if year <= 2012 {
                rows.push(vec![("11", "Foreign tax paid", "foreign_tax_paid"), ("12", "Foreign country or U.S. possession", "foreign_country")]);
            } else {
                rows.push(vec![("11", "", ""), ("12", "", "")]);
            }
            rows.push(vec![("13", "Excess golden parachute payments", "excess_golden_parachute"), ("14", "Gross proceeds paid to an attorney", "attorney_gross_proceeds")]);
            rows.push(vec![("15a", "Section 409A deferrals", "section_409a_deferrals"), ("15b", "Section 409A income", "section_409a_income")]);
            ["16", "17", "18"]
        } else {
            rows.push(vec![("7", DIRECT_2020, "direct_sales"), ("8", SUBSTITUTE, "substitute_payments")]);
            rows.push(vec![("9", "Crop insurance proceeds", "crop_insurance_proceeds"), ("10", "Gross proceeds paid to an attorney", "attorney_gross_proceeds")]);
            let fish: Captioned<'static> = if year == 2020 { ("11", "", "") } else { ("11", "Fish purchased for resale", "fish_purchased_for_resale") };
            rows.push(vec![fish, ("12", "Section 409A deferrals", "section_409a_deferrals")]);
            if year <= 2021 {
                rows.push(vec![("13", "Excess golden parachute payments", "excess_golden_parachute"), ("14", "Nonqualified deferred compensation", "nonqualified_deferred_compensation")]);
                ["15", "16", "17"]
            } else {
                rows.push(vec![("13", "FATCA filing requirement", "fatca_filing_requirement"), ("14", "Excess golden parachute payments", "excess_golden_parachute")]);
                rows.push(vec![("15", "Nonqualified deferred compensation", "nonqualified_deferred_compensation")]);
                ["16", "17", "18"]
            }
    };
    let title = if year >= 2021 { "Miscellaneous Information" } else { "Miscellaneous Income" };
    Boxes { rows, states: numbered(&STATE_OF_PAYER, &numbers), title, omb: "OMB No. 1545-0115" }
}

/// Left edges of the columns: parties, left boxes, right boxes, words; and the right edge of the form.
const X: [f32; 5] = [0.0, 246.0, 345.0, 444.0, 540.0];

/// Top of the first row of boxes.
const TOP: f32 = 16.0;

/// The official form for a label, year and copy; `height` is that of a row of boxes.
pub(crate) fn layout(label: &str, year: i32, copy: CopyOf, value: Ink, height: f32) -> Form {
    let boxes = boxes(label, year);
    let mut form = form(value, Mark::Cross);
    if copy == CopyOf::A {
        form.color = [0.86, 0.1, 0.12];
    }
    let size = if height < 26.0 { 5.0 } else { 6.0 };
    let align = if copy == CopyOf::C { Align::Left } else { Align::Right };
    let mut level = TOP;
    for row in &boxes.rows {
        let first = level < TOP + 1.9 * height;
        let ends: &[f32] = match (first, row.len()) {
            (true, 0) => &[],
            (true, _) => &X[1..3],
            (false, 1) => &[X[1], X[3]],
            _ => &X[1..4],
        };
        for (what, sides) in row.iter().zip(ends.windows(2)) {
            form.boxed([sides[0], level, sides[1], level + height], *what, size, align);
        }
        level += height;
    }
    parties(&mut form, year, TOP, level, size);
    states(&mut form, &boxes, level, height, size);
    around(&mut form, label, year, copy, &boxes, height, level + 1.2 * height);
    form
}

fn parties(form: &mut Form, year: i32, top: f32, bottom: f32, size: f32) {
    let unit = (bottom - top) / 13.0;
    let at = |row: f32| top + row * unit;
    let (left, right) = (X[0], X[1]);
    let middle = f32::midpoint(left, right);
    let tins = if year >= 2018 {
        ["PAYER'S TIN", "RECIPIENT'S TIN"]
    } else {
        [
            "PAYER'S federal identification number",
            "RECIPIENT'S identification number",
        ]
    };
    form.boxed([left, top, right, at(5.0)], ("", PAYER, "payer"), size, Align::Left);
    form.boxed(
        [left, at(5.0), middle, at(7.0)],
        ("", tins[0], "payer_tin"),
        size,
        Align::Left,
    );
    form.boxed(
        [middle, at(5.0), right, at(7.0)],
        ("", tins[1], "recipient_tin"),
        size,
        Align::Left,
    );
    form.boxed(
        [left, at(7.0), right, at(9.0)],
        ("", "RECIPIENT'S name", "recipient_name"),
        size,
        Align::Left,
    );
    let street = ("", "Street address (including apt. no.)", "recipient_street");
    form.boxed([left, at(9.0), right, at(11.0)], street, size, Align::Left);
    form.boxed(
        [left, at(11.0), right, bottom],
        ("", CITY, "recipient_town"),
        size,
        Align::Left,
    );
}

/// Account number and the two state lines, side by side at the bottom of the form.
fn states(form: &mut Form, boxes: &Boxes, top: f32, height: f32, size: f32) {
    let bottom = top + 1.2 * height;
    let has_fatca = boxes
        .rows
        .iter()
        .flatten()
        .any(|(_, _, slot)| *slot == "fatca_filing_requirement");
    let (account, notice) = (
        150.0,
        if has_fatca || boxes.title == "Nonemployee Compensation" {
            246.0
        } else {
            198.0
        },
    );
    form.boxed(
        [0.0, top, account, bottom],
        ("", "Account number (see instructions)", "account_number"),
        size,
        Align::Left,
    );
    form.boxed(
        [account, top, notice, bottom],
        ("", "2nd TIN not.", "second_tin_notice"),
        size,
        Align::Left,
    );
    if notice < X[1] {
        let fatca = ("", "FATCA filing requirement", "fatca_filing_requirement");
        form.boxed([notice, top, X[1], bottom], fatca, size, Align::Left);
    }
    let narrow = boxes.states[0].2 == "state";
    let ends = if narrow {
        [X[1], 285.0, 385.0, X[4]]
    } else {
        [X[1], 335.0, 445.0, X[4]]
    };
    let line = (bottom - top - size - 2.0) / 2.0;
    for ((number, caption, part), sides) in boxes.states.iter().zip(ends.windows(2)) {
        form.boxed(
            [sides[0], top, sides[1], bottom],
            (number, caption, ""),
            size,
            Align::Left,
        );
        for row in 0..2_u8 {
            let slot = format!("state_taxes.{part}.{row}");
            let align = if super::draw::is_amount(&slot) {
                Align::Right
            } else {
                Align::Left
            };
            let foot = bottom - 1.0 - line * f32::from(1 - row);
            form.place(&slot, [sides[0] + 5.0, foot - line + 0.5, sides[1] - 4.0, foot], align);
        }
    }
    for dash in 0..49_u8 {
        let x = X[1] + 6.0 * f32::from(dash);
        form.lines
            .push(((x, bottom - 1.0 - line), (x + 3.5, bottom - 1.0 - line), 0.4));
    }
}

/// The words around the boxes.
fn around(form: &mut Form, label: &str, year: i32, copy: CopyOf, boxes: &Boxes, height: f32, foot: f32) {
    form.frame([X[0], TOP, X[4], foot]);
    let left = if boxes.rows[0].is_empty() { X[1] } else { X[2] };
    form.frame([left, TOP, X[3], TOP + 2.0 * height]);
    form.put(boxes.omb, left + 8.0, TOP + 9.0, Font::Sans, 6.5);
    form.put("Form", left + 8.0, TOP + 0.8 * height, Font::Sans, 6.0);
    form.put(label, left + 24.0, TOP + 0.8 * height, Font::SansBold, 8.5);
    if year >= 2022 {
        if height > 20.0 {
            form.put(
                "(Rev. January 2022)",
                left + 10.0,
                TOP + 0.8 * height + 9.0,
                Font::Sans,
                6.0,
            );
        }
        form.put(
            "For calendar year",
            left + 8.0,
            TOP + 2.0 * height - 12.0,
            Font::Sans,
            6.0,
        );
        form.place(
            "year",
            [
                left + 60.0,
                TOP + 2.0 * height - 20.0,
                X[3] - 4.0,
                TOP + 2.0 * height - 8.0,
            ],
            Align::Left,
        );
    } else {
        form.put(
            &year.to_string(),
            left + 22.0,
            TOP + 2.0 * height - 6.0,
            Font::SansBold,
            20.0,
        );
    }
    form.wrap(boxes.title, (X[3] + 6.0, TOP + 12.0), 86.0, Font::SansBold, 10.5);
    let (title, whom, note) = match copy {
        CopyOf::A => (
            "Copy A",
            "For Internal Revenue Service Center",
            "File with Form 1096. For Privacy Act and Paperwork Reduction Act Notice, see the current General Instructions for Certain Information Returns.",
        ),
        CopyOf::B => (
            "Copy B",
            "For Recipient",
            "This is important tax information and is being furnished to the IRS. If you are required to file a return, a negligence penalty or other sanction may be imposed on you if this income is taxable and the IRS determines that it has not been reported.",
        ),
        CopyOf::C => (
            "Copy C",
            "For Payer",
            "For Privacy Act and Paperwork Reduction Act Notice, see the current General Instructions for Certain Information Returns.",
        ),
    };
    form.put(title, X[3] + 24.0, TOP + 2.0 * height + 12.0, Font::SansBold, 9.0);
    let under = form.wrap(whom, (X[3] + 8.0, TOP + 2.0 * height + 24.0), 84.0, Font::SansBold, 7.5);
    if height > 20.0 {
        form.wrap(note, (X[3] + 6.0, under + 8.0), 86.0, Font::Sans, 5.5);
    }
    let mut squares: Vec<(&str, &str, f32)> = vec![("corrected", "CORRECTED (if checked)", 230.0)];
    if copy != CopyOf::B {
        squares = vec![("void", "VOID", 160.0), ("corrected", "CORRECTED", 230.0)];
    }
    for (slot, words, x) in squares {
        form.place(slot, [x, 3.0, x + 9.0, 12.0], Align::Center);
        form.put(words, x + 13.0, 11.0, Font::Sans, 7.5);
    }
    form.put("Form", 0.0, foot + 9.0, Font::Sans, 6.5);
    form.put(label, 18.0, foot + 9.0, Font::SansBold, 8.5);
    form.put("(keep for your records)", 110.0, foot + 9.0, Font::Sans, 6.0);
    let web = format!("www.irs.gov/Form{}", label.replace('-', ""));
    form.put(&web, 230.0, foot + 9.0, Font::Sans, 6.0);
    form.put(
        "Department of the Treasury - Internal Revenue Service",
        370.0,
        foot + 9.0,
        Font::Sans,
        6.0,
    );
}
