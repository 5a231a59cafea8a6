//! The left half of the official Schedules K-1: the filer, the partner or shareholder, shares, liabilities and the
//! capital account. Source: the forms published by the IRS. The boxes of income and deductions are in `schedules`.

use super::draw::{Captioned, Form};
use crate::font::Font;
use crate::w2::layout::Align;

/// A captioned line on the left: letter and words, with the value under them.
fn lettered(form: &mut Form, level: f32, height: f32, what: Captioned) -> f32 {
    let (letter, caption, slot) = what;
    form.lines.push(((0.0, level), (HALF, level), 0.5));
    form.put(letter, 3.0, level + 8.0, Font::SansBold, 7.0);
    let under = form.wrap(caption, (18.0, level + 8.0), HALF - 22.0, Font::Sans, SMALL);
    form.place(slot, [20.0, under - 6.0, HALF - 4.0, level + height - 1.0], Align::Left);
    level + height
}

fn heading(form: &mut Form, level: f32, part: &str, words: &str) -> f32 {
    form.lines.push(((0.0, level), (HALF, level), 1.0));
    form.put(part, 3.0, level + 9.0, Font::SansBold, 8.0);
    form.put(words, 45.0, level + 9.0, Font::SansBold, 8.0);
    level + 12.0
}

/// Check boxes on one line, each followed by its words.
fn squares(form: &mut Form, level: f32, letter: &str, all: &[(&str, &str, f32)]) -> f32 {
    form.put(letter, 3.0, level + 9.0, Font::SansBold, 7.0);
    for (slot, words, x) in all {
        form.place(slot, [*x, level + 2.0, x + 8.0, level + 10.0], Align::Center);
        form.put(words, x + 10.5, level + 9.0, Font::Sans, 6.2);
    }
    level + 13.0
}

/// Rows with one value for the beginning and one for the end of the year.
fn two_columns(form: &mut Form, level: f32, head: bool, rows: &[(&str, &str)], sign: &str) -> f32 {
    let mut level = level;
    if head {
        form.put("Beginning", 120.0, level + 7.0, Font::Sans, SMALL);
        form.put("Ending", 205.0, level + 7.0, Font::Sans, SMALL);
        level += 9.0;
    }
    for (words, slot) in rows {
        form.wrap(words, (18.0, level + 8.0), 76.0, Font::Sans, SMALL);
        let height = if words.len() > 18 { 17.0 } else { 12.0 };
        for (end, x) in [("beginning", 96.0), ("ending", 180.0)] {
            if !head && end == "beginning" {
                continue;
            }
            if sign == "$" {
                form.put("$", x, level + height - 3.0, Font::Sans, SMALL);
            } else {
                form.put(sign, x + 76.0, level + height - 3.0, Font::Sans, SMALL);
            }
            form.place(
                &format!("{slot}_{end}"),
                [x + 6.0, level, x + 74.0, level + height],
                Align::Right,
            );
        }
        level += height;
        form.lines.push(((18.0, level), (HALF, level), 0.3));
    }
    level
}

/// Lines of words, a dot leader and an amount on the right.
fn ledger(form: &mut Form, level: f32, rows: &[(&str, &str)]) -> f32 {
    let mut level = level;
    for (words, slot) in rows {
        form.put(words, 18.0, level + 8.0, Font::Sans, SMALL);
        form.put("$", 172.0, level + 8.0, Font::Sans, SMALL);
        form.place(slot, [178.0, level - 2.0, HALF - 4.0, level + 10.5], Align::Right);
        level += 12.0;
    }
    level
}

pub(crate) fn of_partner(form: &mut Form, year: i32) {
    form.frame([0.0, 90.0, HALF, 700.0]);
    let mut level = heading(form, 90.0, "Part I", "Information About the Partnership");
    level = lettered(
        form,
        level,
        24.0,
        ("A", "Partnership's employer identification number", "payer_tin"),
    );
    level = lettered(
        form,
        level,
        62.0,
        (
            "B",
            "Partnership's name, address, city, state, and ZIP code",
            "payer_name_and_address",
        ),
    );
    let center = if year >= 2021 {
        "IRS center where partnership filed return:"
    } else {
        "IRS Center where partnership filed return"
    };
    level = lettered(form, level, 24.0, ("C", center, "irs_center"));
    level = squares(
        form,
        level,
        "D",
        &[(
            "publicly_traded_partnership",
            "Check if this is a publicly traded partnership (PTP)",
            18.0,
        )],
    );
    level = heading(form, level, "Part II", "Information About the Partner");
    let tin = if year >= 2019 {
        "Partner's SSN or TIN (Do not use TIN of a disregarded entity. See instructions.)"
    } else {
        "Partner's identifying number"
    };
    level = lettered(form, level, 32.0, ("E", tin, "recipient_tin"));
    let name = if year >= 2019 {
        "Name, address, city, state, and ZIP code for partner entered in E. See instructions."
    } else {
        "Partner's name, address, city, state, and ZIP code"
    };
    level = lettered(form, level, 66.0, ("F", name, "recipient"));
    let sides = [
        ("general_partner", "General partner or LLC member-manager", 18.0),
        ("limited_partner", "Limited partner or other LLC member", 142.0),
    ];
    level = squares(form, level, "G", &sides);
    let letter = if year >= 2019 { "H1" } else { "H" };
    level = squares(
        form,
        level,
        letter,
        &[
            ("domestic_partner", "Domestic partner", 18.0),
            ("foreign_partner", "Foreign partner", 148.0),
        ],
    );
    if year >= 2019 {
        level = disregarded_entity(form, level);
    }
    form.put("I1", 3.0, level + 9.0, Font::SansBold, 7.0);
    form.put(
        "What type of entity is this partner?",
        18.0,
        level + 9.0,
        Font::Sans,
        SMALL,
    );
    form.place("entity_type", [140.0, level, HALF - 4.0, level + 11.0], Align::Left);
    level += 13.0;
    let plan = ("retirement_plan", "", HALF - 20.0);
    form.put(
        "If this partner is a retirement plan (IRA/SEP/Keogh/etc.), check here",
        18.0,
        level + 9.0,
        Font::Sans,
        SMALL,
    );
    level = squares(form, level, "I2", &[plan]);
    level = rest_of_partner(form, year, level);
    form.lines.push(((0.0, level), (HALF, level), 0.5));
}

