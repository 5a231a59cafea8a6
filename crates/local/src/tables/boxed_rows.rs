//! Lists in a table of boxes, as portals print a form: one row per box, its number first and its amount last, under a
//! head such as `Box | Description | Amount`. The number identifies the list, regardless of the description. Captions
//! of single values also appear in such tables; they are not read here.

use crate::captions::caption_index::is_label_of;
use crate::captions::model::{Caption, Role};
use crate::captions::template::is_coded;
use crate::page::model::Layout;
use crate::page::reading::reads;
use crate::values::model::{Item, Run, Sheet};
use touchstone_core::pack::FieldSpec;
use touchstone_core::record::Format;
use touchstone_intake::Region;

/// Max distance of box numbers from the left end of their head, in points.
const ALIGNED: f32 = 12.0;
/// Max points by which an amount, which is flush right, ends left of its column's head.
const COLUMN: f32 = 4.0;
/// Min gap that separates columns, in font sizes.
const APART: f32 = 1.0;

/// The heads of the numbers and of the amounts.
struct Head {
    first: Region,
    last: Region,
    /// The head of the codes, if they have a separate column.
    code: Option<Region>,
}

/// The rows of a list of codes and amounts.
pub(crate) fn rows(sheet: &Sheet, field: usize, runs: &mut [Run]) -> Vec<Item> {
    let (items, taken): (Vec<Item>, Vec<Vec<usize>>) = found(sheet, field, runs).into_iter().unzip();
    for run in taken.into_iter().flatten() {
        runs[run].taken = true;
    }
    items
}

/// The runs of such rows, which are reserved from single values.
pub(crate) fn reserved(sheet: &Sheet, field: usize, runs: &[Run]) -> Vec<usize> {
    let found = found(sheet, field, runs).into_iter();
    found.flat_map(|(_, taken)| taken).collect()
}

fn found(sheet: &Sheet, field: usize, runs: &[Run]) -> Vec<(Item, Vec<usize>)> {
    let spec = &sheet.template.fields[field];
    let (Some(code), Some(amount)) = (part(spec, false), part(spec, true)) else {
        return Vec::new();
    };
    let coded_head = || coded_head(sheet.layout, &sheet.region).filter(|_| is_coded(spec));
    let Some(head) = head(sheet.layout, &sheet.region).or_else(coded_head) else {
        return Vec::new();
    };
    let below = sheet
        .layout
        .rows
        .iter()
        .filter(|row| row.region.y >= head.first.bottom() - 1.0 && sheet.region.holds(&row.region));
    let read = below.filter_map(|row| {
        let [label, rest @ .., last] = row.words.as_slice() else {
            return None;
        };
        let (label, last) = (*label, *last);
        let (number, cell) = (sheet.layout.region(label), sheet.layout.region(last));
        let numbered = (number.x - head.first.x).abs() < ALIGNED && is_own(sheet, field, label);
        let paid = cell.right() > head.last.x - COLUMN && reads(sheet.layout, &spec.parts[amount].format, last);
        if !numbered || !paid {
            return None;
        }
        let mut parts = vec![Vec::new(); spec.parts.len()];
        parts[amount] = vec![last];
        parts[code] = vec![match &head.code {
            Some(column) => *rest.iter().find(|&&word| {
                let own = sheet.layout.region(word);
                own.overlap_x(column) > 0.0 && reads(sheet.layout, &spec.parts[code].format, word)
            })?,
            None => coded(sheet, &spec.parts[code], rest)?,
        }];
        let captions = (0..sheet.captions.len()).filter(|&one| sheet.captions[one].words.contains(&label));
        let captions = captions.collect();
        let taken = (0..runs.len()).filter(|&run| runs[run].words.iter().any(|word| row.words.contains(word)));
        Some((Item { parts, captions }, taken.collect()))
    });
    read.collect()
}

/// The part that is an amount, or the one that is a code.
fn part(spec: &FieldSpec, amount: bool) -> Option<usize> {
    let is = |part: &FieldSpec| matches!(part.format, Format::Currency) == amount;
    let place = spec.parts.iter().position(is);
    place.filter(|_| spec.parts.len() == 2)
}

/// Turns the heads of such a table into print: `Amount` is not the caption of any list's amounts.
pub(crate) fn settle(layout: &Layout, region: &Region, captions: &mut [Caption]) {
    let Some(head) = head(layout, region) else { return };
    let level = |caption: &&mut Caption| {
        let middle = caption.region.center().1;
        (head.first.y..head.first.bottom()).contains(&middle)
    };
    for caption in captions.iter_mut().filter(level) {
        caption.roles = vec![Role::Print];
    }
}

/// A row that begins with `Box` or `Line` and ends with `Amount`.
fn head(layout: &Layout, region: &Region) -> Option<Head> {
    let rows = layout.rows.iter().filter(|row| region.holds(&row.region));
    let mut heads = rows.filter_map(|row| {
        let (first, last) = (*row.words.first()?, *row.words.last()?);
        let folded = |word: usize| layout.folded[word].as_slice();
        // `Box 12a` is a caption.
        let labels = row
            .words
            .get(1)
            .is_some_and(|&next| folded(next).iter().any(u8::is_ascii_digit));
        let numbers = matches!(folded(first), b"box" | b"line") && !labels;
        (row.words.len() > 2 && numbers && matches!(folded(last), b"amount" | b"amounts" | b"value")).then(|| Head {
            first: *layout.region(first),
            last: *layout.region(last),
            code: None,
        })
    });
    heads.next()
}

/// A row that ends with `Code` and `Amount`, above a table whose rows begin with a box's number and name together.
fn coded_head(layout: &Layout, region: &Region) -> Option<Head> {
    let rows = layout.rows.iter().filter(|row| region.holds(&row.region));
    let mut heads = rows.filter_map(|row| {
        let [first, .., code, last] = row.words.as_slice() else {
            return None;
        };
        let folded = |word: usize| layout.folded[word].as_slice();
        let is_coded = matches!(folded(*code), b"code" | b"codes") && matches!(folded(*last), b"amount" | b"amounts");
        is_coded.then(|| Head {
            first: *layout.region(*first),
            last: *layout.region(*last),
            code: Some(*layout.region(*code)),
        })
    });
    heads.next()
}

/// Whether a label belongs to this list and to no other: different forms number their boxes differently.
fn is_own(sheet: &Sheet, field: usize, label: usize) -> bool {
    let folded = sheet.layout.folded[label].as_slice();
    let bears = |spec: &FieldSpec| is_label_of(spec, folded);
    let mut others = sheet
        .template
        .fields
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != field);
    bears(&sheet.template.fields[field]) && !others.any(|(_, spec)| !spec.parts.is_empty() && bears(spec))
}

/// A code in a separate column, or separated from its meaning by a dash: `D - Elective deferrals`.
fn coded(sheet: &Sheet, part: &FieldSpec, words: &[usize]) -> Option<usize> {
    let (&first, rest) = words.split_first()?;
    let gap = |next: usize| sheet.layout.gap(first, next);
    let apart = rest
        .first()
        .is_none_or(|&next| sheet.layout.folded[next].is_empty() || gap(next) > APART * sheet.layout.word(first).size);
    (apart && reads(sheet.layout, &part.format, first)).then_some(first)
}
