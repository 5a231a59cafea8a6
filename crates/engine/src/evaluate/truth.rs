//! What is true of each file: our own `*.truth.json`, JSON lines, CSV or TSV tables, and foreign JSON through a mapping.
//! Not here: finding the files (the door does), comparing.

mod foreign;
mod table;

pub use foreign::Mapping;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What is true of one file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Truth {
    /// Name of the document; with folders in it, where names alone would not tell documents apart.
    pub file_name: String,
    /// Print or source of the document, so that a score can be given by layout.
    #[serde(default)]
    pub layout: Option<String>,
    #[serde(default)]
    pub split: Split,
    /// How reading the file ends.
    #[serde(default = "ok")]
    pub outcome: String,
    /// `None` when the file cannot be read, or when nobody said what it is.
    #[serde(default)]
    pub label: Option<String>,
    /// What the paper calls itself, where the pack has no label for it.
    #[serde(default)]
    pub proposed_label: Option<String>,
    /// Exact page ranges; empty says nothing about them.
    #[serde(default)]
    pub segments: Vec<TrueSegment>,
    /// The security marking of the document, and of its pages.
    #[serde(default)]
    pub marking: Option<TrueMarking>,
    #[serde(default)]
    pub page_markings: Vec<TrueMarking>,
    /// Empty says nothing about them: values are not scored then.
    #[serde(default)]
    pub forms: Vec<TrueForm>,
    /// Whether a perfect program would accept the document without a person. The auto-accept share is taken of these.
    #[serde(default)]
    pub expect: Expect,
    /// What opens the file, when it is locked.
    #[serde(default)]
    pub password: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TrueForm {
    pub label: String,
    #[serde(default)]
    pub page: Option<u32>,
    pub fields: Map<String, Value>,
    /// Whether the fields are all there are. Where only some were written down, others are no inventions.
    #[serde(default = "yes")]
    pub complete: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TrueSegment {
    pub first_page: u32,
    pub last_page: u32,
    pub label: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    Accept,
    Escalate,
    #[default]
    Any,
}

/// Whether the program may have been tuned on the layout. What is not said counts as tuned, since that proves less.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    #[default]
    Tuned,
    Unseen,
}

/// A file of truths that could not be understood.
#[derive(Debug, thiserror::Error)]
pub enum TruthError {
    #[error("no truth can be read from its JSON: {0}")]
    Json(serde_json::Error),
    #[error("line {line}: {reason}")]
    Table { line: u64, reason: String },
    #[error("`{file}`: {reason}")]
    Foreign { file: String, reason: String },
}

impl From<serde_json::Error> for TruthError {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error)
    }
}

/// Reads a file of truths. Without a mapping: objects one after another, arrays of them, or a table whose header has a
/// column `file` or `file_name`. With one: what the mapping describes.
pub fn read(text: &str, mapping: Option<&Mapping>) -> Result<Vec<Truth>, TruthError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['{', '[']) {
        return match mapping {
            Some(mapping) => mapping.read(text),
            None => objects(text),
        };
    }
    table::read(text)
}

fn objects(text: &str) -> Result<Vec<Truth>, TruthError> {
    let mut all = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        match value? {
            Value::Array(items) => {
                for item in items {
                    all.push(serde_json::from_value(item)?);
                }
            }
            one => all.push(serde_json::from_value(one)?),
        }
    }
    Ok(all)
}

fn ok() -> String {
    "ok".to_owned()
}

fn yes() -> bool {
    true
}

/// The marking of a page, or of the document. What is not said is not scored.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TrueMarking {
    /// `None` for the document's.
    #[serde(default)]
    pub page: Option<u32>,
    /// A label of the pack; that of a cancelled marking is the one that no longer holds.
    pub level: String,
    #[serde(default)]
    pub caveats: Option<Vec<String>>,
    #[serde(default)]
    pub rel_to: Option<Vec<String>>,
    /// An empty text says that there is none.
    #[serde(default)]
    pub declassify_on: Option<String>,
    #[serde(default)]
    pub cancelled: Option<bool>,
}

#[cfg(test)]
mod tests;
