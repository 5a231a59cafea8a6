//! The words around a candidate by direction: in its cell, left, right, above, below, at the head of its column and
//! row.

use crate::candidates::{Candidate, Kind};
use crate::lines::Line;
use touchstone_intake::{Region, Word};

/// Words in a direction, the nearest first, with their distance from the candidate in font sizes.
#[derive(Debug)]
pub(crate) struct Seen<'p> {
    pub direction: &'static str,
    pub words: Vec<(&'p str, f32)>,
}

/// Lines looked at above a candidate for the head of its column.
const COLUMN_LINES: usize = 40;
/// Max distance of text above and below, in font sizes.
const NEAR: f32 = 5.0;
/// Max distance of the text above that, such as the caption of an address, in font sizes.
const FAR: f32 = 10.0;
/// How far text above and below may begin beside the candidate, in font sizes.
const BESIDE: f32 = 2.0;
/// Max gap between words of the head of a row, in font sizes.
const HEAD_GAP: f32 = 1.5;
/// Max words of one direction.
const WORDS: usize = 12;

/// A page prepared for looking around.
pub(crate) struct Sight<'p> {
    pub words: &'p [Word],
    pub lines: &'p [Line],
    pub cells: &'p [Option<usize>],
    /// Whether a word belongs to a typed candidate.
    pub typed: Vec<bool>,
}

impl<'p> Sight<'p> {
    pub(crate) fn new(
        words: &'p [Word],
        lines: &'p [Line],
        cells: &'p [Option<usize>],
        candidates: &[Candidate],
    ) -> Self {
        let mut typed = vec![false; words.len()];
        for candidate in candidates.iter().filter(|candidate| candidate.kind == Kind::Typed) {
            // A short one, such as the number of a box, belongs to a caption.
            if candidate.text.len() > 2 {
                candidate.words.iter().for_each(|&word| typed[word] = true);
            }
        }
        Self {
            words,
            lines,
            cells,
            typed,
        }
    }

