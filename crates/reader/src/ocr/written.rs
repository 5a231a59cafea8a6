//! A recognized word, with measurements of its ink.

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
    /// Font size, in pixels.
    pub(super) size: f32,
    /// Degrees clockwise of its baseline.
    pub(super) angle: f32,
    /// How evenly its characters are placed, if enough of them can be measured.
    pub(super) stance: Option<Stance>,
    /// Width of a leading O or 0.
    pub(super) girth: Option<Girth>,
    pub(super) by_hand: bool,
}

/// How evenly the characters of a word are placed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stance {
    /// Mean distance of the characters from their line, as a fraction of their height.
    pub off: f32,
    /// Median of the same.
    pub middle: f32,
    /// Number of measured sides (upper, lower).
    pub sides: usize,
}

/// Width of a word's first character, an O or a 0: relative to its widest digit, and to its own height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Girth {
    pub wider: f32,
    pub round: f32,
}
