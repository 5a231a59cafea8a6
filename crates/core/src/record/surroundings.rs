//! Context that verification needs beyond a run's own rows: documents of the workspace with the same or
//! contradicting content, and the amount of ink in places reported as ticked or empty. Collected once by the
//! pipeline, when the run is verified, and stored with it, so that a replay decides on the same facts.

use super::{DocumentId, Remembered};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use touchstone_intake::{HiddenWord, Region};

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Surroundings {
    /// Forms of other documents that share a mark with this one, oldest document first.
    pub others: Vec<OtherForm>,
    /// One entry per place that could be measured.
    pub ink: Vec<Inked>,
    /// Pages that were searched for stamps, each with the number of its newest reading at the time.
    pub readings: Vec<(u32, u32)>,
    /// Words of the file that its pages do not show, with their page, up to a limit.
    #[serde(default)]
    pub hidden: Vec<(u32, HiddenWord)>,
    /// What recognition read at places whose text may not be what the page shows.
    #[serde(default)]
    pub shown: Vec<Shown>,
    /// What the memory of prints read when the forms were filled.
    #[serde(default)]
    pub remembered: Vec<Remembered>,
    /// Automatic acceptance of the pack was switched off.
    #[serde(default)]
    pub held_back: bool,
}

/// Identifies forms of different documents as being about the same thing. A digest, so that no numbers are stored in
/// plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Number of the form in the document, from 1; 0 for the entire document.
    pub form: u32,
    /// Lower-case hex SHA-256 of the identifying values.
    pub digest: String,
}

/// A form of another document, or that entire document, as it was when this run was verified.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OtherForm {
    pub document_id: DocumentId,
    pub file_name: String,
    pub mark: Mark,
    /// Empty for an entire document, like the fields below.
    pub label: String,
    pub first_page: u32,
    pub fields: Map<String, Value>,
}

/// The text of the file at a place, and what recognition of its pixels read there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    pub region: Region,
    pub text: String,
    /// Empty if nothing was recognized.
    pub recognised: String,
    /// The least confidence of a recognized character; 0..=1.
    pub confidence: f32,
    /// Set where the page was to be read from its picture because of this number.
    #[serde(default)]
    pub reread: Option<Reread>,
}

/// Whether a page with false text could be read from its picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reread {
    Done,
    Failed,
}

/// How dark a place on a page is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inked {
    pub region: Region,
    /// Share of ink inside, excluding its edge; 0..=1.
    pub share: f32,
    /// Share of pixels darker than the background, including ink: pencil, or a pen running dry.
    #[serde(default)]
    pub pale: f32,
    /// Whether a shape like a ring is drawn around it.
    #[serde(default)]
    pub ringed: bool,
    /// Width of its widest connected shape of ink, in heights of the place.
    #[serde(default)]
    pub joined: f32,
    /// Side of its largest square of nothing but ink, in heights of the place.
    #[serde(default)]
    pub thickest: f32,
}

impl Inked {
    /// A place without ink.
    pub fn clear(region: Region) -> Self {
        Self {
            region,
            share: 0.0,
            pale: 0.0,
            ringed: false,
            joined: 0.0,
            thickest: 0.0,
        }
    }
}
