//! Cuts a page into the different forms printed on it: a W-2 above a 1099, the sections of a broker's letter. A cut
//! is right if both sides are likely something, and not the same. See `page_copies` for copies of one form.

use super::model::Kind;
use super::signatures::{Guess, Marks};
use crate::page::bands::{bands, halves};
use crate::page::model::{Layout, Row};
use crate::page::{numeric, reading};
use std::collections::{BTreeMap, HashMap};
use touchstone_core::record::Format;
use touchstone_intake::Region;

/// Min sum of weights of a kind that is worth a separate part.
const WORTH: f32 = 0.6;
/// Bonus for cutting through a band of 30 points without words.
const WIDE: f32 = 0.05;

/// Max distance of a ruling from a region's edge, as a share of its width, at which it is part of the edge.
const EDGE: f32 = 0.1;
/// Penalty per amount that a cut separates from its row.
const TORN: f32 = 0.1;
/// Penalty for a cut through a frame: adjacent forms have frames of different heights.
const FRAME: f32 = 0.3;
/// Max width of print in a column, as a share of the part.
const ACROSS: f32 = 0.55;

/// Part of a page with its possible kinds, best first.
pub(crate) struct Part {
    pub region: Region,
    pub guesses: Vec<Guess>,
}

/// The parts of a page in reading order; the whole page if it is one thing.
pub(crate) fn parts(layout: &Layout, marks: &Marks, page: Region) -> Vec<Part> {
    let mut parts = Vec::new();
    cut(layout, marks, page, 0, &mut parts);
    parts
}

fn cut(layout: &Layout, marks: &Marks, region: Region, depth: usize, done: &mut Vec<Part>) {
    let guesses = marks.rank(&region);
    // Instructions mention many forms but are none of them.
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
    // A page that may continue the one before it is not a separate thing beside another one.
    let goes_on = guess.seen.as_ref().is_some_and(|seen| seen.continues);
    guess.sum >= WORTH && !goes_on && !matches!(guess.kind, Kind::Insert(_))
}

/// The cut that loses least of the weights for the kinds on both sides.
fn best_cut(layout: &Layout, marks: &Marks, region: &Region, guesses: &[Guess]) -> Option<(Region, Region)> {
    let mut best: Option<(f32, (Region, Region))> = None;
    for down in [true, false] {
        for (torn, (from, to)) in gutters(layout, marks, region, guesses, down) {
            let sides = halves(region, f32::midpoint(from, to), down);
            let (first, second) = (marks.rank(&sides.0), marks.rank(&sides.1));
            let (Some(a), Some(b)) = (leader(&first), leader(&second)) else {
                continue;
            };
            if a.kind == b.kind {
                continue;
            }
            let through = if down && cuts_frame(layout, region, f32::midpoint(from, to)) {
                FRAME
            } else {
                0.0
            };
            let wide = WIDE * (to - from).min(30.0) / 30.0;
            let score = kept(guesses, &first, &second) + wide - TORN * torn as f32 - through;
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, sides));
            }
        }
    }
    best.map(|(_, sides)| sides)
}

/// Whether a horizontal cut goes through a vertical ruling inside a region.
fn cuts_frame(layout: &Layout, region: &Region, at: f32) -> bool {
    let inside = (region.x + EDGE * region.width, region.right() - EDGE * region.width);
    let mut down = layout.page.rulings.iter().filter(|ruling| !ruling.horizontal);
    down.any(|ruling| ruling.at > inside.0 && ruling.at < inside.1 && ruling.from < at - 2.0 && ruling.to > at + 2.0)
}

/// The bands that divide the texts of a region in different ways; for each way the one that tears fewest rows, then
/// the widest.
fn gutters(layout: &Layout, marks: &Marks, region: &Region, guesses: &[Guess], down: bool) -> Vec<(usize, (f32, f32))> {
    let body = body(marks, region, guesses);
    let bands = if down {
        bands(layout, region, down, |_| true)
    } else {
        bands(layout, region, down, |word| in_columns(layout, &body, word))
    };
    let mut best: BTreeMap<usize, (usize, (f32, f32))> = BTreeMap::new();
    for (from, to) in bands {
        let at = f32::midpoint(from, to);
        let torn = if down { 0 } else { torn(layout, &body, at) };
        let known = best.entry(marks.before(region, at, down)).or_insert((torn, (from, to)));
        let wider = to - from > known.1.1 - known.1.0;
        if torn < known.0 || torn == known.0 && wider {
            *known = (torn, (from, to));
        }
    }
    best.into_values().collect()
}

/// A region without the head above all texts that identify its kinds.
fn body(marks: &Marks, region: &Region, guesses: &[Guess]) -> Region {
    let worth = guesses.iter().filter(|guess| is_worth(guess));
    let begins = worth.filter_map(|guess| marks.begins(&guess.kind, region));
    let top = begins.map(|place| place.y).fold(region.bottom(), f32::min);
    Region::between(region.page, (region.x, top), (region.right(), region.bottom()))
}

/// Whether a word is in a column: neither in a head across all columns nor in a sentence below them.
fn in_columns(layout: &Layout, body: &Region, word: usize) -> bool {
    let place = layout.region(word);
    let across = |piece: &Row| piece.region.width > ACROSS * body.width && piece.words.contains(&word);
    body.holds(place) && !layout.pieces.iter().any(across)
}

/// Number of amounts that a vertical cut separates from the rows that begin left of it.
fn torn(layout: &Layout, body: &Region, at: f32) -> usize {
    let inside = |row: &Row| -> Vec<usize> {
        let words = row.words.iter().copied();
        words.filter(|&word| body.holds(layout.region(word))).collect()
    };
    let torn = |words: &Vec<usize>| {
        let first = words.iter().position(|&word| layout.region(word).x >= at);
        let amount = |word: usize| {
            let text = &layout.word(word).text;
            numeric::is_likely_value(text) && reading::value(&Format::Currency, text).is_some()
        };
        first.is_some_and(|first| first > 0 && amount(words[first]))
    };
    layout.rows.iter().map(inside).filter(torn).count()
}

/// The most likely kind of a side.
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
