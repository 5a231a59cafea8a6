//! Import of truths from files: each becomes the corrections that turn the newest result into it, and a verdict, so that
//! it can be looked at, undone and told apart from others. What contradicts a settled truth is reported instead.

use super::Desk;
use super::scene::{Scene, value_at};
use super::views::{EnteredValue, Remarks};
use crate::evaluate::{TrueForm, Truth};
use crate::review::Judgement;
use crate::store::DocumentFilter;
use serde_json::{Map, Value, json};
use std::path::Path;
use touchstone_core::record::{Document, DocumentState, RunState, TruthSource};
use touchstone_core::value::print;

/// What became of one truth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TruthImport {
    /// It is settled now, with this many values changed.
    Settled(usize),
    /// A person had settled the same already.
    Known,
    /// The document is settled otherwise: these places differ.
    Conflict(Vec<String>),
    /// Why it could not be taken.
    Refused(String),
}

impl Desk {
    /// Imports a truth from the named file for the document that it is about. Nothing settled is overwritten.
    ///
    /// # Errors
    /// If the workspace cannot be read or written; what is wrong with one truth is its outcome.
    pub async fn import_truth(&self, truth: &Truth, from: &str) -> anyhow::Result<TruthImport> {
        let document = match self.document_of_truth(truth).await? {
            Ok(document) => document,
            Err(refused) => return Ok(TruthImport::Refused(refused)),
        };
        let Some(run) = self.store.newest_run(document.id).await? else {
            return Ok(TruthImport::Refused("it has not been read".to_owned()));
        };
        if run.state != RunState::Done {
            return Ok(TruthImport::Refused("it has not been read to its end".to_owned()));
        }
        let scene = self.scene(document.id).await?;
        let entered = match scene.entered(truth) {
            Ok(entered) => entered,
            Err(refused) => return Ok(TruthImport::Refused(refused)),
        };
        if let Some(standing) = scene.run_record.standing_truth() {
            if !entered.is_empty() {
                return Ok(TruthImport::Conflict(
                    entered.iter().map(|one| scene.difference(one)).collect(),
                ));
            }
            if standing.source != TruthSource::AutoAccepted {
                return Ok(TruthImport::Known);
            }
        }
        let remarks = Remarks {
            reviewer: None,
            notes: Some(format!("imported from {from}")),
            despite_blockers: true,
        };
        let id = document.id.to_string();
        let source = Some(TruthSource::Imported);
        match self.save_from(&id, &entered, Judgement::Accept, &remarks, source).await {
            Ok(()) => Ok(TruthImport::Settled(entered.len())),
            Err(error) => Ok(TruthImport::Refused(format!("{error:#}"))),
        }
    }

    /// The document with the digest of a truth, or else with its name, which only one may have.
    async fn document_of_truth(&self, truth: &Truth) -> anyhow::Result<Result<Document, String>> {
        let filter = DocumentFilter {
            state: Some(DocumentState::Active),
            ..DocumentFilter::default()
        };
        let (documents, _) = self.documents(&filter).await?;
        let fits = |document: &Document| match &truth.sha256 {
            Some(digest) => document.sha256 == *digest,
            None => document.file_name == truth.file_name || Path::new(&document.path).ends_with(&truth.file_name),
        };
        let mut found: Vec<Document> = documents
            .into_iter()
            .map(|(document, _)| document)
            .filter(fits)
            .collect();
        Ok(match (found.pop(), found.len()) {
            (None, _) => Err("the workspace has no such document; classify it first".to_owned()),
            (Some(document), 0) => Ok(document),
            (Some(_), more) => Err(format!("{} documents of the workspace fit", more + 1)),
        })
    }
}

