//! Layouts of the four 1099s less like the official one: a broker's table, captions under their values, a narrow form
//! mirrored. Held-out layouts are in `held`.

use super::draw::{Captioned, Form, form, is_amount, wrapped};
use super::official::boxes;
use super::slip::Slot;
use super::substitutes::{all_boxes, state_boxes};
use crate::font::Font;
use crate::paper::Ink;
use crate::w2::layout::{Align, Mark, Place};

/// A broker's table: box, description, amount, with a header row and rulings.
pub(crate) fn table(label: &str, year: i32) -> Form {
    let boxes = boxes(label, year);
    let mut form = form(Ink::new(Font::Serif, 9.5), Mark::Tick);
    form.put(&format!("{label} {}", boxes.title), 0.0, 14.0, Font::SerifBold, 15.0);
    form.put(&format!("Tax year {year}"), 420.0, 14.0, Font::SerifBold, 12.0);
    form.put(boxes.omb, 420.0, 26.0, Font::Serif, 7.0);
    let blocks: [Captioned; 6] = [
        ("", "Payer", "payer_name"),
        ("", "Payer's address", "payer_address"),
        ("", "Payer's TIN", "payer_tin"),
        ("", "Recipient", "recipient_name"),
        ("", "Recipient's address", "recipient_address"),
        ("", "Recipient's TIN", "recipient_tin"),
    ];
    for (index, (_, caption, slot)) in blocks.into_iter().enumerate() {
        let (left, top) = (275.0 * (index / 3) as f32, 42.0 + [0.0, 28.0, 68.0][index % 3]);
        form.put(caption, left, top + 8.0, Font::SerifBold, 8.0);
        form.place(
            slot,
            [
                left + 86.0,
                top - 1.0,
                left + 265.0,
                top + [24.0, 36.0, 12.0][index % 3],
            ],
            Align::Left,
        );
    }
    form.put("Account number", 0.0, 138.0, Font::SerifBold, 8.0);
    form.place("account_number", [86.0, 129.0, 260.0, 141.0], Align::Left);
    let mut level = 150.0;
    for (text, x) in [("Box", 4.0), ("Description", 50.0), ("Amount", 470.0)] {
        form.put(text, x, level + 10.0, Font::SerifBold, 9.0);
    }
    let states = state_boxes(&boxes, 0);
    let states = states
        .iter()
        .map(|(number, caption, slot)| (*number, *caption, slot.as_str()));
    for (number, caption, slot) in all_boxes(&boxes).into_iter().chain(states) {
        level += 16.0;
        form.frame([0.0, level, 540.0, level + 16.0]);
        form.put(number, 6.0, level + 11.0, Font::Serif, 9.0);
        form.put(caption, 50.0, level + 11.0, Font::Serif, 9.0);
        if Slot::from(slot).is_square() {
            form.place(slot, [500.0, level + 4.0, 508.0, level + 12.0], Align::Center);
        } else {
            form.place(slot, [430.0, level + 2.0, 535.0, level + 15.0], Align::Right);
        }
    }
    for x in [42.0, 425.0] {
        form.lines.push(((x, 166.0), (x, level + 16.0), 0.6));
    }
    form.put(
        "This information is being furnished to the Internal Revenue Service.",
        0.0,
        level + 28.0,
        Font::Serif,
        7.5,
    );
    form
}

