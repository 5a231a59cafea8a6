//! Held-out layouts of Schedule K-1: nothing is tuned on them.

use super::draw::{Form, form, wrapped};
use super::other_schedules::{all, parties, title};
use super::slip::Slot;
use crate::font::Font;
use crate::paper::Ink;
use crate::w2::layout::{Align, Mark, Place};

/// A ruled table of line, item and amount; a coded box takes one row per entry.
pub(crate) fn table(partner: bool, year: i32) -> Form {
    let (name, share, whose) = title(partner);
    let mut form = form(Ink::new(Font::Sans, 7.6), Mark::Cross);
    form.put(name, 0.0, 12.0, Font::SansBold, 12.0);
    form.put(share, 0.0, 24.0, Font::Sans, 8.0);
    form.put(&format!("For calendar year {year}"), 420.0, 12.0, Font::Sans, 9.0);
    let mut level = 30.0;
    for ((letter, caption, slot), height) in parties(partner) {
        let height = height.max(16.0);
        form.frame([0.0, level, 540.0, level + height]);
        form.put(letter, 4.0, level + 9.0, Font::SansBold, 7.0);
        form.wrap(caption, (18.0, level + 9.0), 190.0, Font::Sans, 7.0);
        form.place(slot, [220.0, level + 1.0, 536.0, level + height - 1.0], Align::Left);
        level += height;
    }
    level += 6.0;
    form.put("Line", 4.0, level + 8.0, Font::SansBold, 7.0);
    form.put(&format!("{whose} share of"), 40.0, level + 8.0, Font::SansBold, 7.0);
    form.put("Code", 372.0, level + 8.0, Font::SansBold, 7.0);
    form.put("Amount", 480.0, level + 8.0, Font::SansBold, 7.0);
    let first = level + 11.0;
    level = first;
    for (number, caption, slot, rows) in all(partner, year) {
        let square = Slot::from(slot).is_square();
        for row in 0..rows.clamp(1, 3) {
            form.lines.push(((0.0, level), (540.0, level), 0.4));
            if row == 0 {
                form.put(number, 4.0, level + 8.2, Font::Sans, 7.0);
                form.put(caption, 40.0, level + 8.2, Font::Sans, 7.0);
            }
            if square {
                form.place(slot, [524.0, level + 1.0, 532.0, level + 9.0], Align::Center);
            } else if rows == 0 {
                form.place(slot, [420.0, level, 535.0, level + 10.0], Align::Right);
            } else {
                form.place(
                    &format!("{slot}.code.{row}"),
                    [374.0, level, 410.0, level + 10.0],
                    Align::Left,
                );
                form.place(
                    &format!("{slot}.amount.{row}"),
                    [420.0, level, 535.0, level + 10.0],
                    Align::Right,
                );
            }
            level += 10.6;
        }
    }
    form.frame([0.0, first, 540.0, level]);
    for x in [34.0, 366.0, 414.0] {
        form.lines.push(((x, first), (x, level), 0.4));
    }
    form
}

/// Three columns without rulings: captions in bold, values indented under them, codes before their amounts.
pub(crate) fn columns(partner: bool, year: i32) -> Form {
    let (name, share, _) = title(partner);
    let mut form = form(Ink::new(Font::Mono, 8.0), Mark::Letter);
    form.put(&format!("{year} {name}"), 0.0, 12.0, Font::SerifBold, 12.0);
    form.put(share, 0.0, 24.0, Font::Serif, 9.0);
    for (slot, words, x) in [("final", "Final K-1", 380.0), ("amended", "Amended K-1", 450.0)] {
        form.place(slot, [x, 4.0, x + 8.0, 12.0], Align::Center);
        form.put(words, x + 11.0, 11.0, Font::Serif, 7.5);
    }
    let mut tops = [36.0_f32; 3];
    for ((letter, caption, slot), height) in parties(partner) {
        let under = form.wrap(
            &format!("{letter}  {caption}"),
            (0.0, tops[0] + 8.0),
            165.0,
            Font::SerifBold,
            7.0,
        ) - 5.0;
        form.place(slot, [8.0, under, 176.0, under + height], Align::Left);
        tops[0] = under + height + 8.0;
    }
    for (index, (number, caption, slot, rows)) in all(partner, year).into_iter().enumerate() {
        let column = 1 + usize::from(index >= 17);
        let left = 184.0 * column as f32;
        let text = format!("{number}  {caption}");
        let lines = wrapped(&text, Font::SerifBold, 7.0, 160.0).len() as f32;
        form.wrap(&text, (left, tops[column] + 8.0), 160.0, Font::SerifBold, 7.0);
        let under = tops[column] + 2.0 + 7.9 * lines;
        if Slot::from(slot).is_square() {
            form.place(slot, [left + 8.0, under + 1.0, left + 16.0, under + 9.0], Align::Center);
            tops[column] = under + 13.0;
            continue;
        }
        for row in 0..rows.min(3) {
            let level = under + 10.5 * f32::from(row);
            let slot = format!("{slot}.line.{row}");
            form.place(&slot, [left + 8.0, level, left + 150.0, level + 10.5], Align::Left);
        }
        if rows == 0 {
            form.place(slot, [left + 8.0, under, left + 150.0, under + 10.5], Align::Left);
        }
        tops[column] = under + 10.5 * f32::from(rows.clamp(1, 3)) + 4.0;
    }
    form
}
