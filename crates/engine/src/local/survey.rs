//! The first look: every page once, in order, keeping only a summary of each sheet, so that a document of any length
//! fits in memory. Not here: grouping the summaries into forms (see `plan`).

use super::captions::captions;
use super::copies::{self, Key};
use super::generic;
use super::layout::Layout;
use super::plan;
use super::search::Strings;
use super::sheet::{self, Filled};
use super::sheets;
use super::signatures;
use super::{LocalEngine, Template};
use crate::record::{Candidate, Evidence, Field, PageFinding, Pass, Survey, Usage};
use serde_json::Value;
use std::time::Instant;
use touchstone_intake::{Page, PageSource, Region, TextSource};

/// A sheet is taken for a form from this confidence on.
pub(super) const LIKELY: f64 = 0.5;
/// Texts that name a form this faintly are worth looking for its captions.
const POSSIBLE: f64 = 0.15;
/// A page on which fewer of a form's captions stand in caption places only talks about the form.
const COVERED: f32 = 0.3;

/// What is remembered of one sheet.
#[derive(Debug, Clone)]
pub(super) struct SheetSummary {
    pub page: u32,
    pub region: Option<Region>,
    pub label: String,
    pub confidence: f64,
    pub copy: Option<String>,
    pub key: Key,
    /// Fields with a value, the tax year and unticked boxes left out.
    pub filled: usize,
}

/// What is remembered of one page.
#[derive(Debug, Clone)]
pub(super) struct PageSummary {
    pub number: u32,
    pub sheets: Vec<SheetSummary>,
    pub candidates: Vec<Candidate>,
    /// Labels whose form the page mentions by its number.
    pub mentions: Vec<String>,
    /// What the page calls itself, when the pack has no label for it.
    pub form_number: Option<String>,
    pub source: TextSource,
    pub fault: Option<String>,
    /// What shows that the page is what it is: the form's title, or else the heading.
    pub evidence: Vec<Evidence>,
}

pub(super) async fn survey(engine: &LocalEngine, pages: &dyn PageSource) -> anyhow::Result<Survey> {
    let started = Instant::now();
    let mut summaries: Vec<PageSummary> = Vec::new();
    for number in 1..=pages.page_count() {
        summaries.push(match pages.page(number).await {
            Ok(page) => look(engine, &page),
            Err(failure) => unread(number, TextSource::None, Some(failure.to_string())),
        });
    }
    let findings = summaries.iter().map(|page| finding(engine, page)).collect();
    let mut survey = plan::plan(engine, &summaries, findings);
    survey.usage = Usage {
        seconds: started.elapsed().as_secs_f64(),
        ..Usage::default()
    };
    Ok(survey)
}

fn unread(number: u32, source: TextSource, fault: Option<String>) -> PageSummary {
    PageSummary {
        number,
        sheets: Vec::new(),
        candidates: Vec::new(),
        mentions: Vec::new(),
        form_number: None,
        source,
        fault,
        evidence: Vec::new(),
    }
}

fn look(engine: &LocalEngine, page: &Page) -> PageSummary {
    let fault = page.fault.as_ref().map(|fault| fault.message.clone());
    let mut summary = unread(page.number, page.text_source, fault);
    if page.reading.words.is_empty() {
        return summary;
    }
    let layout = Layout::new(page);
    let strings = Strings::new(&layout);
    let whole = whole(page);
    let ranked = signatures::rank(&engine.pack, &layout, &strings, &whole);
    summary.mentions = signatures::mentions(&engine.pack, &layout, &strings);
    // A page that calls itself a form which it is not recognised as only talks about it.
    summary.form_number = generic::form_number(&layout).filter(|form| engine.form(form).is_none());
    if let Some(best) = ranked.first().filter(|best| best.confidence >= POSSIBLE) {
        match engine.form(&best.label) {
            Some((template, _)) => summary.sheets = page_sheets(engine, &layout, &strings, template, best),
            None if best.confidence >= LIKELY && recognised(engine, &layout, &strings, &best.label) => {
                summary.form_number = Some(best.label.clone());
            }
            None => {}
        }
    }
    summary.evidence = match summary.sheets.first().and_then(|sheet| engine.form(&sheet.label)) {
        Some((template, _)) => signatures::evidence(template, &layout, &strings, &whole),
        None => generic::title(&layout).map(|title| title.evidence).unwrap_or_default(),
    };
    summary.candidates = ranked;
    summary
}

