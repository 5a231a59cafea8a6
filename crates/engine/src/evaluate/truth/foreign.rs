//! Truths in a foreign format, read through a mapping that is data.

use super::{TrueForm, TrueMarking, TrueSegment, Truth, TruthError};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// How to read a JSON object of `file name -> truth`, or a table with a row per form. A truth is an object of fields, one of which names the label,
/// or a list of the labels of the pages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    /// The column of a table that names the file; `file_name` if it is not given.
    #[serde(default)]
    pub file: Option<String>,
    /// The field that names the label.
    #[serde(default)]
    pub label: Option<String>,
    /// Foreign label names to the pack's.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// Labels with this prefix become the fallback label; the rest is the document's own name for itself.
    #[serde(default)]
    pub other_prefix: Option<String>,
    #[serde(default = "other")]
    pub other_label: String,
    /// By the pack's label, foreign field names to our paths, such as `box_12[0].code`.
    #[serde(default)]
    pub fields: BTreeMap<String, BTreeMap<String, String>>,
    /// Fields to leave out.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// Whether the fields are complete.
    #[serde(default)]
    pub complete: bool,
    /// Whether the truth of a file is its security marking (`level`, `caveats`, ...), with those of its `pages`.
    #[serde(default)]
    pub markings: bool,
}

/// The marking of a file and of its pages.
#[derive(Deserialize)]
struct Marked {
    #[serde(flatten)]
    whole: TrueMarking,
    #[serde(default)]
    pages: Vec<TrueMarking>,
}

fn other() -> String {
    "OTHER".to_owned()
}

impl Mapping {
    /// Reads a mapping from TOML.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    pub(super) fn read(&self, text: &str) -> Result<Vec<Truth>, TruthError> {
        let files: BTreeMap<String, Value> = serde_json::from_str(text)?;
        files.iter().map(|(file, value)| self.truth(file, value)).collect()
    }

    pub(super) fn truth(&self, file: &str, value: &Value) -> Result<Truth, TruthError> {
        let fault = |reason: String| TruthError::Foreign {
            file: file.to_owned(),
            reason,
        };
        let mut truth = blank(file);
        match value {
            marked @ Value::Object(_) if self.markings => {
                let parsed = Marked::deserialize(marked).map_err(|error| fault(error.to_string()))?;
                truth.label = Some(self.label(&parsed.whole.level).0);
                (truth.marking, truth.page_markings) = (Some(parsed.whole), parsed.pages);
            }
            Value::Array(pages) => truth.segments = self.segments(pages).map_err(fault)?,
            Value::Object(fields) => {
                let key = self.label.as_deref().unwrap_or("label");
                let named = fields.get(key).and_then(Value::as_str);
                let named = named.ok_or_else(|| fault(format!("it has no field `{key}` that names its type")))?;
                let (label, proposed) = self.label(named);
                truth.forms.push(self.form(&label, fields, key).map_err(fault)?);
                (truth.label, truth.proposed_label) = (Some(label), proposed);
            }
            _ => return Err(fault("it is neither fields nor a list of pages".to_owned())),
        }
        Ok(truth)
    }

    /// Consecutive pages of one label become one segment.
    fn segments(&self, pages: &[Value]) -> Result<Vec<TrueSegment>, String> {
        let mut segments: Vec<TrueSegment> = Vec::new();
        for (page, named) in (1..).zip(pages) {
            let named = named
                .as_str()
                .ok_or_else(|| format!("the type of page {page} is not a text"))?;
            let (label, _) = self.label(named);
            match segments.last_mut().filter(|last| last.label == label) {
                Some(last) => last.last_page = page,
                None => segments.push(TrueSegment {
                    first_page: page,
                    last_page: page,
                    label,
                }),
            }
        }
        Ok(segments)
    }

    fn label(&self, named: &str) -> (String, Option<String>) {
        let rest = self
            .other_prefix
            .as_deref()
            .and_then(|prefix| named.strip_prefix(prefix));
        match rest {
            Some(rest) => (self.other_label.clone(), Some(rest.to_owned())),
            None => (self.labels.get(named).map_or(named, String::as_str).to_owned(), None),
        }
    }

    fn form(&self, label: &str, fields: &Map<String, Value>, key: &str) -> Result<TrueForm, String> {
        let names = self.fields.get(label);
        let mut found = Value::Object(Map::new());
        for (name, value) in fields
            .iter()
            .filter(|(name, _)| *name != key && !self.left_out.contains(name))
        {
            let path = names.and_then(|names| names.get(name)).unwrap_or(name);
            put(&mut found, path, value.clone())?;
        }
        let fields = if let Value::Object(fields) = found {
            fields
        } else {
            Map::new()
        };
        Ok(TrueForm {
            label: label.to_owned(),
            page: None,
            fields,
            complete: self.complete,
        })
    }
}

fn blank(file: &str) -> Truth {
    Truth {
        file_name: file.to_owned(),
        sha256: None,
        layout: None,
        split: super::Split::Tuned,
        outcome: "ok".to_owned(),
        label: None,
        proposed_label: None,
        segments: Vec::new(),
        marking: None,
        page_markings: Vec::new(),
        forms: Vec::new(),
        expect: super::Expect::Any,
        password: None,
    }
}

/// Max rows of a list.
const MOST_ROWS: usize = 10_000;

/// Puts a value at `name`, `name[2]` or `name[2].part`; skipped rows stay empty.
pub(super) fn put(fields: &mut Value, path: &str, value: Value) -> Result<(), String> {
    let fault = || format!("`{path}` is not a path such as `wages_tips` or `box_12[0].code`");
    let mut at = fields;
    for step in path.split('.') {
        let (name, rest) = step.split_at(step.find('[').unwrap_or(step.len()));
        if name.is_empty() {
            return Err(fault());
        }
        if at.is_null() {
            *at = Value::Object(Map::new());
        }
        at = at.as_object_mut().ok_or_else(fault)?.entry(name).or_insert(Value::Null);
        if rest.is_empty() {
            continue;
        }
        let index = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let index: usize = index.and_then(|index| index.parse().ok()).ok_or_else(fault)?;
        if index >= MOST_ROWS {
            return Err(fault());
        }
        if at.is_null() {
            *at = Value::Array(Vec::new());
        }
        let rows = at.as_array_mut().ok_or_else(fault)?;
        if rows.len() <= index {
            rows.resize(index + 1, Value::Null);
        }
        at = &mut rows[index];
    }
    *at = value;
    Ok(())
}
