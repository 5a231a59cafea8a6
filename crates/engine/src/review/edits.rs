//! From the table of corrections to the values that count. Pure.

use super::labels::corrected_classification;
use super::pages::corrected_findings;
use super::rows;
use super::rows::in_force;
use serde_json::Value;
use touchstone_core::path::{Path, Step};
use touchstone_core::record::{Cell, Correction, Dossier, Field, Form};

/// Whether an edit in force changed something; the others say that what was read is right.
pub fn is_changed(corrections: &[Correction]) -> bool {
    in_force(corrections).into_iter().any(|edit| !edit.confirms())
}

/// Which form, counted from 1, and where in it: `forms[0].fields.box_12[1].amount` is 1 and `box_12[1].amount`.
pub fn place_of(path: &str) -> Option<(u32, &str)> {
    let (index, rest) = path.strip_prefix("forms[")?.split_once("].fields.")?;
    Some((index.parse::<u32>().ok()?.checked_add(1)?, rest))
}

/// Forms as people corrected them.
pub fn corrected_forms(mut forms: Vec<Form>, corrections: &[Correction]) -> Vec<Form> {
    for edit in in_force(corrections) {
        for form in &mut forms {
            apply(form, edit);
        }
    }
    forms
}

/// The dossier as people corrected it: what it is, its pages and its forms. A truth that counts has every edit in it already.
#[must_use]
pub fn corrected(mut dossier: Dossier) -> Dossier {
    let corrections = std::mem::take(&mut dossier.corrections);
    corrected_by(dossier, &corrections)
}

/// A corrected dossier after further edits.
#[must_use]
pub fn corrected_by(mut dossier: Dossier, edits: &[Correction]) -> Dossier {
    dossier.forms = corrected_forms(dossier.forms, edits);
    dossier.findings = corrected_findings(dossier.findings, edits);
    if let Some(newest) = dossier.classifications.last_mut() {
        newest.classification = corrected_classification(newest.classification.clone(), edits);
    }
    dossier.corrections.extend_from_slice(edits);
    dossier
}

/// Puts an edit into the form that it was made in. An edit of another kind of form, or of a place that is not there after
/// the document was read again, says nothing.
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
    // A name that the form does not have yet begins with the first value that is put there.
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

/// A row that was added comes as a whole, of which one part was written or pointed at.
fn write_cells(field: &mut Field, below: &str, edit: &Correction) {
    for (below, value) in rows::written(below, &edit.after) {
        // Of a row that is written as a whole, what was there already keeps its place.
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

/// What is right as it stands keeps its place on the page.
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
