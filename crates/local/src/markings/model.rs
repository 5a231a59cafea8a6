//! What the lines of a page may be to its marking.

use super::standing::Standing;
use crate::page::model::Layout;
use touchstone_core::grammar::{Authority, Banner, Portion};
use touchstone_core::record::{Marking, PageSign};
use touchstone_intake::Region;

/// Doubtful: an expert looks.
pub(super) const DOUBTFUL: f64 = 0.6;

/// Part of the page's height, from its edge, in which running heads stand.
pub(super) const MARGIN: f32 = 0.14;

/// So many printed lines nearest to an edge are its margin, however low they stand.
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

/// Where on a page a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone {
    Top,
    Body,
    Bottom,
}

/// A marking that a line prints.
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
    /// The line of the page, and the last one where a marking goes on over two.
    pub rows: (usize, usize),
    pub region: Region,
    /// How many levels the line names, and whether they differ.
    pub levels_on_line: usize,
    pub levels_differ: bool,
    pub struck: bool,
    /// Controls that count only with the level of the line above or below.
    pub dependent: bool,
    /// Lowest confidence of its words; 1.0 for a text layer.
    pub confidence: f32,
}

/// Everything that was found on the lines of a page.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub printed: Vec<Printed>,
    /// With the words of each.
    pub portions: Vec<(Portion, Vec<usize>)>,
    /// Marks that stand where no portion has its own: they count where something else is marked.
    pub strays: Vec<Marked>,
    /// Levels with what may be their mark in a writing that is not known.
    pub odd: Vec<(String, String)>,
    pub authority: Vec<Authority>,
    /// Lines that say that a marking no longer holds.
    pub cancellations: Vec<Vec<usize>>,
    /// Lines that say that the marking was changed to another level.
    pub regradings: Vec<Vec<usize>>,
    /// Rows and text of lines that say how the paper is handled, in words that are no known control.
    pub handling: Vec<(usize, String)>,
    /// What may be a part of a level at the edge of the page, and the rest of it cut off.
    pub cut: Vec<String>,
    /// What may be left of a level in a margin.
    pub fragments: Vec<Fragment>,
    /// What the designation block says.
    pub designated: Vec<Designated>,
    /// Margins of scans that may show a marking with letters typed over it.
    pub typed_over: Vec<String>,
}

/// One line of words: a row of the page, two of them where a marking goes on, or what is stamped across.
pub(super) struct Line {
    pub words: Vec<usize>,
    pub rows: (usize, usize),
    pub zone: Zone,
    pub stamped: bool,
}

impl Line {
    /// The row of the page with which it begins.
    pub(super) fn row(&self) -> usize {
        self.rows.0
    }

    /// The same line with some of its words only.
    pub(super) fn with(&self, words: Vec<usize>) -> Self {
        Self { words, ..*self }
    }
}

/// What a printed marking is to the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Marking,
    /// The value of a caption such as `CLASSIFICATION:`; the page's marking when it has no other.
    Captioned,
    /// A mention that might be a stamp: in capitals, with other words on its line but none near.
    Doubtful,
    /// A control on a line of its own, far from any level.
    Loose,
    Mention,
    Cancelled,
}

/// What a page is that gives a level only after a caption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sheet {
    /// The level is its own.
    Message,
    /// The level is that of another document.
    Record,
    Unknown,
}

/// What the markings of a page amount to.
#[derive(Default)]
pub(super) struct Sum {
    pub marking: Option<Marking>,
    /// Verbatim, each once.
    pub found: Vec<String>,
    /// The words that show it.
    pub shown: Vec<Vec<usize>>,
    pub confidence: f64,
    pub signs: Vec<PageSign>,
    /// Whether letters had to be forgiven.
    pub faint: bool,
    /// Whether a stamp takes a marking back that was not found.
    pub taken_back: bool,
}

/// A mark with its words.
#[derive(Debug)]
pub(super) struct Marked {
    pub portion: Portion,
    pub words: Vec<usize>,
    /// Whether it stands at the beginning of its line, and where the text after it begins.
    pub taken: usize,
    /// Whether nothing but its place tells it from a word in brackets: it counts where something else is marked.
    pub unsure: bool,
}

/// A part of a level, with the rank of the highest one that it may be of.
#[derive(Debug, Clone)]
pub(super) struct Fragment {
    pub text: String,
    pub rank: Option<usize>,
}

/// What a line of the block says.
#[derive(Debug, Clone)]
pub(super) struct Designated {
    pub value: String,
    /// Whether it says who may have the information: there no word may be lost.
    pub limits: bool,
}
