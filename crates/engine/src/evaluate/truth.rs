//! Truths of files: our own `*.truth.json`, JSON lines, settled documents of our exports, CSV or TSV tables, and foreign
//! names through a mapping.

mod foreign;
mod ours;
mod table;

use super::prediction::{NO_LABEL, PredictedForm, PredictedMarking, Prediction};
pub use foreign::Mapping;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The truth about one file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Truth {
    /// Name of the document, with folders where names alone would be ambiguous.
    pub file_name: String,
    /// Digest of the document's file, where the truth has it.
    #[serde(default)]
    pub sha256: Option<String>,
    /// Print or source of the document, for scores by layout.
    #[serde(default)]
    pub layout: Option<String>,
    #[serde(default)]
    pub split: Split,
    /// Outcome of reading the file.
    #[serde(default = "ok")]
    pub outcome: String,
    /// `None` if the file cannot be read, or if its label is not given.
    #[serde(default)]
    pub label: Option<String>,
    /// The document's own name for itself, if the pack has no label for it.
    #[serde(default)]
    pub proposed_label: Option<String>,
    /// Exact page ranges; not scored if empty.
    #[serde(default)]
    pub segments: Vec<TrueSegment>,
    /// The security marking of the document, and of its pages.
    #[serde(default)]
    pub marking: Option<TrueMarking>,
    #[serde(default)]
    pub page_markings: Vec<TrueMarking>,
    /// Values are not scored if empty.
    #[serde(default)]
    pub forms: Vec<TrueForm>,
    /// Whether a perfect program would accept the document without a person. These documents are the base of the
    /// auto-accept share.
    #[serde(default)]
    pub expect: Expect,
    /// Password of a locked file.
    #[serde(default)]
    pub password: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TrueForm {
    pub label: String,
    #[serde(default)]
    pub page: Option<u32>,
    pub fields: Map<String, Value>,
    /// Whether the fields are complete. If not, further predicted values are not inventions.
    #[serde(default = "yes")]
    pub complete: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

/// Whether the program may have been tuned on the layout. Defaults to tuned, which proves less.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    #[default]
    Tuned,
    Unseen,
}

/// An invalid truth file.
#[derive(Debug, thiserror::Error)]
pub enum TruthError {
    #[error("could not read truth from its JSON: {0}")]
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

impl Truth {
    /// A result as the truth of its document, with everything that it has. Whether it is one is for the caller to say.
    pub fn of(result: &Prediction) -> Self {
        let found = &result.classification;
        let marking = |page: Option<u32>, from: &PredictedMarking| TrueMarking {
            page,
            level: from.level.clone(),
            caveats: Some(from.caveats.clone()),
            rel_to: Some(from.rel_to.clone()),
            declassify_on: Some(from.declassify_on.clone().unwrap_or_default()),
            cancelled: Some(from.cancelled),
        };
        let pages = result.pages.iter();
        let segments = found.segments.iter().map(|segment| TrueSegment {
            first_page: segment.first_page,
            last_page: segment.last_page,
            label: segment.label.clone().unwrap_or_else(|| NO_LABEL.to_owned()),
        });
        Self {
            file_name: result.document.file_name.clone(),
            sha256: None,
            layout: None,
            split: Split::Tuned,
            outcome: result.outcome.clone(),
            label: found.label.clone(),
            proposed_label: found.proposed_label.clone(),
            segments: segments.collect(),
            marking: found.marking.as_ref().map(|one| marking(None, one)),
            page_markings: pages
                .filter_map(|page| Some(marking(Some(page.number), page.marking.as_ref()?)))
                .collect(),
            forms: result.forms.iter().map(TrueForm::of).collect(),
            expect: Expect::Any,
            password: None,
        }
    }
}

impl TrueForm {
    fn of(form: &PredictedForm) -> Self {
        Self {
            label: form.label.clone(),
            page: form.first_page,
            fields: form.values(),
            complete: true,
        }
    }
}

/// Reads a file of truths. Without a mapping: consecutive objects, arrays of them, or a table whose header has a
/// column `file` or `file_name`. With one: an object or a table in the names that the mapping describes.
pub fn read(text: &str, mapping: Option<&Mapping>) -> Result<Vec<Truth>, TruthError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['{', '[']) {
        return match mapping {
            Some(mapping) => mapping.read(text),
            None => objects(text),
        };
    }
    table::read(text, mapping)
}

fn objects(text: &str) -> Result<Vec<Truth>, TruthError> {
    let mut all = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        match value? {
            Value::Array(items) => {
                for item in items {
                    all.extend(ours::truth(item)?);
                }
            }
            one => all.extend(ours::truth(one)?),
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

/// The marking of a page or of the document. Missing parts are not scored.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TrueMarking {
    /// `None` for the document's.
    #[serde(default)]
    pub page: Option<u32>,
    /// A label of the pack; for a cancelled marking, the one that no longer applies.
    pub level: String,
    #[serde(default)]
    pub caveats: Option<Vec<String>>,
    #[serde(default)]
    pub rel_to: Option<Vec<String>>,
    /// An empty text means that there is none.
    #[serde(default)]
    pub declassify_on: Option<String>,
    #[serde(default)]
    pub cancelled: Option<bool>,
}

#[cfg(test)]
mod tests;
