//! Drawing primitives shared by all layouts of payers' forms: words, wrapped captions, ruled boxes with a place for a
//! value.

use super::slip::Slot;
use crate::font::Font;
use crate::paper::{Area, Ink};
use crate::w2::layout::{Align, Cell, Layout, Mark, Place, Words};

pub(crate) type Form = Layout<Slot>;

/// A number, a caption and the slot of a box.
pub(crate) type Captioned<'a> = (&'a str, &'a str, &'a str);

/// An empty form whose values are set in this ink.
pub(crate) fn form(value: Ink, mark: Mark) -> Form {
    Form {
        cells: Vec::new(),
        words: Vec::new(),
        lines: Vec::new(),
        fills: Vec::new(),
        cents: None,
        value,
        mark,
        color: [0.0; 3],
    }
}

/// The lines of a text, each at most `width` points wide.
pub(crate) fn wrapped(text: &str, font: Font, size: f32, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if font.width(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

impl Form {
    pub(crate) fn put(&mut self, text: &str, x: f32, baseline: f32, font: Font, size: f32) {
        self.words.push(Words {
            x,
            baseline,
            ink: Ink::new(font, size),
            text: text.to_owned(),
        });
    }

    /// Draws wrapped text down from a baseline; returns the baseline below its last line.
    pub(crate) fn wrap(&mut self, text: &str, place: (f32, f32), width: f32, font: Font, size: f32) -> f32 {
        let mut baseline = place.1;
        for line in wrapped(text, font, size, width) {
            self.put(&line, place.0, baseline, font, size);
            baseline += 1.12 * size;
        }
        baseline
    }

    pub(crate) fn place(&mut self, slot: &str, area: Area, align: Align) {
        if !slot.is_empty() {
            self.cells.push(Cell {
                slot: slot.to_owned(),
                area,
                align,
            });
        }
    }

    pub(crate) fn frame(&mut self, area: Area) {
        let [left, top, right, bottom] = area;
        for (from, to) in [
            ((left, top), (right, top)),
            ((left, bottom), (right, bottom)),
            ((left, top), (left, bottom)),
            ((right, top), (right, bottom)),
        ] {
            self.lines.push((from, to, 0.6));
        }
    }

    /// A framed box: number and caption at its top, the value at its bottom, or from below the caption down when it
    /// has several lines. A check box is drawn to the right of the last caption line.
    pub(crate) fn boxed(&mut self, area: Area, what: Captioned, size: f32, align: Align) {
        self.frame(area);
        let (number, caption, slot) = what;
        let [left, top, right, bottom] = area;
        let mut x = left + 3.0;
        if !number.is_empty() {
            self.put(number, x, top + size + 1.0, Font::SansBold, size);
            x += Font::SansBold.width(number, size) + 3.0;
        }
        let square = Slot::from(slot).is_square();
        let room = right - x - if square { 14.0 } else { 3.0 };
        let under = self.wrap(caption, (x, top + size + 1.0), room, Font::Sans, size) - size;
        if square {
            self.place(
                slot,
                [right - 12.0, bottom - 11.0, right - 4.0, bottom - 3.0],
                Align::Center,
            );
            return;
        }
        let height = self.value.size + 2.0;
        let many = matches!(
            slot,
            "payer" | "recipient" | "payer_name_and_address" | "recipient_address"
        );
        let from = if many { under + 2.0 } else { bottom - height - 1.0 };
        let align = if is_amount(slot) { align } else { Align::Left };
        if is_amount(slot) && align == Align::Right && size < 6.2 {
            self.put("$", left + 4.0, bottom - 4.0, Font::Sans, size + 1.5);
            self.place(slot, [left + 14.0, from, right - 3.0, bottom - 1.0], align);
        } else {
            self.place(slot, [left + 6.0, from, right - 3.0, bottom - 1.0], align);
        }
    }
}

/// Whether a slot holds a dollar amount.
pub(crate) fn is_amount(slot: &str) -> bool {
    const TEXTS: [&str; 12] = [
        "payer",
        "recipient",
        "account_number",
        "year",
        "foreign_country",
        "tax_exempt_bond_cusip",
        "payer_rtn",
        "irs_center",
        "entity_type",
        "corporation_shares",
        "shareholder_shares",
        "state_taxes",
    ];
    let part = slot.split('.').nth(1).unwrap_or_default();
    let state = slot.starts_with("state_taxes") && matches!(part, "state_income" | "state_tax_withheld");
    state || !TEXTS.iter().any(|text| slot.starts_with(text)) && !matches!(part, "code" | "line")
}
