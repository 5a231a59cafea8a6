//! One cell: a caption, a value, and where the one is from the other.

use super::super::draft::{Draft, Role, fitted};
use super::entries::{Content, Entry};
use super::look::{At, Ending, Look, Number, Ruling, Square};
use crate::paper::Ink;
use crate::payers::draw::wrapped;
use crate::w2::layout::Align;

/// Line spacing, in font sizes.
const LEADING: f32 = 1.15;
/// Between a caption and the value beside it, in points.
const GAP: f32 = 4.0;
/// The most of a cell's width that a caption before its value has.
const MOST_CAPTION: f32 = 0.62;
/// How much smaller than the others a value may be that stands beside its caption.
const LEAST: f32 = 0.8;
const GRAY: [f32; 3] = [0.9; 3];
/// Width of the code before an amount, in font sizes.
const CODE: f32 = 2.2;
/// Width of a cell of a comb, in font sizes.
const TOOTH: f32 = 1.1;

/// Left and right.
pub(super) type Sides = (f32, f32);

/// The drawing of an entry in a cell of this width, as high as it has to be.
pub(super) fn cell(entry: &Entry, look: &Look, width: f32) -> Draft {
    let mut draft = Draft::default();
    let (left, right) = (look.air, width - look.air);
    let top = look.air;
    let look = &placed(entry, look, right - left);
    let bottom = match (&entry.content, look.at) {
        (Content::Check(on), _) => square(&mut draft, entry, look, (left, right), *on),
        (_, At::Above) => {
            let under = caption(&mut draft, entry, look, (left, right), top);
            value(&mut draft, entry, look, (left, right), under + 1.0)
        }
        (_, At::Corner) => {
            let under = corner(&mut draft, entry, look, (left, right), top);
            value(&mut draft, entry, look, (left, right), under + 1.0)
        }
        (_, At::Below) => {
            let under = value(&mut draft, entry, look, (left, right), top);
            caption(&mut draft, entry, look, (left, right), under + 1.5)
        }
        (_, At::Head) => value(&mut draft, entry, look, (left, right), top),
        (_, At::Left | At::Before | At::Right) => beside(&mut draft, entry, look, (left, right)),
    };
    draft.height = bottom + look.air;
    draft
}

/// The look of one entry: a caption beside a value that has no room there stands above it.
fn placed(entry: &Entry, look: &Look, room: f32) -> Look {
    let share = match look.at {
        At::Left | At::Right => 1.0 - look.split,
        At::Before => 1.0 - (caption_width(entry, look) / room).min(MOST_CAPTION),
        _ => return look.clone(),
    };
    if share * room - GAP >= LEAST * value_width(entry, look) {
        return look.clone();
    }
    Look {
        at: At::Above,
        ..look.clone()
    }
}

/// The caption with its number and ending, as one text.
pub(super) fn words(entry: &Entry, look: &Look) -> String {
    let (number, caption) = (&entry.number, &entry.caption);
    let coded = matches!(entry.content, Content::Coded(_));
    let text = match look.number {
        _ if number.is_empty() => caption.clone(),
        Number::None | Number::Boxed if !coded => caption.clone(),
        Number::None | Number::Boxed | Number::Before => format!("{number} {caption}"),
        Number::Dotted => format!("{number}. {caption}"),
        Number::Word => format!("Box {number} - {caption}"),
        Number::After => format!("{caption} (box {number})"),
    };
    let text = if look.capitals { text.to_uppercase() } else { text };
    match look.ending {
        Ending::Nothing => text,
        Ending::Colon => text + ":",
        Ending::Equals => text + " =",
    }
}

/// Whether the number stands in a frame of its own before the caption.
fn is_boxed(entry: &Entry, look: &Look) -> bool {
    let coded = matches!(entry.content, Content::Coded(_));
    look.number == Number::Boxed && !entry.number.is_empty() && !coded
}

fn boxed_width(entry: &Entry, look: &Look) -> f32 {
    if is_boxed(entry, look) {
        look.caption.font.width(&entry.number, look.caption.size) + GAP + 3.0
    } else {
        0.0
    }
}

/// Width of the caption in one line.
pub(super) fn caption_width(entry: &Entry, look: &Look) -> f32 {
    look.caption.font.width(&words(entry, look), look.caption.size) + boxed_width(entry, look)
}

