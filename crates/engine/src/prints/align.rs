//! Lays the fixed words of a print over a page: which are there, and where the page has what the print has elsewhere.

use std::collections::BTreeMap;
use touchstone_core::record::{FixedWord, PrintPage};
use touchstone_core::text::median;
use touchstone_intake::Region;

/// Min fixed words of a page that can be told from others.
pub(super) const FEWEST: usize = 10;
/// Max distance of a fixed word from where the whole print has it, in lines: parts of a form move when others grow.
const FAR: f32 = 12.0;
/// Max distance of a fixed word from where its neighbors expect it, in lines.
const NEAR: f32 = 1.0;
/// Number of neighbors; half of them must agree.
const NEIGHBORS: usize = 6;
/// Min share of the fixed words of a print on a page of it. Pages of the same made layout of a W-2 share at least 0.97, of
/// different ones at most 0.59, over 3,216 pairs; variants of the official form are one print.
const SAME: f32 = 0.65;
/// Fixed words that correct a place.
const ANCHORS: usize = 4;
/// How many of them a page may lack.
const LACKING: usize = 1;
/// Bounds of the scale between two papers of one print.
const SCALES: std::ops::RangeInclusive<f32> = 0.5..=2.0;

/// Across and down, in points.
type Point = (f32, f32);

/// A page's words by their letters, each where it begins.
pub(super) struct Printed(BTreeMap<String, Vec<Point>>);

impl Printed {
    pub(super) fn of(words: impl IntoIterator<Item = FixedWord>) -> Self {
        let mut by_text: BTreeMap<String, Vec<Point>> = BTreeMap::new();
        for word in words {
            by_text.entry(word.text).or_default().push((word.x, word.y));
        }
        for places in by_text.values_mut() {
            places.sort_by(|a, b| (a.1, a.0).partial_cmp(&(b.1, b.0)).unwrap_or(std::cmp::Ordering::Equal));
        }
        Self(by_text)
    }
}

/// A print laid over a page.
#[derive(Debug, Clone)]
pub(super) struct Alignment {
    /// On the page, of one point of the print; across and down.
    scale: (f32, f32),
    shift: Point,
    /// The fixed words that are on the page: there, and their places on it.
    found: Vec<(Point, Point)>,
    /// Share of the fixed words that are on the page.
    pub share: f32,
}

impl Alignment {
    /// `None` if too few words are common to both to compare their places.
    pub(super) fn of(print: &PrintPage, page: &Printed) -> Option<Self> {
        let own = Printed::of(print.words.iter().cloned());
        let mut pairs: Vec<(Point, Point)> = Vec::new();
        for (text, places) in &own.0 {
            // Words of several copies are told apart by their order.
            if let Some(there) = page.0.get(text).filter(|there| there.len() == places.len()) {
                pairs.extend(places.iter().copied().zip(there.iter().copied()));
            }
        }
        if print.words.len() < FEWEST || pairs.len() < FEWEST / 2 {
            return None;
        }
        let (x, y) = (
            pairs.iter().map(|(a, b)| (a.0, b.0)),
            pairs.iter().map(|(a, b)| (a.1, b.1)),
        );
        let (across, down) = (fitted(x.collect())?, fitted(y.collect())?);
        let mut alignment = Self {
            scale: (across.0, down.0),
            shift: (across.1, down.1),
            found: Vec::new(),
            share: 0.0,
        };
        let near = FAR * print.line;
        for word in &print.words {
            let at = (word.x, word.y);
            let expected = alignment.point(at);
            let there = page.0.get(&word.text).into_iter().flatten();
            let nearest = there.min_by(|a, b| distance(**a, expected).total_cmp(&distance(**b, expected)));
            if let Some(nearest) = nearest.filter(|nearest| distance(**nearest, expected) <= near) {
                alignment.found.push((at, *nearest));
            }
        }
        alignment.keep_coherent(print.line);
        alignment.share = alignment.found.len() as f32 / print.words.len() as f32;
        Some(alignment)
    }

    pub(super) fn is_same(&self) -> bool {
        self.share >= SAME
    }

    fn point(&self, at: Point) -> Point {
        (self.scale.0 * at.0 + self.shift.0, self.scale.1 * at.1 + self.shift.1)
    }

    /// Drops the words that most of their neighbors expect elsewhere.
    fn keep_coherent(&mut self, line: f32) {
        let all = std::mem::take(&mut self.found);
        let agrees = |own: &&(Point, Point)| {
            let others = nearest(&all, own.0).into_iter().skip(1);
            let near: Vec<bool> = others
                .map(|other| distance(self.offset(own), self.offset(other)) <= NEAR * line)
                .collect();
            2 * near.iter().filter(|near| **near).count() >= near.len()
        };
        self.found = all.iter().filter(agrees).copied().collect();
    }

    /// How far a fixed word is from where the whole print has it.
    fn offset(&self, found: &(Point, Point)) -> Point {
        let expected = self.point(found.0);
        (found.1.0 - expected.0, found.1.1 - expected.1)
    }

