//! Truths as a table: one row per form, with columns named by the header.

use super::foreign::put;
use super::{Mapping, TrueForm, Truth, TruthError};
use serde_json::{Map, Value};

/// Columns about the document; every other column is a field of the form, such as `wages_tips` or `box_12[0].code`.
const OWN: [&str; 7] = [
    "file_name",
    "layout",
    "split",
    "outcome",
    "label",
    "proposed_label",
    "expect",
];
/// Common columns of file lists that are not fields of a form.
const PASSED_OVER: [&str; 3] = ["licence", "source", "notes"];

pub(super) fn read(text: &str, mapping: Option<&Mapping>) -> Result<Vec<Truth>, TruthError> {
    let file = mapping.and_then(|mapping| mapping.file.as_deref()).unwrap_or("file");
    let header = text.lines().next().unwrap_or_default();
    let delimiter = if header.contains('\t') { b'\t' } else { b',' };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let names: Vec<String> = reader
        .headers()
        .map_err(|error| fault(1, &error))?
        .iter()
        .map(|name| match name.trim() {
            name if name == file => "file_name".to_owned(),
            name => name.to_owned(),
        })
        .collect();
    if !names.iter().any(|name| name == "file_name") {
        let reason = format!("the header has no column `file_name`, only: {}", names.join(", "));
        return Err(TruthError::Table { line: 1, reason });
    }
    let mut truths: Vec<Truth> = Vec::new();
    for (index, record) in reader.records().enumerate() {
        let line = index as u64 + 2;
        let record = record.map_err(|error| fault(line, &error))?;
        let filled = names
            .iter()
            .zip(record.iter())
            .filter(|(_, cell)| !cell.trim().is_empty());
        let truth = match mapping {
            Some(mapping) => mapped(filled, mapping, line)?,
            None => row(filled, line)?,
        };
        match truths.last_mut().filter(|last| last.file_name == truth.file_name) {
            // Further rows of a document are its further forms.
            Some(last) => last.forms.extend(truth.forms),
            None => truths.push(truth),
        }
    }
    Ok(truths)
}

fn row<'a>(cells: impl Iterator<Item = (&'a String, &'a str)>, line: u64) -> Result<Truth, TruthError> {
    let (mut document, mut fields) = (Map::new(), Value::Object(Map::new()));
    for (name, cell) in cells {
        if OWN.contains(&name.as_str()) {
            document.insert(name.clone(), Value::from(cell.trim()));
        } else if !PASSED_OVER.contains(&name.as_str()) {
            put(&mut fields, name, value(cell)).map_err(|reason| TruthError::Table { line, reason })?;
        }
    }
    let mut truth: Truth = serde_json::from_value(Value::Object(document)).map_err(|error| TruthError::Table {
        line,
        reason: error.to_string(),
    })?;
    if let (Value::Object(fields), Some(label)) = (fields, &truth.label)
        && !fields.is_empty()
    {
        truth.forms.push(TrueForm {
            label: label.clone(),
            page: None,
            fields,
            complete: false,
        });
    }
    Ok(truth)
}

fn value(cell: &str) -> Value {
    match cell.trim() {
        "true" | "TRUE" => Value::Bool(true),
        "false" | "FALSE" => Value::Bool(false),
        text => Value::from(text),
    }
}

/// A row in the names of a mapping.
fn mapped<'a>(
    cells: impl Iterator<Item = (&'a String, &'a str)>,
    mapping: &Mapping,
    line: u64,
) -> Result<Truth, TruthError> {
    let mut fields: Map<String, Value> = cells.map(|(name, cell)| (name.clone(), value(cell))).collect();
    let file = fields.shift_remove("file_name");
    let file = file.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();
    mapping
        .truth(&file, &Value::Object(fields))
        .map_err(|error| TruthError::Table {
            line,
            reason: error.to_string(),
        })
}

fn fault(line: u64, error: &csv::Error) -> TruthError {
    TruthError::Table {
        line,
        reason: error.to_string(),
    }
}
