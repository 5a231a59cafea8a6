//! Attempts at documents that are read by their structure. See `ledger` for reading them.

use crate::compiled::CompiledPack;
use crate::forms::confidence as form_confidence;
use crate::ledger::structure;
use crate::ledger::structure::{LISTS, ReadByStructure, Structured};
use indexmap::IndexMap;
use touchstone_core::pack::{LedgerField, Template};
use touchstone_core::record::{Assignment, Extraction, Field, Usage};
use touchstone_intake::PageSource;

/// Fills the template of a planned document.
pub(crate) async fn extract(
    compiled: &CompiledPack,
    assignment: &Assignment,
    pages: &dyn PageSource,
    paper: Structured<'_>,
    by_columns: bool,
) -> anyhow::Result<Extraction> {
    let read = structure::read(paper, &assignment.plan, pages, by_columns).await?;
    Ok(extraction(compiled, assignment, paper.template, read))
}

fn extraction(
    compiled: &CompiledPack,
    assignment: &Assignment,
    template: &Template,
    ReadByStructure { filled, confidence }: ReadByStructure,
) -> Extraction {
    let plan = &assignment.plan;
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
    let signals = form_confidence::of_structure(&compiled.pack, template, &fields, filled.doubts.len(), confidence);
    if let Some(calibration) = &compiled.pack.calibration {
        form_confidence::calibrate(calibration, &signals, &mut fields);
    }
    let full = fields.values().filter(|field| field.is_filled()).count();
    let rows: usize = LISTS
        .iter()
        .filter_map(|list| fields.get(list.name())?.value.as_array().map(Vec::len))
        .sum();
    let told = format!(
        "{} read from pages {} to {}: {full} of {} fields, {rows} lines",
        template.title,
        plan.first_page,
        plan.last_page,
        template.fields.len()
    );
    let form = plan.number.saturating_sub(1);
    Extraction {
        label: template.label.clone(),
        proposed_label: None,
        confidence,
        alternatives: assignment.plan.candidates_besides(&template.label),
        fields,
        signals,
        issues: filled.doubts.into_iter().map(|doubt| doubt.issue(form)).collect(),
        rationale: told.clone(),
        summary: told,
        usage: Usage::default(),
    }
}
