//! Reads a planned form again to explain one of its fields.

use super::read::{planned_form, read};
use crate::compiled::Attempt;
use touchstone_core::record::Explanation;

/// One explanation for each copy of the form; none for a document that is read without captions. Attempts after the
/// first accept misread captions.
pub(crate) async fn explain(attempt: Attempt<'_>, field: &str) -> anyhow::Result<Vec<Explanation>> {
    let Some(form) = planned_form(attempt) else {
        return Ok(Vec::new());
    };
    let Some(field) = form.template.fields.iter().position(|spec| spec.name == field) else {
        return Ok(Vec::new());
    };
    let mut explanations = Vec::new();
    for sheets in attempt.assignment.plan.sheets.chunk_by(|a, b| a.page == b.page) {
        let page = attempt.page(sheets[0].page).await?;
        let copies = read(&page, sheets, form, attempt.assignment.number > 1);
        explanations.extend(copies.iter().map(|copy| copy.filled.trace.explain(&page.layout, field)));
    }
    Ok(explanations)
}
