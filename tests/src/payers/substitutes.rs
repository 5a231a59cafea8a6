//! Substitutes for the four 1099s in payers' own styles: a bank's list, a vendor program's boxes, a broker's
//! consolidated page. Held-out layouts are in `held`.

use super::draw::{Captioned, Form, form, is_amount};
use super::official::{Boxes, boxes};
use super::slip::Slot;
use crate::font::Font;
use crate::paper::Ink;
use crate::w2::layout::{Align, Mark, Place};

/// A line of a list: its number and caption at the left edge, its value ending at `right`.
pub(crate) fn line(form: &mut Form, right: f32, baseline: f32, what: Captioned, font: Font, size: f32) {
    let (number, caption, slot) = what;
    form.put(number, 0.0, baseline, font, size);
    form.put(caption, 26.0, baseline, font, size);
    if Slot::from(slot).is_square() {
        form.place(
            slot,
            [right - 9.0, baseline - 7.5, right - 1.0, baseline + 0.5],
            Align::Center,
        );
    } else {
        let from = 32.0 + font.width(caption, size);
        let align = if is_amount(slot) { Align::Right } else { Align::Left };
        let from = if align == Align::Right {
            from
        } else {
            (right - 130.0).max(from)
        };
        form.place(slot, [from, baseline - 9.0, right, baseline + 2.5], align);
    }
}

/// The boxes of one state as lines; `row` is the state's row.
pub(crate) fn state_boxes(boxes: &Boxes, row: usize) -> Vec<(&'static str, &'static str, String)> {
    let slot = |part: &str| format!("state_taxes.{part}.{row}");
    boxes
        .states
        .iter()
        .map(|(number, caption, part)| (*number, *caption, slot(part)))
        .collect()
}

/// All boxes of a form that have a slot, including the FATCA box where the form prints it beside the account number.
pub(crate) fn all_boxes(boxes: &Boxes) -> Vec<Captioned<'static>> {
    boxes
        .rows
        .iter()
        .flatten()
        .copied()
        .filter(|(_, _, slot)| !slot.is_empty())
        .collect()
}

/// A bank's letter-like page: parties as captioned blocks, then one line per box.
pub(crate) fn bank(label: &str, year: i32) -> Form {
    let boxes = boxes(label, year);
    let mut form = form(Ink::new(Font::Sans, 9.0), Mark::Letter);
    form.put(
        &format!("{year} Form {label} {}", boxes.title),
        0.0,
        12.0,
        Font::SansBold,
        13.0,
    );
    form.put(
        "Substitute form. This is important tax information and is being furnished to the Internal Revenue Service.",
        0.0,
        24.0,
        Font::Sans,
        7.0,
    );
    form.put(boxes.omb, 440.0, 12.0, Font::Sans, 7.5);
    form.put(
        "PAYER'S name, address, ZIP code, and telephone number",
        0.0,
        46.0,
        Font::SansBold,
        7.5,
    );
    form.place("payer", [0.0, 49.0, 250.0, 112.0], Align::Left);
    form.put(
        "RECIPIENT'S name, address, and ZIP code",
        290.0,
        46.0,
        Font::SansBold,
        7.5,
    );
    form.place("recipient", [290.0, 49.0, 530.0, 112.0], Align::Left);
    let mut level = 130.0;
    for (caption, slot) in [
        ("PAYER'S TIN:", "payer_tin"),
        ("RECIPIENT'S TIN:", "recipient_tin"),
        ("Account number:", "account_number"),
    ] {
        form.put(caption, 0.0, level, Font::SansBold, 7.5);
        form.place(slot, [90.0, level - 9.0, 240.0, level + 2.5], Align::Left);
        level += 15.0;
    }
    for (caption, slot, x) in [
        ("CORRECTED", "corrected", 290.0),
        ("2nd TIN not.", "second_tin_notice", 390.0),
    ] {
        form.place(slot, [x, 122.0, x + 8.0, 130.0], Align::Center);
        form.put(caption, x + 12.0, 129.0, Font::Sans, 7.5);
    }
    level += 12.0;
    form.lines.push(((0.0, level - 14.0), (530.0, level - 14.0), 0.8));
    for what in all_boxes(&boxes) {
        line(&mut form, 530.0, level, what, Font::Sans, 8.5);
        level += 17.0;
    }
    for (number, caption, slot) in state_boxes(&boxes, 0) {
        line(&mut form, 530.0, level, (number, caption, &slot), Font::Sans, 8.5);
        level += 17.0;
    }
    form.lines.push(((0.0, level - 8.0), (530.0, level - 8.0), 0.8));
    form.put(
        &format!("Form {label}   Keep for your records.   Department of the Treasury - Internal Revenue Service"),
        0.0,
        level + 4.0,
        Font::Sans,
        7.0,
    );
    form
}