/// Whether a page carries enough captions of a form that the pack knows but does not describe completely.
pub(super) fn recognised(engine: &LocalEngine, layout: &Layout, strings: &Strings, label: &str) -> bool {
    let template = engine.pack.template_for(label);
    engine
        .wordings
        .get(label)
        .is_some_and(|wordings| sheet::coverage(template, &captions(layout, strings, wordings, false)) >= LIKELY as f32)
}

/// The copies of one form on a page.
fn page_sheets(
    engine: &LocalEngine,
    layout: &Layout,
    strings: &Strings,
    template: &Template,
    best: &Candidate,
) -> Vec<SheetSummary> {
    let Some((_, wordings)) = engine.form(&template.label) else {
        return Vec::new();
    };
    let captions = captions(layout, strings, wordings, false);
    let regions = sheets::regions(layout, &captions);
    let single = regions.len() == 1;
    let mut summaries = Vec::new();
    for region in regions {
        let filled = sheet::fill(layout, template, &captions, region);
        let confidence = signatures::with_captions(best.confidence, filled.coverage);
        if filled.coverage < COVERED || confidence < LIKELY {
            continue;
        }
        summaries.push(SheetSummary {
            page: layout.page.number,
            region: (!single).then_some(region),
            label: template.label.clone(),
            confidence,
            copy: filled.copy.clone(),
            key: copies::key(template, &filled.fields),
            filled: values(template, &filled),
        });
    }
    summaries
}

/// How many fields say something: an empty check box and the printed year do not.
pub(super) fn values(template: &Template, filled: &Filled) -> usize {
    template
        .fields
        .iter()
        .filter(|spec| {
            filled
                .fields
                .get(&spec.name)
                .is_some_and(|field| says_something(spec, field))
        })
        .count()
}

pub(super) fn says_something(spec: &crate::pack::FieldSpec, field: &Field) -> bool {
    let year = matches!(spec.format, crate::record::Format::Year);
    !year && field.is_filled() && field.value != Value::Bool(false)
}

pub(super) fn whole(page: &Page) -> Region {
    Region {
        page: page.number,
        x: 0.0,
        y: 0.0,
        width: page.width,
        height: page.height,
    }
}

fn finding(engine: &LocalEngine, page: &PageSummary) -> PageFinding {
    let mut candidates = page.candidates.clone();
    if page.sheets.is_empty() {
        candidates.retain(|candidate| candidate.confidence < LIKELY);
        candidates.insert(
            0,
            Candidate {
                label: engine.pack.fallback.clone(),
                confidence: LIKELY,
            },
        );
    }
    let rationale = match (&page.fault, page.source, page.sheets.as_slice()) {
        (Some(fault), ..) => format!("the page could not be read: {fault}"),
        (_, TextSource::Unread, _) => "the page is a picture whose text has not been read".to_owned(),
        (_, TextSource::None, _) => "the page has no text".to_owned(),
        (.., []) => match &page.form_number {
            Some(form) => format!("no form of the pack; the page calls itself {form}"),
            None => "no form of the pack was recognised".to_owned(),
        },
        (.., [one]) => format!("{} recognised by its title and captions", described(one)),
        (.., many) => format!("{} copies or forms of {} on one page", many.len(), many[0].label),
    };
    PageFinding {
        page: page.number,
        pass: Pass::Classify,
        candidates,
        markings_found: Vec::new(),
        marking: None,
        rationale,
        enhance: page.source == TextSource::Unread,
        enhancements: String::new(),
        absence: None,
        evidence: page.evidence.clone(),
    }
}

fn described(sheet: &SheetSummary) -> String {
    match &sheet.copy {
        Some(copy) => format!("{} {copy}", sheet.label),
        None => sheet.label.clone(),
    }
}
