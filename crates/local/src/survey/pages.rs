//! The survey's pass over the pages: reads each once, in order, and keeps only a summary of each sheet, so that a
//! document of any length fits in memory. See `plan` for grouping the summaries into forms.

use super::model::{PageSummary, SheetSummary};
use super::plan;
use crate::captions::caption_index::Form;
use crate::compiled::CompiledPack;
use crate::forms::distinct_forms::Tokens;
use crate::forms::model::{amounts, values};
use crate::forms::{copies, form_copy, page_copies, shared_header};
use crate::generic::fields;
use crate::generic::title::name;
use crate::ledger::structure;
use crate::page::model::Layout;
use crate::page::{combs, numeric};
use crate::recognise::model::{COVERED, Key, Kind, LIKELY, POSSIBLE, StructureMatch};
use crate::recognise::page_parts::Part;
use crate::recognise::prepared::PreparedPage;
use crate::recognise::signatures::Guess;
use crate::recognise::{form_number, signatures};
use std::time::Instant;
use touchstone_core::record::{Candidate, Evidence, PageFinding, Pass, Survey, Usage};
use touchstone_intake::{PageSource, Region, TextSource};

/// Max kinds tried on part of a page.
const TRIED: usize = 3;

/// Min coverage of a section that plainly names its form: payer and recipient are in the common header.
const COVERED_SECTION: f32 = 0.15;
/// Min confidence of a plainly named form.
const PLAINLY: f64 = 0.9;
/// Min amounts on a plainly named whole page: some prints have only the boxes with a value.
const MIN_AMOUNTS: usize = 3;

/// Max words of a page that is only an overrun of the page before.
const RUN_OVER: usize = 40;

pub(crate) async fn survey(compiled: &CompiledPack, pages: &dyn PageSource) -> anyhow::Result<Survey> {
    let started = Instant::now();
    let mut summaries: Vec<PageSummary> = Vec::new();
    for number in 1..=pages.page_count() {
        summaries.push(match pages.page(number).await {
            Ok(page) => look(compiled, &compiled.prepared(combs::opened(page)), summaries.last()),
            Err(failure) => return Err(anyhow::Error::new(failure).context(format!("surveying page {number}"))),
        });
    }
    let findings = summaries.iter().map(|page| finding(compiled, page)).collect();
    let mut survey = plan::plan(compiled, &summaries, findings);
    survey.usage = Usage {
        seconds: started.elapsed().as_secs_f64(),
        ..Usage::default()
    };
    Ok(survey)
}

fn look(compiled: &CompiledPack, page: &PreparedPage, before: Option<&PageSummary>) -> PageSummary {
    let PreparedPage {
        layout, marks, parts, ..
    } = page;
    let mut summary = PageSummary {
        number: layout.page.number,
        sheets: Vec::new(),
        candidates: Vec::new(),
        mentions: Vec::new(),
        named: None,
        numbers: Vec::new(),
        insert: false,
        source: layout.page.text_source,
        fault: layout.page.fault.as_ref().map(|fault| fault.message.clone()),
        evidence: Vec::new(),
    };
    if layout.page.reading.words.is_empty() {
        return summary;
    }
    for part in parts {
        identify(compiled, page, part, &mut summary);
    }
    if summary.sheets.is_empty() {
        summary.sheets.extend(continued(compiled, layout, before));
    }
    if summary.sheets.is_empty() {
        summary.named = name(compiled, layout, parts);
        summary.insert |= summary.named.is_none() && is_run_over(layout);
        summary.numbers = marks.numbers().into_iter().map(str::to_owned).collect();
        summary
            .numbers
            .extend(form_number::numbers(layout).into_iter().map(|number| number.code));
    } else {
        for part in parts {
            let near_miss = near_miss(compiled, layout, part, &summary.sheets);
            summary.sheets.extend(near_miss);
        }
    }
    summary.evidence = shown(page, &summary);
    summary.candidates = signatures::candidates(&marks.rank(&layout.page.region()));
    summary.mentions.clone_from(&marks.mentions);
    summary
}

