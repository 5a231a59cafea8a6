//! The first look: every page once, in order, keeping only a summary of each sheet, so that a document of any length
//! fits in memory. Not here: grouping the summaries into forms (see `plan`).

use super::apart::Tokens;
use super::captions::captions;
use super::combs;
use super::copies::{self, Key};
use super::generic;
use super::heads;
use super::layout::Layout;
use super::parts::{self, Part};
use super::plan;
use super::search::Strings;
use super::sheet::{self, Filled};
use super::sheets;
use super::signatures::{self, Guess, Kind, Marks};
use super::structures::Seen;
use super::telling;
use super::{LocalEngine, Template};
use serde_json::Value;
use std::time::Instant;
use touchstone_core::record::{Candidate, Evidence, Field, Format, PageFinding, Pass, Survey, Usage};
use touchstone_intake::{Page, PageSource, Region, TextSource};

/// A sheet is taken for a form from this confidence on.
pub(super) const LIKELY: f64 = 0.5;
/// Texts that name a form this faintly are worth looking for its captions.
pub(super) const POSSIBLE: f64 = 0.15;
/// So many kinds are tried on a part of a page before it is none.
const TRIED: usize = 3;
/// How sure it is that a page is the form whose number it bears, when nothing else is known of that form.
const NUMBERED: f64 = 0.6;
/// A page on which fewer of a form's captions stand in caption places only talks about the form.
pub(super) const COVERED: f32 = 0.3;
/// A section among others, which says so plainly what it is, has the payer and recipient in their common head: fewer do.
const COVERED_SECTION: f32 = 0.15;
const PLAINLY: f64 = 0.9;
/// A whole page that says so plainly has so many amounts: some print only the boxes that have one.
const TOLD: usize = 3;

/// More words than this on a page are a page of its own.
const RUN_OVER: usize = 40;

/// What is remembered of one sheet.
#[derive(Debug, Clone)]
pub(super) struct SheetSummary {
    pub page: u32,
    pub region: Option<Region>,
    /// What stands above several sections and names the parties of this one.
    pub head: Option<Region>,
    pub label: String,
    pub confidence: f64,
    pub copy: Option<String>,
    pub key: Key,
    pub tokens: Tokens,
    /// Fields with a value, the tax year and unticked boxes left out.
    pub filled: usize,
    /// Whether it goes on with the sheet on the page before.
    pub continues: bool,
    /// Share of its page, 0..=1.
    pub share: f32,
}

/// A name for a page that is none of the pack's labels.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub name: String,
    pub confidence: f64,
}

/// What is remembered of one page.
#[derive(Debug, Clone)]
pub(super) struct PageSummary {
    pub number: u32,
    pub sheets: Vec<SheetSummary>,
    pub candidates: Vec<Candidate>,
    /// Labels whose form the page mentions by its number.
    pub mentions: Vec<String>,
    /// What the page is, when the pack has no label for it.
    pub named: Option<Named>,
    /// Further near misses whose number it bears, as the later pages of a return do.
    pub numbers: Vec<String>,
    /// Whether it is a cover, instructions or a back, which go with the form beside them.
    pub insert: bool,
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
            Ok(page) => look(engine, &combs::opened(page)),
            Err(failure) => return Err(anyhow::Error::new(failure).context(format!("surveying page {number}"))),
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
        named: None,
        numbers: Vec::new(),
        insert: false,
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
    let whole = page.region();
    let marks = Marks::new(&engine.book, &engine.pack, &layout, &strings);
    let parts = parts::parts(&layout, &marks, whole);
    for part in &parts {
        identify(engine, &layout, &strings, (&marks, &parts), part, &mut summary);
    }
    if summary.sheets.is_empty() {
        summary.named = name(engine, &layout, &parts);
        summary.insert |= summary.named.is_none() && says_nothing(&layout);
        summary.numbers = marks.numbers().into_iter().map(str::to_owned).collect();
        summary
            .numbers
            .extend(generic::numbers(&layout).into_iter().map(|number| number.code));
    } else {
        let strangers = parts.iter().filter_map(|part| stranger(engine, &layout, part));
        summary.sheets.extend(strangers);
    }
    summary.evidence = shown(&layout, &marks, &summary, whole);
    summary.candidates = signatures::candidates(&marks.rank(&whole));
    summary.mentions = marks.mentions;
    summary
}

