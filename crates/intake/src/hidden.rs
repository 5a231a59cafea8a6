//! What a file says and its page does not show: words that are not visible, and numbers in fonts that may draw other
//! characters than the text layer says. Plain data.

use crate::geometry::Region;
use serde::{Deserialize, Serialize};

/// A word of the file that the page does not show, or too small to be read. Part of no reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HiddenWord {
    pub kind: Hiding,
    pub text: String,
    /// Its place on the page; `None` if it is outside.
    pub region: Option<Region>,
}

/// Why a word is not visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hiding {
    /// Written without ink or with fully transparent ink.
    NoInk,
    /// In the color of its background.
    LikePaper,
    /// Under a picture, a bar or a note, or clipped away.
    Covered,
    /// In a layer that is switched off.
    SwitchedOff,
    /// Too small to be read.
    Tiny,
    OffPage,
}

/// A number of a page in a font whose shapes come from the document, so that it may show other characters than the
/// text layer says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Tells the fonts of the page apart. A number in several such fonts counts as one in a font of its own. Zero in
    /// pages stored by versions that did not tell.
    #[serde(default)]
    pub font: u32,
    pub region: Region,
}
