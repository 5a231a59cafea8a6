//! Rereads the sheets of one form and merges them.

use super::cover;
use super::model::Read;
use crate::captions::caption_index::Form;
use crate::compiled::{Attempt, CompiledPack};
use crate::forms::model::{CheckBoxQuery, FilledCopy, has_content, values};
use crate::forms::{confidence, copies, form_copy, shared_header, unclear_scan, unextracted_text};
use crate::generic::fill::{Rivals, plain};
use crate::recognise::model::{BLANK, blank_name};
use crate::recognise::prepared::PreparedPage;
use crate::recognise::signatures;
use indexmap::IndexMap;
use std::collections::BTreeMap;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Candidate, Extraction, Field, Format, NewIssue, Sheet, Usage};
use touchstone_intake::{Page, PageSource, Region};

/// Max confidence of a form that stays unclear to the last attempt and gets the fallback label (seed 000).
const UNCLEAR: f64 = 0.3;

/// Reads the planned label, with captions as the form prints them.
pub(crate) async fn planned(attempt: Attempt<'_>) -> anyhow::Result<Extraction> {
    match planned_form(attempt) {
        Some(form) => {
            let read = read_sheets(attempt, &attempt.assignment.plan.sheets, form, false).await?;
            Ok(filled(attempt, form.template, read))
        }
        None => plain(attempt, Rivals::Count).await,
    }
}