/// Values on lines with their captions underneath, in two columns, without frames.
pub(crate) fn below(label: &str, year: i32) -> Form {
    let boxes = boxes(label, year);
    let mut form = form(Ink::new(Font::Sans, 10.0), Mark::Cross);
    form.put(&format!("{year}"), 0.0, 18.0, Font::SansBold, 20.0);
    form.put(&format!("Form {label}"), 70.0, 10.0, Font::SansBold, 9.0);
    form.put(boxes.title, 70.0, 20.0, Font::SansBold, 9.0);
    form.put("COPY B FOR RECIPIENT", 400.0, 18.0, Font::Sans, 8.0);
    let states = state_boxes(&boxes, 0);
    let head: [Captioned; 7] = [
        ("", "PAYER'S name", "payer_name"),
        ("", "RECIPIENT'S name", "recipient_name"),
        ("", "PAYER'S address", "payer_address"),
        ("", "RECIPIENT'S address", "recipient_address"),
        ("", "PAYER'S TIN", "payer_tin"),
        ("", "RECIPIENT'S TIN", "recipient_tin"),
        ("", "Account number (see instructions)", "account_number"),
    ];
    let states = states
        .iter()
        .map(|(number, caption, slot)| (*number, *caption, slot.as_str()));
    let rest = all_boxes(&boxes)
        .into_iter()
        .filter(|(_, _, slot)| !Slot::from(*slot).is_square());
    let all: Vec<Captioned> = head.into_iter().chain(rest).chain(states).collect();
    let mut foot: f32 = 26.0;
    for pair in all.chunks(2) {
        let tall = pair.iter().any(|(_, _, slot)| slot.ends_with("address"));
        foot += if tall { 54.0 } else { 30.0 };
        for (column, (number, caption, slot)) in pair.iter().enumerate() {
            let left = 280.0 * column as f32;
            let align = if is_amount(slot) { Align::Right } else { Align::Left };
            let many = slot.ends_with("address") || slot.ends_with("_name");
            let height = if tall {
                42.0
            } else if many {
                24.0
            } else {
                13.0
            };
            form.place(slot, [left + 4.0, foot - height, left + 250.0, foot], align);
            form.lines.push(((left, foot + 1.0), (left + 255.0, foot + 1.0), 0.5));
            form.put(&format!("{number} {caption}"), left, foot + 8.5, Font::Sans, 6.5);
        }
        foot += 4.0;
    }
    form
}

/// The official form mirrored and narrow, in capitals: boxes on the left, parties on the right, two copies side by
/// side on a wide page.
pub(crate) fn narrow(label: &str, year: i32) -> Form {
    let boxes = boxes(label, year);
    let mut form = form(Ink::new(Font::Mono, 8.0), Mark::Letter);
    form.place("corrected", [10.0, 2.0, 18.0, 10.0], Align::Center);
    form.put("CORRECTED (IF CHECKED)", 21.0, 9.0, Font::Serif, 6.5);
    form.put(&format!("FORM {label}"), 130.0, 9.0, Font::SerifBold, 9.0);
    form.put(boxes.omb, 220.0, 9.0, Font::Serif, 6.5);
    form.put(&year.to_string(), 310.0, 11.0, Font::SerifBold, 13.0);
    let mut level = 14.0;
    let states = state_boxes(&boxes, 0);
    let states = states
        .iter()
        .map(|(number, caption, slot)| (*number, *caption, slot.as_str()));
    for (number, caption, slot) in all_boxes(&boxes).into_iter().chain(states) {
        let text = format!("{number} {}", caption.to_uppercase());
        let lines = wrapped(&text, Font::Serif, 6.0, 150.0).len() as f32;
        let square = Slot::from(slot).is_square();
        let height = if square { 7.0 * lines + 4.0 } else { 7.0 * lines + 13.0 };
        form.frame([0.0, level, 170.0, level + height]);
        form.wrap(&text, (3.0, level + 7.0), 150.0, Font::Serif, 6.0);
        if square {
            form.place(
                slot,
                [158.0, level + height - 10.0, 166.0, level + height - 2.0],
                Align::Center,
            );
        } else {
            form.place(
                slot,
                [60.0, level + height - 11.0, 167.0, level + height - 1.0],
                Align::Right,
            );
        }
        level += height;
    }
    let party: [(Captioned, f32); 6] = [
        (("", "RECIPIENT'S NAME AND ADDRESS", "recipient"), 76.0),
        (("", "RECIPIENT'S IDENTIFICATION NUMBER", "recipient_tin"), 28.0),
        (("", "PAYER'S NAME, ADDRESS, AND TELEPHONE NUMBER", "payer"), 80.0),
        (("", "PAYER'S FEDERAL IDENTIFICATION NUMBER", "payer_tin"), 28.0),
        (("", "ACCOUNT NO.", "account_number"), 28.0),
        (("", boxes.title, ""), 28.0),
    ];
    let mut top = 14.0;
    for (what, height) in party {
        form.boxed([170.0, top, 360.0, top + height], what, 6.5, Align::Left);
        top += height;
    }
    form
}
