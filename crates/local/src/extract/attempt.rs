//! Fills one planned form: rereads its copies, compares and merges them. A form that is not filled in, and a document
//! that is not a form (see `generic::fill`), get the fallback label. See `survey::plan` for planning.

use super::read::{named_critical, planned, unclear};
use super::{second_look, structured, structured_looks};
use crate::captions::caption_index::Form;
use crate::compiled::Attempt;
use crate::recognise::model::blank_name;
use indexmap::IndexMap;
use std::time::Instant;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Extraction, Field, Format, Usage};
use touchstone_core::value;

/// The attempt that keeps critical fields only.
const CRITICAL_ONLY: u32 = 3;

pub(crate) async fn extract(attempt: Attempt<'_>) -> anyhow::Result<Extraction> {
    let started = Instant::now();
    let document = attempt.compiled.structured(&attempt.assignment.label);
    let mut extraction = match (document, attempt.assignment.number) {
        (Some(document), 0 | 1) => structured::extract(attempt, document, true).await?,
        (Some(document), CRITICAL_ONLY..) => structured_looks::critical(attempt, document).await?,
        (Some(document), _) => structured_looks::widened(attempt, document).await?,
        (None, 0 | 1) => planned(attempt).await?,
        (None, CRITICAL_ONLY..) => critical(attempt).await?,
        (None, _) => second_look::widened(attempt).await?,
    };
    extraction.usage = Usage {
        seconds: started.elapsed().as_secs_f64(),
        ..Usage::default()
    };
    Ok(extraction)
}

/// The critical fields of the widened search. If even those are too few, the form is unclear.
async fn critical(attempt: Attempt<'_>) -> anyhow::Result<Extraction> {
    let mut found = second_look::widened(attempt).await?;
    let Some(Form { template, .. }) = attempt.compiled.form(&found.label) else {
        return Ok(found);
    };
    let filled = |spec: &&FieldSpec| found.fields.get(&spec.name).is_some_and(Field::is_filled);
    let valid = |spec: &&FieldSpec| {
        let field = found.fields.get(&spec.name);
        filled(spec) && field.is_some_and(|field| value::validate(&spec.format, &field.value).is_ok())
    };
    let certain = template
        .fields
        .iter()
        .filter(|spec| spec.critical && valid(spec))
        .count();
    if certain < template.min_fields {
        // Without any amount or number, the names found are print.
        let print = |spec: &FieldSpec| matches!(spec.format, Format::Text | Format::Bool | Format::Year);
        let blank = certain == 0 && template.fields.iter().filter(filled).all(print);
        let called = if blank {
            blank_name(&found.label)
        } else {
            found.label.clone()
        };
        return unclear(attempt, called).await;
    }
    keep_critical(template, &mut found.fields);
    found.issues.retain(|issue| named_critical(template, issue));
    found.rationale = format!("critical fields only; {}", found.rationale);
    Ok(found)
}

fn keep_critical(template: &Template, fields: &mut IndexMap<String, Field>) {
    for spec in template.fields.iter().filter(|spec| !spec.critical) {
        if let Some(field) = fields.get_mut(&spec.name) {
            *field = Field::missing();
        }
    }
}
