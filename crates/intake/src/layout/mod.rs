//! Words of a page -> lines -> blocks in reading order. Pure geometry over plain records; the reader calls it, and text
//! recognition will. Not here: where words come from.
//!
//! A table is given as one block a row, a cell of a form as one block, running text as one block a paragraph.

mod blocks;
mod cells;
mod combs;
mod order;
mod rulings;
mod runs;

pub use cells::find_cells;
pub use combs::join_combs;
pub use rulings::join_rulings;

use crate::geometry::Region;
use crate::page::{Block, Ruling, Word};

/// What is known of a page beside its words.
#[derive(Debug, Clone, Copy)]
pub struct Material<'a> {
    /// The whole page.
    pub page: Region,
    pub rulings: &'a [Ruling],
    pub cells: &'a [Region],
    pub pictures: &'a [Region],
    /// Direction of each word in degrees, clockwise from left to right; words beyond its end run from left to right.
    pub angles: &'a [f32],
}

/// The words in reading order, each in exactly one block.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrangement {
    pub words: Vec<Word>,
    pub blocks: Vec<Block>,
    pub has_tables: bool,
}

/// Puts words into reading order and into blocks. No word is lost, added or changed, whatever the boxes are.
pub fn arrange(words: Vec<Word>, material: &Material) -> Arrangement {
    let atoms = runs::gather(&words, material);
    let sequence = order::reading_order(atoms, material);
    blocks::build(words, sequence, material)
}

#[cfg(test)]
mod tests;
