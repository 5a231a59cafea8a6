//! Arranges the entries of a form: in rows of columns, in lists, in tables; groups below or beside each other.

use super::super::draft::{Draft, Role};
use super::cell::{Sides, caption, caption_width, cell, value, value_width};
use super::entries::{Content, Entry, Form, Group, Kind, States};
use super::look::{Arrangement, At, Look, Order, Plan, Ruling};
use crate::font::Font;
use crate::paper::Ink;
use crate::w2::layout::Align;

const GRAY: [f32; 3] = [0.88; 3];
/// Most lines of a caption above a value.
const CAPTION_LINES: f32 = 3.0;
/// In points. On a narrower form, the parties are above the amounts, and states are ordinary cells.
const WIDE: f32 = 400.0;

/// Two lists stand beside each other from this width on, in points.
const WIDE_LISTS: f32 = 330.0;

/// The form without its title, in this width.
pub(super) fn body(form: &Form, look: &Look, width: f32) -> Draft {
    let mut groups = form.groups.clone();
    if !look.blanks {
        for group in &mut groups {
            let kept = |entry: &Entry| matches!(entry.content, Content::Check(_)) || !entry.content.is_blank();
            group.entries.retain(kept);
        }
    }
    if look.order == Order::AmountsFirst {
        groups.sort_by_key(|group| group.kind == Kind::People);
    }
    if look.plan == Plan::Stacked || width < WIDE {
        let mut draft = stacked(&groups, look, width);
        draft.append(states(form, look, width), 0.0, 4.0);
        return draft;
    }
    let people = width * 0.42;
    let (parties, rest): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(|group| group.kind == Kind::People);
    let (left, right) = (
        stacked(&parties, look, people),
        stacked(&rest, look, width - people - 8.0),
    );
    let mut draft = Draft::tall(left.height.max(right.height));
    let at = if look.plan == Plan::Left {
        (0.0, people + 8.0)
    } else {
        (width - people, 0.0)
    };
    draft.absorb(left, at.0, 0.0);
    draft.absorb(right, at.1, 0.0);
    draft.append(states(form, look, width), 0.0, 4.0);
    draft
}

fn stacked(groups: &[Group], look: &Look, width: f32) -> Draft {
    let mut draft = Draft::default();
    for group in groups.iter().filter(|group| !group.entries.is_empty()) {
        if look.headings {
            draft.append(heading(&group.heading, look), 0.0, 3.0);
        }
        draft.append(arranged(group, look, width), 0.0, 3.0);
    }
    draft
}

fn heading(text: &str, look: &Look) -> Draft {
    let mut draft = Draft::default();
    let ink = Ink::new(Font::SansBold, look.caption.size + 1.0);
    draft.text(Role::Plain, 0.0, 1.1 * ink.size, ink, text);
    draft.height = 1.5 * ink.size;
    draft
}

fn arranged(group: &Group, look: &Look, width: f32) -> Draft {
    let tabled = matches!(look.arrangement, Arrangement::Table | Arrangement::TwoYears);
    match look.arrangement {
        _ if tabled && group.kind == Kind::Amounts => table(&group.entries, look, width),
        Arrangement::TwoLists if width >= WIDE_LISTS => {
            let half = (width - 10.0) / 2.0;
            let (first, second) = group.entries.split_at(group.entries.len().div_ceil(2));
            let (left, right) = (grid(first, look, 1, half), grid(second, look, 1, half));
            let mut draft = Draft::tall(left.height.max(right.height));
            draft.absorb(left, 0.0, 0.0);
            draft.absorb(right, half + 10.0, 0.0);
            draft
        }
        // Names and addresses have no room in narrow columns.
        _ => {
            let most = ((width / 95.0) as usize).max(1);
            let columns = if look.arrangement == Arrangement::TwoLists {
                1
            } else {
                look.columns()
            };
            grid(&group.entries, look, columns.min(most), width)
        }
    }
}

/// Width that an entry asks for.
fn needed(entry: &Entry, look: &Look) -> f32 {
    let (caption, value) = (caption_width(entry, look), value_width(entry, look) + 4.0);
    let inner = match look.at {
        _ if matches!(entry.content, Content::Check(_)) => caption / 2.0 + 16.0,
        At::Left | At::Right => (value / (1.0 - look.split)).max(caption / 2.0 / look.split),
        At::Before => value + caption.min(130.0) + 4.0,
        At::Above | At::Below | At::Corner | At::Head => value.max(caption / CAPTION_LINES + 10.0),
    };
    inner + 2.0 * look.air
}

