//! Types shared by the steps that assign values to captions.

use crate::captions::model::Caption;
use crate::page::model::Layout;
use touchstone_core::pack::Template;
use touchstone_intake::Region;

/// The areas for one caption's value. A side without room is empty (zero width or height).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Areas {
    pub below: Region,
    pub right: Region,
    pub above: Region,
    pub left: Region,
    /// Whether rulings close the caption's box on all sides and it is nearly alone in it.
    pub closed: bool,
    /// Leftmost x at which text of the caption's column can begin, below and above it.
    pub begin: f32,
}

/// The side of their captions on which a form prints its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    Below,
    Right,
    Above,
    Left,
}

impl Side {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Side::Below => "below",
            Side::Right => "right",
            Side::Above => "above",
            Side::Left => "left",
        }
    }

    /// Whether values are on their captions' lines.
    pub(crate) fn is_beside(self) -> bool {
        matches!(self, Side::Right | Side::Left)
    }
}

/// Max points by which text begins left of the caption above it.
pub(crate) const OUTDENT: f32 = 4.0;

/// Max vertical distance between rulings of one row of cells, in points.
pub(crate) const SAME_LINE: f32 = 1.5;

/// Adjacent words of one row, or of one line of a form field.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub words: Vec<usize>,
    /// Its place for matching: the words' bounding box, or the width of the form field they were typed into.
    pub place: Region,
    pub size: f32,
    pub widget: Option<u32>,
    /// Whether it marks the box as empty: a lone dash.
    pub blank: bool,
    /// Set once a field has taken it.
    pub taken: bool,
}

/// A value assigned to a box.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub field: usize,
    pub caption: usize,
    /// The run, or several adjacent ones that read as the format only together.
    pub runs: Vec<usize>,
    pub words: Vec<usize>,
    pub side: Side,
    /// How well it is placed, 0..=1.
    pub fit: f32,
    pub valid: bool,
    /// Lead over the next best: another run for the field, another field for the run. 0..=1
    pub margin: f32,
    /// Lead of the form's side over the next best. 0..=1
    pub lead: f32,
    /// Whether it helps to determine the side of the values; free text may be anywhere.
    pub decisive: bool,
}

/// Input for reading texts and lists.
#[derive(Clone, Copy)]
pub(crate) struct Sheet<'a> {
    pub region: Region,
    pub layout: &'a Layout<'a>,
    pub template: &'a Template,
    pub captions: &'a [Caption],
    pub areas: &'a [Areas],
    pub side: Side,
}

/// Text assigned to a field: the words of each line.
pub(crate) struct Text {
    pub field: usize,
    pub caption: usize,
    pub lines: Vec<Vec<usize>>,
}

/// One row of a list: the words of each part's value.
pub(crate) struct Item {
    pub parts: Vec<Vec<usize>>,
    /// The captions that lead to the row.
    pub captions: Vec<usize>,
}
