//! The aligner: where in a reading a quote stands, if it does (DESIGN 3, V4). First as it is, then with letters
//! forgiven, last as a candidate with letters taken for digits. Digits, signs and decimal points match exactly and in
//! order, and a number is found whole or not at all: `234.56` does not occur in `1,234.56`, nor `12.00` in `-12.00`.

use super::distance;
use super::distance::Hit;
use super::fold::{Glyph, glyphs};
use super::haystack::Haystack;
use super::span::Span;
use touchstone_intake::{Reading, Region};

/// How many places of one quote are of use to anybody.
const ENOUGH: usize = 64;

/// All places of a quote in a reading: those nearest to `near` first when it is given, in reading order otherwise.
/// Only the best kind is returned: exact ones, else forgiven ones by score, else repaired ones.
pub fn find(quote: &str, reading: &Reading, near: Option<Region>) -> Vec<Span> {
    Haystack::new(reading).find(quote, near)
}

/// Whether two texts say the same with the aligner's tolerance: the score, and whether digits had to be repaired.
pub fn agrees(quote: &str, text: &str) -> Option<(f64, bool)> {
    let quote_glyphs = glyphs(quote.split_whitespace());
    if quote_glyphs.is_empty() {
        return text.trim().is_empty().then_some((1.0, false));
    }
    let exact = |left: &[Glyph], right: &str| whole(left, &glyphs(right.split_whitespace()));
    if let Some(score) = exact(&quote_glyphs, text) {
        return Some((score, false));
    }
    let quote = super::repair_digits(quote);
    let repaired = exact(&glyphs(quote.split_whitespace()), &super::repair_digits(text));
    repaired.map(|score| (score, true))
}

/// The score of one folded text against the whole of another.
fn whole(needle: &[Glyph], hay: &[Glyph]) -> Option<f64> {
    let budget = distance::budget(needle);
    let hits = distance::search(needle, hay, budget);
    let costs = hits.into_iter().map(|hit| {
        let around = hay[..hit.from].iter().chain(&hay[hit.to..]);
        around.map(distance::price).fold(hit.cost, u32::saturating_add)
    });
    costs
        .filter(|cost| *cost <= budget)
        .min()
        .map(|cost| score(cost, needle))
}

impl Haystack<'_> {
    /// As [`find`], over words that have been folded before.
    pub fn find(&self, quote: &str, near: Option<Region>) -> Vec<Span> {
        let needle = glyphs(quote.split_whitespace());
        if needle.is_empty() || self.glyphs.is_empty() {
            return Vec::new();
        }
        let mut spans = self.exact(&needle, false);
        if spans.is_empty() {
            spans = self.forgiven(&needle);
        }
        if spans.is_empty() && quote.chars().any(|c| c.is_ascii_digit()) {
            let quote = super::repair_digits(quote);
            spans = self.repaired().exact(&glyphs(quote.split_whitespace()), true);
        }
        arrange(&mut spans, near);
        spans
    }

    fn exact(&self, needle: &[Glyph], repaired: bool) -> Vec<Span> {
        let text: String = needle.iter().map(|glyph| glyph.c).collect();
        let found = self.text.match_indices(&text).map(|(byte, text)| Hit {
            from: self.glyph_at(byte),
            to: self.glyph_at(byte + text.len()),
            cost: 0,
        });
        found
            .filter_map(|hit| self.span(needle, hit, repaired))
            .take(ENOUGH)
            .collect()
    }

    fn forgiven(&self, needle: &[Glyph]) -> Vec<Span> {
        let budget = distance::budget(needle);
        let mut spans: Vec<Span> = Vec::new();
        for window in self.windows(needle) {
            let hits = distance::search(needle, &self.glyphs[window.clone()], budget);
            let placed = hits.into_iter().map(|hit| Hit {
                from: hit.from + window.start,
                to: hit.to + window.start,
                ..hit
            });
            spans.extend(placed.filter_map(|hit| self.span(needle, hit, false)));
        }
        spans.sort_by(|a, b| b.score.total_cmp(&a.score));
        spans.truncate(ENOUGH);
        spans
    }

    /// Widens a hit to whole words, which costs as much as inventing the letters outside it; `None` when that is
    /// more than the quote allows, or when it would cut a number.
    fn span(&self, needle: &[Glyph], hit: Hit, repaired: bool) -> Option<Span> {
        let outside = self.outside(hit.from, hit.to).map(distance::price);
        let cost = outside.fold(hit.cost, u32::saturating_add);
        if cost > distance::budget(needle) || self.cuts_digits(hit) || !self.keeps_hard(needle, hit) {
            return None;
        }
        let (first, last) = (self.glyphs[hit.from].word, self.glyphs[hit.to - 1].word);
        Some(Span::of(self.words, first, last + 1, score(cost, needle), repaired))
    }

    /// Whether the hit begins or ends at a gap between two numbers and so takes a part of a spaced one. A gap itself
    /// may well lie outside: two amounts side by side are two words.
    fn cuts_digits(&self, hit: Hit) -> bool {
        self.glyphs[hit.from].c == ' ' || self.glyphs[hit.to - 1].c == ' '
    }

    /// Whether the hit has the same hard characters as the needle, in order.
    fn keeps_hard(&self, needle: &[Glyph], hit: Hit) -> bool {
        let hard = |glyphs: &[Glyph]| -> Vec<char> { glyphs.iter().filter(|g| g.hard).map(|g| g.c).collect() };
        hard(needle) == hard(&self.glyphs[hit.from..hit.to])
    }
}

/// 1.0 for no cost, 0.5 when a quarter of all letters had to be forgiven.
fn score(cost: u32, needle: &[Glyph]) -> f64 {
    let letters = needle.len().max(1) as f64;
    (1.0 - f64::from(cost) / letters).max(0.0)
}

fn arrange(spans: &mut [Span], near: Option<Region>) {
    let Some(near) = near else { return };
    let distance = |span: &Span| {
        let Some(all) = Region::around(&span.regions) else {
            return f32::MAX;
        };
        if all.page != near.page {
            return f32::MAX;
        }
        // Gaps on both axes; what overlaps is at distance nought and told apart by its centre, a little.
        let (gap_x, gap_y) = (-all.overlap_x(&near), -all.overlap_y(&near));
        let ((ax, ay), (bx, by)) = (all.center(), near.center());
        gap_x.max(0.0).hypot(gap_y.max(0.0)) + 0.001 * (ax - bx).hypot(ay - by)
    };
    spans.sort_by(|a, b| b.score.total_cmp(&a.score).then(distance(a).total_cmp(&distance(b))));
}