    /// Where the page has a place of the print, corrected by the fixed words around it. `None` if they do not agree, or
    /// if several of them are not there.
    pub(super) fn place(&self, region: &Region, print: &PrintPage, page: u32) -> Option<Region> {
        let center = region.center();
        let mut around: Vec<Point> = print.words.iter().map(|word| (word.x, word.y)).collect();
        around.sort_by(|a, b| distance(*a, center).total_cmp(&distance(*b, center)));
        let anchors = around.iter().take(ANCHORS);
        let anchors = anchors.filter_map(|at| self.found.iter().find(|(own, _)| own == at));
        let offsets: Vec<Point> = anchors.map(|anchor| self.offset(anchor)).collect();
        if offsets.len() + LACKING < ANCHORS {
            return None;
        }
        let x = median(offsets.iter().map(|offset| offset.0))?;
        let y = median(offsets.iter().map(|offset| offset.1))?;
        if offsets
            .iter()
            .any(|offset| distance(*offset, (x, y)) > NEAR * print.line)
        {
            return None;
        }
        let (a, b) = (
            self.point((region.x, region.y)),
            self.point((region.right(), region.bottom())),
        );
        Some(Region::between(page, (a.0 + x, a.1 + y), (b.0 + x, b.1 + y)))
    }

    /// Whether a word of the page is where the print has the same word.
    pub(super) fn is_fixed(&self, word: &FixedWord) -> bool {
        self.found.iter().any(|(_, there)| *there == (word.x, word.y))
    }

    /// Whether the page has this word of the print.
    pub(super) fn has(&self, word: &FixedWord) -> bool {
        self.found.iter().any(|(at, _)| *at == (word.x, word.y))
    }

    /// A length of the print on the page.
    pub(super) fn height(&self, line: f32) -> f32 {
        line * self.scale.1
    }
}

/// The found words nearest to one of them: itself, and its neighbors, nearest first.
fn nearest(found: &[(Point, Point)], to: Point) -> Vec<&(Point, Point)> {
    let mut sorted: Vec<(f32, usize)> = found
        .iter()
        .enumerate()
        .map(|(index, (at, _))| (distance(*at, to), index))
        .collect();
    let by_distance = |a: &(f32, usize), b: &(f32, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    if sorted.len() > NEIGHBORS + 1 {
        sorted.select_nth_unstable_by(NEIGHBORS, by_distance);
        sorted.truncate(NEIGHBORS + 1);
    }
    sorted.sort_unstable_by(by_distance);
    sorted.into_iter().map(|(_, index)| &found[index]).collect()
}

/// Scale and shift of pairs of coordinates, by medians, so that a third of the pairs may be wrong.
fn fitted(mut pairs: Vec<(f32, f32)>) -> Option<(f32, f32)> {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = pairs.len() / 2;
    let far = pairs.iter().zip(pairs.iter().skip(half));
    let ratios = far
        .filter(|(a, b)| b.0 - a.0 > 1.0)
        .map(|(a, b)| (b.1 - a.1) / (b.0 - a.0));
    let scale = median(ratios).unwrap_or(1.0);
    let shift = median(pairs.iter().map(|(from, to)| to - scale * from))?;
    SCALES.contains(&scale).then_some((scale, shift))
}

fn distance(a: Point, b: Point) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const WORDS: [&str; 12] = [
        "wages", "tips", "other", "federal", "income", "tax", "social", "security", "medicare", "employer", "employee",
        "control",
    ];

    /// The words in a grid, moved and scaled, without the last few.
    fn words(scale: f32, shift: f32, without: usize) -> Vec<FixedWord> {
        let grid = WORDS.iter().enumerate().take(WORDS.len() - without);
        grid.map(|(index, text)| FixedWord {
            text: (*text).to_owned(),
            x: scale * (40.0 + 90.0 * (index % 3) as f32) + shift,
            y: scale * (40.0 + 30.0 * (index / 3) as f32) + shift,
        })
        .collect()
    }

    #[test]
    fn a_print_is_found_again_moved_and_scaled_and_without_some_of_its_words() {
        let print = PrintPage {
            page: 0,
            line: 8.0,
            words: words(1.0, 0.0, 0),
            places: Vec::new(),
        };
        for (scale, shift, without, is_same) in [
            (1.0, 0.0, 0, true),
            (1.02, 7.0, 1, true),
            (0.7, -5.0, 2, true),
            (1.0, 3.0, 7, false),
        ] {
            let alignment = Alignment::of(&print, &Printed::of(words(scale, shift, without))).unwrap();
            assert_eq!(alignment.is_same(), is_same, "{scale} {shift} {without}");
            if !is_same {
                continue;
            }
            let place = alignment
                .place(&Region::between(1, (100.0, 50.0), (150.0, 60.0)), &print, 3)
                .unwrap();
            let expected = Region::between(
                3,
                (scale * 100.0 + shift, scale * 50.0 + shift),
                (scale * 150.0 + shift, scale * 60.0 + shift),
            );
            assert!(
                (place.x - expected.x).abs() < 0.1 && (place.bottom() - expected.bottom()).abs() < 0.1,
                "{place:?}"
            );
        }
        let mut other = words(1.0, 0.0, 0);
        let places: Vec<Point> = other.iter().rev().map(|word| (word.x, word.y)).collect();
        for (word, (x, y)) in other.iter_mut().zip(places) {
            (word.x, word.y) = (x, y);
        }
        assert!(Alignment::of(&print, &Printed::of(other)).is_none_or(|alignment| !alignment.is_same()));
    }
}
