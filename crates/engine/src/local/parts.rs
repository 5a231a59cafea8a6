//! Cutting a page into the different things printed on it: a W-2 above a 1099, the sections of a broker's letter. A
//! cut is right when both sides are likely something, and not the same. Not here: copies of one form (see `sheets`).

use super::layout::Layout;
use super::sheets::{bands, halves};
use super::signatures::{Guess, Kind, Marks};
use std::collections::{BTreeMap, HashMap};
use touchstone_intake::Region;

/// Sums of weights from which on something is worth a part of its own.
const WORTH: f32 = 0.6;
/// What a band of 30 points without words is worth more than none.
const WIDE: f32 = 0.05;

/// A part of a page with what it may be, best first.
pub(super) struct Part {
    pub region: Region,
    pub guesses: Vec<Guess>,
}

/// The parts of a page in reading order; the whole page when it is one thing.
pub(super) fn parts(layout: &Layout, marks: &Marks, page: Region) -> Vec<Part> {
    let mut parts = Vec::new();
    cut(layout, marks, page, 0, &mut parts);
    parts
}

fn cut(layout: &Layout, marks: &Marks, region: Region, depth: usize, done: &mut Vec<Part>) {
    let guesses = marks.rank(&region);
    // Instructions speak of many forms and are none of them.
    let talks = guesses
        .first()
        .is_some_and(|best| best.sum >= WORTH && matches!(best.kind, Kind::Insert(_)));
    let several = !talks && guesses.iter().filter(|guess| is_worth(guess)).count() > 1;
    let halves = if several && depth < 6 {
        best_cut(layout, marks, &region, &guesses)
    } else {
        None
    };
    let Some((first, second)) = halves else {
        done.push(Part { region, guesses });
        return;
    };
    cut(layout, marks, first, depth + 1, done);
    cut(layout, marks, second, depth + 1, done);
}

fn is_worth(guess: &Guess) -> bool {
    guess.sum >= WORTH && !matches!(guess.kind, Kind::Insert(_))
}

/// The cut that takes least from what speaks for each of the things on both sides.
fn best_cut(layout: &Layout, marks: &Marks, region: &Region, guesses: &[Guess]) -> Option<(Region, Region)> {
    let mut best: Option<(f32, (Region, Region))> = None;
    for down in [true, false] {
        for (from, to) in telling(layout, marks, region, down) {
            let sides = halves(region, f32::midpoint(from, to), down);
            let (first, second) = (marks.rank(&sides.0), marks.rank(&sides.1));
            let (Some(a), Some(b)) = (leader(&first), leader(&second)) else {
                continue;
            };
            if a.kind == b.kind {
                continue;
            }
            let score = kept(guesses, &first, &second) + WIDE * (to - from).min(30.0) / 30.0;
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, sides));
            }
        }
    }
    best.map(|(_, sides)| sides)
}

/// The bands that part the texts of a region in different ways, the widest of each way.
fn telling(layout: &Layout, marks: &Marks, region: &Region, down: bool) -> Vec<(f32, f32)> {
    let mut widest: BTreeMap<usize, (f32, f32)> = BTreeMap::new();
    for (from, to) in bands(layout, region, down) {
        let before = marks.before(region, f32::midpoint(from, to), down);
        let known = widest.entry(before).or_insert((from, to));
        if to - from > known.1 - known.0 {
            *known = (from, to);
        }
    }
    widest.into_values().collect()
}

/// What a side is, when it is likely anything.
fn leader(guesses: &[Guess]) -> Option<&Guess> {
    guesses.iter().find(|guess| is_worth(guess))
}

/// The sums that the likely kinds keep on the side where they are stronger.
fn kept(guesses: &[Guess], first: &[Guess], second: &[Guess]) -> f32 {
    let sums =
        |side: &[Guess]| -> HashMap<Kind, f32> { side.iter().map(|guess| (guess.kind.clone(), guess.sum)).collect() };
    let (first, second) = (sums(first), sums(second));
    let of = |sums: &HashMap<Kind, f32>, kind: &Kind| sums.get(kind).copied().unwrap_or(0.0);
    guesses
        .iter()
        .filter(|guess| is_worth(guess))
        .map(|guess| of(&first, &guess.kind).max(of(&second, &guess.kind)))
        .sum()
}
