//! The page around a form or an account: its size and rotation, a browser's head and foot, prose, and notes with values
//! that belong to no field.

use super::draft::{Draft, Role};
use super::lot::{Choice, Lot};
use super::wording::{Wording, filled};
use crate::font::Font;
use crate::paper::{Ink, Sheet};
use crate::payers::draw::wrapped;
use crate::w2::layout::Align;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    Letter,
    A4,
    Landscape,
}

/// How the page is turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    Upright,
    /// Stored turned, displayed upright.
    Stored(i32),
    /// Displayed turned.
    Sideways(i32),
}

/// What is around the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Around {
    Nothing,
    /// A letter's text before and after.
    Letter,
    /// A page printed by a browser.
    Portal,
    /// Instructions below.
    Instructions,
}

/// Where notes that belong to no field are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Notes {
    None,
    Before,
    After,
    Beside,
}

impl Choice for Size {
    const COMMON: &'static [Self] = &[
        Size::Letter,
        Size::Letter,
        Size::Letter,
        Size::Letter,
        Size::A4,
        Size::Landscape,
    ];
}

impl Choice for Turn {
    const COMMON: &'static [Self] = &[
        Turn::Upright,
        Turn::Upright,
        Turn::Upright,
        Turn::Upright,
        Turn::Upright,
        Turn::Upright,
        Turn::Upright,
        Turn::Upright,
        Turn::Upright,
        Turn::Upright,
        Turn::Upright,
        Turn::Upright,
        Turn::Upright,
        Turn::Upright,
        Turn::Stored(90),
        Turn::Stored(180),
        Turn::Stored(270),
        Turn::Sideways(90),
    ];
    const KEPT: &'static [Self] = &[Turn::Sideways(270), Turn::Upright, Turn::Upright, Turn::Upright];
}

impl Choice for Around {
    const COMMON: &'static [Self] = &[
        Around::Nothing,
        Around::Nothing,
        Around::Letter,
        Around::Portal,
        Around::Instructions,
    ];
}

impl Choice for Notes {
    const COMMON: &'static [Self] = &[Notes::None, Notes::Before, Notes::After, Notes::Beside];
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Page {
    pub width: f32,
    pub height: f32,
    pub margin: f32,
    turn: Turn,
}

impl Page {
    pub(super) fn draw(lot: &mut Lot) -> Self {
        let (width, height) = match lot.draw() {
            Size::Letter => (612.0, 792.0),
            Size::A4 => (595.0, 842.0),
            Size::Landscape => (792.0, 612.0),
        };
        Self {
            width,
            height,
            margin: lot.points(26, 50),
            turn: lot.draw(),
        }
    }

    /// A page of a size of its own, turned at random.
    pub(super) fn of(width: f32, height: f32, margin: f32, lot: &mut Lot) -> Self {
        Self {
            width,
            height,
            margin,
            turn: lot.draw(),
        }
    }

    /// A page higher than wide.
    pub(super) fn upright(lot: &mut Lot) -> Self {
        let page = Self::draw(lot);
        Self {
            width: page.width.min(page.height),
            height: page.width.max(page.height),
            ..page
        }
    }

    pub(super) fn inner(&self) -> f32 {
        self.width - 2.0 * self.margin
    }

    pub(super) fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new(self.width, self.height);
        match self.turn {
            Turn::Upright => {}
            Turn::Stored(degrees) => sheet.rotate = degrees,
            Turn::Sideways(degrees) => {
                sheet.rotate = degrees;
                sheet.is_sideways = true;
            }
        }
        sheet
    }
}

/// A browser's head and foot, at the edges of the page.
pub(super) fn portal(draft: &mut Draft, page: Page, list: &Wording, lot: &mut Lot) {
    let ink = Ink::new(Font::Sans, 7.5);
    let sides = (18.0, page.width - 18.0);
    for (key, baseline) in [("portal.head", 15.0), ("portal.foot", page.height - 9.0)] {
        let text = list.filled(key, lot);
        let (left, right) = text.split_once('|').unwrap_or((&text, ""));
        draft.between(Role::Plain, sides, baseline, ink, Align::Left, left);
        draft.between(Role::Plain, sides, baseline, ink, Align::Right, right);
    }
}

/// A paragraph.
pub(super) fn paragraph(text: &str, ink: Ink, width: f32) -> Draft {
    let mut draft = Draft::default();
    for line in wrapped(text, ink.font, ink.size, width) {
        draft.height += 1.25 * ink.size;
        draft.text(Role::Plain, 0.0, draft.height, ink, &line);
    }
    draft.height += 0.6 * ink.size;
    draft
}

/// Notes in rows of columns, each above or before its value.
pub(super) fn notes(count: usize, columns: usize, width: f32, key: &str, list: &Wording, lot: &mut Lot) -> Draft {
    let mut draft = Draft::default();
    let ink = Ink::new(lot.draw(), lot.points(6, 8));
    let (above, unit) = (lot.chance(50), width / columns as f32);
    let mut all: Vec<&str> = list.all(key).to_vec();
    lot.shuffle(&mut all);
    all.truncate(count.saturating_sub(1));
    all.push(list.plain(key, lot));
    let height = if above { 2.7 } else { 1.5 } * ink.size;
    for (place, note) in all.into_iter().enumerate() {
        let (left, top) = ((place % columns) as f32 * unit, (place / columns) as f32 * height);
        let note = filled(note, lot);
        let (caption, value) = note.split_once(" | ").unwrap_or((&note, ""));
        let sides = (left + 1.0, left + unit - 5.0);
        let first = top + 1.1 * ink.size;
        if above {
            draft.between(Role::Plain, sides, first, ink, Align::Left, caption);
            draft.between(Role::Plain, sides, first + 1.15 * ink.size, ink, Align::Left, value);
        } else {
            let wall = left + 0.58 * unit;
            draft.between(Role::Plain, (sides.0, wall), first, ink, Align::Left, caption);
            draft.between(Role::Plain, (wall + 2.0, sides.1), first, ink, Align::Left, value);
        }
        draft.height = top + height;
    }
    draft
}
