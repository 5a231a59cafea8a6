//! The second and the third look at a paper that is read by its structure (DESIGN 3): its amounts without regard to the
//! columns, the other kinds that it may be, critical fields only. Not here: the first look (see `ledger`).

use super::LocalEngine;
use super::extract::{filled, named_critical, read_sheets, unclear};
use super::ledger;
use super::survey::LIKELY;
use super::widen::{alternatives, looks_like_it, whole_pages};
use touchstone_core::arithmetic::cross_checks;
use touchstone_core::pack::{Reader, Template};
use touchstone_core::record::{Assignment, Extraction, Field, NewIssue, RaisedBy, Severity};
use touchstone_core::value;
use touchstone_intake::PageSource;

type Structured<'e> = (&'e Template, Reader);

/// The best of the paper's own kind, read by its columns and without them, and of the other kinds that it may be.
pub(super) async fn widened(
    engine: &LocalEngine,
    assignment: &Assignment,
    pages: &dyn PageSource,
    (template, reader): Structured<'_>,
) -> anyhow::Result<Extraction> {
    let mut best = ledger::extract(engine, assignment, pages, template, reader, true).await?;
    let loose = ledger::extract(engine, assignment, pages, template, reader, false).await?;
    let mut tried = vec![format!("{} without columns", template.label)];
    if faults(engine, &loose) < faults(engine, &best) {
        best = loose;
    }
    for other in others(engine, assignment, pages, template).await? {
        tried.push(other.label.clone());
        let proved = faults(engine, &other) == 0 && faults(engine, &best) > 0;
        if proved && other.confidence >= LIKELY.max(best.confidence) {
            best = other;
        }
    }
    best.rationale = format!("{}; also tried as {}", best.rationale, tried.join(", "));
    Ok(best)
}

/// How often its own sums contradict it or its reader doubts it.
fn faults(engine: &LocalEngine, found: &Extraction) -> usize {
    let checks = cross_checks(&engine.pack, &found.label, &found.fields, None);
    checks.iter().filter(|check| !check.passed).count() + found.issues.len()
}

/// The same pages read as the other kinds: all that are known by their structure, and the forms that the text names.
async fn others(
    engine: &LocalEngine,
    assignment: &Assignment,
    pages: &dyn PageSource,
    own: &Template,
) -> anyhow::Result<Vec<Extraction>> {
    let mut found = Vec::new();
    for template in engine
        .pack
        .templates()
        .iter()
        .filter(|template| template.label != own.label)
    {
        if let Some(reader) = template.reader {
            found.push(ledger::extract(engine, assignment, pages, template, reader, true).await?);
        }
    }
    for label in alternatives(engine, assignment, pages).await? {
        let Some(form) = engine.form(&label) else { continue };
        let read = read_sheets(engine, &whole_pages(assignment), pages, form, true).await?;
        let read = looks_like_it(form.0, read);
        if !read.is_empty() {
            found.push(filled(engine, assignment, form.0, read));
        }
    }
    Ok(found)
}

/// The critical fields of what the widened search found, and a doubt about all that was left out. When too few of them
/// hold a value of their format, nobody can say what it is.
pub(super) async fn critical(
    engine: &LocalEngine,
    assignment: &Assignment,
    pages: &dyn PageSource,
    structured: Structured<'_>,
) -> anyhow::Result<Extraction> {
    let mut found = widened(engine, assignment, pages, structured).await?;
    let template = engine.pack.template_for(&found.label);
    let wanted = template.fields.iter().filter(|spec| spec.critical);
    let holds = |name: &str| found.fields.get(name).filter(|field| field.is_filled());
    let certain = wanted
        .filter(|spec| holds(&spec.name).is_some_and(|field| value::validate(&spec.format, &field.value).is_ok()))
        .count();
    if certain < template.min_fields {
        return unclear(engine, assignment, pages, found.label.clone()).await;
    }
    for spec in template.fields.iter().filter(|spec| !spec.critical) {
        if let Some(field) = found.fields.get_mut(&spec.name) {
            *field = Field::missing();
        }
    }
    found.issues.retain(|issue| named_critical(template, issue));
    let subject = format!("forms[{}]", assignment.plan.number.saturating_sub(1));
    let message = "only the critical fields were kept: nothing proves them";
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
