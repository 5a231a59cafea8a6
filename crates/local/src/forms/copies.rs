//! Copies of one form: decides which sheets are copies and merges them. Agreement raises confidence; a disagreement
//! is an issue with both values and both places.

use super::model::{FilledCopy, amounts};
use crate::recognise::model::{Key, same_value};
use indexmap::IndexMap;
use serde_json::Value;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Evidence, Field, Format, NewIssue, RaisedBy, Severity};
use touchstone_core::value::print;

/// Max share of the weight of common values that may differ between copies of one form.
const TOLERATED: f32 = 0.34;

/// Max confidence of a value, however many copies agree.
const SUREST: f64 = 0.995;
/// Max confidence of a value on which copies disagree.
const DISPUTED: f64 = 0.5;

/// The single values of a filled sheet.
pub(crate) fn key(template: &Template, fields: &IndexMap<String, Field>) -> Key {
    let specs = template.fields.iter().filter_map(|spec| {
        let text = fields.get(&spec.name)?.text()?.to_owned();
        Some((spec.name.clone(), (text.clone(), weight(&spec.format, &text)?)))
    });
    specs.collect()
}

fn weight(format: &Format, text: &str) -> Option<f32> {
    match format {
        Format::Ssn | Format::Ein | Format::Tin => Some(2.0),
        Format::Currency if text.trim_start_matches('-') == "0.00" => Some(0.0),
        Format::Currency => Some(1.0),
        Format::Text => Some(0.5),
        _ => None,
    }
}

/// Whether two sheets are copies of one form.
pub(crate) fn same_form(a: &Key, b: &Key) -> bool {
    let (mut agree, mut differ) = (0.0, 0.0);
    for (name, (mine, weight)) in a {
        if let Some((theirs, other)) = b.get(name) {
            let sum = if same_value(mine, theirs) {
                &mut agree
            } else {
                &mut differ
            };
            *sum += weight.max(*other);
        }
    }
    agree >= 1.0 && differ <= TOLERATED * (agree + differ)
}

/// Merges copies into one form; the first sheet leads. `index` is the form's place in the document, from 0.
pub(crate) fn merge(
    template: &Template,
    index: u32,
    sheets: Vec<FilledCopy>,
) -> (IndexMap<String, Field>, Vec<NewIssue>) {
    let mut sheets = sheets.into_iter();
    let Some(lead) = sheets.next() else {
        return (template.nothing_found(), Vec::new());
    };
    let mut fields = lead.fields;
    let mut issues = Vec::new();
    for sheet in sheets {
        // A sheet without amounts outside lists continues a list, such as the states of a W-2 that did not fit; its unticked
        // boxes say nothing.
        let goes_on = amounts(template, &sheet.fields) == 0;
        for spec in &template.fields {
            let (Some(mine), Some(theirs)) = (fields.get_mut(&spec.name), sheet.fields.get(&spec.name)) else {
                continue;
            };
            if goes_on && matches!(spec.format, Format::Bool) {
                continue;
            }
            let subject = format!("forms[{index}].{}", spec.name);
            if spec.parts.is_empty() {
                issues.extend(single(mine, theirs, &subject));
            } else {
                issues.extend(list(spec, mine, theirs, &subject));
            }
        }
    }
    (fields, issues)
}

fn single(mine: &mut Field, theirs: &Field, subject: &str) -> Option<NewIssue> {
    if !theirs.is_filled() {
        return None;
    }
    if !mine.is_filled() {
        *mine = theirs.clone();
        mine.confidence *= 0.9;
        return None;
    }
    let (a, b) = (print(&mine.value), print(&theirs.value));
    if same_value(&a, &b) {
        agree(mine, theirs, masks(&a) > masks(&b));
        return None;
    }
    mine.confidence = mine.confidence.min(DISPUTED);
    Some(disagreement(subject, &a, &b, &mine.evidence, &theirs.evidence))
}

/// Two places that agree raise the confidence; of a masked and a full number the full one is kept.
fn agree(mine: &mut Field, theirs: &Field, fuller: bool) {
    let sure = surer(mine.confidence.max(theirs.confidence));
    if fuller {
        *mine = theirs.clone();
    }
    mine.confidence = sure;
}

/// A second place that agrees removes part of the doubt.
fn surer(confidence: f64) -> f64 {
    (1.0 - (1.0 - confidence) * 0.6).min(SUREST)
}

fn masks(text: &str) -> usize {
    text.chars().filter(|c| matches!(c, 'X' | 'x' | '*' | '#')).count()
}

