//! Cuts a page into the copies printed on it: side by side, stacked, or both. A cut is right if the same captions are
//! on both of its sides. See `copies` for comparing copies.

use super::unextracted_text;
use crate::captions::model::Caption;
use crate::page::bands::{bands, halves};
use crate::page::model::Layout;
use std::collections::{BTreeSet, HashMap};
use touchstone_intake::Region;

/// Min share of captions that both sides of a cut have in common.
const LIKENESS: f32 = 0.6;
/// Min width of a sentence that spans the columns of a region, as a share of the region.
const ACROSS: f32 = 0.6;
/// Min share of the captions above a notice printed below all copies.
const MOST: f32 = 0.9;
/// Min repeated captions of a second copy; fewer are a second table.
const REPEATS: usize = 4;

/// The region of each copy within part of a page, in reading order; the whole part if nothing repeats.
pub(crate) fn regions(layout: &Layout, captions: &[Caption], part: Region) -> Vec<Region> {
    let sure: Vec<&Caption> = captions.iter().filter(|caption| caption.score > 0.45).collect();
    let mut regions = Vec::new();
    cut(layout, &sure, part, 0, &mut regions);
    regions
}

fn cut(layout: &Layout, captions: &[&Caption], region: Region, depth: usize, done: &mut Vec<Region>) {
    let inside: Vec<&Caption> = captions
        .iter()
        .copied()
        .filter(|caption| region.holds(&caption.region))
        .collect();
    let parts = if depth < 6 && repeats(&inside) {
        best_cut(layout, &inside, &region).or_else(|| {
            let above = above_notice(layout, &inside, &region)?;
            best_cut(layout, &inside, &above)
        })
    } else {
        None
    };
    let Some((first, second)) = parts else {
        done.push(region);
        return;
    };
    cut(layout, &inside, first, depth + 1, done);
    cut(layout, &inside, second, depth + 1, done);
}

fn repeats(captions: &[&Caption]) -> bool {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for caption in captions.iter().filter(|caption| caption.names_field()) {
        *counts.entry(caption.phrase).or_default() += 1;
    }
    let twice = counts.values().filter(|&&count| count > 1).count();
    twice >= REPEATS && twice * 3 >= counts.len()
}

/// The cut through a band without words whose two sides are most alike.
fn best_cut(layout: &Layout, captions: &[&Caption], region: &Region) -> Option<(Region, Region)> {
    let mut best: Option<(f32, (Region, Region))> = None;
    for down in [true, false] {
        for (from, to) in bands(layout, region, down, |_| true) {
            let at = f32::midpoint(from, to);
            let sides = halves(region, at, down);
            let likeness = likeness(captions, &sides.0, &sides.1);
            let score = likeness + 0.02 * (to - from).min(30.0) / 30.0;
            if likeness >= LIKENESS && best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, sides));
            }
        }
    }
    best.map(|(_, sides)| sides)
}

/// A region without the sentences that span it below its copies and belong to none of them.
fn above_notice(layout: &Layout, captions: &[&Caption], region: &Region) -> Option<Region> {
    let sentences = layout.pieces.iter().filter(|piece| {
        let across = piece.region.width > ACROSS * region.width && region.holds(&piece.region);
        across && unextracted_text::is_sentence(layout, &piece.words)
    });
    let top = sentences.map(|piece| piece.region.y).fold(f32::MAX, f32::min);
    let above = captions.iter().filter(|caption| caption.region.y < top).count();
    let cut = top < region.bottom() && above as f32 > MOST * captions.len() as f32;
    cut.then(|| Region::between(region.page, (region.x, region.y), (region.right(), top - 0.5)))
}

/// Shared wordings as a share of all wordings of both sides.
fn likeness(captions: &[&Caption], first: &Region, second: &Region) -> f32 {
    let on = |side: &Region| -> BTreeSet<usize> {
        captions
            .iter()
            .filter(|caption| side.holds(&caption.region))
            .map(|caption| caption.phrase)
            .collect()
    };
    let (first, second) = (on(first), on(second));
    let all = first.union(&second).count().max(1);
    first.intersection(&second).count() as f32 / all as f32
}