fn disregarded_entity(form: &mut Form, level: f32) -> f32 {
    let entity = (
        "disregarded_entity",
        "If the partner is a disregarded entity (DE), enter the partner's:",
        18.0,
    );
    let level = squares(form, level, "H2", &[entity]);
    form.put("TIN", 18.0, level + 8.0, Font::Sans, SMALL);
    form.place(
        "disregarded_entity_tin",
        [32.0, level, 106.0, level + 11.0],
        Align::Left,
    );
    form.put("Name", 110.0, level + 8.0, Font::Sans, SMALL);
    form.place(
        "disregarded_entity_name",
        [130.0, level, HALF - 4.0, level + 11.0],
        Align::Left,
    );
    level + 12.0
}

fn decrease(form: &mut Form, level: f32) -> f32 {
    form.put("Check if decrease is due to:", 18.0, level + 8.0, Font::Sans, SMALL);
    let reasons = [
        ("decrease_by_sale", "Sale or", 118.0),
        (
            "decrease_by_exchange",
            "Exchange of partnership interest. See instructions.",
            158.0,
        ),
    ];
    squares(form, level, "", &reasons)
}

fn capital_account(form: &mut Form, year: i32, from: f32) -> f32 {
    let mut level = from;
    form.put("L", 3.0, level + 8.0, Font::SansBold, 7.0);
    let analysis = if year >= 2019 {
        "Partner's Capital Account Analysis"
    } else {
        "Partner's capital account analysis:"
    };
    form.put(analysis, 18.0, level + 8.0, Font::SansBold, SMALL);
    let mut rows = vec![
        ("Beginning capital account", "beginning_capital_account"),
        ("Capital contributed during the year", "capital_contributed"),
    ];
    if year >= 2020 {
        rows.push(("Current year net income (loss)", "current_year_net_income"));
        rows.push(("Other increase (decrease) (attach explanation)", "other_increase"));
    } else {
        rows.push(("Current year increase (decrease)", "current_year_net_income"));
    }
    rows.push(("Withdrawals & distributions", "withdrawals_and_distributions"));
    rows.push(("Ending capital account", "ending_capital_account"));
    level = ledger(form, level + 10.0, &rows);
    if year < 2020 {
        let bases = [
            ("tax_basis", "Tax basis", 18.0),
            ("gaap", "GAAP", 90.0),
            ("section_704b_book", "Section 704(b) book", 150.0),
        ];
        level = squares(form, level, "", &bases);
        level = squares(form, level, "", &[("other_basis", "Other (explain)", 18.0)]);
    }
    level
}