/// Code of an issue about two copies: it expects the other copy's value, whose places come first.
pub const COPIES_DISAGREE: &str = "copies_disagree";

fn disagreement(subject: &str, mine: &str, theirs: &str, here: &[Evidence], there: &[Evidence]) -> NewIssue {
    let place = |evidence: &[Evidence]| {
        evidence
            .first()
            .map_or_else(String::new, |e| format!(" (page {})", e.page))
    };
    let message = format!(
        "copies disagree: \"{mine}\"{} and \"{theirs}\"{}",
        place(here),
        place(there)
    );
    NewIssue::new(RaisedBy::Readings, COPIES_DISAGREE, Severity::Major, subject, message)
        .expected(theirs, mine)
        .evidence(there.iter().chain(here).cloned().collect())
}

/// Compares lists row by row; a row without counterpart is appended.
fn list(spec: &FieldSpec, mine: &mut Field, theirs: &Field, subject: &str) -> Vec<NewIssue> {
    let (Value::Array(own), Value::Array(other)) = (&mine.value, &theirs.value) else {
        return single(mine, theirs, subject).into_iter().collect();
    };
    let (own, other) = (own.clone(), other.clone());
    let mut issues = Vec::new();
    let mut used = vec![false; own.len()];
    for (place, row) in other.iter().enumerate() {
        match counterpart(spec, &own, &used, row, place) {
            Some(at) => {
                used[at] = true;
                issues.extend(compare_rows(spec, mine, theirs, at, place, subject));
            }
            None => append(mine, theirs, place, row),
        }
    }
    if issues.is_empty() {
        mine.confidence = surer(mine.confidence);
    }
    issues
}

/// The row to compare another row with: the one with most equal parts, among equals the one in the same place. Rows
/// that are named differently twice, such as by state and number, are different rows.
fn counterpart(spec: &FieldSpec, own: &[Value], used: &[bool], row: &Value, place: usize) -> Option<usize> {
    let same = |mine: &Value, part: &FieldSpec| is_same_part(mine, row, &part.name);
    let likeness = |mine: &Value| spec.parts.iter().filter(|part| same(mine, part) == Some(true)).count();
    let names = || {
        spec.parts
            .iter()
            .filter(|part| !matches!(part.format, Format::Currency))
    };
    let is_other = |mine: &Value| names().filter(|part| same(mine, part) == Some(false)).count() > 1;
    let best = (0..own.len())
        .filter(|&at| !used[at] && !is_other(&own[at]))
        .max_by_key(|&at| (likeness(&own[at]), usize::from(at == place)))?;
    (likeness(&own[best]) > 0).then_some(best)
}

/// Whether a part is the same in both rows, if both have it.
fn is_same_part(a: &Value, b: &Value, name: &str) -> Option<bool> {
    Some(same_value(a[name].as_str()?, b[name].as_str()?))
}

/// Compares row `at` with the other copy's row `place`.
fn compare_rows(
    spec: &FieldSpec,
    mine: &mut Field,
    theirs: &Field,
    at: usize,
    place: usize,
    subject: &str,
) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for part in &spec.parts {
        let path = format!("[{at}].{}", part.name);
        let Some(there) = theirs.cells.get(&format!("[{place}].{}", part.name)) else {
            continue;
        };
        let Some(here) = mine.cells.get_mut(&path) else {
            mine.value[at][&part.name] = there.value.clone();
            mine.evidence.extend(there.evidence.clone());
            mine.cells.insert(path, there.clone());
            continue;
        };
        let (a, b) = (print(&here.value), print(&there.value));
        if same_value(&a, &b) {
            here.confidence = surer(here.confidence);
        } else {
            here.confidence = here.confidence.min(DISPUTED);
            let subject = format!("{subject}{path}");
            issues.push(disagreement(&subject, &a, &b, &here.evidence, &there.evidence));
        }
    }
    issues
}

fn append(mine: &mut Field, theirs: &Field, place: usize, row: &Value) {
    let Value::Array(rows) = &mut mine.value else {
        return;
    };
    let at = rows.len();
    rows.push(row.clone());
    let prefix = format!("[{place}]");
    for (path, cell) in theirs.cells.iter().filter(|(path, _)| path.starts_with(&prefix)) {
        mine.evidence.extend(cell.evidence.clone());
        mine.cells
            .insert(path.replacen(&prefix, &format!("[{at}]"), 1), cell.clone());
    }
}
