//! What verification has to know beyond a run's own rows: documents of the workspace that say the same or the opposite,
//! and how much ink lies in places that are said to be ticked or empty. Gathered once, when the run is verified, and
//! stored with it: a replay decides on what was known then. Not here: how it is gathered (see the pipeline).

use super::DocumentId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use touchstone_intake::Region;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Surroundings {
    /// Forms of other documents that share a mark with this one, oldest document first.
    pub others: Vec<OtherForm>,
    /// One entry a place that could be looked at.
    pub ink: Vec<Inked>,
    /// Pages that were looked through for stamps, each with the number of the reading that was the newest then.
    pub readings: Vec<(u32, u32)>,
}

/// By what forms of different documents are recognised as being about the same thing: a digest, no plain numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Which form of the document, from 1; 0 for the document as a whole.
    pub form: u32,
    /// Lower-case hex of SHA-256 over what the mark stands for.
    pub digest: String,
}

/// A form of another document, or that document as a whole, as it was when this run was verified.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OtherForm {
    pub document_id: DocumentId,
    pub file_name: String,
    pub mark: Mark,
    /// Empty for a document as a whole, like the fields below.
    pub label: String,
    pub first_page: u32,
    pub fields: Map<String, Value>,
}

/// How dark a place on a page is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inked {
    pub region: Region,
    /// Share of ink inside, its edge left out; 0..=1.
    pub share: f32,
    /// Share of what is darker than the paper, ink included: pencil, a pen that ran dry.
    #[serde(default)]
    pub pale: f32,
    /// Whether something like a ring is drawn around it.
    #[serde(default)]
    pub ringed: bool,
}

impl Inked {
    /// A square whose inside is covered with more ink than this is ticked.
    pub const MARK: f32 = 0.035;
    /// With less than this it is hardly ticked.
    pub const SURE_MARK: f32 = 0.06;
    /// A larger share of its inside that is darker than paper may be a mark.
    pub const PALE_MARK: f32 = 0.05;
}
