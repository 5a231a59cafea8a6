//! Lists printed in one box, under or beside its caption: any number of lines with a code and an amount each, as on
//! Schedule K-1. In tables the caption may be repeated for each line. See `labelled_rows` for rows with labels,
//! `columns` for columns with captions.

use super::labelled_rows::{by_line, fit_parts, take_rows, whole_row};
use crate::captions::model::Role;
use crate::page::reading::{is_reference, reads};
use crate::values::areas;
use crate::values::model::{Item, Run, Sheet};
use crate::values::text_blocks::line_words;
use touchstone_core::pack::FieldSpec;
use touchstone_core::record::Format;
use touchstone_core::words;
use touchstone_intake::Region;

/// Min room below a caption, in its heights; with less, the values are in the cells to its right.
const TIGHT: f32 = 1.3;
/// Max vertical distance, in points, at which a caption of another column owns the values on its line.
const COLUMN_REACH: f32 = 90.0;

/// The rows of the box, with the words of each part. Lines without an amount or a reference are not rows.
pub(crate) fn rows(sheet: &Sheet, field: usize, runs: &mut [Run]) -> Vec<Item> {
    let parts = &sheet.template.fields[field].parts;
    let mut items = Vec::new();
    for caption in own_captions(sheet, field) {
        let lines = lines(&area(sheet, caption, parts, runs), runs);
        items.extend(take_rows(caption, lines, runs, |words| {
            fit_parts(sheet, parts, words).or_else(|| referring(sheet, parts, words))
        }));
    }
    items
}

/// The captions of the box, top to bottom.
fn own_captions(sheet: &Sheet, field: usize) -> Vec<usize> {
    let all = 0..sheet.captions.len();
    let mut own: Vec<usize> = all
        .filter(|&index| sheet.captions[index].is(Role::Field(field)))
        .collect();
    own.sort_by(|&a, &b| sheet.captions[a].region.y.total_cmp(&sheet.captions[b].region.y));
    own
}

/// The runs of lines that are definitely rows of the box, a code with its amount or a statement; they are reserved
/// from single values.
pub(crate) fn reserved(sheet: &Sheet, field: usize, runs: &[Run]) -> Vec<usize> {
    let parts = &sheet.template.fields[field].parts;
    let is_row = |line: &Vec<usize>| {
        let words = line_words(line, runs);
        whole_row(sheet, parts, &words).is_some() || referring(sheet, parts, &words).is_some()
    };
    let captions = own_captions(sheet, field).into_iter();
    let lines = captions.flat_map(|caption| lines(&area(sheet, caption, parts, runs), runs));
    lines.filter(is_row).flatten().collect()
}

/// A code whose amount is on a statement, `ZZ  STMT` or `Code Z  See statement`: the row has no amount, and its words
/// belong to no other field.
fn referring(sheet: &Sheet, parts: &[FieldSpec], words: &[usize]) -> Option<Vec<Vec<usize>>> {
    let named = words
        .iter()
        .take_while(|&&word| sheet.layout.folded[word] == b"code")
        .count();
    let (first, rest) = words[named..].split_first()?;
    let refers = rest.iter().any(|&word| is_reference(sheet.layout, word));
    // `X Sch. K-3 is attached if checked` is a tick and its caption.
    let allowed = |&word: &usize| {
        let text = sheet.layout.folded[word].as_slice();
        let counted = text.iter().all(u8::is_ascii_digit);
        counted || is_reference(sheet.layout, word) || words::common().reference_words.contains(text)
    };
    let refers = refers && rest.iter().all(allowed);
    let part = parts
        .iter()
        .position(|part| !matches!(part.format, Format::Currency) && reads(sheet.layout, &part.format, *first))?;
    let mut found = vec![Vec::new(); parts.len()];
    found[part] = vec![*first];
    refers.then_some(found)
}

/// From the caption down to the next caption in its column, or the caption's table row. Rulings between rows do not
/// end the box.
fn area(sheet: &Sheet, caption: usize, parts: &[FieldSpec], runs: &[Run]) -> Region {
    let own = sheet.captions[caption].region;
    let areas = &sheet.areas[caption];
    let (left, mut right) = (areas.below.x.max(areas.begin - 2.0), areas.below.right());
    if areas.is_row() && areas.below.height < TIGHT * own.height {
        right = areas.right.right();
    } else if let Some(end) = listed(sheet, caption, parts, runs) {
        right = end;
    } else if let Some(column) = areas::column_beside(sheet.captions, &own) {
        right = right.min(column);
    }
    let column = Region::between(own.page, (left + 1.0, own.y), (right - 1.0, own.bottom()));
    let others = sheet.captions.iter().map(|other| other.region);
    let below = others.filter(|other| other.y > own.center().1 && other.overlap_x(&column) > 0.0);
    let bottom = below.map(|other| other.y).fold(sheet.region.bottom(), f32::min);
    Region::between(own.page, (left, own.y), (right, bottom))
}

/// The right end of a list's line that prints code and amount in separate columns on the caption's line: the next
/// caption there, or the sheet's end. A nearby column of captions has its own values.
fn listed(sheet: &Sheet, caption: usize, parts: &[FieldSpec], runs: &[Run]) -> Option<f32> {
    let own = sheet.captions[caption].region;
    let others = || {
        sheet
            .captions
            .iter()
            .map(|other| other.region)
            .filter(|other| other.x > own.right())
    };
    let level = |other: &Region| other.is_level_with(&own);
    let end = others()
        .filter(level)
        .map(|other| other.x)
        .fold(sheet.region.right(), f32::min);
    let line = Region::between(own.page, (own.right(), own.y), (end, own.bottom()));
    let row = lines(&line, runs).into_iter().next()?;
    let words = line_words(&row, runs);
    fit_parts(sheet, parts, &words).or_else(|| referring(sheet, parts, &words))?;
    let first = runs[row[0]].place;
    let walled = sheet
        .layout
        .vertical_between(own.right(), first.x, own.center().1)
        .is_some();
    let amount = runs[row[row.len() - 1]].place;
    let near = others().any(|other| other.x < amount.right() && (other.y - own.y).abs() < COLUMN_REACH);
    (!walled && !near).then_some(end)
}

/// Free runs of an area by line, top to bottom and left to right.
fn lines(area: &Region, runs: &[Run]) -> Vec<Vec<usize>> {
    let inside = |run: &usize| {
        let (x, y) = runs[*run].place.center();
        !runs[*run].taken && area.contains_point(x, y)
    };
    by_line((0..runs.len()).filter(inside).collect(), runs)
}
