//! The memory of prints: what settled papers taught about others that are printed alike. It holds fixed words and the
//! places of values, never a value.

use super::{DocumentId, Evidence, PrintId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use touchstone_intake::Region;

/// A word of a page's fixed print, and where it begins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedWord {
    /// Small letters only.
    pub text: String,
    /// Left edge, in points.
    pub x: f32,
    /// Middle, in points.
    pub y: f32,
}

/// Where a settled paper has the value of a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintPlace {
    /// Name of the field in its template.
    pub field: String,
    /// One per printed line.
    pub lines: Vec<Region>,
    /// The cell of rulings around the first line.
    pub cell: Option<Region>,
    /// A person replaced what was read there by this value.
    pub corrected: bool,
}

/// What a settled paper taught about one of its pages. Coordinates are in points of that page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintPage {
    /// From 0, the first page of the form.
    pub page: u32,
    /// Usual height of a line, in points.
    pub line: f32,
    pub words: Vec<FixedWord>,
    pub places: Vec<PrintPlace>,
}

/// What one settled form taught.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub pages: Vec<PrintPage>,
}

/// A print that papers of a label may have, with what each settled paper of it taught.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownPrint {
    pub id: PrintId,
    /// Increases with every change.
    pub version: u32,
    pub label: String,
    pub lessons: Vec<Lesson>,
}

/// A print as the workspace keeps it.
#[derive(Debug, Clone, PartialEq)]
pub struct Print {
    pub id: PrintId,
    pub version: u32,
    pub pack: String,
    pub label: String,
    /// Why it is not used for reading; `None` if it is.
    pub held_back: Option<String>,
    pub changed_at: Timestamp,
    pub lessons: Vec<Taught>,
}

/// A lesson and the form that taught it.
#[derive(Debug, Clone, PartialEq)]
pub struct Taught {
    pub document: DocumentId,
    /// Number of the form in the document, from 1.
    pub form: u32,
    pub lesson: Lesson,
}

impl Print {
    /// The print without the documents that taught it.
    pub fn known(&self) -> KnownPrint {
        KnownPrint {
            id: self.id,
            version: self.version,
            label: self.label.clone(),
            lessons: self.lessons.iter().map(|taught| taught.lesson.clone()).collect(),
        }
    }
}

/// The value that a run found at the place of a field that settled papers of the print taught.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Remembered {
    pub print: PrintId,
    /// The version of the print that the run used.
    pub version: u32,
    /// Number of settled papers whose places have this value.
    pub papers: u32,
    /// Number of the form in the document, from 1.
    pub form: u32,
    pub label: String,
    pub field: String,
    pub value: Value,
    /// One per printed line.
    pub evidence: Vec<Evidence>,
    /// People corrected what was read there before, so this value takes precedence.
    pub corrected: bool,
    /// The form has this value because of the print.
    #[serde(default)]
    pub taken: bool,
    /// What the engine read itself, if `taken`.
    #[serde(default)]
    pub own: Value,
}