/// Entries in rows of columns. What needs more room has several columns; the last of a row has what is left.
fn rows<'a>(entries: &'a [Entry], look: &Look, columns: usize, unit: f32) -> Vec<Vec<(&'a Entry, usize)>> {
    let mut rows: Vec<Vec<(&Entry, usize)>> = vec![Vec::new()];
    let mut free = columns;
    for entry in entries {
        let span = (1..columns)
            .find(|&span| span as f32 * unit >= needed(entry, look))
            .unwrap_or(columns);
        if span > free {
            if let Some((_, last)) = rows.last_mut().and_then(|row| row.last_mut()) {
                *last += free;
            }
            rows.push(Vec::new());
            free = columns;
        }
        free -= span;
        if let Some(row) = rows.last_mut() {
            row.push((entry, span));
        }
    }
    rows
}

fn grid(entries: &[Entry], look: &Look, columns: usize, width: f32) -> Draft {
    let unit = width / columns as f32;
    let mut draft = Draft::default();
    let turned = turned(entries, look, columns);
    for (place, row) in rows(&turned, look, columns, unit).iter().enumerate() {
        let top = draft.height;
        let mut left = 0.0;
        let cells: Vec<(&Entry, Sides)> = row
            .iter()
            .map(|(entry, span)| {
                let sides = (left, left + *span as f32 * unit);
                left = sides.1;
                (*entry, sides)
            })
            .collect();
        if look.at == At::Head {
            strip(&mut draft, &cells, look, width);
        }
        line_of_cells(&mut draft, &cells, look);
        rule(&mut draft, &cells, look, (top, width), place == 0);
    }
    if look.ruling == Ruling::Outer {
        draft.frame([0.0, 0.0, width, draft.height]);
    }
    draft
}

/// The cells of a row, as high as the highest.
fn line_of_cells(draft: &mut Draft, cells: &[(&Entry, Sides)], look: &Look) {
    let top = draft.height;
    let drawn: Vec<Draft> = cells
        .iter()
        .map(|(entry, sides)| cell(entry, look, sides.1 - sides.0))
        .collect();
    let height = drawn.iter().map(|draft| draft.height).fold(0.0, f32::max);
    for ((entry, sides), mut cell) in cells.iter().zip(drawn) {
        if look.sinks() && !entry.content.is_block() {
            cell.sink_values(height - cell.height);
        }
        draft.absorb(cell, sides.0, top);
    }
    draft.height = top + height;
}

/// Captions of a row in a strip above the values.
fn strip(draft: &mut Draft, cells: &[(&Entry, Sides)], look: &Look, width: f32) {
    let (top, mut bottom) = (draft.height, draft.height);
    for (entry, sides) in cells
        .iter()
        .filter(|(entry, _)| !matches!(entry.content, Content::Check(_)))
    {
        let sides = (sides.0 + look.air, sides.1 - look.air);
        bottom = bottom.max(caption(draft, entry, look, sides, top + 1.0));
    }
    draft.height = bottom + 1.0;
    if matches!(
        look.ruling,
        Ruling::Shaded | Ruling::ShadedCaption | Ruling::Outer | Ruling::Columns
    ) {
        draft.fill([0.0, top, width, draft.height], GRAY);
    } else {
        draft.line((0.0, draft.height), (width, draft.height), 0.5);
    }
}

fn rule(draft: &mut Draft, cells: &[(&Entry, Sides)], look: &Look, from: (f32, f32), is_first: bool) {
    let ((top, width), bottom) = (from, draft.height);
    if matches!(look.ruling, Ruling::All | Ruling::Rows) {
        draft.line((0.0, bottom), (width, bottom), 0.6);
        if is_first {
            draft.line((0.0, top), (width, top), 0.6);
        }
    }
    if look.ruling == Ruling::All {
        draft.line((0.0, top), (0.0, bottom), 0.6);
        draft.line((width, top), (width, bottom), 0.6);
    }
    if matches!(look.ruling, Ruling::All | Ruling::Columns) {
        for (_, sides) in cells.iter().skip(1) {
            draft.line((sides.0, top), (sides.0, bottom), 0.6);
        }
    }
}

/// The same entries, ordered so that rows of columns are read downwards.
fn turned(entries: &[Entry], look: &Look, columns: usize) -> Vec<Entry> {
    let is_plain = entries.iter().all(|entry| entry.content.is_amount());
    if look.order != Order::Down || columns < 2 || !is_plain {
        return entries.to_vec();
    }
    let count = entries.len().div_ceil(columns);
    let places = (0..count).flat_map(|row| (0..columns).map(move |column| column * count + row));
    places.filter_map(|place| entries.get(place)).cloned().collect()
}

