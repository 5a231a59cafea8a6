//! Payroll companies' own layouts, described as rows of cells. To add a layout, add a table in `payroll`.

use super::layout::{Align, Layout, Mark, Place, Slot, Words};
use crate::font::Font;
use crate::paper::Ink;

/// Position of captions relative to their values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Captions {
    Above,
    Left,
    Below,
    /// At the left of the cell. Values are in a column that begins at this share of the cell's width.
    Column(f32),
    /// The same with a dot leader from the caption to the value.
    Leaders(f32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rulings {
    All,
    None,
    Rows,
    Outer,
    /// All rulings, and one between the dollars and the cents of every amount.
    Cents,
}

/// A row: its height and its cells, each with slot, caption and share of the width.
pub(crate) type Row = (f32, &'static [(Slot, &'static str, f32)]);

#[derive(Debug, Clone, Copy)]
pub(crate) struct Grid {
    pub name: &'static str,
    pub width: f32,
    /// Printed above the boxes, with `{year}` replaced. `foot`: printed below them.
    pub title: &'static [&'static str],
    pub foot: &'static [&'static str],
    pub rows: &'static [Row],
    pub captions: Captions,
    pub rulings: Rulings,
    pub caption: (Font, f32),
    pub value: (Font, f32),
    pub align: Align,
    pub mark: Mark,
}

impl Grid {
    pub(crate) fn layout(&self, year: i32) -> Layout {
        let mut layout = Layout {
            cells: Vec::new(),
            words: Vec::new(),
            lines: Vec::new(),
            fills: Vec::new(),
            value: Ink::new(self.value.0, self.value.1),
            mark: self.mark,
            color: [0.0; 3],
            cents: (self.rulings == Rulings::Cents).then_some(2.0 * self.value.1),
        };
        let title = self.caption.1 + 4.0;
        let mut top = 0.0;
        for line in self.title {
            top += title + 2.0;
            layout.bold(&line.replace("{year}", &year.to_string()), 0.0, top, title);
        }
        top += 5.0;
        let first = top;
        for (height, cells) in self.rows {
            let whole: f32 = cells.iter().map(|(_, _, share)| share).sum();
            let mut left = 0.0;
            for (slot, caption, share) in *cells {
                let right = left + self.width * share / whole;
                self.cell(&mut layout, *slot, caption, [left, top, right, top + height]);
                if matches!(self.rulings, Rulings::All | Rulings::Cents) {
                    layout.lines.push(((left, top), (left, top + height), 0.6));
                }
                left = right;
            }
            if matches!(self.rulings, Rulings::All | Rulings::Rows | Rulings::Cents) {
                layout.lines.push(((0.0, top), (self.width, top), 0.6));
            }
            top += height;
        }
        if self.rulings != Rulings::None {
            let (right, foot) = (self.width, top);
            for (from, to) in [
                ((0.0, first), (right, first)),
                ((0.0, foot), (right, foot)),
                ((0.0, first), (0.0, foot)),
                ((right, first), (right, foot)),
            ] {
                layout.lines.push((from, to, 0.6));
            }
        }
        for line in self.foot {
            top += self.caption.1 + 3.0;
            layout.small(&line.replace("{year}", &year.to_string()), 0.0, top, self.caption.1);
        }
        layout
    }

    /// The caption's baseline and the value's area in a cell.
    fn places(&self, slot: Slot, caption: &str, area: [f32; 4]) -> (f32, [f32; 4]) {
        let (font, size) = self.caption;
        let [left, top, right, bottom] = area;
        let value_height = self.value.1 + 2.0;
        let many = matches!(
            slot,
            Slot::Employer
                | Slot::Employee
                | Slot::EmployerAddress
                | Slot::EmployeeAddress
                | Slot::EmployerName
                | Slot::EmployeeName
        );
        match self.captions {
            Captions::Above => {
                // Without rulings, the value is placed close under its caption; otherwise it would be ambiguous which
                // caption it belongs to.
                let to = if many || matches!(self.rulings, Rulings::All | Rulings::Cents) {
                    bottom - 1.0
                } else {
                    top + size + 4.0 + value_height
                };
                let from = if many {
                    top + size + 4.0
                } else {
                    to + 1.0 - value_height
                };
                (top + size + 1.0, [left + 4.0, from, right - 3.0, to])
            }
            Captions::Left | Captions::Column(_) | Captions::Leaders(_) => {
                let from = match self.captions {
                    Captions::Column(share) | Captions::Leaders(share) => left + share * (right - left),
                    _ => left + 4.0 + font.width(caption, size) + 4.0,
                };
                let above = if many { top + 2.0 } else { bottom - value_height - 2.0 };
                let baseline = if many { top + self.value.1 + 2.0 } else { bottom - 4.5 };
                (baseline, [from, above, right - 3.0, bottom - 2.0])
            }
            Captions::Below => {
                let to = bottom - size - 3.0;
                let from = if many { top + 1.0 } else { to - value_height };
                (bottom - 3.0, [left + 4.0, from, right - 3.0, to])
            }
        }
    }

    fn cell(&self, layout: &mut Layout, slot: Slot, caption: &str, area: [f32; 4]) {
        let (baseline, value) = self.places(slot, caption, area);
        layout.words.push(Words {
            x: area[0] + 3.0,
            baseline,
            ink: Ink::new(self.caption.0, self.caption.1),
            text: caption.to_owned(),
        });
        if matches!(self.captions, Captions::Leaders(_)) && slot != Slot::Nothing {
            let (font, size) = self.caption;
            let from = area[0] + 3.0 + font.width(caption, size) + 3.0;
            let dots = ((value[0] - 3.0 - from) / font.width(".", size)).max(0.0) as usize;
            layout.words.push(Words {
                x: from,
                baseline,
                ink: Ink::new(font, size),
                text: ".".repeat(dots),
            });
        }
        if let (Some(width), true) = (layout.cents, slot.is_amount()) {
            let wall = value[2] - width;
            layout.lines.push(((wall, value[1] - 1.0), (wall, area[3]), 0.6));
        }
        if let Slot::Check(_) = slot {
            let side = self.value.1 - 1.0;
            let x = match self.captions {
                Captions::Above | Captions::Below => area[0] + 6.0,
                _ => value[0],
            };
            layout.cell(slot, [x, value[3] - side, x + side, value[3]], Align::Center);
            return;
        }
        layout.cell(slot, value, if slot.is_amount() { self.align } else { Align::Left });
    }
}
