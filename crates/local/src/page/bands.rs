//! Finds bands of a page that no word touches.

use super::model::Layout;
use touchstone_intake::Region;

/// Stretches of the y axis (`down`) or the x axis that no counted word of the region touches, excluding both ends of
/// the region.
pub(crate) fn bands(layout: &Layout, region: &Region, down: bool, counts: impl Fn(usize) -> bool) -> Vec<(f32, f32)> {
    let words = (0..layout.folded.len())
        .filter(|&word| region.holds(layout.region(word)) && counts(word))
        .map(|word| *layout.region(word));
    let mut spans: Vec<(f32, f32)> = words
        .map(|word| {
            if down {
                (word.y, word.bottom())
            } else {
                (word.x, word.right())
            }
        })
        .collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut bands = Vec::new();
    let mut reached: Option<f32> = None;
    for (from, to) in spans {
        if let Some(reached) = reached.filter(|reached| from > reached + 0.5) {
            bands.push((reached, from));
        }
        reached = Some(reached.map_or(to, |reached| reached.max(to)));
    }
    bands
}

pub(crate) fn halves(region: &Region, at: f32, down: bool) -> (Region, Region) {
    let (mut first, mut second) = (*region, *region);
    if down {
        first.height = at - region.y;
        second.y = at;
        second.height = region.bottom() - at;
    } else {
        first.width = at - region.x;
        second.x = at;
        second.width = region.right() - at;
    }
    (first, second)
}
