//! Writes a page downwards line by line.

use super::draft::{Draft, Role, fitted};
use crate::paper::Ink;
use crate::payers::draw::wrapped;
use crate::w2::layout::Align;

pub(super) struct Pen {
    pub draft: Draft,
    /// Baseline of the line to be written next.
    pub y: f32,
    pub left: f32,
    pub right: f32,
    pub ink: Ink,
    pub bold: Ink,
    /// Line spacing, in font sizes.
    pub leading: f32,
}

impl Pen {
    /// A pen at the top of a page, between two sides.
    pub(super) fn new(sides: (f32, f32), top: f32, inks: (Ink, Ink), leading: f32) -> Self {
        Self {
            draft: Draft::default(),
            y: top + inks.0.size,
            left: sides.0,
            right: sides.1,
            ink: inks.0,
            bold: inks.1,
            leading,
        }
    }

    pub(super) fn down(&mut self, lines: f32) {
        self.y += lines * self.leading * self.ink.size;
    }

    fn write(&mut self, role: Role, sides: (f32, f32), ink: Ink, align: Align, text: &str) {
        if role == Role::Value {
            self.draft.values.push(text.to_owned());
        }
        self.draft.between(role, sides, self.y, ink, align, text);
    }

    pub(super) fn at(&mut self, role: Role, sides: (f32, f32), align: Align, text: &str) {
        self.write(role, sides, self.ink, align, text);
    }

    pub(super) fn strong(&mut self, role: Role, sides: (f32, f32), align: Align, text: &str) {
        self.write(role, sides, self.bold, align, text);
    }

    /// A whole line of a size of its own.
    pub(super) fn line(&mut self, role: Role, align: Align, scale: f32, text: &str) {
        let ink = Ink {
            size: self.ink.size * scale,
            ..if scale > 1.0 { self.bold } else { self.ink }
        };
        self.y += (ink.size - self.ink.size).max(0.0);
        self.write(role, (self.left, self.right), ink, align, text);
        self.y += self.leading * ink.size;
    }

    /// A paragraph that is in no field.
    pub(super) fn paragraph(&mut self, align: Align, text: &str) {
        for line in wrapped(text, self.ink.font, self.ink.size, self.right - self.left) {
            self.line(Role::Plain, align, 1.0, &line);
        }
    }

    /// A caption and its value, one behind the other, smaller where the line is too short; returns where it ends.
    pub(super) fn captioned(&mut self, x: f32, caption: &str, value: &str) -> f32 {
        let caption = format!("{caption}:");
        let ink = fitted(self.ink, &format!("{caption} {value}0"), self.right - x);
        let from = x + ink.font.width(&caption, ink.size) + 0.5 * ink.size;
        let end = from + ink.font.width(value, ink.size) + 0.1;
        self.write(Role::Caption, (x, from), ink, Align::Left, &caption);
        self.write(Role::Value, (from, end), ink, Align::Left, value);
        end
    }

    pub(super) fn width(&self, text: &str) -> f32 {
        self.ink.font.width(text, self.ink.size)
    }

    pub(super) fn rule(&mut self) {
        let level = self.y - self.ink.size;
        self.draft.line((self.left, level), (self.right, level), 0.6);
        self.down(0.4);
    }
}