/// Box, description and amount in columns, perhaps with the amounts of the year before.
fn table(entries: &[Entry], look: &Look, width: f32) -> Draft {
    let mut draft = Draft::default();
    let two = look.arrangement == Arrangement::TwoYears;
    let amount = (0.26 * width).min(110.0);
    let box_column = look.number_column();
    let amount_left = width - amount * if two { 2.0 } else { 1.0 };
    let bold = Ink {
        font: Font::SansBold,
        ..look.caption
    };
    let baseline = 1.2 * bold.size;
    let mut head = |sides: Sides, align: Align, text: &str| {
        draft.between(
            Role::Caption,
            (sides.0 + 3.0, sides.1 - 3.0),
            baseline,
            bold,
            align,
            text,
        );
    };
    let [of_box, of_text, of_amount, of_prior] = &look.heads;
    if box_column > 0.0 {
        head((0.0, box_column), Align::Left, of_box);
    }
    head((box_column, amount_left), Align::Left, of_text);
    head((amount_left, amount_left + amount), Align::Right, of_amount);
    if two {
        head((amount_left + amount, width), Align::Right, of_prior);
    }
    draft.height = 1.6 * bold.size;
    draft.line((0.0, draft.height), (width, draft.height), 0.8);
    for entry in entries {
        let line = table_row(entry, look, [box_column, amount_left, amount_left + amount, width]);
        draft.append(line, 0.0, 0.0);
        if matches!(look.ruling, Ruling::All | Ruling::Rows | Ruling::Under | Ruling::Framed) {
            draft.line((0.0, draft.height), (width, draft.height), 0.4);
        }
    }
    if matches!(look.ruling, Ruling::All | Ruling::Columns) {
        draft.line((amount_left, 0.0), (amount_left, draft.height), 0.4);
    }
    if matches!(look.ruling, Ruling::All | Ruling::Outer) {
        draft.frame([0.0, 0.0, width, draft.height]);
    }
    draft
}

/// A row of a table. The amount of the year before is in no field.
fn table_row(entry: &Entry, look: &Look, columns: [f32; 4]) -> Draft {
    let [box_end, text_end, amount_end, end] = columns;
    let mut draft = Draft::default();
    let level = look.air + look.value.size;
    let plain = look.without_decoration();
    if box_end > 0.0 {
        draft.between(
            Role::Caption,
            (3.0, box_end - 2.0),
            level,
            look.caption,
            Align::Left,
            &entry.number,
        );
    }
    let sides = (box_end + 3.0, text_end - 4.0);
    let under = caption(&mut draft, entry, &plain, sides, level - look.caption.size);
    let bottom = value(&mut draft, entry, &plain, (text_end + 3.0, amount_end - 3.0), look.air);
    if let (true, Content::Amount(Some(cents))) = (end > amount_end, &entry.content) {
        let before = look.amounts.text(cents * 93 / 100 + 1_117);
        draft.between(
            Role::Plain,
            (amount_end + 6.0, end - 3.0),
            level,
            look.value,
            Align::Right,
            &before,
        );
    }
    draft.height = under.max(bottom) + look.air;
    draft
}

/// The states: a table with captions at the heads of its columns, or cells like any others.
fn states(form: &Form, look: &Look, width: f32) -> Draft {
    let states = &form.states;
    let mut draft = Draft::default();
    if states.rows.is_empty() && !look.blanks {
        return draft;
    }
    if look.headings {
        draft.append(heading(&form.state_heading, look), 0.0, 3.0);
    }
    if look.state_table && width >= WIDE {
        draft.append(state_table(states, look, width), 0.0, 0.0);
        return draft;
    }
    for row in &states.rows {
        let filled = |(head, content): (&Entry, &Content)| Entry {
            content: content.clone(),
            ..head.clone()
        };
        let entries: Vec<Entry> = states.heads.iter().zip(row).map(filled).collect();
        let most = ((width / 95.0) as usize).max(1);
        draft.append(
            grid(&entries, look, look.columns().clamp(2, 4).min(most), width),
            0.0,
            2.0,
        );
    }
    draft
}

fn state_table(states: &States, look: &Look, width: f32) -> Draft {
    let look = &look.in_strips();
    let mut draft = Draft::default();
    let unit = width / states.heads.len().max(1) as f32;
    let sides = |place: usize| (place as f32 * unit, (place + 1) as f32 * unit);
    let heads: Vec<(&Entry, Sides)> = states
        .heads
        .iter()
        .enumerate()
        .map(|(place, head)| (head, sides(place)))
        .collect();
    strip(&mut draft, &heads, look, width);
    rule(&mut draft, &heads, look, (0.0, width), true);
    for row in &states.rows {
        let top = draft.height;
        let entries: Vec<Entry> = row
            .iter()
            .map(|content| Entry {
                caption: String::new(),
                number: String::new(),
                content: content.clone(),
            })
            .collect();
        let cells: Vec<(&Entry, Sides)> = entries
            .iter()
            .enumerate()
            .map(|(place, entry)| (entry, sides(place)))
            .collect();
        line_of_cells(&mut draft, &cells, look);
        rule(&mut draft, &cells, look, (top, width), false);
    }
    draft
}