/// A vendor program's form: blocks side by side, boxes in rows of four.
pub(crate) fn vendor(label: &str, year: i32) -> Form {
    let boxes = boxes(label, year);
    let mut form = form(Ink::new(Font::Mono, 9.0), Mark::Letter);
    form.put(&format!("Form {label}"), 0.0, 14.0, Font::SansBold, 14.0);
    form.put(boxes.title, 110.0, 14.0, Font::SansBold, 10.0);
    form.put(&year.to_string(), 300.0, 14.0, Font::SansBold, 16.0);
    form.put("Copy B For Recipient", 380.0, 9.0, Font::SansBold, 8.0);
    form.put(boxes.omb, 380.0, 17.0, Font::Sans, 6.5);
    form.place("corrected", [480.0, 8.0, 488.0, 16.0], Align::Center);
    form.put("CORRECTED", 491.0, 15.0, Font::Sans, 7.0);
    let parties: [Captioned; 2] = [
        (
            "",
            "PAYER'S name, street address, city, state, ZIP code, and telephone no.",
            "payer",
        ),
        (
            "",
            "RECIPIENT'S name, street address, city, state, and ZIP code",
            "recipient",
        ),
    ];
    form.boxed([0.0, 22.0, 270.0, 100.0], parties[0], 6.0, Align::Left);
    form.boxed([270.0, 22.0, 540.0, 100.0], parties[1], 6.0, Align::Left);
    let numbers: [Captioned; 4] = [
        ("", "PAYER'S federal ID number", "payer_tin"),
        ("", "RECIPIENT'S ID number", "recipient_tin"),
        ("", "Account number (optional)", "account_number"),
        ("", "2nd TIN not.", "second_tin_notice"),
    ];
    for (column, what) in numbers.into_iter().enumerate() {
        let left = 135.0 * column as f32;
        form.boxed([left, 100.0, left + 135.0, 128.0], what, 6.0, Align::Left);
    }
    let mut level = 128.0;
    let states: Vec<(&str, &str, String)> = (0..2).flat_map(|row| state_boxes(&boxes, row)).collect();
    let all = all_boxes(&boxes);
    let everything: Vec<Captioned> = all
        .into_iter()
        .chain(states.iter().map(|(n, c, s)| (*n, *c, s.as_str())))
        .collect();
    for row in everything.chunks(4) {
        for (column, what) in row.iter().enumerate() {
            let left = 135.0 * column as f32;
            form.boxed([left, level, left + 135.0, level + 30.0], *what, 6.5, Align::Right);
        }
        level += 30.0;
    }
    form.put(
        "This is important tax information and is being furnished to the IRS.",
        0.0,
        level + 10.0,
        Font::Sans,
        6.5,
    );
    form
}

/// The top of a broker's consolidated page: broker and holder.
pub(crate) fn consolidated(year: i32) -> Form {
    let mut form = form(Ink::new(Font::Sans, 8.5), Mark::Letter);
    form.put(
        &format!("{year} CONSOLIDATED FORM 1099"),
        0.0,
        12.0,
        Font::SansBold,
        13.0,
    );
    form.put("TAX REPORTING STATEMENT", 330.0, 12.0, Font::SansBold, 10.0);
    form.put(
        "PAYER'S name, address, ZIP code, and telephone number",
        0.0,
        30.0,
        Font::Sans,
        6.5,
    );
    form.place("payer", [0.0, 32.0, 250.0, 90.0], Align::Left);
    form.put("RECIPIENT'S name, address, and ZIP code", 290.0, 30.0, Font::Sans, 6.5);
    form.place("recipient", [290.0, 32.0, 530.0, 90.0], Align::Left);
    for (caption, slot, x) in [
        ("PAYER'S TIN:", "payer_tin", 0.0),
        ("RECIPIENT'S TIN:", "recipient_tin", 175.0),
        ("Account number:", "account_number", 365.0),
    ] {
        form.put(caption, x, 104.0, Font::Sans, 7.0);
        form.place(slot, [x + 66.0, 95.0, x + 160.0, 106.5], Align::Left);
    }
    form.lines.push(((0.0, 112.0), (540.0, 112.0), 1.0));
    form
}

/// One form's section of a consolidated page, and its height.
pub(crate) fn section(label: &str, year: i32) -> (Form, f32) {
    let boxes = boxes(label, year);
    let mut form = form(Ink::new(Font::Sans, 8.0), Mark::Letter);
    let title = format!("{} - Form {label}", boxes.title);
    form.put(&title, 0.0, 10.0, Font::SansBold, 9.0);
    form.put(boxes.omb, 450.0, 10.0, Font::Sans, 6.5);
    let mut level = 23.0;
    for what in all_boxes(&boxes)
        .into_iter()
        .filter(|(_, _, slot)| *slot != "direct_sales")
    {
        line(&mut form, 520.0, level, what, Font::Sans, 7.0);
        level += 11.5;
    }
    form.lines.push(((0.0, level - 5.0), (540.0, level - 5.0), 0.5));
    (form, level + 6.0)
}
