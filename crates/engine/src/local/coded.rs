//! Lists printed in one box: under the box's caption a code and an amount a line, any number of lines, as on Schedule
//! K-1. Not here: rows with labels, and columns with captions, of their own (see `lists`).

use super::blocks::{Sheet, own_caption};
use super::lists::{Item, fit_parts};
use super::runs::Run;
use crate::pack::FieldSpec;
use touchstone_intake::Region;

/// A list whose parts have no captions: what they are tells them apart.
pub(super) fn is_coded(field: &FieldSpec) -> bool {
    !field.parts.is_empty() && !field.anchors.is_empty() && field.parts.iter().all(|part| part.anchors.is_empty())
}

/// The lines of the box, each with the words of its parts. Lines without an amount are not rows.
pub(super) fn rows(sheet: &Sheet, field: usize, runs: &mut [Run]) -> Vec<Item> {
    let Some(caption) = own_caption(sheet, field) else {
        return Vec::new();
    };
    let mut items = Vec::new();
    for line in lines(&area(sheet, caption), runs) {
        let words: Vec<usize> = line.iter().flat_map(|&run| runs[run].words.iter().copied()).collect();
        if let Some(parts) = fit_parts(sheet, &sheet.template.fields[field].parts, &words) {
            for &run in &line {
                runs[run].taken = true;
            }
            items.push(Item {
                parts,
                captions: vec![caption],
            });
        }
    }
    items
}

/// From the caption down to the next caption in its column: rulings between the rows do not end the box.
fn area(sheet: &Sheet, caption: usize) -> Region {
    let own = sheet.captions[caption].region;
    let areas = &sheet.areas[caption];
    let (left, right) = (areas.below.x, areas.below.right());
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
