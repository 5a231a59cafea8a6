//! A form while an agent fills it: a JSON value edited at paths, with the evidence of each value. `quotes` checks
//! values before they are put in.

use indexmap::IndexMap;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use touchstone_core::pack::{Pack, Template};
use touchstone_core::path::{Path, PathError};
use touchstone_core::record::{Cell, Evidence, Field};

/// The document's identification.
#[derive(Debug, Clone, PartialEq)]
pub struct Identity {
    pub label: String,
    pub proposed_label: Option<String>,
    pub confidence: f64,
    pub reason: String,
}

/// The source of one value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Note {
    pub raw: String,
    pub confidence: f64,
    pub evidence: Vec<Evidence>,
}

/// One changed place, in the order of the changes.
#[derive(Debug, Clone, PartialEq)]
pub struct Edited {
    pub path: Path,
    /// Null if the place was empty.
    pub before: Value,
    /// Null if the value was removed.
    pub after: Value,
    pub evidence: Vec<Evidence>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    planned: String,
    identity: Option<Identity>,
    values: Value,
    notes: BTreeMap<Path, Note>,
    edits: Vec<Edited>,
    completed: bool,
}

impl Draft {
    /// An empty form of the planned label.
    pub fn new(planned: &str) -> Self {
        Self {
            planned: planned.to_owned(),
            identity: None,
            values: Value::Object(Map::new()),
            notes: BTreeMap::new(),
            edits: Vec::new(),
            completed: false,
        }
    }

    /// A filled form, to be corrected.
    pub fn filled(label: &str, fields: &IndexMap<String, Field>) -> Self {
        let mut draft = Draft::new(label);
        let mut values = Map::new();
        for (name, field) in fields.iter().filter(|(_, field)| field.is_filled()) {
            values.insert(name.clone(), field.value.clone());
            draft.remember(name, field);
        }
        draft.values = Value::Object(values);
        draft
    }

    fn remember(&mut self, name: &str, field: &Field) {
        let mut note = |path: &str, raw: Option<&String>, confidence: f64, evidence: &[Evidence]| {
            if let Ok(path) = path.parse::<Path>() {
                let raw = raw.cloned().unwrap_or_default();
                let evidence = evidence.to_vec();
                self.notes.insert(
                    path,
                    Note {
                        raw,
                        confidence,
                        evidence,
                    },
                );
            }
        };
        if field.cells.is_empty() {
            note(name, field.raw.as_ref(), field.confidence, &field.evidence);
        }
        for (inner, cell) in &field.cells {
            note(
                &format!("{name}{inner}"),
                cell.raw.as_ref(),
                cell.confidence,
                &cell.evidence,
            );
        }
    }

    pub fn label(&self) -> &str {
        self.identity.as_ref().map_or(&self.planned, |identity| &identity.label)
    }

    pub fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    pub fn values(&self) -> &Value {
        &self.values
    }

    /// Changes since the draft was created.
    pub fn edits(&self) -> &[Edited] {
        &self.edits
    }

    pub fn is_completed(&self) -> bool {
        self.completed
    }

    pub(super) fn identify(&mut self, identity: Identity) {
        self.identity = Some(identity);
        self.completed = false;
    }

    /// Puts a value at a path, replacing the notes of anything inside it.
    pub(super) fn set(&mut self, path: &Path, value: Value, note: Note) -> Result<(), PathError> {
        let before = self.at(path);
        path.set(&mut self.values, value.clone())?;
        self.note_edit(path, before, value, note.evidence.clone());
        self.notes.retain(|other, _| !other.is_within(path));
        self.notes.insert(path.clone(), note);
        self.completed = false;
        Ok(())
    }

    /// Removes a value; later entries of a list move up with their notes.
    pub(super) fn remove(&mut self, path: &Path) -> Result<(), PathError> {
        let before = self.at(path);
        path.remove(&mut self.values)?;
        self.note_edit(path, before, Value::Null, Vec::new());
        let notes = std::mem::take(&mut self.notes).into_iter();
        self.notes = notes
            .filter_map(|(other, note)| Some((other.after_removal(path)?, note)))
            .collect();
        self.completed = false;
        Ok(())
    }

    fn at(&self, path: &Path) -> Value {
        path.get(&self.values).cloned().unwrap_or(Value::Null)
    }

    /// Consecutive changes of one place count as one.
    fn note_edit(&mut self, path: &Path, before: Value, after: Value, evidence: Vec<Evidence>) {
        match self
            .edits
            .last_mut()
            .filter(|last| last.path == *path && !last.after.is_null())
        {
            Some(last) => (last.after, last.evidence) = (after, evidence),
            None => self.edits.push(Edited {
                path: path.clone(),
                before,
                after,
                evidence,
            }),
        }
        if self.edits.last().is_some_and(|last| last.before == last.after) {
            self.edits.pop();
        }
    }

    pub(super) fn complete(&mut self) {
        self.completed = true;
    }

    /// Whether nothing but the year was found.
    pub fn is_blank(&self) -> bool {
        let fields = self.values.as_object().into_iter().flatten();
        !fields
            .filter(|(name, _)| *name != "tax_year")
            .any(|(_, value)| holds_something(value))
    }

    /// The fields as stored: those of the template in its order, `null` when not found, then all others.
    pub fn fields(&self, pack: &Pack) -> IndexMap<String, Field> {
        let template: &Template = pack.template_for(self.label());
        let of_template = template.fields.iter().map(|spec| spec.name.as_str());
        let found = self
            .values
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .map(String::as_str);
        let mut fields = IndexMap::new();
        for name in of_template.chain(found) {
            fields.entry(name.to_owned()).or_insert_with(|| self.field(name));
        }
        fields
    }

    fn field(&self, name: &str) -> Field {
        let Some(value) = self.values.get(name).filter(|value| !value.is_null()) else {
            return Field::missing();
        };
        let mut field = Field {
            value: value.clone(),
            ..Field::missing()
        };
        let mut raws = Vec::new();
        let mut sum = 0.0;
        let inside = self.notes.iter().filter(|(path, _)| path.is_named(name));
        for (path, note) in inside {
            raws.push(note.raw.as_str());
            sum += note.confidence;
            field.evidence.extend(note.evidence.clone());
            let inner = path.to_string()[name.len()..].to_owned();
            if !inner.is_empty() {
                let cell = Cell {
                    value: path.get(&self.values).cloned().unwrap_or(Value::Null),
                    raw: Some(note.raw.clone()),
                    confidence: note.confidence,
                    evidence: note.evidence.clone(),
                };
                field.cells.insert(inner, cell);
            }
        }
        if !raws.is_empty() {
            field.confidence = sum / raws.len() as f64;
            field.raw = Some(raws.join(" "));
        }
        field
    }
}

fn holds_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => items.iter().any(holds_something),
        Value::Object(parts) => parts.values().any(holds_something),
        Value::Bool(_) | Value::Number(_) => true,
    }
}
