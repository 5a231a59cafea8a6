//! Captions and their roles in a template.

use touchstone_intake::Region;

/// Min gap that ends a run, in font sizes.
pub(crate) const RUN_GAP: f32 = 1.0;

/// A caption as printed on the page.
#[derive(Debug, Clone)]
pub(crate) struct Caption {
    pub roles: Vec<Role>,
    /// Index of the template's wording.
    pub phrase: usize,
    /// The words of the caption, starting with its box label if it has one.
    pub words: Vec<usize>,
    pub region: Region,
    /// Whether the box's own label is part of it.
    pub labelled: bool,
    /// Confidence that this is the caption it looks like, 0..=1.
    pub score: f32,
    /// The passes that found or changed it, in order.
    pub passes: Vec<&'static str>,
}

pub(crate) fn is_box(folded: &[u8]) -> bool {
    matches!(folded, b"box" | b"line")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Role {
    /// The caption of a field of the template.
    Field(usize),
    /// The caption of a box that the field shares with another.
    Shared(usize),
    /// A further caption inside a field's box.
    Continuation(usize),
    /// The caption of one part of a list field.
    Part(usize, usize),
    /// The label of one row of a list field, counted from 0: `12b`.
    Row(usize, usize),
    /// The name of a copy, an index into the template's copies.
    Copy(usize),
    /// Print that identifies the party or section of the captions below it.
    Heading(usize),
    /// The head of the column that holds the field's value.
    Column(usize),
    /// Other print, which ends the value before it.
    Print,
}

/// The role of a phrase for one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Owner {
    pub role: Role,
    /// The box's own labels as folded text: `14`, `14a`.
    pub labels: Vec<Vec<u8>>,
}

pub(crate) struct Phrase {
    pub folded: Vec<u8>,
    /// Number of letters of each word.
    pub words: Vec<usize>,
    /// Whether it names a check box, whose caption may have any size.
    pub tick: bool,
    pub owners: Vec<Owner>,
}
