//! A page as words, rows and pieces, and the letters in which phrases are searched for.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;
use touchstone_intake::{Page, Region, Ruling};

/// A page with its words sorted into rows and pieces. Indices point into the page's reading.
pub(crate) struct Layout<'a> {
    pub page: Cow<'a, Page>,
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
    pub tallest: f32,
    /// Words printed letter under letter, such as the tiny `Code` beside box 12, or stamped across the page: never
    /// values.
    pub upright: Vec<bool>,
    /// Whether dollars and cents are printed in adjacent cells.
    pub cents_apart: bool,
    pub horizontal: Vec<Ruling>,
    pub vertical: Vec<Ruling>,
    /// Built by the first search.
    pub(super) strings: OnceLock<Strings>,
}

pub(crate) struct Row {
    pub words: Vec<usize>,
    pub region: Region,
}

/// Rows and wrapped pieces as strings of folded letters that map back to their words.
pub(super) struct Strings {
    pub rows: Vec<Letters>,
    pub wraps: Vec<Letters>,
    /// Word starts by their first two letters: the string (rows before wraps) and the position in it.
    pub starts: HashMap<[u8; 2], Vec<(usize, usize)>>,
    /// All four-letter sequences that are printed on the page.
    pub fours: HashSet<[u8; 4]>,
}

pub(super) struct Letters {
    pub text: Vec<u8>,
    /// The word of each letter.
    pub owner: Vec<usize>,
    /// Letters of the first line, which a wrapped match must extend beyond. 0 for rows.
    pub first_line: usize,
}
