//! Filling what is none of the pack's forms with the generic fields, and naming it. Covers and instructions that come
//! with it give no values. Not here: how a page is recognised (see `survey`).

use super::LocalEngine;
use super::extract::{alternatives, page_again};
use super::generic;
use super::layout::Layout;
use super::parts;
use super::plan::BLANK;
use super::search::Strings;
use super::signatures::{Guess, Kind, Marks};
use super::survey::{LIKELY, name};
use crate::record::{Assignment, Candidate, Extraction, Usage};
use std::collections::BTreeMap;
use touchstone_intake::{PageSource, Region};

/// Pages of a document without a form that are looked at for its generic fields.
const PAGES: u32 = 20;

/// Whether a form that the text names, but that was not recognised, speaks against calling a document none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rivals {
    Count,
    /// They were looked at and are not it.
    Examined,
}

pub(super) async fn plain(
    engine: &LocalEngine,
    assignment: &Assignment,
    pages: &dyn PageSource,
    rivals: Rivals,
) -> anyhow::Result<Extraction> {
    let template = engine.pack.generic();
    let mut fields = template.nothing_found();
    let plan = &assignment.plan;
    let part = plan.sheets.first().and_then(|sheet| sheet.region);
    let (mut called, mut rival) = (None, None::<Candidate>);
    let mut words = 0;
    for number in plan.first_page..=plan.last_page.min(plan.first_page.saturating_add(PAGES)) {
        let page = page_again(pages, number).await?;
        words += page.reading.words.len();
        let layout = Layout::new(&page);
        let looked = look(engine, &layout, part.unwrap_or_else(|| page.region()));
        if looked.insert && plan.first_page != plan.last_page {
            continue;
        }
        called = called.or(looked.name);
        let named = looked.form;
        rival = rival
            .filter(|known| named.as_ref().is_none_or(|new| known.confidence >= new.confidence))
            .or(named);
        generic::fill(&layout, template, &looked.region, looked.title.as_deref(), &mut fields);
    }
    let mut confidence = plan.candidates.first().map_or(BLANK, |best| best.confidence);
    let mut alternatives = alternatives(assignment, &engine.pack.fallback);
    if let Some(rival) = rival.filter(|_| called.is_none() && rivals == Rivals::Count) {
        // Calling it none of the forms is as doubtful as the other form is likely; the next attempt looks at that.
        confidence = confidence.min(1.0 - rival.confidence);
        alternatives.retain(|other| other.label != rival.label);
        alternatives.insert(0, rival);
    }
    let told = match (&called, words) {
        (_, 0) => "no text could be read".to_owned(),
        (Some(name), _) => format!("not a form of the pack; it is known as {name}"),
        (None, _) => "not a form of the pack".to_owned(),
    };
    Ok(Extraction {
        label: engine.pack.fallback.clone(),
        proposed_label: called,
        confidence: if words == 0 { 0.0 } else { confidence },
        alternatives,
        fields,
        signals: BTreeMap::new(),
        issues: Vec::new(),
        rationale: told.clone(),
        summary: told,
        usage: Usage::default(),
    })
}

/// What a page, or its part, is taken for.
struct Looked {
    name: Option<String>,
    /// The form of the pack that its text names most surely, when it names nothing else more surely.
    form: Option<Candidate>,
    insert: bool,
    region: Region,
    /// Words of the printed title by which it is known.
    title: Option<Vec<usize>>,
}

fn likeliest(marks: &Marks, region: &Region) -> Option<Guess> {
    let best = marks.rank(region).into_iter().next();
    best.filter(|best| best.confidence >= LIKELY)
}

/// A guess at a form that can be read by its captions.
fn form_of(engine: &LocalEngine, guess: &Guess) -> Option<Candidate> {
    let label = guess.label().filter(|label| engine.form(label).is_some())?;
    Some(Candidate {
        label: label.to_owned(),
        confidence: guess.confidence,
    })
}

/// The form that a page's text names most surely, when it names nothing else more surely.
pub(super) fn named_form(engine: &LocalEngine, layout: &Layout) -> Option<Candidate> {
    let strings = Strings::new(layout);
    let marks = Marks::new(&engine.book, &engine.pack, layout, &strings);
    form_of(engine, &likeliest(&marks, &layout.page.region())?)
}

fn look(engine: &LocalEngine, layout: &Layout, region: Region) -> Looked {
    let strings = Strings::new(layout);
    let marks = Marks::new(&engine.book, &engine.pack, layout, &strings);
    let parts = parts::parts(layout, &marks, region);
    let best = likeliest(&marks, &region);
    let name = name(engine, layout, &parts).map(|named| named.name);
    let kind = name.clone().map(Kind::Other);
    let form = best.as_ref().and_then(|best| form_of(engine, best));
    Looked {
        form,
        title: kind
            .and_then(|kind| marks.title(layout, &kind, &region))
            .map(|(words, _)| words),
        insert: best.is_some_and(|best| matches!(best.kind, Kind::Insert(_))),
        name,
        region,
    }
}
