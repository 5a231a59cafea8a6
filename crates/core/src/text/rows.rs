//! The printed rows of a reading: words on one baseline, left to right, from top to bottom.

use touchstone_intake::{Reading, Region, Word};

/// Words on one baseline. Indices point into the reading.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintedRow {
    pub words: Vec<usize>,
    pub region: Region,
}

/// Max distance between the middles of words in one row, as a share of the smaller height.
const SAME_ROW: f32 = 0.45;
/// Number of previous rows that a word may join; words are nearly in row order.
const LOOK_BACK: usize = 8;

pub fn rows(reading: &Reading) -> Vec<PrintedRow> {
    let words = &reading.words;
    let middle = |index: usize| words[index].region.center().1;
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_by(|&a, &b| middle(a).total_cmp(&middle(b)));
    let mut rows: Vec<(PrintedRow, usize)> = Vec::new();
    for index in order {
        let home = rows.iter_mut().rev().take(LOOK_BACK);
        match home.into_iter().find(|(_, seed)| beside(&words[index], &words[*seed])) {
            Some((row, _)) => {
                row.words.push(index);
                row.region = row.region.union(&words[index].region);
            }
            None => rows.push((
                PrintedRow {
                    words: vec![index],
                    region: words[index].region,
                },
                index,
            )),
        }
    }
    for (row, _) in &mut rows {
        row.words
            .sort_by(|&a, &b| words[a].region.x.total_cmp(&words[b].region.x));
    }
    rows.into_iter().map(|(row, _)| row).collect()
}

fn beside(word: &Word, seed: &Word) -> bool {
    let low = word.region.height.min(seed.region.height).max(1.0);
    (word.region.center().1 - seed.region.center().1).abs() < SAME_ROW * low
}

impl PrintedRow {
    /// Pieces of the row separated by gaps wider than `gap` font sizes.
    pub fn pieces(&self, reading: &Reading, gap: f32) -> Vec<Vec<usize>> {
        let mut pieces: Vec<Vec<usize>> = Vec::new();
        let mut right = f32::MIN;
        for &word in &self.words {
            let (region, size) = (reading.words[word].region, reading.words[word].size.max(1.0));
            match pieces.last_mut() {
                Some(piece) if region.x - right <= gap * size => piece.push(word),
                _ => pieces.push(vec![word]),
            }
            right = right.max(region.right());
        }
        pieces
    }
}

/// The median of sizes or distances; of two in the middle, the larger one.
pub fn median(values: impl Iterator<Item = f32>) -> Option<f32> {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