/// The rest of the table of the page before, without a head of its own.
fn continued(compiled: &CompiledPack, layout: &Layout, before: Option<&PageSummary>) -> Option<SheetSummary> {
    let label = &before?.sheets.last()?.label;
    let document = compiled.structured(label)?;
    structure::goes_on(document, layout).then(|| SheetSummary {
        continues: true,
        ..sheet(layout, None, label, LIKELY)
    })
}

/// Whether a page has only a line or two that ran over from the page before: few words, and no number among them.
fn is_run_over(layout: &Layout) -> bool {
    let words = &layout.page.reading.words;
    words.len() <= RUN_OVER && !words.iter().any(|word| numeric::is_likely_value(&word.text))
}

/// Identifies part of a page: sheets of the best label whose captions are there too, or else an insert. If a near
/// miss or an insert explains it better, nothing is added.
fn identify(compiled: &CompiledPack, page: &PreparedPage, part: &Part, summary: &mut PageSummary) {
    let likely = part.guesses.iter().filter(|guess| guess.confidence >= POSSIBLE);
    for guess in likely.take(TRIED) {
        match &guess.kind {
            Kind::Label(label) => {
                let sheets = match (compiled.form(label), &guess.seen) {
                    (Some(form), _) => part_sheets(compiled, page, form, guess.confidence, part.region),
                    (None, Some(seen)) if guess.confidence >= LIKELY => {
                        structural_sheets(&page.layout, label, guess, seen)
                    }
                    (None, _) => Vec::new(),
                };
                if !sheets.is_empty() {
                    summary.sheets.extend(sheets);
                    return;
                }
            }
            Kind::Other(_) if guess.confidence >= LIKELY => return,
            Kind::Insert(_) if guess.confidence >= LIKELY => {
                summary.insert = true;
                return;
            }
            _ => {}
        }
    }
}

/// A near miss on a page that it shares with forms of the pack, unless it is attached to one of them.
fn near_miss(compiled: &CompiledPack, layout: &Layout, part: &Part, sheets: &[SheetSummary]) -> Option<SheetSummary> {
    let best = part.guesses.first()?;
    let Kind::Other(name) = &best.kind else { return None };
    let is_attached = sheets.iter().any(|sheet| compiled.pack.is_attached(name, &sheet.label));
    let region = Some(part.region);
    (best.confidence >= LIKELY && !is_attached).then(|| sheet(layout, region, &compiled.pack.fallback, best.confidence))
}

/// A sheet that is read without captions.
fn sheet(layout: &Layout, region: Option<Region>, label: &str, confidence: f64) -> SheetSummary {
    SheetSummary {
        page: layout.page.number,
        region,
        head: None,
        label: label.to_owned(),
        confidence,
        copy: None,
        key: Key::new(),
        tokens: Tokens::default(),
        filled: 1,
        continues: false,
        share: share(layout, region),
    }
}

/// The share of its page that a part's print fills; the empty rest of a page does not count.
fn share(layout: &Layout, region: Option<Region>) -> f32 {
    let Some(region) = region else { return 1.0 };
    let words = layout.page.reading.words.iter().map(|word| &word.region);
    let printed = Region::around(words.filter(|word| region.holds(word)));
    let page = (layout.page.width * layout.page.height).max(1.0);
    (printed.map_or(0.0, |printed| printed.area()) / page).min(1.0)
}

fn structural_sheets(layout: &Layout, label: &str, guess: &Guess, seen: &StructureMatch) -> Vec<SheetSummary> {
    let found = |region: Option<Region>, key: &Key| SheetSummary {
        key: key.clone(),
        continues: seen.continues,
        ..sheet(layout, region, label, guess.confidence)
    };
    if seen.parts.is_empty() {
        return vec![found(seen.region, &seen.key)];
    }
    seen.parts
        .iter()
        .map(|(region, key)| found(Some(*region), key))
        .collect()
}

