//! A word as it was written.

/// A word in pixels of the upright picture.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
    pub(super) confidence: f32,
    pub(super) least: f32,
    /// Size of the font, in pixels.
    pub(super) size: f32,
    /// Degrees clockwise in which it runs.
    pub(super) angle: f32,
    /// How its characters stand, where enough of them tell.
    pub(super) stance: Option<Stance>,
    /// How wide the O or 0 is that it begins with.
    pub(super) girth: Option<Girth>,
    pub(super) by_hand: bool,
}

/// How the characters of a word stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stance {
    /// How far they are off their line, as a share of their height: on average and in the middle.
    pub off: f32,
    pub middle: f32,
    /// Whether both sides of the line tell.
    pub sides: usize,
}

/// How wide the first character of a word is, an O or a 0: beside the widest of its digits, and beside its own height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Girth {
    pub wider: f32,
    pub round: f32,
}
