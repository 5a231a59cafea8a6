//! List rows that a person adds or removes, and the new places of the rows behind them. Pure.

use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use touchstone_core::path::{Path, Step};
use touchstone_core::record::{Correction, CorrectionId, Field, Issue};

/// The row that an edit removes: its path ends with the row, and the new value is null.
pub(super) fn taken_out(within_form: &Path, edit: &Correction) -> Option<usize> {
    match within_form.steps() {
        [Step::Key(_), Step::Index(index)] if edit.after.is_null() => Some(*index),
        _ => None,
    }
}

/// Removes a row with its cells. If the document was read again and another row is at this place, it stays.
pub(super) fn take_out(field: &mut Field, index: usize, before: &Value) {
    let Value::Array(rows) = &mut field.value else { return };
    if rows.get(index) != Some(before) {
        return;
    }
    rows.remove(index);
    let moved = std::mem::take(&mut field.cells)
        .into_iter()
        .filter_map(|(below, cell)| {
            let (row, rest) = row_of(&below)?;
            match row.cmp(&index) {
                std::cmp::Ordering::Less => Some((below, cell)),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some((format!("[{}]{rest}", row - 1), cell)),
            }
        });
    field.cells = moved.collect::<BTreeMap<_, _>>();
}

/// Splits `[2].amount` into row 2 and `.amount`.
fn row_of(below: &str) -> Option<(usize, &str)> {
    let (row, rest) = below.strip_prefix('[')?.split_once(']')?;
    Some((row.parse().ok()?, rest))
}

/// The cells that a value at `below` writes: one, or the filled cells of a whole row.
pub(super) fn written(below: &str, value: &Value) -> Vec<(String, Value)> {
    match value {
        Value::Object(parts) => parts
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(part, value)| (format!("{below}.{part}"), value.clone()))
            .collect(),
        value => vec![(below.to_owned(), value.clone())],
    }
}

/// The current places of the edits in force; for removed rows, the place of the list.
pub fn edited_places(corrections: &[Correction]) -> Vec<String> {
    let mut places: Vec<Path> = Vec::new();
    for edit in in_force(corrections) {
        let Ok(place) = edit.path.parse::<Path>() else { continue };
        let Some(list) = list_taken_from(edit) else {
            places.push(place);
            continue;
        };
        places = places.iter().filter_map(|other| other.after_removal(&place)).collect();
        places.push(list);
    }
    places.iter().map(ToString::to_string).collect()
}

/// Moves issues about rows behind a removed one along with their row; issues about the removed row become issues about
/// the list.
pub fn follow_rows(issues: &mut [Issue], corrections: &[Correction]) {
    let removals: Vec<(Path, Path)> = in_force(corrections)
        .into_iter()
        .filter_map(|edit| Some((edit.path.parse().ok()?, list_taken_from(edit)?)))
        .collect();
    for issue in issues {
        let body = &mut issue.body;
        for subject in std::iter::once(&mut body.subject).chain(&mut body.also) {
            for (row, list) in &removals {
                let Some(place) = full(subject) else { break };
                let now = place.after_removal(row).unwrap_or_else(|| list.clone());
                if now != place {
                    *subject = now.to_string();
                }
            }
        }
    }
}

/// The list that an edit removes a row from; `None` for other edits.
fn list_taken_from(edit: &Correction) -> Option<Path> {
    let (_, within) = super::place_of(&edit.path)?;
    taken_out(&within.parse().ok()?, edit)?;
    let (list, _) = edit.path.rsplit_once('[')?;
    list.parse().ok()
}

/// The subject of an issue as a path; issues may omit `fields`.
fn full(subject: &str) -> Option<Path> {
    let (form, rest) = subject.split_once("].")?;
    let rest = rest.strip_prefix("fields.").unwrap_or(rest);
    format!("{form}].fields.{rest}").parse().ok()
}

/// Returns the edits that are not undone, in the order they were made.
pub fn in_force(corrections: &[Correction]) -> Vec<&Correction> {
    let undone = undone(corrections);
    let edits = corrections.iter().filter(|row| row.undoes.is_none());
    edits.filter(|row| !undone.contains(&row.id)).collect()
}

/// Rows that a later row undoes. An undo that was undone itself has no effect.
fn undone(corrections: &[Correction]) -> HashSet<CorrectionId> {
    let mut undone = HashSet::new();
    for row in corrections.iter().rev() {
        if let Some(target) = row.undoes
            && !undone.contains(&row.id)
        {
            undone.insert(target);
        }
    }
    undone
}
