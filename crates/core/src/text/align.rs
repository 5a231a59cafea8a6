//! The aligner: finds where a quote occurs in a reading. Tries an exact match, then one with misread
//! letters, then a candidate with letters taken for digits. Digits, signs and decimal points must match exactly and
//! in order, and a number only as a whole: `234.56` does not occur in `1,234.56`, nor `12.00` in `-12.00`.

use super::distance;
use super::distance::Hit;
use super::fold::{Glyph, glyphs};
use super::haystack::Haystack;
use super::span::Span;
use touchstone_intake::{Reading, Region};

/// Max occurrences returned for one quote.
const ENOUGH: usize = 64;

/// All occurrences of a quote in a reading: nearest to `near` first if given, otherwise in reading order. Returns
/// only the best kind: exact ones, else approximate ones by score, else repaired ones.
pub fn find(quote: &str, reading: &Reading, near: Option<Region>) -> Vec<Span> {
    Haystack::new(reading).find(quote, near)
}

/// Whether two texts agree within the aligner's tolerance: the score, and whether digits had to be repaired.
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

/// The score of one folded text against all of another.
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
    /// Like [`find`], over words folded in advance.
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

    /// Extends a hit to whole words, at the cost of inserting the letters outside it; `None` if that exceeds the
    /// quote's budget, or if the hit would cut a number.
    fn span(&self, needle: &[Glyph], hit: Hit, repaired: bool) -> Option<Span> {
        let outside = self.outside(hit.from, hit.to).map(distance::price);
        let cost = outside.fold(hit.cost, u32::saturating_add);
        if cost > distance::budget(needle) || self.cuts_digits(hit) || !self.keeps_hard(needle, hit) {
            return None;
        }
        let (first, last) = (self.glyphs[hit.from].word, self.glyphs[hit.to - 1].word);
        Some(Span::of(self.words, first, last + 1, score(cost, needle), repaired))
    }

    /// Whether the hit begins or ends at a gap between two numbers, and so cuts a number printed with spaces. The
    /// gap may be outside the hit: two amounts side by side are two words.
    fn cuts_digits(&self, hit: Hit) -> bool {
        self.glyphs[hit.from].c == ' ' || self.glyphs[hit.to - 1].c == ' '
    }

    /// Whether the hit has the same hard characters as the needle, in order.
    fn keeps_hard(&self, needle: &[Glyph], hit: Hit) -> bool {
        let hard = |glyphs: &[Glyph]| -> Vec<char> { glyphs.iter().filter(|g| g.hard).map(|g| g.c).collect() };
        hard(needle) == hard(&self.glyphs[hit.from..hit.to])
    }
}

/// 1.0 at no cost, 0.5 if a quarter of all letters are wrong.
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
        // Gaps on both axes; overlapping spans have distance zero, and are ordered by their centers.
        let (gap_x, gap_y) = (-all.overlap_x(&near), -all.overlap_y(&near));
        let ((ax, ay), (bx, by)) = (all.center(), near.center());
        gap_x.max(0.0).hypot(gap_y.max(0.0)) + 0.001 * (ax - bx).hypot(ay - by)
    };
    spans.sort_by(|a, b| b.score.total_cmp(&a.score).then(distance(a).total_cmp(&distance(b))));
}
