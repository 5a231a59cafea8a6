//! Attempts at documents that are read by their structure. See `ledger` for reading them.

use crate::compiled::Attempt;
use crate::forms::confidence as form_confidence;
use crate::ledger::structure;
use crate::ledger::structure::{LISTS, ReadByStructure, Structured};
use indexmap::IndexMap;
use touchstone_core::pack::{LedgerField, Template};
use touchstone_core::record::{Extraction, Field};

/// Fills the template of a planned document.
pub(crate) async fn extract(
    attempt: Attempt<'_>,
    document: Structured<'_>,
    by_columns: bool,
) -> anyhow::Result<Extraction> {
    let read = structure::read(document, &attempt.assignment.plan, attempt.pages, by_columns).await?;
    Ok(extraction(attempt, document.template, read))
}

fn extraction(attempt: Attempt<'_>, template: &Template, read: ReadByStructure) -> Extraction {
    let ReadByStructure { filled, confidence } = read;
    let (pack, plan) = (&attempt.compiled.pack, &attempt.assignment.plan);
    let mut found = filled.fields;
    let mut fields: IndexMap<String, Field> = template
        .fields
        .iter()
        .map(|spec| {
            (
                spec.name.clone(),
                LedgerField::from_name(&spec.name)
                    .and_then(|field| found.remove(&field))
                    .unwrap_or_else(Field::missing),
            )
        })
        .collect();
    let signals = form_confidence::of_structure(pack, template, &fields, filled.doubts.len(), confidence);
    if let Some(calibration) = &pack.calibration {
        form_confidence::calibrate(calibration, &signals, &mut fields);
    }
    let full = fields.values().filter(|field| field.is_filled()).count();
    let rows: usize = LISTS
        .iter()
        .filter_map(|list| fields.get(list.name())?.value.as_array().map(Vec::len))
        .sum();
    let summary = format!(
        "{} read from pages {} to {}: {full} of {} fields, {rows} lines",
        template.title,
        plan.first_page,
        plan.last_page,
        template.fields.len()
    );
    let form = plan.number.saturating_sub(1);
    Extraction {
        alternatives: plan.candidates_besides(&template.label),
        signals,
        issues: filled.doubts.into_iter().map(|doubt| doubt.issue(form)).collect(),
        ..Extraction::said(&template.label, confidence, fields, summary)
    }
}
