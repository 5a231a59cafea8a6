//! A filled form: named fields with values and evidence. Names and formats come from the pack.

use super::{AttemptId, Evidence, FormId};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_intake::Region;

/// One form found in a document; a segment contains any number of them, and several can share a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Form {
    pub id: FormId,
    pub attempt_id: AttemptId,
    /// Number of the form in the document, from 1 in reading order; the same for all attempts at it.
    pub number: u32,
    /// Index into the classification's segments.
    pub segment: u32,
    pub label: String,
    pub first_page: u32,
    pub last_page: u32,
    /// The part of the first page covered by the form, if not all of it.
    pub region: Option<Region>,
    pub confidence: f64,
    /// In template order. Every template field is present.
    pub fields: IndexMap<String, Field>,
}

/// A field's value. Money is an exact decimal string with two places, a check box a boolean, tax_year an integer, a
/// list a plain array whose parts are described in `cells` under paths such as `[0].amount`; `null` means not found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Field {
    pub value: Value,
    /// The text as printed.
    pub raw: Option<String>,
    pub confidence: f64,
    pub evidence: Vec<Evidence>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cells: BTreeMap<String, Cell>,
}

/// One value inside a list field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    pub value: Value,
    pub raw: Option<String>,
    pub confidence: f64,
    pub evidence: Vec<Evidence>,
}

impl Field {
    /// A field that was searched for and not found.
    pub fn missing() -> Self {
        Self {
            value: Value::Null,
            raw: None,
            confidence: 0.0,
            evidence: Vec::new(),
            cells: BTreeMap::new(),
        }
    }

    /// Whether the field has a value: not null, not an empty text, not an empty list.
    pub fn is_filled(&self) -> bool {
        match &self.value {
            Value::Null => false,
            Value::String(text) => !text.is_empty(),
            Value::Array(items) => !items.is_empty(),
            _ => true,
        }
    }

    /// The evidence of the field and of its cells.
    pub fn all_evidence(&self) -> impl Iterator<Item = &Evidence> {
        let cells = self.cells.values().flat_map(|cell| &cell.evidence);
        self.evidence.iter().chain(cells)
    }

    /// The value, if it is a text.
    pub fn text(&self) -> Option<&str> {
        self.value.as_str()
    }
}

impl Form {
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.get(name)
    }

    /// The text value of a field, if filled.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.field(name).and_then(Field::text)
    }
}
