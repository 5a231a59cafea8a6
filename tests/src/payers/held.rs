//! Held-out layouts of the four 1099s: nothing is tuned on them. Once their misses have been inspected, they move to
//! `substitutes` or `others`, and new ones are drawn here. Those of Schedule K-1 are in `held_schedules`.

use super::draw::{Captioned, Form, form, is_amount, wrapped};
use super::official::boxes;
use super::slip::Slot;
use super::substitutes::{all_boxes, state_boxes};
use crate::font::Font;
use crate::paper::Ink;
use crate::w2::layout::{Align, Mark, Place};

/// All boxes of a form, followed by those of its first state.
fn every(label: &str, year: i32) -> Vec<(&'static str, &'static str, String)> {
    let boxes = boxes(label, year);
    let own = |(number, caption, slot): Captioned<'static>| (number, caption, slot.to_owned());
    all_boxes(&boxes)
        .into_iter()
        .map(own)
        .chain(state_boxes(&boxes, 0))
        .collect()
}

/// A web portal's page: labels with a colon and their values after them, first the parties, then the boxes in pairs.
pub(crate) fn portal(label: &str, year: i32) -> Form {
    let mut form = form(Ink::new(Font::SansBold, 9.0), Mark::Cross);
    let title = boxes(label, year).title;
    form.put(&format!("Form {label}: {title}"), 0.0, 14.0, Font::SansBold, 14.0);
    form.put(&format!("Tax Year: {year}"), 0.0, 30.0, Font::Sans, 10.0);
    form.put(
        &format!("OMB No. {}", boxes(label, year).omb.trim_start_matches("OMB No. ")),
        430.0,
        30.0,
        Font::Sans,
        7.0,
    );
    let parties: [(&str, &str, f32); 7] = [
        ("Payer's name:", "payer_name", 26.0),
        ("Payer's address:", "payer_address", 40.0),
        ("Payer's federal TIN:", "payer_tin", 15.0),
        ("Recipient's name:", "recipient_name", 26.0),
        ("Recipient's address:", "recipient_address", 40.0),
        ("Recipient's TIN:", "recipient_tin", 15.0),
        ("Account number:", "account_number", 15.0),
    ];
    let mut level = 42.0;
    for (caption, slot, height) in parties {
        form.put(caption, 0.0, level + 9.5, Font::Sans, 9.0);
        form.place(slot, [130.0, level, 500.0, level + height - 2.0], Align::Left);
        level += height;
    }
    level += 14.0;
    for pair in every(label, year).chunks(2) {
        let mut lowest = level + 18.0;
        for (column, (number, caption, slot)) in pair.iter().enumerate() {
            let left = 275.0 * column as f32;
            let text = format!("Box {number}: {caption}");
            let lines = wrapped(&text, Font::Sans, 8.0, 150.0).len() as f32;
            form.wrap(&text, (left, level + 9.5), 150.0, Font::Sans, 8.0);
            if Slot::from(slot.as_str()).is_square() {
                form.place(
                    slot,
                    [left + 200.0, level + 1.0, left + 209.0, level + 10.0],
                    Align::Center,
                );
            } else {
                let align = if is_amount(slot) { Align::Right } else { Align::Left };
                form.place(slot, [left + 158.0, level - 1.0, left + 260.0, level + 11.0], align);
            }
            lowest = lowest.max(level + 9.0 * lines + 6.0);
        }
        level = lowest;
    }
    form
}

/// Framed cards, three per row, with the caption in capitals at the bottom and the value above it.
pub(crate) fn cards(label: &str, year: i32) -> Form {
    let mut form = form(Ink::new(Font::Serif, 10.5), Mark::Letter);
    form.put(&format!("{label}   {year}"), 0.0, 16.0, Font::SerifBold, 18.0);
    form.put(boxes(label, year).title, 150.0, 16.0, Font::Serif, 11.0);
    form.put("Copy B - For Recipient", 430.0, 16.0, Font::Serif, 8.0);
    let parties: [(&str, &str, [f32; 4]); 5] = [
        (
            "PAYER'S NAME, ADDRESS, AND TELEPHONE NUMBER",
            "payer",
            [0.0, 24.0, 270.0, 112.0],
        ),
        ("RECIPIENT'S NAME AND ADDRESS", "recipient", [270.0, 24.0, 540.0, 112.0]),
        ("PAYER'S TIN", "payer_tin", [0.0, 112.0, 180.0, 142.0]),
        ("RECIPIENT'S TIN", "recipient_tin", [180.0, 112.0, 360.0, 142.0]),
        ("ACCOUNT NUMBER", "account_number", [360.0, 112.0, 540.0, 142.0]),
    ];
    for (caption, slot, area) in parties {
        card(&mut form, area, caption, slot);
    }
    for (index, (number, caption, slot)) in every(label, year).iter().enumerate() {
        let (left, top) = (180.0 * (index % 3) as f32, 142.0 + 42.0 * (index / 3) as f32);
        card(
            &mut form,
            [left, top, left + 180.0, top + 42.0],
            &format!("{number} {}", caption.to_uppercase()),
            slot,
        );
    }
    form
}

