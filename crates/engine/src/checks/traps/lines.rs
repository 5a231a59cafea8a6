//! Lines of print on a page: which words share a line, their neighbors and their distances.

use std::ops::Range;
use touchstone_intake::Word;

/// Max gap between words of one line, in font sizes.
const NEAR: f32 = 3.0;

/// Runs of consecutive words that all count and share a line.
pub(super) fn lines_of(words: &[Word], counts: &dyn Fn(&Word) -> bool) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    for (index, word) in words.iter().enumerate().filter(|(_, word)| counts(word)) {
        match lines.last_mut() {
            Some(line) if line.end == index && same_line(&words[index - 1], word) => line.end = index + 1,
            _ => lines.push(index..index + 1),
        }
    }
    lines
}

/// Whether `right` continues the line where `left` ends.
pub(super) fn same_line(left: &Word, right: &Word) -> bool {
    let size = left.size.max(right.size).max(1.0);
    level(left, right) && gap(left, right) < NEAR * size
}

pub(super) fn gap(left: &Word, right: &Word) -> f32 {
    right.region.x - left.region.right()
}

/// Whether `right` follows `left` on one line.
pub(super) fn level(left: &Word, right: &Word) -> bool {
    let size = left.size.max(right.size).max(1.0);
    left.region.is_level_with(&right.region) && gap(left, right) > -size
}

/// The font size of most letters of the page.
pub(super) fn body_size(words: &[Word]) -> f32 {
    let mut sizes: Vec<(f32, usize)> = words.iter().map(|word| (word.size, word.text.len())).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = sizes.iter().map(|(_, letters)| letters).sum::<usize>() / 2;
    let mut passed = 0;
    let middle = sizes.into_iter().find(|(_, letters)| {
        passed += letters;
        passed > half
    });
    middle.map_or(0.0, |(size, _)| size)
}