impl Scene {
    /// What has to be entered so that the result becomes a truth, or why it cannot.
    fn entered(&self, truth: &Truth) -> Result<Vec<EnteredValue>, String> {
        if truth.marking.is_some() || !truth.page_markings.is_empty() {
            return Err("truths of markings cannot be imported".to_owned());
        }
        let found = self.run_record.classification().ok_or("nothing was read from it")?;
        let mut entered = Vec::new();
        let mut of_document = |path: &str, value: Value| {
            entered.push(EnteredValue {
                form: None,
                path: path.to_owned(),
                value,
            });
        };
        if let Some(label) = truth.label.as_ref().filter(|label| **label != found.label) {
            of_document("label", json!(label));
        }
        let ranges = found
            .segments
            .iter()
            .map(|one| (one.first_page, one.last_page, &one.label));
        let wanted = truth
            .segments
            .iter()
            .map(|one| (one.first_page, one.last_page, &one.label));
        if !truth.segments.is_empty() && !ranges.eq(wanted) {
            of_document("segments", json!(truth.segments));
        }
        let mut free: Vec<usize> = (0..self.run_record.forms.len()).collect();
        for form in &truth.forms {
            let is_it = |index: &usize| {
                let read = &self.run_record.forms[*index];
                read.label == form.label && form.page.is_none_or(|page| page == read.first_page)
            };
            let at = free.iter().position(is_it);
            let at = at.ok_or_else(|| format!("the result has no such form {}", form.label))?;
            entered.extend(self.entered_in(free.remove(at), form)?);
        }
        match free.first() {
            Some(index) if !truth.forms.is_empty() => {
                let label = &self.run_record.forms[*index].label;
                Err(format!("the result has one more form {label}"))
            }
            _ => Ok(entered),
        }
    }

    fn entered_in(&self, index: usize, truth: &TrueForm) -> Result<Vec<EnteredValue>, String> {
        let form = &self.run_record.forms[index];
        let mut entered = Vec::new();
        let absent = form
            .fields
            .keys()
            .filter(|name| truth.complete && !truth.fields.contains_key(*name));
        let absent: Map<String, Value> = absent.map(|name| (name.clone(), Value::Null)).collect();
        for (name, wanted) in truth.fields.iter().chain(&absent) {
            let rows = |value: &Value| value.as_array().map_or(0, Vec::len);
            let current = value_at(form, name).unwrap_or(Value::Null);
            if rows(&current) > rows(wanted) {
                return Err(format!(
                    "{name} has {} rows instead of {}",
                    rows(&current),
                    rows(wanted)
                ));
            }
            let is_empty = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
            if is_empty(&current) && is_empty(wanted) {
                continue;
            }
            for (path, text) in cells(name, wanted) {
                let parsed = self.parse(form, &path, &text).map_err(|error| format!("{error:#}"))?;
                let parsed = parsed.map_err(|fault| format!("{path}: {fault}"))?;
                if parsed != value_at(form, &path).unwrap_or(Value::Null) {
                    entered.push(EnteredValue {
                        form: Some(index),
                        path,
                        value: Value::String(text),
                    });
                }
            }
        }
        Ok(entered)
    }

    /// A difference for people: the place, what is settled, and what the file has.
    fn difference(&self, entered: &EnteredValue) -> String {
        let theirs = print(&entered.value);
        let Some(index) = entered.form else {
            return format!("{} is {theirs} in the file", entered.path);
        };
        let ours = self
            .run_record
            .forms
            .get(index)
            .and_then(|form| value_at(form, &entered.path));
        let ours = ours
            .filter(|value| !value.is_null())
            .map_or_else(|| "empty".to_owned(), |value| print(&value));
        let theirs = if theirs.is_empty() { "empty".to_owned() } else { theirs };
        format!("forms[{index}].{} is {ours}, and {theirs} in the file", entered.path)
    }
}

/// The cells of a value as they would be typed.
fn cells(path: &str, value: &Value) -> Vec<(String, String)> {
    match value {
        Value::Null => vec![(path.to_owned(), String::new())],
        Value::String(text) => vec![(path.to_owned(), text.clone())],
        Value::Bool(_) | Value::Number(_) => vec![(path.to_owned(), value.to_string())],
        Value::Array(items) => {
            let rows = items.iter().enumerate();
            rows.flat_map(|(index, item)| cells(&format!("{path}[{index}]"), item))
                .collect()
        }
        Value::Object(parts) => {
            let parts = parts.iter();
            parts
                .flat_map(|(key, part)| cells(&format!("{path}.{key}"), part))
                .collect()
        }
    }
}
