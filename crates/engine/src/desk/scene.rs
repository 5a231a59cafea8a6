//! A document with its pack, and access to its values and issues.

use crate::review;
use anyhow::bail;
use serde_json::Value;
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::path::{Path, Step};
use touchstone_core::record::{Correction, DocumentId, Evidence, Form, Issue, RunRecord};

/// The issues of the last pass, with paths adjusted for removed rows.
pub(super) fn last_issues(run_record: &RunRecord) -> Vec<Issue> {
    let last = run_record.verifications.last().map(|pass| pass.pass);
    let of_last = run_record.issues.iter().filter(|issue| Some(issue.pass) == last);
    let mut issues: Vec<Issue> = of_last.cloned().collect();
    review::follow_rows(&mut issues, &run_record.corrections);
    issues
}

/// Parses a subject that is a whole form: `forms[1]`.
pub(super) fn whole_form(subject: &str) -> Option<u32> {
    let index = subject.strip_prefix("forms[")?.strip_suffix(']')?;
    index.parse::<u32>().ok()?.checked_add(1)
}

/// A document with the pack that defines its fields.
pub(super) struct Scene {
    pub(super) run_record: RunRecord,
    pub(super) pack: Arc<Pack>,
}

/// A user's edit of a place in a form, as a row.
pub(super) fn edit_of(
    document_id: DocumentId,
    form: &Form,
    path: &str,
    after: Value,
    evidence: Option<Evidence>,
) -> Correction {
    let place = format!("forms[{}].fields.{path}", form.number.saturating_sub(1));
    let before = value_at(form, path).unwrap_or(Value::Null);
    Correction {
        evidence,
        form_label: Some(form.label.clone()),
        ..Correction::of_person(document_id, place, before, after)
    }
}

/// The current value at a place in a form.
pub(super) fn value_at(form: &Form, path: &str) -> Option<Value> {
    let name = first_name(path).ok()?;
    let field = form.field(&name)?;
    let holder = Value::Object(std::iter::once((name, field.value.clone())).collect());
    path.parse::<Path>().ok()?.get(&holder).cloned()
}

pub(super) fn first_name(path: &str) -> anyhow::Result<String> {
    match path.parse::<Path>()?.steps().first() {
        Some(Step::Key(name)) => Ok(name.clone()),
        _ => bail!("`{path}` does not start with a field"),
    }
}
