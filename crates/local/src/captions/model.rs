//! What a caption is to its template.

use touchstone_intake::Region;

/// A gap this many font sizes wide ends a run.
pub(crate) const RUN_GAP: f32 = 1.0;

/// A caption as printed on the page.
#[derive(Debug, Clone)]
pub(crate) struct Caption {
    pub roles: Vec<Role>,
    /// Which wording of the template it is.
    pub phrase: usize,
    /// The words of the caption, its box label first when it has one.
    pub words: Vec<usize>,
    pub region: Region,
    /// Whether the box's own label stands before it.
    pub labelled: bool,
    /// 0..=1: how surely this is the caption it looks like.
    pub score: f32,
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
    /// Print that says whose the captions below it are.
    Heading(usize),
    /// The head of the column in which the field's value stands.
    Column(usize),
    /// Further print that ends the value before it.
    Print,
}

/// What a caption is to a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Owner {
    pub role: Role,
    /// The box's own labels as folded text: `14`, `14a`.
    pub labels: Vec<Vec<u8>>,
}

pub(crate) struct Phrase {
    pub folded: Vec<u8>,
    /// How many letters its last word has.
    pub last: usize,
    /// Whether it names a check box, which is printed in any size.
    pub tick: bool,
    pub owners: Vec<Owner>,
}