    pub(crate) fn around(&self, candidate: &Candidate) -> Vec<Seen<'p>> {
        let mut seen = vec![self.cell(candidate)];
        seen.extend(self.beside(candidate));
        seen.extend(self.above(candidate));
        seen.extend(self.below(candidate));
        seen
    }

    fn size(&self, candidate: &Candidate) -> f32 {
        let first = candidate.words.first().and_then(|&word| self.words.get(word));
        first.map_or(10.0, |word| word.size.max(4.0))
    }

    fn cell(&self, candidate: &Candidate) -> Seen<'p> {
        let own = candidate.words.first().and_then(|&word| self.cells[word]);
        let (nearest, size) = (candidate.line, self.size(candidate));
        let mut words = Vec::new();
        if own.is_some() {
            let from = nearest.saturating_sub(4);
            for line in self.lines.iter().take(nearest + 4).skip(from) {
                for &index in &line.words {
                    if self.cells[index] == own && !candidate.words.contains(&index) && !self.typed[index] {
                        let word = &self.words[index];
                        words.push((word.text.as_str(), distance(&word.region, &candidate.region) / size));
                    }
                }
            }
        }
        nearest_first("c", words)
    }

    /// Left and right of the candidate, beyond the next value to the left, and at the head of the row.
    fn beside(&self, candidate: &Candidate) -> Vec<Seen<'p>> {
        let (line, size) = (&self.lines[candidate.line], self.size(candidate));
        let is_own = |index: &usize| candidate.words.contains(index);
        let first = line.words.iter().position(is_own).unwrap_or(0);
        let last = line.words.iter().rposition(is_own).unwrap_or(first);
        let (mut left, mut beyond, mut right, mut head) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut values = 0;
        for &index in line.words[..first].iter().rev() {
            if self.typed[index] {
                values += 1;
                continue;
            }
            let word = &self.words[index];
            let seen = (word.text.as_str(), distance(&word.region, &candidate.region) / size);
            match values {
                0 => left.push(seen),
                1 => beyond.push(seen),
                _ => {}
            }
        }
        for &index in line.words.get(last + 1..).unwrap_or_default() {
            if self.typed[index] {
                break;
            }
            let word = &self.words[index];
            right.push((word.text.as_str(), distance(&word.region, &candidate.region) / size));
        }
        let mut edge: Option<f32> = None;
        for &index in &line.words[..first] {
            let word = &self.words[index];
            if self.typed[index] && head.is_empty() {
                continue;
            }
            if self.typed[index] || edge.is_some_and(|edge| word.region.x - edge > HEAD_GAP * size) {
                break;
            }
            edge = Some(word.region.right());
            head.push((word.text.as_str(), 1.0));
        }
        vec![
            nearest_first("l", left),
            nearest_first("m", beyond),
            nearest_first("r", right),
            nearest_first("t", head),
        ]
    }

    /// The first two lines of text above, those before them, and the head of the column behind other values.
    fn above(&self, candidate: &Candidate) -> Vec<Seen<'p>> {
        let size = self.size(candidate);
        let (mut near, mut second, mut early, mut head) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut values = 0;
        for line in self.lines[..candidate.line].iter().rev().take(COLUMN_LINES) {
            let over = self.overlapping(line, candidate, size);
            if over.is_empty() {
                continue;
            }
            let texts: Vec<usize> = over.iter().copied().filter(|&index| !self.typed[index]).collect();
            if texts.is_empty() {
                values += 1;
                continue;
            }
            let gap = (candidate.region.y - line.region.bottom()) / size;
            let seen = texts.iter().map(|&index| {
                let word = &self.words[index];
                (word.text.as_str(), distance(&word.region, &candidate.region) / size)
            });
            if values > 0 {
                if near.is_empty() {
                    head.extend(seen);
                }
                break;
            } else if gap > if near.is_empty() { NEAR } else { FAR } {
                break;
            } else if near.is_empty() {
                near.extend(seen);
            } else if second.is_empty() {
                second.extend(seen);
            } else {
                early.extend(seen);
            }
        }
        vec![
            nearest_first("a", near),
            nearest_first("b", second),
            nearest_first("e", early),
            nearest_first("h", head),
        ]
    }

    fn below(&self, candidate: &Candidate) -> Vec<Seen<'p>> {
        let size = self.size(candidate);
        for line in self.lines.iter().skip(candidate.line + 1).take(3) {
            if (line.region.y - candidate.region.bottom()) / size > NEAR {
                break;
            }
            let over = self.overlapping(line, candidate, size);
            if over.is_empty() {
                continue;
            }
            let texts = over.iter().filter(|&&index| !self.typed[index]).map(|&index| {
                let word = &self.words[index];
                (word.text.as_str(), distance(&word.region, &candidate.region) / size)
            });
            return vec![nearest_first("u", texts.collect())];
        }
        Vec::new()
    }

    /// Words of a line that lie above or below a candidate, with those that adjoin them.
    fn overlapping(&self, line: &Line, candidate: &Candidate, size: f32) -> Vec<usize> {
        let (from, to) = (
            candidate.region.x - BESIDE * size,
            candidate.region.right() + BESIDE * size,
        );
        let words = line.words.iter().copied();
        words
            .filter(|&index| self.words[index].region.right() > from && self.words[index].region.x < to)
            .collect()
    }
}

fn nearest_first<'p>(direction: &'static str, mut words: Vec<(&'p str, f32)>) -> Seen<'p> {
    words.sort_by(|a, b| a.1.total_cmp(&b.1));
    words.truncate(WORDS);
    Seen { direction, words }
}

/// Distance between two boxes in points, zero if they touch.
fn distance(a: &Region, b: &Region) -> f32 {
    let across = (a.x.max(b.x) - a.right().min(b.right())).max(0.0);
    let down = (a.y.max(b.y) - a.bottom().min(b.bottom())).max(0.0);
    across.hypot(down)
}
