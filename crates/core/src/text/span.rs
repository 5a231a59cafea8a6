//! A place in a reading, found by a search.

use crate::record::Evidence;
use std::ops::Range;
use touchstone_intake::{Reading, Region, Word};

/// Consecutive words of one reading.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// First word and one past the last.
    pub words: (u32, u32),
    /// One per printed line.
    pub regions: Vec<Region>,
    /// The words as read, joined by single spaces.
    pub quote: String,
    /// 1.0 if equal up to case, spaces and typography; lower for every wrong letter.
    pub score: f64,
    /// Found only by taking letters for digits or vice versa: a candidate that needs further confirmation.
    pub repaired: bool,
}

impl Span {
    /// The words `from..to` of a reading.
    pub(super) fn of(words: &[Word], from: u32, to: u32, score: f64, repaired: bool) -> Self {
        let own = &words[from as usize..to as usize];
        Self {
            words: (from, to),
            regions: line_regions(own),
            quote: joined(own),
            score,
            repaired,
        }
    }
}

/// The words joined by single spaces, as in a quote.
pub fn joined(words: &[Word]) -> String {
    words
        .iter()
        .map(|word| word.text.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Words that need not be consecutive, joined by single spaces.
pub fn joined_at(reading: &Reading, words: &[usize]) -> String {
    let texts: Vec<&str> = words.iter().map(|&word| reading.words[word].text.as_str()).collect();
    texts.join(" ")
}

/// Words of a reading as evidence.
pub fn evidence_of(page: u32, reading: &Reading, words: Range<usize>) -> Evidence {
    let own = &reading.words[words.clone()];
    Evidence {
        page,
        reading: reading.number,
        words: (words.start as u32, words.end as u32),
        regions: line_regions(own),
        quote: joined(own),
        anchors: Vec::new(),
    }
}

/// One region per printed line. A word begins a new line if it is above, below or left of the previous word.
pub fn line_regions(words: &[Word]) -> Vec<Region> {
    let mut lines: Vec<Region> = Vec::new();
    let mut last: Option<Region> = None;
    for word in words {
        let next = word.region;
        let same_line = last.is_some_and(|last| {
            let shared = last.overlap_y(&next) >= 0.5 * last.height.min(next.height);
            shared && next.x >= last.x && last.page == next.page
        });
        match lines.last_mut() {
            Some(line) if same_line => *line = line.union(&next),
            _ => lines.push(next),
        }
        last = Some(next);
    }
    lines
}