/// Writes a caption down from a level; returns the level below it.
pub(super) fn caption(draft: &mut Draft, entry: &Entry, look: &Look, sides: Sides, top: f32) -> f32 {
    let ink = look.caption;
    let indent = boxed_width(entry, look);
    let first = top + ink.size;
    if indent > 0.0 {
        draft.text(Role::Caption, sides.0 + 1.5, first, ink, &entry.number);
        draft.frame([sides.0, top, sides.0 + indent - GAP, first + 0.3 * ink.size]);
    }
    let lines = wrapped(&words(entry, look), ink.font, ink.size, sides.1 - sides.0 - indent);
    let height = lines.len().max(1) as f32 * LEADING * ink.size;
    if look.ruling == Ruling::ShadedCaption && look.at != At::Head {
        draft.fill([sides.0 - 0.5, top, sides.1 + 0.5, top + height + 1.0], GRAY);
    }
    for (place, line) in lines.iter().enumerate() {
        let baseline = first + place as f32 * LEADING * ink.size;
        draft.between(
            Role::Caption,
            (sides.0 + indent, sides.1),
            baseline,
            ink,
            Align::Left,
            line,
        );
    }
    top + height + 0.1 * ink.size
}

/// Writes a caption at the right end of the cell.
fn corner(draft: &mut Draft, entry: &Entry, look: &Look, sides: Sides, top: f32) -> f32 {
    let ink = look.caption;
    let mut baseline = top;
    for line in wrapped(&words(entry, look), ink.font, ink.size, sides.1 - sides.0) {
        baseline += LEADING * ink.size;
        draft.between(Role::Caption, sides, baseline, ink, Align::Right, &line);
    }
    baseline + 0.3 * ink.size
}

/// Caption and value beside each other; the first lines stand level.
fn beside(draft: &mut Draft, entry: &Entry, look: &Look, sides: Sides) -> f32 {
    let (left, right) = sides;
    let wall = left + (right - left) * look.split;
    let (of_caption, of_value) = match look.at {
        At::Before => {
            let end = left + caption_width(entry, look).min((right - left) * MOST_CAPTION) + 0.5;
            ((left, end), (end + GAP, right))
        }
        At::Right => {
            let wall = right - (right - left) * look.split;
            ((wall + GAP, right), (left, wall))
        }
        _ => ((left, wall), (wall + GAP, right)),
    };
    let level = look.air + look.value.size.max(look.caption.size);
    let under = caption(draft, entry, look, of_caption, level - look.caption.size);
    if look.ruling == Ruling::Dots && look.at == At::Left {
        dots(draft, entry, look, of_caption, of_value, level);
    }
    let bottom = value(draft, entry, look, of_value, level - look.value.size);
    under.max(bottom)
}

/// Dots from the end of a caption of one line to its value.
fn dots(draft: &mut Draft, entry: &Entry, look: &Look, of_caption: Sides, of_value: Sides, baseline: f32) {
    let ink = look.caption;
    let from = of_caption.0 + caption_width(entry, look) + 2.0;
    let to = match look.align {
        Align::Right if matches!(entry.content, Content::Amount(_)) => {
            of_value.1 - value_width(entry, look).max(20.0) - 3.0
        }
        _ => of_value.0 - 3.0,
    };
    let count = ((to - from) / ink.font.width(".", ink.size)).max(0.0) as usize;
    draft.text(Role::Plain, from, baseline, ink, &".".repeat(count));
}

/// Width that the value asks for.
pub(super) fn value_width(entry: &Entry, look: &Look) -> f32 {
    let ink = look.value;
    match &entry.content {
        Content::Amount(cents) => look.amounts.width(cents.unwrap_or(0), ink),
        Content::Number(text) if look.comb => text.chars().count() as f32 * TOOTH * ink.size,
        Content::Number(text) => ink.font.width(text, ink.size),
        Content::Lines(lines) => lines
            .iter()
            .map(|line| ink.font.width(line, ink.size))
            .fold(0.0, f32::max),
        Content::Coded(coded) => CODE * ink.size + look.amounts.width(coded.map_or(100_000, |(_, cents)| cents), ink),
        Content::Check(_) => caption_width(entry, look) + 2.0 * ink.size,
    }
}

