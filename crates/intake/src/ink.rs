//! Questions about the ink of a page, for which a reader process looks at its pixels, and their answers. All places are
//! in points of the page as it was read.

use crate::geometry::Region;
use crate::page::Ruling;
use serde::{Deserialize, Serialize};

/// Max bodies of ink in one report.
pub const MAX_BODIES: usize = 2_000;
/// Min short side of a body that is more than a line of letters, in points.
const BROAD: f32 = 90.0;
/// Min height of an upright body, in points, and min ratio of its height to its width.
const LONG: f32 = 60.0;
const UPRIGHT: f32 = 2.5;
/// Min width of an upright body, in points; a narrower one is a line.
const NARROW: f32 = 10.0;

/// What to look for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum InkQuery {
    /// The ink inside each place, and rings around it if wanted.
    Samples { places: Vec<Region>, rings: bool },
    /// Bodies of ink that neither words nor lines of the page account for.
    Unread,
    /// Lines of print so faint that they differ little from the paper, in each part.
    Faint { parts: Vec<Region> },
    /// Pale letters that neither words nor lines of the page account for: watermarks and faded stamps.
    Pale,
    /// Bodies of colored ink that no word in color accounts for.
    Colored,
    /// What is drawn over or behind each of these lines of print.
    Strikes { lines: Vec<Region> },
}

/// The answer to a query, of the kind that it asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum InkReport {
    /// One for each place.
    Samples(Vec<InkSample>),
    Unread(UnreadInk),
    /// Places of faint, pale or colored ink.
    Places(Vec<Region>),
    /// One for each line.
    Strikes(Vec<Strike>),
}

/// Ink measured in one place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct InkSample {
    /// Share of ink inside.
    pub dark: f32,
    /// Share of pixels darker than paper, including ink.
    pub pale: f32,
    /// Whether a ring is drawn around it.
    pub ringed: bool,
    /// Width of its widest connected shape of ink, in heights of the place. A digit is about half as wide as high.
    pub joined: f32,
    /// Side of its largest square of nothing but ink, in heights of the place. Strokes of bold print stay below 0.3.
    pub thickest: f32,
}

impl InkSample {
    /// Min share of ink inside a check box that is ticked.
    pub const MARK: f32 = 0.035;
    /// Below this share of ink a tick is uncertain.
    pub const SURE_MARK: f32 = 0.06;
    /// Share of dark pixels inside a check box above which there may be a faint mark.
    pub const PALE_MARK: f32 = 0.05;

    /// A definite mark.
    pub fn is_marked(self) -> bool {
        self.dark > Self::MARK
    }

    /// Anything a person may have meant as a mark.
    pub fn may_be_marked(self) -> bool {
        self.is_marked() || self.pale > Self::PALE_MARK || self.ringed
    }
}

/// Ink that neither words nor lines account for, largest bodies first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UnreadInk {
    /// Bodies made of letters.
    pub letters: Vec<Region>,
    /// Other bodies as large as a stamp.
    pub others: Vec<Region>,
}

impl UnreadInk {
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty() && self.others.is_empty()
    }
}

/// What is drawn over or behind a line of print.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Strike {
    Nothing,
    /// A line through it.
    Line(Ruling),
    /// A dark background of white letters.
    Background,
}

/// Whether an unread body of ink is more than a signature, a seal or a line of handwriting.
pub fn is_large_body(place: &Region) -> bool {
    let upright = place.height >= LONG && place.height > UPRIGHT * place.width && place.width >= NARROW;
    place.width.min(place.height) >= BROAD || upright
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_no_large_body_and_a_turned_stamp_is() {
        let place = |width: f32, height: f32| Region::whole(1, width, height);
        for (width, height, large) in [
            (140.0, 40.0, false),
            (164.0, 132.0, true),
            (16.0, 160.0, true),
            (6.0, 160.0, false),
            (60.0, 60.0, false),
        ] {
            assert_eq!(is_large_body(&place(width, height)), large, "{width} x {height}");
        }
    }
}
