//! Reads a planned form again to explain one of its fields.

use super::read::{planned_form, read};
use crate::compiled::CompiledPack;
use crate::page::load::page_again;
use crate::page::model::Layout;
use touchstone_core::record::{Assignment, Explanation};
use touchstone_intake::PageSource;

/// One explanation for each copy of the form; none for a document that is read without captions. Attempts after the
/// first accept misread captions.
pub(crate) async fn explain(
    compiled: &CompiledPack,
    assignment: &Assignment,
    pages: &dyn PageSource,
    field: &str,
) -> anyhow::Result<Vec<Explanation>> {
    let Some(form) = planned_form(compiled, assignment) else {
        return Ok(Vec::new());
    };
    let Some(field) = form.0.fields.iter().position(|spec| spec.name == field) else {
        return Ok(Vec::new());
    };
    let mut explanations = Vec::new();
    for sheets in assignment.plan.sheets.chunk_by(|a, b| a.page == b.page) {
        let page = page_again(pages, sheets[0].page).await?;
        let layout = Layout::new(&page);
        let copies = read(compiled, &page, sheets, form, assignment.number > 1);
        explanations.extend(copies.iter().map(|copy| copy.filled.trace.explain(&layout, field)));
    }
    Ok(explanations)
}