/// Writes a value down from a level; returns the level below it.
pub(super) fn value(draft: &mut Draft, entry: &Entry, look: &Look, sides: Sides, top: f32) -> f32 {
    let ink = look.value;
    let count = match &entry.content {
        Content::Lines(lines) => lines.len().max(1),
        _ => 1,
    };
    let bottom = top + (count as f32 - 1.0) * LEADING * ink.size + 1.25 * ink.size;
    decorate(draft, look, [sides.0, top, sides.1, bottom]);
    let inner = match look.ruling {
        Ruling::Framed | Ruling::Shaded => (sides.0 + 2.0, sides.1 - 2.0),
        _ => sides,
    };
    let baseline = top + ink.size;
    match &entry.content {
        Content::Amount(Some(cents)) => look.amounts.set(draft, inner, baseline, ink, look.align, *cents),
        Content::Amount(None) => draft.between(Role::Plain, inner, baseline, ink, look.align, look.amounts.absent()),
        Content::Number(text) if look.comb => comb(draft, inner, baseline, ink, text),
        Content::Number(text) => lines(draft, inner, baseline, ink, std::slice::from_ref(text)),
        Content::Lines(all) => lines(draft, inner, baseline, ink, all),
        Content::Coded(Some((code, cents))) => {
            draft.text(Role::Value, inner.0, baseline, ink, code);
            draft.values.push((*code).to_owned());
            let sides = (inner.0 + CODE * ink.size, inner.1);
            look.amounts.set(draft, sides, baseline, ink, look.align, *cents);
        }
        Content::Coded(None) => {}
        Content::Check(on) => {
            let side = 0.9 * ink.size;
            let area = [inner.0, baseline - side, inner.0 + side, baseline];
            draft.frame(area);
            if *on {
                draft.mark(area, look.mark);
            }
        }
    }
    bottom
}

fn lines(draft: &mut Draft, sides: Sides, baseline: f32, ink: Ink, lines: &[String]) {
    // All lines of a block are of one size.
    let size = lines
        .iter()
        .map(|line| fitted(ink, line, sides.1 - sides.0).size)
        .fold(ink.size, f32::min);
    let ink = Ink { size, ..ink };
    for (place, line) in lines.iter().enumerate() {
        draft.values.push(line.clone());
        draft.text(
            Role::Value,
            sides.0,
            baseline + place as f32 * LEADING * ink.size,
            ink,
            line,
        );
    }
}

/// A character a cell.
fn comb(draft: &mut Draft, sides: Sides, baseline: f32, ink: Ink, text: &str) {
    let count = text.chars().count().max(1) as f32;
    let tooth = (TOOTH * ink.size).min((sides.1 - sides.0) / count);
    let ink = fitted(ink, "0", 0.8 * tooth);
    let (top, bottom) = (baseline - 0.95 * ink.size, baseline + 0.25 * ink.size);
    draft.values.push(text.to_owned());
    for (place, letter) in text.chars().enumerate() {
        let left = sides.0 + place as f32 * tooth;
        draft.frame([left, top, left + tooth, bottom]);
        draft.between(
            Role::Value,
            (left, left + tooth),
            baseline,
            ink,
            Align::Center,
            &letter.to_string(),
        );
    }
}

fn decorate(draft: &mut Draft, look: &Look, area: [f32; 4]) {
    match look.ruling {
        Ruling::Shaded => draft.fill(area, GRAY),
        Ruling::Framed => draft.frame(area),
        Ruling::Under => draft.line((area[0], area[3]), (area[2], area[3]), 0.5),
        _ => {}
    }
}

/// A check box with its caption; returns the level below it.
fn square(draft: &mut Draft, entry: &Entry, look: &Look, sides: Sides, on: bool) -> f32 {
    let side = 0.95 * look.caption.size + 0.5;
    let top = look.air;
    let baseline = top + look.caption.size;
    let mut of_caption = (sides.0 + side + 3.0, sides.1);
    let text = |draft: &mut Draft, x: f32, text: &str| {
        draft.text(Role::Value, x, baseline, look.caption, text);
    };
    match look.square {
        Square::First | Square::Last => {
            let x = if look.square == Square::First {
                sides.0
            } else {
                sides.1 - side
            };
            let area = [x, top, x + side, top + side];
            draft.frame(area);
            if on {
                draft.mark(area, look.mark);
            }
            if look.square == Square::Last {
                of_caption = (sides.0, sides.1 - side - 3.0);
            }
        }
        Square::Brackets => {
            text(draft, sides.0, if on { "[X]" } else { "[ ]" });
            of_caption.0 = sides.0 + 2.0 * look.caption.size;
        }
        Square::Yes => {
            text(draft, sides.1 - 2.0 * look.caption.size, if on { "Yes" } else { "No" });
            of_caption = (sides.0, sides.1 - 2.0 * look.caption.size - 3.0);
        }
    }
    caption(draft, entry, look, of_caption, top).max(top + side)
}
