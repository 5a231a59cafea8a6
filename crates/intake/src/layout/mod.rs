//! Arranges the words of a page into lines and blocks in reading order. Pure geometry on plain records.
//!
//! Each row of a table, each cell of a form and each paragraph of running text becomes one block.

mod blocks;
mod cells;
mod combs;
mod level;
mod order;
mod rulings;
mod runs;

pub use cells::find_cells;
pub use combs::join_combs;
pub use level::level_words;
pub use rulings::join_rulings;

use crate::geometry::Region;
use crate::page::{Block, Ruling, Word};

/// The page and its graphics.
#[derive(Debug, Clone, Copy)]
pub struct Material<'a> {
    /// The whole page.
    pub page: Region,
    pub rulings: &'a [Ruling],
    pub cells: &'a [Region],
    pub pictures: &'a [Region],
    /// Direction of each word, in degrees clockwise from left-to-right; words beyond its end are left-to-right.
    pub angles: &'a [f32],
}

/// The words in reading order, each in exactly one block.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrangement {
    pub words: Vec<Word>,
    pub blocks: Vec<Block>,
    pub has_tables: bool,
}

/// Sorts words into reading order and blocks. No word is lost, added or changed, whatever its box.
pub fn arrange(words: Vec<Word>, material: &Material) -> Arrangement {
    let atoms = runs::gather(&words, material);
    let sequence = order::reading_order(atoms, material);
    blocks::build(words, sequence, material)
}

#[cfg(test)]
mod tests;
