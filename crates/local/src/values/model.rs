//! What is shared by the steps that give values to captions.

use crate::captions::model::Caption;
use crate::page::model::Layout;
use touchstone_core::pack::Template;
use touchstone_intake::Region;

/// The three places for one caption's value. A side without room is empty (zero height or width).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Areas {
    pub below: Region,
    pub right: Region,
    pub above: Region,
    /// Whether ruling lines close the box in which the caption stands on all sides, all but alone.
    pub closed: bool,
    /// Where text of the caption's column can begin at the left, below and above it.
    pub begin: f32,
}

/// On which side of their captions a form prints its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    Below,
    Right,
    Above,
}

/// Text begins at most so many points left of the caption above it.
pub(crate) const OUTDENT: f32 = 4.0;

/// Rulings of one row of cells stand at most so many points apart.
pub(crate) const SAME_LINE: f32 = 1.5;

/// Neighbouring words of one row, or of one line of a form field.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub words: Vec<usize>,
    /// Where it counts as standing: the words' own box, or the width of the form field they were typed into.
    pub place: Region,
    pub size: f32,
    pub widget: Option<u32>,
    /// A sign that the box is empty: a dash that stands alone.
    pub blank: bool,
    /// Set once a field has taken it.
    pub taken: bool,
}

/// A value given to a box.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    pub field: usize,
    pub caption: usize,
    /// The run, or several beside each other that only together read as the format.
    pub runs: Vec<usize>,
    pub words: Vec<usize>,
    pub side: Side,
    /// How well it stands where a value should, 0..=1.
    pub fit: f32,
    pub valid: bool,
    /// How far it is ahead of the next best: another run for the field, another field for the run. 0..=1
    pub margin: f32,
    /// How far the side that values were taken to stand on was ahead of the next. 0..=1
    pub lead: f32,
    /// Whether it tells on which side values stand; free text stands anywhere.
    pub telling: bool,
}

/// What the reading of texts and lists looks at.
#[derive(Clone, Copy)]
pub(crate) struct Sheet<'a> {
    pub region: Region,
    pub layout: &'a Layout<'a>,
    pub template: &'a Template,
    pub captions: &'a [Caption],
    pub areas: &'a [Areas],
    pub side: Side,
}

/// Text given to a field: words a line.
pub(crate) struct Text {
    pub field: usize,
    pub caption: usize,
    pub lines: Vec<Vec<usize>>,
}

/// One row of a list: for each part the words that are its value.
pub(crate) struct Item {
    pub parts: Vec<Vec<usize>>,
    /// The captions that lead to the row.
    pub captions: Vec<usize>,
}
