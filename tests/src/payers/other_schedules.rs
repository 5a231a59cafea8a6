//! Layouts of Schedule K-1 less like the official one: a list, a grid, the form mirrored. Held-out layouts are in
//! `held_schedules`.

use super::draw::{Captioned, Form, form, is_amount, wrapped};
use super::schedules::{Item, partner_boxes, shareholder_boxes};
use super::slip::Slot;
use crate::font::Font;
use crate::paper::Ink;
use crate::w2::layout::{Align, Mark, Place};

pub(crate) fn title(partner: bool) -> (&'static str, &'static str, &'static str) {
    if partner {
        (
            "Schedule K-1 (Form 1065)",
            "Partner's Share of Income, Deductions, Credits, etc.",
            "Partner's",
        )
    } else {
        (
            "Schedule K-1 (Form 1120-S)",
            "Shareholder's Share of Income, Deductions, Credits, etc.",
            "Shareholder's",
        )
    }
}

pub(crate) fn all(partner: bool, year: i32) -> Vec<Item> {
    let [left, right] = if partner {
        partner_boxes(year)
    } else {
        shareholder_boxes(year)
    };
    left.into_iter().chain(right).collect()
}

pub(crate) fn parties(partner: bool) -> [(Captioned<'static>, f32); 4] {
    if partner {
        [
            (("A", "Partnership's employer identification number", "payer_tin"), 14.0),
            (
                (
                    "B",
                    "Partnership's name, address, city, state, and ZIP code",
                    "payer_name_and_address",
                ),
                56.0,
            ),
            (("E", "Partner's SSN or TIN", "recipient_tin"), 14.0),
            (
                ("F", "Partner's name, address, city, state, and ZIP code", "recipient"),
                56.0,
            ),
        ]
    } else {
        [
            (("A", "Corporation's employer identification number", "payer_tin"), 14.0),
            (
                (
                    "B",
                    "Corporation's name, address, city, state, and ZIP code",
                    "payer_name_and_address",
                ),
                56.0,
            ),
            (("E", "Shareholder's identifying number", "recipient_tin"), 14.0),
            (
                (
                    "F",
                    "Shareholder's name, address, city, state, and ZIP code",
                    "recipient",
                ),
                56.0,
            ),
        ]
    }
}

/// One full-width line per box, codes on separate lines below it, without frames.
pub(crate) fn list(partner: bool, year: i32) -> Form {
    let (name, share, _) = title(partner);
    let mut form = form(Ink::new(Font::Sans, 8.0), Mark::Letter);
    form.put(&format!("{year}  {name}"), 0.0, 14.0, Font::SansBold, 12.0);
    form.put(share, 0.0, 27.0, Font::SansBold, 9.0);
    let mut level = 40.0;
    for ((letter, caption, slot), height) in parties(partner) {
        form.put(letter, 0.0, level + 8.0, Font::SansBold, 7.0);
        form.put(caption, 14.0, level + 8.0, Font::Sans, 7.0);
        form.place(slot, [260.0, level - 1.0, 520.0, level + height - 3.0], Align::Left);
        level += height;
    }
    level += 6.0;
    for (number, caption, slot, rows) in all(partner, year) {
        form.put(number, 0.0, level + 8.0, Font::SansBold, 7.0);
        form.put(caption, 24.0, level + 8.0, Font::Sans, 7.0);
        if Slot::from(slot).is_square() {
            form.place(slot, [512.0, level + 1.0, 520.0, level + 9.0], Align::Center);
        } else if rows == 0 {
            form.place(slot, [400.0, level - 1.0, 520.0, level + 10.0], Align::Right);
        }
        level += 11.0;
        for row in 0..rows.min(3) {
            form.place(
                &format!("{slot}.code.{row}"),
                [380.0, level - 10.0, 400.0, level],
                Align::Left,
            );
            form.place(
                &format!("{slot}.amount.{row}"),
                [410.0, level - 10.0, 520.0, level],
                Align::Right,
            );
            level += 10.0;
        }
    }
    form
}

/// Framed boxes in three columns, parties at the top, in capitals.
pub(crate) fn grid(partner: bool, year: i32) -> Form {
    let (name, share, _) = title(partner);
    let mut form = form(Ink::new(Font::Mono, 8.0), Mark::Tick);
    form.put(&name.to_uppercase(), 0.0, 12.0, Font::SansBold, 11.0);
    form.put(&share.to_uppercase(), 0.0, 23.0, Font::Sans, 8.0);
    form.put(&format!("TAX YEAR {year}"), 420.0, 12.0, Font::SansBold, 11.0);
    for (slot, words, x) in [("final", "FINAL K-1", 420.0), ("amended", "AMENDED K-1", 480.0)] {
        form.place(slot, [x, 15.0, x + 8.0, 23.0], Align::Center);
        form.put(words, x + 10.0, 22.0, Font::Sans, 6.0);
    }
    for (index, ((letter, caption, slot), _)) in parties(partner).into_iter().enumerate() {
        let (left, top) = (270.0 * (index / 2) as f32, [28.0, 56.0][index % 2]);
        let bottom = [56.0, 128.0][index % 2];
        let caption = caption.to_uppercase();
        form.boxed(
            [left, top, left + 270.0, bottom],
            (letter, &caption, slot),
            6.0,
            Align::Left,
        );
    }
    let mut levels = [128.0_f32; 3];
    for (index, (number, caption, slot, rows)) in all(partner, year).into_iter().enumerate() {
        let column = [0, 1, 2][(index / 9).min(2)];
        let (left, top) = (180.0 * column as f32, levels[column]);
        let caption = caption.to_uppercase();
        let lines = wrapped(&caption, Font::Sans, 6.0, 160.0).len() as f32;
        let head = 7.0 * lines + 2.0;
        let square = Slot::from(slot).is_square();
        let height = if square {
            head + 8.0
        } else {
            head + 12.0 * f32::from(rows.max(1))
        };
        if rows == 0 {
            form.boxed(
                [left, top, left + 180.0, top + height],
                (number, &caption, slot),
                6.0,
                Align::Right,
            );
        } else {
            form.boxed(
                [left, top, left + 180.0, top + height],
                (number, &caption, ""),
                6.0,
                Align::Left,
            );
        }
        for row in 0..rows {
            let level = top + head + 12.0 * f32::from(row);
            form.place(
                &format!("{slot}.line.{row}"),
                [left + 60.0, level, left + 176.0, level + 11.0],
                Align::Right,
            );
        }
        levels[column] = top + height;
    }
    form
}

/// Boxes on the left and parties on the right, values under their captions, rulings between rows only.
pub(crate) fn mirrored(partner: bool, year: i32) -> Form {
    let (name, share, whose) = title(partner);
    let mut form = form(Ink::new(Font::Serif, 9.0), Mark::Cross);
    form.put(&year.to_string(), 480.0, 16.0, Font::SerifBold, 18.0);
    form.put(name, 300.0, 12.0, Font::SerifBold, 11.0);
    form.wrap(share, (300.0, 26.0), 230.0, Font::Serif, 9.0);
    let mut level = 50.0;
    for ((letter, caption, slot), height) in parties(partner) {
        form.put(&format!("{letter}. {caption}"), 300.0, level, Font::Serif, 7.0);
        form.place(slot, [304.0, level + 2.0, 530.0, level + height + 2.0], Align::Left);
        level += height + 16.0;
        form.lines.push(((300.0, level - 9.0), (540.0, level - 9.0), 0.5));
    }
    let more: &[(&str, &str)] = if partner {
        &[
            ("Beginning capital account", "beginning_capital_account"),
            ("Capital contributed during the year", "capital_contributed"),
            ("Current year net income (loss)", "current_year_net_income"),
            ("Other increase (decrease)", "other_increase"),
            ("Withdrawals and distributions", "withdrawals_and_distributions"),
            ("Ending capital account", "ending_capital_account"),
        ]
    } else {
        &[]
    };
    for (caption, slot) in more {
        form.put(caption, 300.0, level + 4.0, Font::Serif, 7.5);
        let align = if is_amount(slot) { Align::Right } else { Align::Left };
        form.place(slot, [440.0, level - 6.0, 536.0, level + 6.0], align);
        level += 14.0;
    }
    form.put(
        &format!("{whose} share of current year income, deductions, credits, and other items"),
        0.0,
        12.0,
        Font::SerifBold,
        7.5,
    );
    let mut levels = [20.0_f32; 2];
    for (index, (number, caption, slot, rows)) in all(partner, year).into_iter().enumerate() {
        let column = usize::from(index >= 16);
        let (left, top) = (145.0 * column as f32, levels[column]);
        form.lines.push(((left, top), (left + 138.0, top), 0.4));
        let under = form.wrap(
            &format!("{number} {caption}"),
            (left, top + 8.0),
            124.0,
            Font::Serif,
            7.0,
        ) - 6.0;
        if Slot::from(slot).is_square() {
            form.place(slot, [left + 128.0, top + 2.0, left + 136.0, top + 10.0], Align::Center);
            levels[column] = under + 4.0;
        } else if rows == 0 {
            form.place(slot, [left + 30.0, under, left + 136.0, under + 12.0], Align::Right);
            levels[column] = under + 14.0;
        } else {
            let rows = rows.min(4);
            for row in 0..rows {
                let level = under + 12.0 * f32::from(row);
                form.place(
                    &format!("{slot}.code.{row}"),
                    [left + 4.0, level, left + 30.0, level + 12.0],
                    Align::Left,
                );
                form.place(
                    &format!("{slot}.amount.{row}"),
                    [left + 34.0, level, left + 136.0, level + 12.0],
                    Align::Right,
                );
            }
            levels[column] = under + 12.0 * f32::from(rows) + 2.0;
        }
    }
    form
}
