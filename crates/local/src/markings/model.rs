//! Types for the lines of a page and what they mean for its marking.

use super::standing::Standing;
use crate::page::model::Layout;
use touchstone_core::grammar::{Authority, Banner, Portion};
use touchstone_core::record::{Marking, PageSign};
use touchstone_intake::Region;

/// Confidence of a doubtful finding, which goes to an expert.
pub(super) const DOUBTFUL: f64 = 0.6;

/// Share of the page height, from each edge, that holds running headers and footers.
pub(super) const MARGIN: f32 = 0.14;

/// Number of printed lines nearest to an edge that count as its margin, wherever they are in that half of the page.
const OUTER_LINES: usize = 2;

pub(super) fn zone(layout: &Layout, index: usize) -> Zone {
    let (height, middle) = (layout.page.height.max(1.0), layout.rows[index].region.center().1);
    let last = layout.rows.len() - 1;
    if middle < MARGIN * height || index < OUTER_LINES && middle < height / 2.0 {
        Zone::Top
    } else if middle > (1.0 - MARGIN) * height || index + OUTER_LINES > last && middle > height / 2.0 {
        Zone::Bottom
    } else {
        Zone::Body
    }
}

/// Part of the page that holds a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone {
    Top,
    Body,
    Bottom,
}

/// A marking printed on a line.
#[derive(Debug, Clone)]
pub(super) struct Printed {
    pub zone: Zone,
    pub standing: Standing,
    pub banner: Banner,
    /// Verbatim.
    pub text: String,
    pub words: Vec<usize>,
    /// All words of its line.
    pub line: Vec<usize>,
    /// First and last row; they differ for a marking that spans two rows.
    pub rows: (usize, usize),
    pub region: Region,
    /// Number of levels on the line, and whether they differ.
    pub levels_on_line: usize,
    pub levels_differ: bool,
    pub struck: bool,
    /// Controls that count only with the level on the line above or below.
    pub dependent: bool,
    /// Lowest character confidence among its words; 1.0 for a text layer.
    pub confidence: f32,
}

/// Everything found on the lines of a page.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub printed: Vec<Printed>,
    /// Portion marks with their words.
    pub portions: Vec<(Portion, Vec<usize>)>,
    /// Marks outside the usual positions of portion marks; they count if something else is marked.
    pub strays: Vec<Marked>,
    /// Levels, each with the text that may be its mark in an unconventional form.
    pub odd: Vec<(String, String)>,
    pub authority: Vec<Authority>,
    /// Lines that cancel a marking.
    pub cancellations: Vec<Vec<usize>>,
    /// Lines that change the marking to another level.
    pub regradings: Vec<Vec<usize>>,
    /// Rows and texts of handling instructions that are not known controls.
    pub handling: Vec<(usize, String)>,
    /// Texts at the edge of the page that may be part of a level, the rest cut off.
    pub cut: Vec<String>,
    /// Texts in a margin that may be the remains of a level.
    pub fragments: Vec<Fragment>,
    /// Lines of the designation block.
    pub designated: Vec<Designated>,
    /// Texts in margins of scans that may be a marking with letters typed over it.
    pub typed_over: Vec<String>,
}

/// One line of words: a row, two rows joined by a continued marking, or a stamp across the page.
pub(super) struct Line {
    pub words: Vec<usize>,
    pub rows: (usize, usize),
    pub zone: Zone,
    pub stamped: bool,
}

impl Line {
    /// The row on which it begins.
    pub(super) fn row(&self) -> usize {
        self.rows.0
    }

    /// The same line with only some of its words.
    pub(super) fn with(&self, words: Vec<usize>) -> Self {
        Self { words, ..*self }
    }
}

/// What a printed marking means for the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Marking,
    /// The value of a caption such as `CLASSIFICATION:`; the page's marking if it has no other.
    Captioned,
    /// A mention that may be a stamp: in capitals, with other words on its line but none near.
    Doubtful,
    /// A control on a separate line, far from any level.
    Loose,
    Mention,
    Cancelled,
}

/// The kind of sheet that gives a level only after a caption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sheet {
    /// The level is that of the sheet.
    Message,
    /// The level is that of another document.
    Record,
    Unknown,
}

/// The merged markings of a page.
#[derive(Default)]
pub(super) struct Sum {
    pub marking: Option<Marking>,
    /// Texts as printed, each once.
    pub found: Vec<String>,
    /// Words that show the marking.
    pub shown: Vec<Vec<usize>>,
    pub confidence: f64,
    pub signs: Vec<PageSign>,
    /// Whether every marking with a level is damaged or unsurely read.
    pub faint: bool,
    /// Whether a stamp cancels a marking that was not found.
    pub taken_back: bool,
}

/// A portion mark with its words.
#[derive(Debug)]
pub(super) struct Marked {
    pub portion: Portion,
    pub words: Vec<usize>,
    /// For a mark at the start of its line, the index of the word after it; else 0.
    pub taken: usize,
    /// Whether only its position distinguishes it from a word in brackets. It counts if something else is marked.
    pub unsure: bool,
}

/// Part of a level, with the rank of the highest level it may belong to.
#[derive(Debug, Clone)]
pub(super) struct Fragment {
    pub text: String,
    pub rank: Option<usize>,
}

/// A line of the designation block.
#[derive(Debug, Clone)]
pub(super) struct Designated {
    pub value: String,
    /// Whether it limits dissemination, in which case no word may be lost.
    pub limits: bool,
}
