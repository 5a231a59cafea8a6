//! The official drawings of Schedule K-1 of Form 1065 and of Form 1120-S, in the revisions since 2011. Source: the
//! forms published by the IRS. The facts printed on them are in `shares`.

use super::draw::{Form, form};
use super::parts;
use super::parts::{HALF, SMALL};
use crate::font::Font;
use crate::paper::Ink;
use crate::w2::layout::{Align, Mark};

const WHOLE: f32 = 540.0;

/// A box of the right half: its number, caption and slot, and its number of coded rows; 0 means one amount.
pub(crate) type Item = (&'static str, &'static str, &'static str, u8);

/// The schedule of a partner (Form 1065) or a shareholder (Form 1120-S).
pub(crate) fn layout(partner: bool, year: i32, value: Ink, mark: Mark) -> Form {
    let mut form = form(value, mark);
    top(&mut form, partner, year);
    if partner {
        parts::of_partner(&mut form, year);
        items(&mut form, &partner_boxes(year));
    } else {
        parts::of_shareholder(&mut form, year);
        items(&mut form, &shareholder_boxes(year));
    }
    form
}

fn top(form: &mut Form, partner: bool, year: i32) {
    let (number, whose) = if partner {
        ("1065", "Partner's")
    } else {
        ("1120-S", "Shareholder's")
    };
    form.put("Schedule K-1", 0.0, 16.0, Font::SansBold, 13.0);
    form.put(&format!("(Form {number})"), 0.0, 28.0, Font::SansBold, 10.0);
    form.put(&year.to_string(), 200.0, 26.0, Font::SansBold, 22.0);
    form.put("Department of the Treasury", 0.0, 38.0, Font::Sans, SMALL);
    form.put("Internal Revenue Service", 0.0, 46.0, Font::Sans, SMALL);
    form.put(
        &format!("For calendar year {year}, or tax year"),
        110.0,
        46.0,
        Font::Sans,
        SMALL,
    );
    form.put(
        "beginning      /      /            ending      /      /",
        60.0,
        58.0,
        Font::Sans,
        SMALL,
    );
    form.put(&format!("{whose} Share of Income,"), 0.0, 72.0, Font::SansBold, 11.0);
    form.put("Deductions, Credits, etc.", 0.0, 84.0, Font::SansBold, 11.0);
    form.put("See separate instructions.", 170.0, 84.0, Font::Sans, SMALL);
    for (slot, words, x) in [("final", "Final K-1", 300.0), ("amended", "Amended K-1", 370.0)] {
        form.place(slot, [x, 2.0, x + 9.0, 11.0], Align::Center);
        form.put(words, x + 13.0, 10.0, Font::Sans, 7.5);
    }
    let omb = match (partner, year) {
        (true, ..=2015) => "OMB No. 1545-0099",
        (false, ..=2015) => "OMB No. 1545-0130",
        _ => "OMB No. 1545-0123",
    };
    form.put(omb, 460.0, 10.0, Font::Sans, SMALL);
    let owner = if partner { "Partner's" } else { "Shareholder's" };
    form.put("Part III", HALF + 4.0, 24.0, Font::SansBold, 8.0);
    form.put(
        &format!("{owner} Share of Current Year Income,"),
        HALF + 45.0,
        24.0,
        Font::SansBold,
        8.0,
    );
    form.put(
        "Deductions, Credits, and Other Items",
        HALF + 45.0,
        33.0,
        Font::SansBold,
        8.0,
    );
}

#[rustfmt::skip]
pub(crate) fn partner_boxes(year: i32) -> [Vec<Item>; 2] {
    let mut left: Vec<Item> = vec![
        ("1", "Ordinary business income (loss)", "ordinary_income", 0),
        ("2", "Net rental real estate income (loss)", "net_rental_real_estate_income", 0),
        ("3", "Other net rental income (loss)", "other_net_rental_income", 0),
    ];
    if year >= 2019 {
        left.push(("4a", "Guaranteed payments for services", "guaranteed_payments_services", 0));
        left.push(("4b", "Guaranteed payments for capital", "guaranteed_payments_capital", 0));
        left.push(("4c", "Total guaranteed payments", "guaranteed_payments", 0));
    } else {
        left.push(("4", "Guaranteed payments", "guaranteed_payments", 0));
    }
    left.push(("5", "Interest income", "interest_income", 0));
    left.push(("6a", "Ordinary dividends", "ordinary_dividends", 0));
    left.push(("6b", "Qualified dividends", "qualified_dividends", 0));
    if year >= 2018 {
        left.push(("6c", "Dividend equivalents", "dividend_equivalents", 0));
    }
    left.extend([
        ("7", "Royalties", "royalties", 0),
        ("8", "Net short-term capital gain (loss)", "net_short_term_capital_gain", 0),
        ("9a", "Net long-term capital gain (loss)", "net_long_term_capital_gain", 0),
        ("9b", "Collectibles (28%) gain (loss)", "collectibles_gain", 0),
        ("9c", "Unrecaptured section 1250 gain", "unrecaptured_section_1250_gain", 0),
        ("10", "Net section 1231 gain (loss)", "net_section_1231_gain", 0),
        ("11", "Other income (loss)", "other_income", 3),
        ("12", "Section 179 deduction", "section_179_deduction", 0),
        ("13", "Other deductions", "other_deductions", 3),
    ]);
    let mut right: Vec<Item> = vec![("14", "Self-employment earnings (loss)", "self_employment_earnings", 2), ("15", "Credits", "credits", 2)];
    if year >= 2021 {
        right.push(("16", "Schedule K-3 is attached if checked", "schedule_k3_attached", 0));
    } else {
        right.push(("16", "Foreign transactions", "foreign_transactions", 4));
    }
    right.extend([
        ("17", "Alternative minimum tax (AMT) items", "alternative_minimum_tax_items", 3),
        ("18", "Tax-exempt income and nondeductible expenses", "tax_exempt_income", 3),
        ("19", "Distributions", "distributions", 2),
        ("20", "Other information", "other_information", 5),
    ]);
    if year >= 2021 {
        right.push(("21", "Foreign taxes paid or accrued", "foreign_taxes_paid", 0));
    }
    if year >= 2019 {
        right.push(("22", "More than one activity for at-risk purposes*", "more_than_one_activity_at_risk", 0));
        right.push(("23", "More than one activity for passive activity purposes*", "more_than_one_activity_passive", 0));
    }
    [left, right]
}

#[rustfmt::skip]
pub(crate) fn shareholder_boxes(year: i32) -> [Vec<Item>; 2] {
    let left: Vec<Item> = vec![
        ("1", "Ordinary business income (loss)", "ordinary_income", 0),
        ("2", "Net rental real estate income (loss)", "net_rental_real_estate_income", 0),
        ("3", "Other net rental income (loss)", "other_net_rental_income", 0),
        ("4", "Interest income", "interest_income", 0),
        ("5a", "Ordinary dividends", "ordinary_dividends", 0),
        ("5b", "Qualified dividends", "qualified_dividends", 0),
        ("6", "Royalties", "royalties", 0),
        ("7", "Net short-term capital gain (loss)", "net_short_term_capital_gain", 0),
        ("8a", "Net long-term capital gain (loss)", "net_long_term_capital_gain", 0),
        ("8b", "Collectibles (28%) gain (loss)", "collectibles_gain", 0),
        ("8c", "Unrecaptured section 1250 gain", "unrecaptured_section_1250_gain", 0),
        ("9", "Net section 1231 gain (loss)", "net_section_1231_gain", 0),
        ("10", "Other income (loss)", "other_income", 3),
        ("11", "Section 179 deduction", "section_179_deduction", 0),
        ("12", "Other deductions", "other_deductions", 3),
    ];
    let mut right: Vec<Item> = vec![("13", "Credits", "credits", 3)];
    if year >= 2021 {
        right.push(("14", "Schedule K-3 is attached if checked", "schedule_k3_attached", 0));
    } else {
        right.push(("14", "Foreign transactions", "foreign_transactions", 4));
    }
    right.extend([
        ("15", "Alternative minimum tax (AMT) items", "alternative_minimum_tax_items", 3),
        ("16", "Items affecting shareholder basis", "shareholder_basis_items", 4),
        ("17", "Other information", "other_information", 5),
    ]);
    if year >= 2019 {
        right.push(("18", "More than one activity for at-risk purposes*", "more_than_one_activity_at_risk", 0));
        right.push(("19", "More than one activity for passive activity purposes*", "more_than_one_activity_passive", 0));
    }
    [left, right]
}

/// The right half: two columns of boxes, with codes left of a thin line.
fn items(form: &mut Form, columns: &[Vec<Item>; 2]) {
    let width = (WHOLE - HALF) / 2.0;
    for (index, boxes) in columns.iter().enumerate() {
        let left = HALF + width * index as f32;
        let mut level = 38.0;
        for (number, caption, slot, rows) in boxes {
            let start = level;
            form.put(number, left + 2.0, level + 8.0, Font::SansBold, 7.0);
            let under = form.wrap(caption, (left + 17.0, level + 8.0), width - 19.0, Font::Sans, 6.5);
            level = under - 6.0;
            if *rows > 0 {
                for row in 0..*rows {
                    let code = format!("{slot}.code.{row}");
                    form.place(&code, [left + 2.0, level, left + 24.0, level + 12.0], Align::Left);
                    let amount = format!("{slot}.amount.{row}");
                    form.place(
                        &amount,
                        [left + 27.0, level, left + width - 3.0, level + 12.0],
                        Align::Right,
                    );
                    level += 13.0;
                    if row + 1 < *rows {
                        form.lines.push(((left, level), (left + width, level), 0.4));
                    }
                }
                form.lines.push(((left + 25.0, under - 5.0), (left + 25.0, level), 0.4));
            } else if slot.starts_with("more_than") || slot.starts_with("schedule_k3") {
                form.place(
                    slot,
                    [left + width - 13.0, level + 1.0, left + width - 5.0, level + 9.0],
                    Align::Center,
                );
                level += 11.0;
            } else {
                form.place(
                    slot,
                    [left + 20.0, level, left + width - 3.0, level + 12.0],
                    Align::Right,
                );
                level += 13.0;
            }
            form.frame([left, start, left + width, level]);
        }
        if index == 1 {
            form.wrap(
                "*See attached statement for additional information.",
                (left + 3.0, level + 12.0),
                width - 6.0,
                Font::SansBold,
                7.0,
            );
        }
    }
}
