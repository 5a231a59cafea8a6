//! A drawing before it is on a sheet: it can be measured, scaled and moved, and it knows what was written where.

use super::lot::{Choice, Lot};
use crate::font::Font;
use crate::paper::{Area, Ink, Sheet};
use crate::w2::layout::{Align, Mark};

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Caption,
    Value,
    Plain,
}

#[derive(Debug, Clone)]
enum Stroke {
    Text {
        start: (f32, f32),
        ink: Ink,
        text: String,
        role: Role,
    },
    Line {
        from: (f32, f32),
        to: (f32, f32),
        thickness: f32,
    },
    Fill {
        area: Area,
        color: [f32; 3],
    },
    Frame {
        area: Area,
    },
    Mark {
        area: Area,
        mark: Mark,
    },
}

#[derive(Debug, Clone, Default)]
pub(super) struct Draft {
    strokes: Vec<Stroke>,
    pub height: f32,
    /// The texts of all values, also of those printed a character a cell.
    pub values: Vec<String>,
}

/// A text on the page, with its area in points from the top left.
#[derive(Debug, Clone)]
pub struct Printed {
    pub area: [f32; 4],
    pub text: String,
    pub role: Role,
}

/// The gray of rulings.
const RULING: [f32; 3] = [0.25; 3];

impl Choice for Font {
    const COMMON: &'static [Self] = &[
        Font::Sans,
        Font::Sans,
        Font::Sans,
        Font::SansBold,
        Font::Serif,
        Font::Mono,
    ];
}

impl Draft {
    /// An empty drawing of a height.
    pub(super) fn tall(height: f32) -> Self {
        Self {
            height,
            ..Self::default()
        }
    }

    pub(super) fn text(&mut self, role: Role, x: f32, baseline: f32, ink: Ink, text: &str) {
        if !text.is_empty() {
            let text = text.to_owned();
            let start = (x, baseline);
            self.strokes.push(Stroke::Text { start, ink, text, role });
        }
    }

    /// Writes between two sides, smaller if it would not fit.
    pub(super) fn between(&mut self, role: Role, sides: (f32, f32), baseline: f32, ink: Ink, align: Align, text: &str) {
        let ink = fitted(ink, text, sides.1 - sides.0);
        let width = ink.font.width(text, ink.size);
        let x = match align {
            Align::Left => sides.0,
            Align::Right => sides.1 - width,
            Align::Center => (sides.0 + sides.1 - width) / 2.0,
        };
        self.text(role, x, baseline, ink, text);
    }

    pub(super) fn line(&mut self, from: (f32, f32), to: (f32, f32), thickness: f32) {
        self.strokes.push(Stroke::Line { from, to, thickness });
    }

    pub(super) fn fill(&mut self, area: Area, color: [f32; 3]) {
        self.strokes.push(Stroke::Fill { area, color });
    }

    pub(super) fn frame(&mut self, area: Area) {
        self.strokes.push(Stroke::Frame { area });
    }

    pub(super) fn mark(&mut self, area: Area, mark: Mark) {
        self.strokes.push(Stroke::Mark { area, mark });
    }

    /// Takes over another drawing, moved. The height stays as it is.
    pub(super) fn absorb(&mut self, mut other: Draft, x: f32, y: f32) {
        for stroke in &mut other.strokes {
            stroke.change(|at| (at.0 + x, at.1 + y), 1.0);
        }
        self.strokes.append(&mut other.strokes);
        self.values.append(&mut other.values);
    }

    /// Adds another drawing below this one.
    pub(super) fn append(&mut self, other: Draft, x: f32, gap: f32) {
        let (top, height) = (self.height + gap, other.height);
        self.absorb(other, x, top);
        self.height = top + height;
    }

    #[must_use]
    pub(super) fn scaled(mut self, by: f32) -> Self {
        for stroke in &mut self.strokes {
            stroke.change(|at| (at.0 * by, at.1 * by), by);
        }
        self.height *= by;
        self
    }

    /// Moves the values down, to the bottom of their cells.
    pub(super) fn sink_values(&mut self, by: f32) {
        for stroke in &mut self.strokes {
            if let Stroke::Text {
                start,
                role: Role::Value,
                ..
            } = stroke
            {
                start.1 += by;
            }
        }
    }

    pub(super) fn print(&self, sheet: &mut Sheet) {
        for stroke in &self.strokes {
            if let Stroke::Fill { area, color } = stroke {
                sheet.fill(*area, *color);
            }
        }
        for stroke in &self.strokes {
            match stroke {
                Stroke::Fill { .. } => {}
                Stroke::Text { start, ink, text, .. } => sheet.text(start.0, start.1, *ink, text),
                Stroke::Line { from, to, thickness } => sheet.line(*from, *to, *thickness, RULING),
                Stroke::Frame { area } => sheet.frame(*area, 0.6, RULING),
                Stroke::Mark { area, mark } => check(sheet, *area, *mark),
            }
        }
    }

    pub(super) fn printed(&self) -> Vec<Printed> {
        let text = |stroke: &Stroke| match stroke {
            Stroke::Text { start, ink, text, role } => Some(Printed {
                area: [
                    start.0,
                    start.1 - 0.7 * ink.size,
                    start.0 + ink.font.width(text, ink.size),
                    start.1 + 0.1 * ink.size,
                ],
                text: text.clone(),
                role: *role,
            }),
            _ => None,
        };
        self.strokes.iter().filter_map(text).collect()
    }
}

impl Stroke {
    /// Moves all points of a stroke and scales its sizes.
    fn change(&mut self, to: impl Fn((f32, f32)) -> (f32, f32), by: f32) {
        let corner = |area: &mut Area| {
            let ((left, top), (right, bottom)) = (to((area[0], area[1])), to((area[2], area[3])));
            *area = [left, top, right, bottom];
        };
        match self {
            Stroke::Text { start, ink, .. } => {
                *start = to(*start);
                ink.size *= by;
            }
            Stroke::Line { from, to: end, .. } => {
                *from = to(*from);
                *end = to(*end);
            }
            Stroke::Fill { area, .. } | Stroke::Frame { area } | Stroke::Mark { area, .. } => corner(area),
        }
    }
}

/// The same ink, smaller if the text would be wider than the room.
pub(super) fn fitted(ink: Ink, text: &str, room: f32) -> Ink {
    let width = ink.font.width(text, 1.0).max(0.01);
    Ink {
        size: ink.size.min(room.max(1.0) / width),
        ..ink
    }
}

fn check(sheet: &mut Sheet, area: Area, mark: Mark) {
    match mark {
        Mark::Tick => sheet.tick(area),
        Mark::Cross => sheet.cross(area),
        Mark::Letter => {
            let ink = Ink::new(Font::SansBold, 0.95 * (area[3] - area[1]));
            sheet.text_center(area[0].midpoint(area[2]), area[3] - 0.17 * ink.size, ink, "X");
        }
    }
}

impl Choice for Mark {
    const COMMON: &'static [Self] = &[Mark::Letter, Mark::Tick, Mark::Cross];
}

/// Black for values; captions may have another color.
pub(super) fn color(lot: &mut Lot) -> [f32; 3] {
    const COLORS: [[f32; 3]; 8] = [
        [0.0; 3],
        [0.0; 3],
        [0.0; 3],
        [0.35; 3],
        [0.45; 3],
        [0.1, 0.2, 0.55],
        [0.7, 0.1, 0.1],
        [0.05, 0.4, 0.25],
    ];
    *lot.dice.pick(&COLORS)
}
