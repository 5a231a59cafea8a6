//! The second look at a form: captions with misread letters, other forms that the text names, whole pages
//! instead of the planned sheets, pages next to the form, and numbers recognized only by their shape. A value found
//! without a caption of the form is sent to review, never accepted as is.

use super::model::Read;
use super::read::{filled, planned_form, read_sheets};
use crate::captions::caption_index::Form;
use crate::captions::evidence;
use crate::compiled::Attempt;
use crate::forms::form_copy;
use crate::forms::model::values;
use crate::generic::fill::{Rivals, named_form, plain};
use crate::page::model::Layout;
use crate::page::numeric;
use crate::recognise::model::{COVERED, LIKELY, POSSIBLE};
use crate::recognise::prepared::PreparedPage;
use std::collections::BTreeMap;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Assignment, Extraction, Field, Format, NewIssue, RaisedBy, Severity, Sheet};
use touchstone_core::value::{self, tin};

/// Max pages of a document searched for another form.
const PAGES: u32 = 12;
/// Max confidence of a value found next to the form, or without a caption.
const BESIDE: f64 = 0.5;

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
        Some((form, found)) if found.label == form.template.label => complete(attempt, form, found).await?,
        Some((_, blank)) => blank,
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

/// Searches for required fields that are still missing, on pages next to the form's sheets and by their shape alone.
async fn complete(attempt: Attempt<'_>, form: Form<'_>, mut found: Extraction) -> anyhow::Result<Extraction> {
    let template = form.template;
    let missing = |found: &Extraction| -> Vec<String> {
        let required = template.required();
        let empty = required.filter(|spec| found.fields.get(&spec.name).is_none_or(is_unknown));
        empty.map(|spec| spec.name.clone()).collect()
    };
    let assignment = attempt.assignment;
    let plan = &assignment.plan;
    let beside = [plan.first_page.checked_sub(1), plan.last_page.checked_add(1)];
    for number in beside
        .into_iter()
        .flatten()
        .filter(|page| (1..=attempt.pages.page_count()).contains(page))
    {
        let wanted = missing(&found);
        if wanted.is_empty() {
            break;
        }
        let page = attempt.page(number).await?;
        // A page with a form belongs to that form only.
        if named_form(attempt.compiled, &page).is_none() {
            take_beside(assignment, form, &page, &wanted, &mut found);
        }
    }
    for sheet in &plan.sheets {
        let wanted = missing(&found);
        if wanted.is_empty() {
            break;
        }
        let page = attempt.page(sheet.page).await?;
        take_shapes(assignment, template, &page.layout, sheet, &wanted, &mut found);
    }
    // The form's confidence stays: values found without their caption do not raise it.
    Ok(found)
}

/// Whether a field is neither filled nor known to be empty.
fn is_unknown(field: &Field) -> bool {
    !field.is_filled() && field.evidence.is_empty()
}

fn take_beside(
    assignment: &Assignment,
    form: Form<'_>,
    page: &PreparedPage,
    wanted: &[String],
    found: &mut Extraction,
) {
    let (template, page_read) = (form.template, &page.layout.page);
    let captions = page.captions(form, true);
    let mut read = form_copy::fill(&page.layout, template, &captions, page_read.region());
    for name in wanted {
        let Some(field) = read.fields.swap_remove(name).filter(Field::is_filled) else {
            continue;
        };
        let note = format!("is on page {}, beside the form", page_read.number);
        take(assignment, template, name, field, "found_beside_form", &note, found);
    }
}

/// A tax ID can be recognized by its shape if only one of its kind is on the sheet.
fn take_shapes(
    assignment: &Assignment,
    template: &Template,
    layout: &Layout,
    sheet: &Sheet,
    wanted: &[String],
    found: &mut Extraction,
) {
    let region = sheet.region.unwrap_or_else(|| layout.page.region());
    for name in wanted {
        let Some(spec) = template.field(name).filter(|spec| is_only_of_its_kind(template, spec)) else {
            continue;
        };
        let known: Vec<String> = found.fields.values().filter_map(Field::text).map(tin::digits).collect();
        let mut numbers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, word) in layout.page.reading.words.iter().enumerate() {
            let shaped = word.text.contains('-') && value::parse(&spec.format, &word.text).is_ok();
            if shaped && region.holds(&word.region) && !known.contains(&tin::digits(&word.text)) {
                numbers.entry(word.text.clone()).or_default().push(index);
            }
        }
        let mut numbers = numbers.into_iter();
        let (Some((text, places)), None) = (numbers.next(), numbers.next()) else {
            continue;
        };
        let Ok(value) = value::parse(&spec.format, &text) else {
            continue;
        };
        let field = Field {
            value,
            raw: Some(text),
            confidence: BESIDE,
            evidence: evidence::of_lines(layout, &[vec![places[0]]], &[]),
            cells: BTreeMap::new(),
        };
        let note = "has no caption and is the only number of its kind on the form";
        take(assignment, template, name, field, "found_without_caption", note, found);
    }
}

fn is_only_of_its_kind(template: &Template, spec: &FieldSpec) -> bool {
    let shaped = matches!(spec.format, Format::Ssn | Format::Ein | Format::Tin);
    shaped
        && template
            .fields
            .iter()
            .filter(|other| other.format == spec.format)
            .count()
            == 1
}

fn take(
    assignment: &Assignment,
    template: &Template,
    name: &str,
    mut field: Field,
    code: &str,
    note: &str,
    found: &mut Extraction,
) {
    field.confidence = field.confidence.min(BESIDE);
    let described = template.described(name);
    let subject = format!("forms[{}].{name}", assignment.plan.number.saturating_sub(1));
    let message = format!("{described} {note}");
    let issue = NewIssue::new(RaisedBy::Agent, code, Severity::Major, subject, message);
    // The text that no field took at the first look now belongs to this one.
    found.issues.retain(|issue| !is_only_about(issue, &field));
    found.issues.push(issue.evidence(field.evidence.clone()));
    found.fields.insert(name.to_owned(), field);
}

/// Whether an issue about unclaimed text is only about this value.
fn is_only_about(issue: &NewIssue, field: &Field) -> bool {
    let raw = field.raw.as_deref().unwrap_or_default();
    let quotes = issue.evidence.iter().flat_map(|piece| piece.quote.split_whitespace());
    let mut values = quotes.filter(|word| numeric::is_likely_value(word)).peekable();
    issue.code == "unclaimed_text" && values.peek().is_some() && values.all(|word| raw.contains(word))
}
