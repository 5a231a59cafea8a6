//! The second look at a form: captions with misread letters, other forms that the text names, and whole pages instead
//! of the planned sheets.

use super::model::Read;
use super::read::{filled, planned_form, read_sheets};
use crate::captions::caption_index::Form;
use crate::compiled::Attempt;
use crate::forms::model::values;
use crate::generic::fill::{Rivals, named_form, plain};
use crate::recognise::model::{COVERED, LIKELY, POSSIBLE};
use touchstone_core::pack::Template;
use touchstone_core::record::{Assignment, Extraction, Sheet};

/// Max pages of a document searched for another form.
const PAGES: u32 = 12;

pub(crate) async fn widened(attempt: Attempt<'_>) -> anyhow::Result<Extraction> {
    let planned = planned_form(attempt);
    let mut best = None;
    if let Some(form) = planned {
        let read = read_sheets(attempt, &attempt.assignment.plan.sheets, form, true).await?;
        best = Some((form, filled(attempt, form.template, read)));
    }
    let mut tried = Vec::new();
    for label in alternatives(attempt).await? {
        let other = |form: &Form| planned.is_none_or(|own| own.template.label != form.template.label);
        let Some(form) = attempt.compiled.form(&label).filter(other) else {
            continue;
        };
        tried.push(label.clone());
        let read = read_sheets(attempt, &whole_pages(attempt.assignment), form, true).await?;
        let read = looks_like_it(form.template, read);
        if read.is_empty() {
            continue;
        }
        let other = filled(attempt, form.template, read);
        let better = best
            .as_ref()
            .is_none_or(|(_, known)| other.confidence > known.confidence);
        if other.label == label && better {
            best = Some((form, other));
        }
    }
    let mut extraction = match best {
        Some((_, found)) => found,
        None => plain(attempt, Rivals::Examined).await?,
    };
    if !tried.is_empty() {
        extraction.rationale = format!("{}; also tried as {}", extraction.rationale, tried.join(", "));
    }
    Ok(extraction)
}

/// Labels worth trying besides the planned one: those the survey ranked, then those the pages name.
pub(crate) async fn alternatives(attempt: Attempt<'_>) -> anyhow::Result<Vec<String>> {
    let candidates = attempt.assignment.plan.candidates.iter();
    let ranked = candidates.filter(|candidate| candidate.confidence >= POSSIBLE);
    let mut labels: Vec<String> = ranked.map(|candidate| candidate.label.clone()).collect();
    for sheet in whole_pages(attempt.assignment) {
        let page = attempt.page(sheet.page).await?;
        labels.extend(named_form(attempt.compiled, &page).map(|named| named.label));
    }
    let mut seen = Vec::new();
    labels.retain(|label| {
        let new = !seen.contains(label);
        seen.push(label.clone());
        new
    });
    Ok(labels)
}

/// The whole pages of a form. If it shares its page, only its own part: the rest is another form's.
pub(crate) fn whole_pages(assignment: &Assignment) -> Vec<Sheet> {
    let plan = &assignment.plan;
    if plan.sheets.iter().any(|sheet| sheet.region.is_some()) {
        return plan.sheets.clone();
    }
    let pages = (plan.first_page..=plan.last_page).take(PAGES as usize);
    pages
        .map(|page| Sheet {
            page,
            region: None,
            head: None,
            copy: None,
        })
        .collect()
}

/// Keeps only sheets that the survey would have taken for the form if it had tolerated misread letters.
pub(crate) fn looks_like_it(template: &Template, read: Vec<Read>) -> Vec<Read> {
    let like =
        |read: &Read| read.likeness >= LIKELY && read.filled.coverage >= COVERED && values(template, &read.filled) > 0;
    read.into_iter().filter(like).collect()
}
