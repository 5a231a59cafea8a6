//! Lists printed in one box: under the box's caption a code and an amount a line, any number of lines, as on Schedule
//! K-1. Not here: rows with labels, and columns with captions, of their own (see `lists`).

use super::blocks::{Sheet, own_caption};
use super::lists::{Item, fit_parts, take_rows};
use super::reading;
use super::runs::Run;
use crate::pack::FieldSpec;
use crate::record::Format;
use touchstone_intake::Region;

/// Words, folded, that refer to a statement in place of an amount.
const REFERENCES: [&[u8]; 6] = [b"stmt", b"stmts", b"statement", b"statements", b"attached", b"stm"];

/// A list whose parts have no captions: what they are tells them apart.
pub(super) fn is_coded(field: &FieldSpec) -> bool {
    !field.parts.is_empty() && !field.anchors.is_empty() && field.parts.iter().all(|part| part.anchors.is_empty())
}

/// The lines of the box, each with the words of its parts. Lines without an amount are not rows.
pub(super) fn rows(sheet: &Sheet, field: usize, runs: &mut [Run]) -> Vec<Item> {
    let Some(caption) = own_caption(sheet, field) else {
        return Vec::new();
    };
    let parts = &sheet.template.fields[field].parts;
    take_rows(caption, lines(&area(sheet, caption), runs), runs, |words| {
        fit_parts(sheet, parts, words).or_else(|| referring(sheet, parts, words))
    })
}

/// The runs of lines that are rows of the box beyond doubt, a code with its amount: no single value's.
pub(super) fn reserved(sheet: &Sheet, field: usize, runs: &[Run]) -> Vec<usize> {
    let Some(caption) = own_caption(sheet, field) else {
        return Vec::new();
    };
    let parts = &sheet.template.fields[field].parts;
    let is_row = |line: &Vec<usize>| {
        let words: Vec<usize> = line.iter().flat_map(|&run| runs[run].words.iter().copied()).collect();
        fit_parts(sheet, parts, &words).is_some_and(|found| found.iter().all(|words| !words.is_empty()))
    };
    lines(&area(sheet, caption), runs)
        .into_iter()
        .filter(is_row)
        .flatten()
        .collect()
}

/// A code whose amount is on a statement: the row has no amount, and the words that say so are not another's.
fn referring(sheet: &Sheet, parts: &[FieldSpec], words: &[usize]) -> Option<Vec<Vec<usize>>> {
    let (first, rest) = words.split_first()?;
    let says_so = rest
        .iter()
        .any(|&word| REFERENCES.contains(&sheet.layout.folded[word].as_slice()));
    let part = parts
        .iter()
        .position(|part| !matches!(part.format, Format::Currency) && reads(sheet, part, *first))?;
    let mut found = vec![Vec::new(); parts.len()];
    found[part] = vec![*first];
    says_so.then_some(found)
}

fn reads(sheet: &Sheet, part: &FieldSpec, word: usize) -> bool {
    reading::value(&part.format, &sheet.layout.word(word).text).is_some()
}

/// From the caption down to the next caption in its column: rulings between the rows do not end the box.
fn area(sheet: &Sheet, caption: usize) -> Region {
    let own = sheet.captions[caption].region;
    let areas = &sheet.areas[caption];
    let (left, right) = (areas.below.x.max(areas.begin - 2.0), areas.below.right());
    let column = Region::between(own.page, (left + 1.0, own.y), (right - 1.0, own.bottom()));
    let others = sheet.captions.iter().map(|other| other.region);
    let below = others.filter(|other| other.y > own.center().1 && other.overlap_x(&column) > 0.0);
    let bottom = below.map(|other| other.y).fold(sheet.region.bottom(), f32::min);
    Region::between(own.page, (left, own.y), (right, bottom))
}

/// Untaken runs of an area, a line each, top to bottom and left to right.
fn lines(area: &Region, runs: &[Run]) -> Vec<Vec<usize>> {
    let middle = |run: usize| runs[run].place.center();
    let mut inside: Vec<usize> = (0..runs.len())
        .filter(|&run| !runs[run].taken && area.contains_point(middle(run).0, middle(run).1))
        .collect();
    inside.sort_by(|&a, &b| middle(a).1.total_cmp(&middle(b).1));
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for run in inside {
        let near = |line: &Vec<usize>| {
            (middle(line[0]).1 - middle(run).1).abs() < 0.55 * runs[line[0]].place.height.min(runs[run].place.height)
        };
        match lines.last_mut() {
            Some(line) if near(line) => line.push(run),
            _ => lines.push(vec![run]),
        }
    }
    for line in &mut lines {
        line.sort_by(|&a, &b| runs[a].place.x.total_cmp(&runs[b].place.x));
    }
    lines
}
