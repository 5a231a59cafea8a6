//! A page as words, rows and pieces.

use touchstone_intake::{Page, Region, Ruling};

/// A page with its words sorted into rows and pieces. Indices point into the page's reading.
pub(crate) struct Layout<'a> {
    pub page: &'a Page,
    /// Lower-case letters and digits of each word.
    pub folded: Vec<Vec<u8>>,
    /// Words of one size on one baseline, left to right; the rows are in top-to-bottom order.
    pub rows: Vec<Row>,
    /// Parts of rows without a wide gap or a ruling inside.
    pub pieces: Vec<Row>,
    /// The row of each word.
    pub row_of: Vec<usize>,
    /// All words by the height of their middle, top to bottom.
    pub by_height: Vec<usize>,
    /// Words printed letter under letter, such as the tiny `Code` beside box 12, or stamped across the page: never
    /// values.
    pub upright: Vec<bool>,
    /// Whether dollars and cents are printed in adjacent cells.
    pub cents_apart: bool,
    pub horizontal: Vec<Ruling>,
    pub vertical: Vec<Ruling>,
}

pub(crate) struct Row {
    pub words: Vec<usize>,
    pub region: Region,
}