/// A page with a line or two that ran over from the page before: few words, and no number among them.
fn says_nothing(layout: &Layout) -> bool {
    let words = &layout.page.reading.words;
    words.len() <= RUN_OVER && !words.iter().any(|word| telling::tells(&word.text))
}

/// What a part of a page is: sheets of the best label whose captions are there too, or else an insert. Something that
/// a near miss or an insert explains better is left to those.
fn identify(
    engine: &LocalEngine,
    layout: &Layout,
    strings: &Strings,
    identified: (&Marks, &[Part]),
    part: &Part,
    page: &mut PageSummary,
) {
    let likely = part.guesses.iter().filter(|guess| guess.confidence >= POSSIBLE);
    for guess in likely.take(TRIED) {
        match &guess.kind {
            Kind::Label(label) => {
                let sheets = match (engine.form(label), &guess.seen) {
                    (Some(_), _) => {
                        let named = (label.as_str(), guess.confidence);
                        part_sheets(engine, layout, strings, identified, named, part.region)
                    }
                    (None, Some(seen)) if guess.confidence >= LIKELY => structural_sheets(layout, label, guess, seen),
                    (None, _) => Vec::new(),
                };
                if !sheets.is_empty() {
                    page.sheets.extend(sheets);
                    return;
                }
            }
            Kind::Other(_) if guess.confidence >= LIKELY => return,
            Kind::Insert(_) if guess.confidence >= LIKELY => {
                page.insert = true;
                return;
            }
            _ => {}
        }
    }
}

/// A near miss on a page that it shares with forms of the pack.
fn stranger(engine: &LocalEngine, layout: &Layout, part: &Part) -> Option<SheetSummary> {
    let best = part.guesses.first()?;
    (matches!(best.kind, Kind::Other(_)) && best.confidence >= LIKELY).then(|| SheetSummary {
        page: layout.page.number,
        region: Some(part.region),
        head: None,
        label: engine.pack.fallback.clone(),
        confidence: best.confidence,
        copy: None,
        key: copies::Key::new(),
        tokens: Tokens::default(),
        filled: 1,
        continues: false,
        share: share(layout, Some(part.region)),
    })
}

/// How much of its page a part fills with print; the empty rest of a page is nobody's.
fn share(layout: &Layout, region: Option<Region>) -> f32 {
    let Some(region) = region else { return 1.0 };
    let words = layout.page.reading.words.iter().map(|word| &word.region);
    let printed = Region::around(words.filter(|word| region.holds(word)));
    let page = (layout.page.width * layout.page.height).max(1.0);
    (printed.map_or(0.0, |printed| printed.area()) / page).min(1.0)
}

fn structural_sheets(layout: &Layout, label: &str, guess: &Guess, seen: &Seen) -> Vec<SheetSummary> {
    let sheet = |region: Option<Region>, key: &Key| SheetSummary {
        page: layout.page.number,
        region,
        head: None,
        label: label.to_owned(),
        confidence: guess.confidence,
        copy: None,
        key: key.clone(),
        tokens: Tokens::default(),
        filled: 1,
        continues: seen.continues,
        share: share(layout, region),
    };
    if seen.parts.is_empty() {
        return vec![sheet(seen.region, &seen.key)];
    }
    seen.parts
        .iter()
        .map(|(region, key)| sheet(Some(*region), key))
        .collect()
}

/// What a page without a label is called: a near miss that the pack knows, or else its own form number.
pub(super) fn name(engine: &LocalEngine, layout: &Layout, parts: &[Part]) -> Option<Named> {
    let known = parts
        .iter()
        .filter_map(|part| part.guesses.first())
        .find_map(|guess| match &guess.kind {
            Kind::Other(name) if guess.confidence >= LIKELY => Some(Named {
                name: name.clone(),
                confidence: guess.confidence,
            }),
            _ => None,
        });
    // A page that calls itself a form which it is not recognised as only talks about it.
    let number = || generic::form_number(layout).filter(|form| engine.form(form).is_none());
    known.or_else(|| {
        number().map(|name| Named {
            name,
            confidence: NUMBERED,
        })
    })
}