/// The form of the planned label. A plan for a blank form has that form as its second candidate; it is read as that
/// form.
pub(crate) fn planned_form(attempt: Attempt<'_>) -> Option<Form<'_>> {
    let candidates = attempt.assignment.plan.candidates.iter().take(2).map(|c| &c.label);
    let mut labels = std::iter::once(&attempt.assignment.label).chain(candidates);
    labels.find_map(|label| attempt.compiled.form(label))
}

/// The fallback label with low confidence (seed 000), for a form that may be `called`.
pub(crate) async fn unclear(attempt: Attempt<'_>, called: String) -> anyhow::Result<Extraction> {
    let mut unclear = plain(attempt, Rivals::Examined).await?;
    unclear.confidence = unclear.confidence.min(UNCLEAR);
    unclear.rationale = format!(
        "too few of the critical fields of {called} were found; {}",
        unclear.rationale
    );
    unclear.proposed_label = unclear.proposed_label.or(Some(called));
    Ok(unclear)
}

pub(crate) fn named_critical(template: &Template, issue: &NewIssue) -> bool {
    let mut critical = template.fields.iter().filter(|spec| spec.critical);
    critical.any(|spec| issue.subject.ends_with(&format!(".{}", spec.name)))
}

pub(crate) async fn read_sheets(
    attempt: Attempt<'_>,
    sheets: &[Sheet],
    form: Form<'_>,
    loose: bool,
) -> anyhow::Result<Vec<Read>> {
    let mut reads = Vec::new();
    for sheets in sheets.chunk_by(|a, b| a.page == b.page) {
        let page = attempt.page(sheets[0].page).await?;
        for mut read in read(&page, sheets, form, loose) {
            look_at_squares(attempt.pages, &page.layout.page, &mut read.filled).await?;
            reads.push(read);
        }
    }
    if let Some(first) = sheets.first() {
        cover::lend(attempt, form, first.page, &mut reads).await?;
    }
    Ok(reads)
}

/// Merges the sheets of one form.
pub(crate) fn filled(attempt: Attempt<'_>, template: &Template, mut reads: Vec<Read>) -> Extraction {
    let Attempt {
        compiled, assignment, ..
    } = attempt;
    // A blank copy cannot disagree with a filled one.
    let has_values = |read: &Read| values(template, &read.filled) > 0;
    if reads.iter().any(has_values) {
        reads.retain(has_values);
    }
    let likeness = reads.iter().map(|read| read.likeness).fold(0.0, f64::max);
    let sheets = reads.len();
    let year = reads.first().and_then(|read| year_field(template, &read.filled.fields));
    let mut filled: Vec<FilledCopy> = reads.into_iter().map(|read| read.filled).collect();
    let index = assignment.plan.number.saturating_sub(1);
    let mut doubts = unclear_scan::issues(template, index, &filled);
    let seen = confidence::MergedSignals::of(&mut filled, likeness);
    doubts.extend(unextracted_text::issues(template, index, &mut filled));
    let (mut fields, mut issues) = copies::merge(template, index, filled);
    let blank = !template
        .fields
        .iter()
        .any(|spec| fields.get(&spec.name).is_some_and(|field| has_content(spec, field)));
    if blank {
        return blank_form(compiled, template, year);
    }
    let signals = seen.signals(&compiled.pack, template, &fields, assignment.expected_year);
    let mut confidence = confidence(template, &fields, likeness);
    if let Some(calibration) = &compiled.pack.calibration {
        confidence::calibrate(calibration, &signals, &mut fields);
        let model = calibration.labels.get(&template.label);
        confidence = model.map_or(confidence, |model| model.probability(confidence));
    }
    let summary = described(template, &fields, sheets, &issues);
    issues.extend(doubts);
    Extraction {
        label: template.label.clone(),
        proposed_label: None,
        confidence,
        alternatives: assignment.plan.candidates_besides(&template.label),
        fields,
        signals,
        remembered: BTreeMap::new(),
        issues,
        rationale: format!("{summary}; similarity to the form {likeness:.2}"),
        summary,
        usage: Usage::default(),
    }
}

/// The sheets of one page.
pub(crate) fn read(page: &PreparedPage, sheets: &[Sheet], form: Form<'_>, loose: bool) -> Vec<Read> {
    let template = form.template;
    let captions = page.captions(form, loose);
    let read = |planned: &Sheet| {
        let region = planned.region.unwrap_or_else(|| page.layout.page.region());
        let part = page.parts.iter().find(|part| part.region.grown(1.0).holds(&region));
        let guesses = part.map_or_else(|| page.marks.rank(&region), |part| part.guesses.clone());
        let named = guesses
            .iter()
            .find(|guess| guess.label() == Some(template.label.as_str()));
        // A section would hold only part of a header above several columns, so it is lent the whole. If a section has
        // boxes up there, as adjacent forms have, nothing is shared.
        let boxed = |head: &Region| {
            let mut inside = captions
                .iter()
                .filter(|c| head.holds(&c.region) && region.holds(&c.region));
            inside.any(|caption| {
                let mut fields = caption.roles.iter().filter_map(|role| role.field());
                fields.any(|field| matches!(template.fields[field].format, Format::Currency))
            })
        };
        let head = shared_header::columns_head(page, &region).filter(|head| !boxed(head));
        let own = head.map_or(region, |head| {
            Region::between(
                region.page,
                (region.x, head.bottom()),
                (region.right(), region.bottom()),
            )
        });
        let mut filled = form_copy::fill(&page.layout, template, &captions, own);
        shared_header::lend(page, template, &captions, &mut filled, &region);
        Read {
            likeness: signatures::with_captions(named.map_or(0.0, |guess| guess.confidence), filled.coverage),
            filled,
        }
    };
    sheets.iter().map(read).collect()
}

/// Ticks squares whose mark is drawn rather than printed as a word. Fails if the page cannot be drawn: that is not
/// the same as an empty square. On a scan, a possible mark in a square of no field is a doubt; for fields, the checks
/// report it.
async fn look_at_squares(pages: &dyn PageSource, page: &Page, filled: &mut FilledCopy) -> anyhow::Result<()> {
    let (asked, squares): (Vec<CheckBoxQuery>, Vec<Region>) = filled.squares.drain(..).unzip();
    let samples = pages.ink_samples(page, squares, true).await?;
    for (asked, seen) in asked.into_iter().zip(samples) {
        let doubted = filled.scanned && matches!(asked, CheckBoxQuery::NoField(_)) && seen.may_be_marked();
        if seen.is_marked() || doubted {
            filled.tick(asked);
        }
    }
    Ok(())
}

fn year_spec(template: &Template) -> Option<&FieldSpec> {
    template.fields.iter().find(|spec| matches!(spec.format, Format::Year))
}

fn year_field(template: &Template, fields: &IndexMap<String, Field>) -> Option<Field> {
    let spec = year_spec(template)?;
    fields.get(&spec.name).filter(|field| field.is_filled()).cloned()
}

/// A blank form: the fallback label, and a rationale that explains it.
fn blank_form(compiled: &CompiledPack, template: &Template, year: Option<Field>) -> Extraction {
    let generic = compiled.pack.generic();
    let mut fields = generic.nothing_found();
    if let (Some(spec), Some(year)) = (year_spec(generic), year) {
        fields.insert(spec.name.clone(), year);
    }
    let summary = format!(
        "the form is a {} that was not filled in: all its boxes are blank",
        blank_name(&template.label)
    );
    Extraction {
        proposed_label: Some(blank_name(&template.label)),
        alternatives: vec![Candidate {
            label: template.label.clone(),
            confidence: BLANK * 0.9,
        }],
        ..Extraction::said(&compiled.pack.fallback, BLANK, fields, summary)
    }
}

/// The form's likeness weighed by the confidence of its required fields; a missing one counts as 0.
pub(crate) fn confidence(template: &Template, fields: &IndexMap<String, Field>, likeness: f64) -> f64 {
    let sure: Vec<f64> = template
        .required()
        .map(|spec| {
            fields
                .get(&spec.name)
                .filter(|field| field.is_filled())
                .map_or(0.0, |field| field.confidence)
        })
        .collect();
    let mean = if sure.is_empty() {
        1.0
    } else {
        sure.iter().sum::<f64>() / sure.len() as f64
    };
    (likeness * (0.4 + 0.6 * mean)).min(0.99)
}

pub(crate) fn described(
    template: &Template,
    fields: &IndexMap<String, Field>,
    sheets: usize,
    issues: &[NewIssue],
) -> String {
    let filled = fields.values().filter(|field| field.is_filled()).count();
    let copies = if sheets == 1 {
        "one sheet".to_owned()
    } else {
        format!("{sheets} copies")
    };
    let mut summary = format!(
        "{} read from {copies}: {filled} of {} fields",
        template.title,
        template.fields.len()
    );
    if sheets > 1 && issues.is_empty() {
        summary.push_str("; the copies agree");
    } else if !issues.is_empty() {
        summary = format!("{summary}; the copies disagree in {} places", issues.len());
    }
    summary
}