fn shown(page: &PreparedPage, summary: &PageSummary) -> Vec<Evidence> {
    let whole = page.layout.page.region();
    let kind = match (summary.sheets.first(), &summary.named) {
        (Some(sheet), _) => Some(Kind::Label(sheet.label.clone())),
        (None, Some(named)) => Some(Kind::Other(named.name.clone())),
        (None, None) => None,
    };
    let evidence = kind
        .map(|kind| page.marks.evidence(&page.layout, &kind, &whole))
        .unwrap_or_default();
    if evidence.is_empty() {
        fields::title(&page.layout, &whole)
            .map(|title| title.evidence)
            .unwrap_or_default()
    } else {
        evidence
    }
}

/// The copies of one form in part of a page.
fn part_sheets(
    compiled: &CompiledPack,
    page: &PreparedPage,
    form: Form<'_>,
    named: f64,
    part: Region,
) -> Vec<SheetSummary> {
    let (layout, template) = (&page.layout, form.template);
    let captions = page.captions(form, false);
    let regions = page_copies::regions(layout, &captions, part);
    let single = regions == [layout.page.region()];
    let section = named >= PLAINLY && part != layout.page.region();
    let least = if section { COVERED_SECTION } else { COVERED };
    let mut summaries = Vec::new();
    for region in regions {
        let filled = form_copy::fill(layout, template, &captions, region);
        // A plainly named form with amounts is not a mere mention, however few boxes are printed.
        let evident = named >= PLAINLY && amounts(template, &filled.fields) >= if section { 1 } else { MIN_AMOUNTS };
        let coverage = if evident {
            filled.coverage.max(COVERED)
        } else {
            filled.coverage
        };
        let confidence = signatures::with_captions(named, coverage);
        if coverage < least || confidence < LIKELY {
            continue;
        }
        summaries.push(SheetSummary {
            page: layout.page.number,
            region: (!single).then_some(region),
            head: shared_header::of_section(page, template, &captions, &region),
            label: template.label.clone(),
            confidence,
            copy: filled.copy.clone(),
            key: copies::key(template, &filled.fields),
            tokens: Tokens::of(&compiled.pack, template, &filled, layout),
            filled: values(template, &filled),
            continues: false,
            share: share(layout, (!single).then_some(region)),
        });
    }
    summaries
}

fn finding(compiled: &CompiledPack, page: &PageSummary) -> PageFinding {
    let mut candidates = page.candidates.clone();
    if page.sheets.is_empty() {
        candidates.retain(|candidate| candidate.confidence < LIKELY);
        candidates.insert(
            0,
            Candidate {
                label: compiled.pack.fallback.clone(),
                confidence: page.named.as_ref().map_or(LIKELY, |named| named.confidence),
            },
        );
    }
    let rationale = match (&page.fault, page.source, page.sheets.as_slice()) {
        (Some(fault), _, []) => format!("the page could not be read: {fault}"),
        (_, TextSource::Doubted, _) => "the page's text layer may not match the characters shown".to_owned(),
        (_, TextSource::Unread, _) => "the page is a picture whose text has not been read".to_owned(),
        (_, TextSource::None, _) => "the page has no text".to_owned(),
        (.., []) => match &page.named {
            Some(named) => format!("no form of the pack; the page is known as {}", named.name),
            None if page.insert => "instructions or a cover of the form beside it".to_owned(),
            None => "no form of the pack was recognized".to_owned(),
        },
        (.., [one]) => format!("{} recognized by its title and captions", described(one)),
        (.., many) => format!("{} copies or forms of {} on one page", many.len(), many[0].label),
    };
    PageFinding {
        page: page.number,
        pass: Pass::Classify,
        candidates,
        markings_found: Vec::new(),
        marking: None,
        rationale,
        enhance: page.source.is_unread(),
        enhancements: String::new(),
        absence: None,
        evidence: page.evidence.clone(),
        signs: Vec::new(),
    }
}

fn described(sheet: &SheetSummary) -> String {
    match &sheet.copy {
        Some(copy) => format!("{} {copy}", sheet.label),
        None => sheet.label.clone(),
    }
}