fn shown(layout: &Layout, marks: &Marks, page: &PageSummary, whole: Region) -> Vec<Evidence> {
    let kind = match (page.sheets.first(), &page.named) {
        (Some(sheet), _) => Some(Kind::Label(sheet.label.clone())),
        (None, Some(named)) => Some(Kind::Other(named.name.clone())),
        (None, None) => None,
    };
    let evidence = kind
        .map(|kind| marks.evidence(layout, &kind, &whole))
        .unwrap_or_default();
    if evidence.is_empty() {
        generic::title(layout, &whole)
            .map(|title| title.evidence)
            .unwrap_or_default()
    } else {
        evidence
    }
}

/// The copies of one form in a part of a page.
fn part_sheets(
    engine: &LocalEngine,
    layout: &Layout,
    strings: &Strings,
    identified: (&Marks, &[Part]),
    (label, named): (&str, f64),
    part: Region,
) -> Vec<SheetSummary> {
    let Some((template, wordings)) = engine.form(label) else {
        return Vec::new();
    };
    let captions = captions(layout, strings, wordings, false);
    let regions = sheets::regions(layout, &captions, part);
    let single = regions == [layout.page.region()];
    let section = named >= PLAINLY && part != layout.page.region();
    let least = if section { COVERED_SECTION } else { COVERED };
    let mut summaries = Vec::new();
    for region in regions {
        let filled = sheet::fill(layout, template, &captions, region);
        // What is named plainly and has amounts under its name is no mere mention, however few boxes are printed.
        let told = named >= PLAINLY && amounts(template, &filled) >= if section { 1 } else { TOLD };
        let coverage = if told {
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
            head: heads::of_section(layout, template, &captions, identified, &region),
            label: template.label.clone(),
            confidence,
            copy: filled.copy.clone(),
            key: copies::key(template, &filled.fields),
            tokens: Tokens::of(&engine.pack, template, &filled, layout),
            filled: values(template, &filled),
            continues: false,
            share: share(layout, (!single).then_some(region)),
        });
    }
    summaries
}

/// How many boxes of amounts say something.
fn amounts(template: &Template, filled: &Filled) -> usize {
    let amounts = template
        .fields
        .iter()
        .filter(|spec| matches!(spec.format, Format::Currency));
    amounts
        .filter(|spec| filled.fields.get(&spec.name).is_some_and(Field::is_filled))
        .count()
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

pub(super) fn says_something(spec: &touchstone_core::pack::FieldSpec, field: &Field) -> bool {
    let year = matches!(spec.format, Format::Year);
    !year && field.is_filled() && field.value != Value::Bool(false)
}

fn finding(engine: &LocalEngine, page: &PageSummary) -> PageFinding {
    let mut candidates = page.candidates.clone();
    if page.sheets.is_empty() {
        candidates.retain(|candidate| candidate.confidence < LIKELY);
        candidates.insert(
            0,
            Candidate {
                label: engine.pack.fallback.clone(),
                confidence: page.named.as_ref().map_or(LIKELY, |named| named.confidence),
            },
        );
    }
    let rationale = match (&page.fault, page.source, page.sheets.as_slice()) {
        (Some(fault), _, []) => format!("the page could not be read: {fault}"),
        (_, TextSource::Doubted, _) => "the page's text layer may tell other characters than are shown".to_owned(),
        (_, TextSource::Unread, _) => "the page is a picture whose text has not been read".to_owned(),
        (_, TextSource::None, _) => "the page has no text".to_owned(),
        (.., []) => match &page.named {
            Some(named) => format!("no form of the pack; the page is known as {}", named.name),
            None if page.insert => "instructions or a cover of the form beside it".to_owned(),
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