fn card(form: &mut Form, [left, top, right, bottom]: [f32; 4], caption: &str, slot: &str) {
    form.frame([left, top, right, bottom]);
    let lines = wrapped(caption, Font::Sans, 5.5, right - left - 8.0).len() as f32;
    let head = bottom - 6.2 * lines - 1.0;
    form.wrap(caption, (left + 4.0, head + 5.5), right - left - 8.0, Font::Sans, 5.5);
    if Slot::from(slot).is_square() {
        form.place(slot, [left + 6.0, top + 5.0, left + 15.0, top + 14.0], Align::Center);
    } else if matches!(slot, "payer" | "recipient") {
        form.place(slot, [left + 5.0, top + 2.0, right - 3.0, head], Align::Left);
    } else {
        let align = if is_amount(slot) { Align::Right } else { Align::Left };
        form.place(slot, [left + 5.0, head - 13.0, right - 5.0, head - 1.0], align);
    }
}

/// A trust department's letter: the account at the top, then lines whose amounts are aligned in one column after the
/// words.
pub(crate) fn letter(label: &str, year: i32) -> Form {
    let boxes = boxes(label, year);
    let mut form = form(Ink::new(Font::Serif, 10.0), Mark::Tick);
    form.place("payer", [0.0, 0.0, 260.0, 62.0], Align::Left);
    form.put("Payer's identification number", 320.0, 12.0, Font::Serif, 8.5);
    form.place("payer_tin", [445.0, 3.0, 540.0, 14.0], Align::Left);
    form.put("Recipient's identification number", 320.0, 26.0, Font::Serif, 8.5);
    form.place("recipient_tin", [445.0, 17.0, 540.0, 28.0], Align::Left);
    form.put("Account number", 320.0, 40.0, Font::Serif, 8.5);
    form.place("account_number", [445.0, 31.0, 540.0, 42.0], Align::Left);
    form.place("recipient", [0.0, 84.0, 260.0, 146.0], Align::Left);
    let title = format!("{year} {} (Form {label})", boxes.title);
    form.put(&title, 0.0, 172.0, Font::SerifBold, 12.0);
    form.wrap(
        "This is important tax information and is being furnished to the Internal Revenue Service. Please keep it for your records.",
        (0.0, 186.0),
        520.0,
        Font::Serif,
        8.5,
    );
    let mut level = 214.0;
    for (number, caption, slot) in every(label, year) {
        form.put(&format!("Line {number}"), 0.0, level, Font::Serif, 9.0);
        form.put(caption, 48.0, level, Font::Serif, 9.0);
        let wide = 56.0 + Font::Serif.width(caption, 9.0);
        if Slot::from(slot.as_str()).is_square() {
            form.place(
                &slot,
                [wide.max(420.0), level - 8.0, wide.max(420.0) + 9.0, level + 1.0],
                Align::Center,
            );
        } else {
            form.place(&slot, [wide.max(300.0), level - 9.0, 520.0, level + 3.0], Align::Right);
        }
        level += 15.0;
    }
    form
}

/// One form of a broker's page, as a table of three columns with a heading; returns its height too.
pub(crate) fn panel(label: &str, year: i32) -> (Form, f32) {
    let boxes = boxes(label, year);
    let mut form = form(Ink::new(Font::Sans, 8.0), Mark::Letter);
    form.fills.push([0.0, 0.0, 540.0, 13.0]);
    form.put(
        &format!("{label}  {}", boxes.title.to_uppercase()),
        4.0,
        9.5,
        Font::SansBold,
        8.0,
    );
    form.put(boxes.omb, 440.0, 9.5, Font::Sans, 6.0);
    let mut level = 24.0;
    let all = all_boxes(&boxes);
    let shown: Vec<_> = all.iter().filter(|(_, _, slot)| *slot != "direct_sales").collect();
    for pair in shown.chunks(2) {
        for (column, (number, caption, slot)) in pair.iter().enumerate() {
            let left = 275.0 * column as f32;
            form.put(&format!("{number}-"), left, level, Font::Sans, 6.5);
            form.wrap(caption, (left + 16.0, level), 165.0, Font::Sans, 6.5);
            if Slot::from(*slot).is_square() {
                form.place(
                    slot,
                    [left + 245.0, level - 7.0, left + 253.0, level + 1.0],
                    Align::Center,
                );
            } else {
                form.place(
                    slot,
                    [left + 184.0, level - 8.5, left + 262.0, level + 2.5],
                    Align::Right,
                );
            }
        }
        let lines = pair
            .iter()
            .map(|(_, caption, _)| wrapped(caption, Font::Sans, 6.5, 165.0).len())
            .max();
        level += 5.0 + 7.5 * lines.unwrap_or(1) as f32;
    }
    (form, level + 4.0)
}

/// The top of that page: the broker on the left, the holder on the right, a line of numbers between them.
pub(crate) fn head(year: i32) -> Form {
    let mut form = form(Ink::new(Font::Sans, 8.5), Mark::Letter);
    form.put(
        &format!("Tax Information Statement {year}"),
        0.0,
        14.0,
        Font::SansBold,
        15.0,
    );
    form.put("Composite Forms 1099", 420.0, 14.0, Font::Sans, 10.0);
    form.put("Payer", 0.0, 30.0, Font::SansBold, 7.0);
    form.place("payer", [0.0, 33.0, 250.0, 92.0], Align::Left);
    form.put("Recipient", 300.0, 30.0, Font::SansBold, 7.0);
    form.place("recipient", [300.0, 33.0, 540.0, 92.0], Align::Left);
    for (caption, slot, x) in [
        ("Payer's Fed ID Number", "payer_tin", 0.0),
        ("Recipient's ID Number", "recipient_tin", 190.0),
        ("Account Number", "account_number", 380.0),
    ] {
        form.put(caption, x, 100.0, Font::Sans, 6.5);
        form.place(slot, [x, 102.0, x + 150.0, 113.0], Align::Left);
    }
    form
}
