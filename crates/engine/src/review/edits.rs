//! Applies corrections to the values of a result. Pure.

use super::labels::corrected_classification;
use super::pages::corrected_findings;
use super::rows;
use super::rows::in_force;
use serde_json::Value;
use touchstone_core::path::{Path, Step};
use touchstone_core::record::{Cell, Correction, Field, Form, RunRecord};

/// Whether any edit in force changed something; other edits only confirm values.
pub fn is_changed(corrections: &[Correction]) -> bool {
    in_force(corrections).into_iter().any(|edit| !edit.confirms())
}

/// The form, counted from 1, and the place in it: `forms[0].fields.box_12[1].amount` is 1 and `box_12[1].amount`.
pub fn place_of(path: &str) -> Option<(u32, &str)> {
    let (index, rest) = path.strip_prefix("forms[")?.split_once("].fields.")?;
    Some((index.parse::<u32>().ok()?.checked_add(1)?, rest))
}

/// Applies corrections to forms.
pub fn corrected_forms(mut forms: Vec<Form>, corrections: &[Correction]) -> Vec<Form> {
    for edit in in_force(corrections) {
        for form in &mut forms {
            apply(form, edit);
        }
    }
    forms
}

/// Applies a run record's corrections to its classification, pages and forms. The truth in force already includes them.
#[must_use]
pub fn corrected(mut run_record: RunRecord) -> RunRecord {
    let corrections = std::mem::take(&mut run_record.corrections);
    corrected_by(run_record, &corrections)
}

/// Applies further edits to a corrected run record.
#[must_use]
pub fn corrected_by(mut run_record: RunRecord, edits: &[Correction]) -> RunRecord {
    run_record.forms = corrected_forms(run_record.forms, edits);
    run_record.findings = corrected_findings(run_record.findings, edits);
    if let Some(newest) = run_record.classifications.last_mut() {
        newest.classification = corrected_classification(newest.classification.clone(), edits);
    }
    run_record.corrections.extend_from_slice(edits);
    run_record
}

/// Applies an edit to the form it was made in. Ignores an edit of another kind of form, or of a place that no longer
/// exists after the document was read again.
fn apply(form: &mut Form, edit: &Correction) {
    let Some((number, place)) = place_of(&edit.path) else {
        return;
    };
    let other_kind = edit.form_label.as_ref().is_some_and(|label| *label != form.label);
    if number != form.number || other_kind {
        return;
    }
    let Ok(path) = place.parse::<Path>() else { return };
    let Some(Step::Key(name)) = path.steps().first() else {
        return;
    };
    // A name that the form does not have yet is created with its first value.
    let begins = !form.fields.contains_key(name.as_str());
    if begins && (!edit.before.is_null() || edit.after.is_null()) {
        return;
    }
    let field = form.fields.entry(name.clone()).or_insert_with(Field::missing);
    let standing = (!begins).then(|| (name.clone(), field.value.clone()));
    let mut holder = Value::Object(standing.into_iter().collect());
    let below = &place[name.len()..];
    if edit.evidence.is_none() && path.get(&holder) == Some(&edit.after) {
        confirm(field, below);
        return;
    }
    if path.steps().len() == 1 {
        *field = Field {
            value: edit.after.clone(),
            raw: edit.evidence.as_ref().map(|evidence| evidence.quote.clone()),
            confidence: 1.0,
            evidence: edit.evidence.iter().cloned().collect(),
            cells: std::mem::take(&mut field.cells),
        };
        return;
    }
    if let Some(index) = rows::taken_out(&path, edit) {
        rows::take_out(field, index, &edit.before);
        return;
    }
    if path.set(&mut holder, edit.after.clone()).is_ok() {
        field.value = holder[name.as_str()].take();
        write_cells(field, below, edit);
    }
}

/// Writes the cells of a list. An added row comes whole, with evidence for only one of its parts.
fn write_cells(field: &mut Field, below: &str, edit: &Correction) {
    for (below, value) in rows::written(below, &edit.after) {
        // In a row written whole, unchanged cells keep their evidence.
        if edit.after.is_object()
            && let Some(cell) = field.cells.get_mut(&below).filter(|cell| cell.value == value)
        {
            cell.confidence = 1.0;
            continue;
        }
        let cell = Cell {
            value,
            raw: edit.evidence.as_ref().map(|evidence| evidence.quote.clone()),
            confidence: 1.0,
            evidence: edit.evidence.iter().cloned().collect(),
        };
        field.cells.insert(below, cell);
    }
}

/// Confirms a value, which keeps its evidence.
fn confirm(field: &mut Field, below: &str) {
    if below.is_empty() {
        field.confidence = 1.0;
    }
    let within = |cell: &str| {
        cell.strip_prefix(below)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    for (_, cell) in field.cells.iter_mut().filter(|(cell, _)| within(cell)) {
        cell.confidence = 1.0;
    }
}
