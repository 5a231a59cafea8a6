//! The second and third look at a document that is read by its structure: its amounts regardless of
//! columns, the other kinds that it may be, critical fields only. See `structured` for the first look.

use super::read::{filled, named_critical, read_sheets, unclear};
use super::second_look::{alternatives, looks_like_it, whole_pages};
use super::structured;
use crate::compiled::{Attempt, CompiledPack};
use crate::ledger::structure::Structured;
use crate::recognise::model::LIKELY;
use touchstone_core::arithmetic::cross_checks;
use touchstone_core::record::{Extraction, Field, NewIssue, RaisedBy, Severity};
use touchstone_core::value;

/// The best reading of the document: its own kind with and without columns, and the other kinds that it may be.
pub(crate) async fn widened(attempt: Attempt<'_>, document: Structured<'_>) -> anyhow::Result<Extraction> {
    let compiled = attempt.compiled;
    let own = &document.template.label;
    let mut best = structured::extract(attempt, document, true).await?;
    let loose = structured::extract(attempt, document, false).await?;
    let mut tried = vec![format!("{own} without columns")];
    if faults(compiled, &loose) < faults(compiled, &best) {
        best = loose;
    }
    for other in others(attempt, own).await? {
        tried.push(other.label.clone());
        let proved = faults(compiled, &other) == 0 && faults(compiled, &best) > 0;
        if proved && other.confidence >= LIKELY.max(best.confidence) {
            best = other;
        }
    }
    best.rationale = format!("{}; also tried as {}", best.rationale, tried.join(", "));
    Ok(best)
}

/// Number of failed cross checks and of the reader's own doubts.
fn faults(compiled: &CompiledPack, found: &Extraction) -> usize {
    let checks = cross_checks(&compiled.pack, &found.label, &found.fields, None);
    checks.iter().filter(|check| !check.passed).count() + found.issues.len()
}

/// The same pages read as other kinds: all kinds that are known by structure, and the forms that the text names.
async fn others(attempt: Attempt<'_>, own: &str) -> anyhow::Result<Vec<Extraction>> {
    let compiled = attempt.compiled;
    let mut found = Vec::new();
    let labels = compiled.pack.templates().iter().map(|template| template.label.as_str());
    for document in labels
        .filter(|label| *label != own)
        .filter_map(|label| compiled.structured(label))
    {
        found.push(structured::extract(attempt, document, true).await?);
    }
    for label in alternatives(attempt).await? {
        let Some(form) = compiled.form(&label) else { continue };
        let read = read_sheets(attempt, &whole_pages(attempt.assignment), form, true).await?;
        let read = looks_like_it(form.template, read);
        if !read.is_empty() {
            found.push(filled(attempt, form.template, read));
        }
    }
    Ok(found)
}

/// The critical fields of the widened search, and a doubt about all fields that were dropped. If too few of them hold
/// a valid value, the document is unclear.
pub(crate) async fn critical(attempt: Attempt<'_>, document: Structured<'_>) -> anyhow::Result<Extraction> {
    let mut found = widened(attempt, document).await?;
    let template = attempt.compiled.pack.template_for(&found.label);
    let wanted = template.fields.iter().filter(|spec| spec.critical);
    let holds = |name: &str| found.fields.get(name).filter(|field| field.is_filled());
    let certain = wanted
        .filter(|spec| holds(&spec.name).is_some_and(|field| value::validate(&spec.format, &field.value).is_ok()))
        .count();
    if certain < template.min_fields {
        return unclear(attempt, found.label.clone()).await;
    }
    for spec in template.fields.iter().filter(|spec| !spec.critical) {
        if let Some(field) = found.fields.get_mut(&spec.name) {
            *field = Field::missing();
        }
    }
    found.issues.retain(|issue| named_critical(template, issue));
    let subject = format!("forms[{}]", attempt.assignment.plan.number.saturating_sub(1));
    let message = "only the critical fields were kept, without proof";
    found.issues.push(NewIssue::new(
        RaisedBy::Agent,
        "incomplete",
        Severity::Major,
        subject,
        message,
    ));
    found.rationale = format!("critical fields only; {}", found.rationale);
    Ok(found)
}
