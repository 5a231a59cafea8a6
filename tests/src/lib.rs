//! Makes the documents this project tests itself on, each with its exact truth. Everything is fictional and follows
//! from a seed: the same seed gives the same bytes.

mod calendar;
mod dice;
mod font;
mod paper;
mod people;

pub mod arbitrary;
pub mod canary;
pub mod catalog;
pub mod clinical;
pub mod crowds;
pub mod damaged;
pub mod drawn;
mod family;
pub mod handwriting;
pub mod ledger;
pub mod lookalikes;
pub mod lying;
pub mod markings;
pub mod memory;
pub mod model;
pub mod mutants;
pub mod payers;
pub mod prose;
pub mod random;
pub mod receipts;
pub mod samples;
pub mod scan;
pub mod scanning;
pub mod statements;
pub mod strangers;
pub mod unmapped;
pub mod w2;
pub mod wording;

pub use crate::dice::Dice;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A made document and what is true about it.
#[derive(Debug, Clone)]
pub struct Case {
    pub file_name: String,
    pub bytes: Vec<u8>,
    pub truth: Truth,
}

/// What a perfect reader would return.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Truth {
    pub file_name: String,
    /// Name of the layout, so that scores can be given by layout.
    pub layout: String,
    /// Whether the program may have been tuned on this layout.
    #[serde(default, skip_serializing_if = "Split::is_tuned")]
    pub split: Split,
    pub pages: u32,
    /// The outcome of reading the file, as named in the result (`ok`, `damaged`, `password_needed`, ...).
    pub outcome: String,
    /// `None` when the file cannot be read.
    pub label: Option<String>,
    /// What the document calls itself, if the pack has no label for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed_label: Option<String>,
    /// The exact page ranges, where they are known. Empty means unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub segments: Vec<SegmentTruth>,
    /// The marking of the document, and of each page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marking: Option<MarkingTruth>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub page_markings: Vec<MarkingTruth>,
    pub expect: Expect,
    pub forms: Vec<FormTruth>,
    /// The password that opens the file, when it is locked.
    pub password: Option<String>,
    /// What is special about the document, for human readers.
    pub remarks: Vec<String>,
}

/// One form; copies of the same form count once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FormTruth {
    pub label: String,
    pub page: u32,
    pub copies: u32,
    pub fields: Map<String, Value>,
}

/// The marking of a page or of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkingTruth {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    pub level: String,
    pub caveats: Vec<String>,
    pub rel_to: Vec<String>,
    /// Empty when the page gives none.
    pub declassify_on: String,
    /// Whether the marking is struck out or declassified.
    pub cancelled: bool,
}

/// Pages that belong together, including instructions and backs; numbered from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentTruth {
    pub first_page: u32,
    pub last_page: u32,
    pub label: String,
}

/// Whether a layout was inspected while rules were changed. Scores are reported separately for each split.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    #[default]
    Tuned,
    Unseen,
}

impl Split {
    pub fn as_str(self) -> &'static str {
        match self {
            Split::Tuned => "tuned",
            Split::Unseen => "unseen",
        }
    }

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
    fn is_tuned(&self) -> bool {
        *self == Split::Tuned
    }
}

/// The expected decision. `Accept` is a goal: escalating a correct result costs time, accepting a wrong one is an
/// error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    Accept,
    Escalate,
    Any,
}

impl Default for Truth {
    fn default() -> Self {
        Self {
            file_name: String::new(),
            layout: String::new(),
            split: Split::default(),
            pages: 1,
            outcome: "ok".to_owned(),
            label: None,
            proposed_label: None,
            segments: Vec::new(),
            marking: None,
            page_markings: Vec::new(),
            expect: Expect::Accept,
            forms: Vec::new(),
            password: None,
            remarks: Vec::new(),
        }
    }
}

impl Case {
    pub fn new(stem: &str, bytes: Vec<u8>, truth: Truth) -> Self {
        let mut case = Self {
            file_name: String::new(),
            bytes,
            truth,
        };
        case.rename(stem);
        case
    }

    fn rename(&mut self, stem: &str) {
        self.file_name = format!("{stem}.pdf");
        self.truth.file_name.clone_from(&self.file_name);
    }

    /// Writes the document, with its truth beside it as `<stem>.truth.json`.
    pub fn write(&self, folder: &std::path::Path) -> anyhow::Result<()> {
        std::fs::create_dir_all(folder)?;
        std::fs::write(folder.join(&self.file_name), &self.bytes)?;
        let stem = self.file_name.trim_end_matches(".pdf");
        let truth = serde_json::to_string_pretty(&self.truth)? + "\n";
        std::fs::write(folder.join(format!("{stem}.truth.json")), truth)?;
        Ok(())
    }
}

/// The folder of shared test data: `TOUCHSTONE_DATA`, else `shared/data` beside the workspace. `None` when it is
/// absent.
pub fn shared_data() -> Option<std::path::PathBuf> {
    let beside = || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let folder = std::env::var_os("TOUCHSTONE_DATA").map_or_else(beside, Into::into);
    folder.is_dir().then_some(folder)
}