fn rest_of_partner(form: &mut Form, year: i32, from: f32) -> f32 {
    form.put("J", 3.0, from + 8.0, Font::SansBold, 7.0);
    form.put(
        "Partner's share of profit, loss, and capital (see instructions):",
        18.0,
        from + 8.0,
        Font::Sans,
        SMALL,
    );
    let shares = [
        ("Profit", "profit_share"),
        ("Loss", "loss_share"),
        ("Capital", "capital_share"),
    ];
    let mut level = two_columns(form, from + 10.0, true, &shares, "%");
    if year >= 2021 {
        level = decrease(form, level);
    }
    form.put(
        if year >= 2023 { "K1" } else { "K" },
        3.0,
        level + 8.0,
        Font::SansBold,
        7.0,
    );
    let head = if year >= 2018 {
        "Partner's share of liabilities:"
    } else {
        "Partner's share of liabilities at year end:"
    };
    form.put(head, 18.0, level + 8.0, Font::Sans, SMALL);
    let debts = [
        ("Nonrecourse", "nonrecourse_liabilities"),
        ("Qualified nonrecourse financing", "qualified_nonrecourse_financing"),
        ("Recourse", "recourse_liabilities"),
    ];
    level = two_columns(form, level + 10.0, year >= 2018, &debts, "$");
    if year >= 2020 {
        let words = "Check this box if item K includes liability amounts from lower-tier partnerships";
        level = squares(
            form,
            level,
            if year >= 2023 { "K2" } else { "" },
            &[("lower_tier_liabilities", words, 18.0)],
        );
    }
    level = capital_account(form, year, level);
    form.put("M", 3.0, level + 8.0, Font::SansBold, 7.0);
    let gain = if year >= 2020 {
        "Did the partner contribute property with a built-in gain (loss)?"
    } else {
        "Did the partner contribute property with a built-in gain or loss?"
    };
    form.put(gain, 18.0, level + 8.0, Font::Sans, SMALL);
    let answers = [
        ("built_in_gain_property", "Yes", 18.0),
        ("no_built_in_gain_property", "No", 90.0),
    ];
    level = squares(form, level + 9.0, "", &answers);
    if year >= 2020 {
        form.put("N", 3.0, level + 8.0, Font::SansBold, 7.0);
        form.put(
            "Partner's Share of Net Unrecognized Section 704(c) Gain or (Loss)",
            18.0,
            level + 8.0,
            Font::SansBold,
            SMALL,
        );
        let ends = [
            ("Beginning", "section_704c_gain_beginning"),
            ("Ending", "section_704c_gain_ending"),
        ];
        level = ledger(form, level + 10.0, &ends);
    }
    level
}

pub(crate) fn of_shareholder(form: &mut Form, year: i32) {
    form.frame([0.0, 90.0, HALF, 700.0]);
    let mut level = heading(form, 90.0, "Part I", "Information About the Corporation");
    level = lettered(
        form,
        level,
        26.0,
        ("A", "Corporation's employer identification number", "payer_tin"),
    );
    level = lettered(
        form,
        level,
        70.0,
        (
            "B",
            "Corporation's name, address, city, state, and ZIP code",
            "payer_name_and_address",
        ),
    );
    level = lettered(
        form,
        level,
        28.0,
        ("C", "IRS Center where corporation filed return", "irs_center"),
    );
    let mut letters = ["D", "E", "F"].iter();
    let mut letter = || letters.next().copied().unwrap_or_default();
    if year >= 2021 {
        form.put(letter(), 3.0, level + 8.0, Font::SansBold, 7.0);
        form.put(
            "Corporation's total number of shares",
            18.0,
            level + 8.0,
            Font::Sans,
            SMALL,
        );
        level = shares(form, level + 10.0, "corporation_shares");
    }
    level = heading(form, level, "Part II", "Information About the Shareholder");
    level = lettered(
        form,
        level,
        26.0,
        (letter(), "Shareholder's identifying number", "recipient_tin"),
    );
    level = lettered(
        form,
        level,
        70.0,
        (
            letter(),
            "Shareholder's name, address, city, state, and ZIP code",
            "recipient",
        ),
    );
    let (own, percent) = if year >= 2021 {
        ("G", "Current year allocation percentage")
    } else {
        ("F", "Shareholder's percentage of stock ownership for tax year")
    };
    form.put(own, 3.0, level + 9.0, Font::SansBold, 7.0);
    form.put(percent, 18.0, level + 9.0, Font::Sans, SMALL);
    form.place(
        "allocation_percentage",
        [195.0, level, 250.0, level + 11.0],
        Align::Right,
    );
    form.put("%", 252.0, level + 9.0, Font::Sans, SMALL);
    level += 14.0;
    if year >= 2021 {
        form.put("H", 3.0, level + 8.0, Font::SansBold, 7.0);
        form.put("Shareholder's number of shares", 18.0, level + 8.0, Font::Sans, SMALL);
        level = shares(form, level + 10.0, "shareholder_shares");
        form.put("I", 3.0, level + 8.0, Font::SansBold, 7.0);
        form.put("Loans from shareholder", 18.0, level + 8.0, Font::Sans, SMALL);
        let loans = [
            ("Beginning of tax year", "shareholder_loans_beginning"),
            ("End of tax year", "shareholder_loans_ending"),
        ];
        ledger(form, level + 10.0, &loans);
    }
}

/// Numbers of shares at the beginning and the end of the year, without a dollar sign.
fn shares(form: &mut Form, level: f32, slot: &str) -> f32 {
    let mut level = level;
    for (words, end) in [("Beginning of tax year", "beginning"), ("End of tax year", "ending")] {
        form.put(words, 18.0, level + 8.0, Font::Sans, SMALL);
        form.place(
            &format!("{slot}_{end}"),
            [178.0, level - 2.0, HALF - 4.0, level + 10.5],
            Align::Right,
        );
        level += 12.0;
    }
    level
}

pub(crate) const HALF: f32 = 262.0;

pub(crate) const SMALL: f32 = 6.5;
