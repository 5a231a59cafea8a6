//! Fills a document without a template with the generic fields, and names it. Covers and instructions that come with
//! it give no values. See `recognise` for how a page is recognized.

use super::fields::{Known, Print};
use super::title::name;
use super::{fields, parties};
use crate::compiled::{Attempt, CompiledPack};
use crate::page::model::Layout;
use crate::recognise::model::{BLANK, Kind, LIKELY, blank_name};
use crate::recognise::page_parts;
use crate::recognise::prepared::PreparedPage;
use crate::recognise::signatures::{Guess, Marks};
use indexmap::IndexMap;
use touchstone_core::address;
use touchstone_core::record::{Candidate, Extraction, Field, Format};
use touchstone_core::value::{amount, tin};
use touchstone_intake::{Region, Word};

/// Further pages of a document without a form that are read for its generic fields.
const PAGES: u32 = 20;
/// Min single digits in a row that are a number in cells.
const CELLS: usize = 5;

/// Whether a form that the text names, but that was not recognized, counts against "no form of the pack".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rivals {
    Count,
    /// They were read and rejected.
    Examined,
}

pub(crate) async fn plain(attempt: Attempt<'_>, rivals: Rivals) -> anyhow::Result<Extraction> {
    let compiled = attempt.compiled;
    let template = compiled.pack.generic();
    let mut fields = template.nothing_found();
    let plan = &attempt.assignment.plan;
    let part = plan.sheets.first().and_then(|sheet| sheet.region);
    let (mut called, mut rival) = (None, None::<Candidate>);
    let (mut words, mut numbered, mut written) = (0, false, false);
    for number in plan.first_page..=plan.last_page.min(plan.first_page.saturating_add(PAGES)) {
        let page = attempt.page(number).await?;
        let layout = &page.layout;
        words += layout.page.reading.words.len();
        let looked = look(compiled, &page, part.unwrap_or_else(|| layout.page.region()));
        if looked.insert && plan.first_page != plan.last_page {
            continue;
        }
        numbered |= called.is_none() && looked.numbered;
        written |= is_written(layout, &looked.region, number == plan.first_page);
        called = called.or(looked.name);
        rival = likelier(rival, looked.form);
        let print = if looked.numbered { Print::OfForm } else { Print::None };
        let named = parties::parties(compiled, layout, &looked.region, number == plan.first_page);
        let known = Known {
            title: looked.title.as_deref(),
            print,
            named,
        };
        fields::fill(layout, template, &looked.region, known, &mut fields);
    }
    if let Some(name) = called.as_deref().filter(|_| numbered && !written && words > 0) {
        return Ok(blank(attempt, name, fields));
    }
    let mut confidence = plan.candidates.first().map_or(BLANK, |best| best.confidence);
    let mut alternatives = plan.candidates_besides(&compiled.pack.fallback);
    if let Some(rival) = rival.filter(|_| called.is_none() && rivals == Rivals::Count) {
        // "No form" is as doubtful as the other form is likely; the next attempt reads that form.
        confidence = confidence.min(1.0 - rival.confidence);
        alternatives.retain(|other| other.label != rival.label);
        alternatives.insert(0, rival);
    }
    let summary = in_words(called.as_deref(), words);
    let confidence = if words == 0 { 0.0 } else { confidence };
    Ok(Extraction {
        proposed_label: called,
        alternatives,
        ..Extraction::said(&compiled.pack.fallback, confidence, fields, summary)
    })
}

/// The more confident of two guesses, among equals the known one.
fn likelier(known: Option<Candidate>, new: Option<Candidate>) -> Option<Candidate> {
    known
        .filter(|known| new.as_ref().is_none_or(|new| known.confidence >= new.confidence))
        .or(new)
}

/// Describes a document without a form to the user.
fn in_words(called: Option<&str>, words: usize) -> String {
    match (called, words) {
        (_, 0) => "no text could be read".to_owned(),
        (Some(name), _) => format!("not a form of the pack; it is known as {name}"),
        (None, _) => "not a form of the pack".to_owned(),
    }
}

/// A form of another kind that is not filled in (seed 000): the fallback label with low confidence, and no values.
fn blank(attempt: Attempt<'_>, name: &str, mut fields: IndexMap<String, Field>) -> Extraction {
    let pack = &attempt.compiled.pack;
    for spec in pack.generic().fields.iter().filter(|spec| spec.format != Format::Year) {
        fields.insert(spec.name.clone(), Field::missing());
    }
    let summary = format!("not a form of the pack; it is a {name} that was not filled in");
    Extraction {
        proposed_label: Some(blank_name(name)),
        alternatives: attempt.assignment.plan.candidates_besides(&pack.fallback),
        ..Extraction::said(&pack.fallback, BLANK, fields, summary)
    }
}

/// Whether a page has anything that must have been filled in: a form field with a value, a tax ID, an amount with
/// cents, a town with its postcode, single digits in a row of cells. Towns count only on the first page, because
/// later pages explain where to send the form.
fn is_written(layout: &Layout, region: &Region, first: bool) -> bool {
    let words = || {
        layout
            .page
            .reading
            .words
            .iter()
            .filter(|word| region.holds(&word.region))
    };
    let ticked = layout
        .page
        .widgets
        .iter()
        .any(|widget| widget.checked == Some(true) && region.holds(&widget.region));
    let worded = |text: &str| text.contains(char::is_alphanumeric);
    let numbered = |text: &str| text.contains('-') && tin::tin(text).is_ok();
    // The period of a sentence does not make cents: `less than $250,000.`
    let priced = |text: &str| {
        let text = text.trim_end_matches(['.', ',', ';']);
        text.contains('.') && amount::unmistakable(text).is_some_and(|amount| !amount.is_zero())
    };
    let town = |two: &[Word]| {
        address::in_state(two[0].text.trim_end_matches(','), &two[1].text) && region.holds(&two[0].region)
    };
    // As handwritten: `TX-75070`.
    let dashed = |text: &str| {
        text.split_once('-')
            .is_some_and(|(state, postcode)| address::in_state(state, postcode))
    };
    let single = |word: &Word| word.text.len() == 1 && word.text.bytes().all(|byte| byte.is_ascii_digit());
    // Line numbers are below each other, and column numbers count up.
    let beside = |two: &[Word]| two[0].region.overlap_y(&two[1].region) > 0.0 && two[0].region.x < two[1].region.x;
    let counts = |row: &[Word]| row.windows(2).all(|two| two[0].text < two[1].text);
    let celled = |row: &[Word]| {
        row.iter().all(|word| single(word) && region.holds(&word.region)) && row.windows(2).all(beside) && !counts(row)
    };
    ticked
        || words().any(|word| word.widget.is_some() && worded(&word.text) || numbered(&word.text) || priced(&word.text))
        || first && (layout.page.reading.words.windows(2).any(town) || words().any(|word| dashed(&word.text)))
        || layout.page.reading.words.windows(CELLS).any(celled)
}

/// The recognized kind of a page, or of part of it.
struct Looked {
    name: Option<String>,
    /// Whether that is a form with a form number.
    numbered: bool,
    /// The form of the pack that its text names most confidently, if it names nothing else more confidently.
    form: Option<Candidate>,
    insert: bool,
    region: Region,
    /// Words of the printed title by which it is recognized.
    title: Option<Vec<usize>>,
}

fn likeliest(marks: &Marks, region: &Region) -> Option<Guess> {
    let best = marks.rank(region).into_iter().next();
    best.filter(|best| best.confidence >= LIKELY)
}

/// A guess at a form that can be read by its captions.
fn form_of(compiled: &CompiledPack, guess: &Guess) -> Option<Candidate> {
    let label = guess.label().filter(|label| compiled.form(label).is_some())?;
    Some(Candidate {
        label: label.to_owned(),
        confidence: guess.confidence,
    })
}

/// The form that a page's text names most confidently, if it names nothing else more confidently.
pub(crate) fn named_form(compiled: &CompiledPack, page: &PreparedPage) -> Option<Candidate> {
    form_of(compiled, &likeliest(&page.marks, &page.layout.page.region())?)
}

fn look(compiled: &CompiledPack, page: &PreparedPage, region: Region) -> Looked {
    let PreparedPage { layout, marks, .. } = page;
    let parts = page_parts::parts(layout, marks, region);
    let best = likeliest(marks, &region);
    let name = name(compiled, layout, &parts).map(|named| named.name);
    let kind = name.clone().map(Kind::Other);
    let form = best.as_ref().and_then(|best| form_of(compiled, best));
    Looked {
        numbered: kind.as_ref().is_some_and(|kind| marks.is_numbered(kind)),
        form,
        title: kind
            .and_then(|kind| marks.title(layout, &kind, &region))
            .map(|(words, _)| words),
        insert: best.is_some_and(|best| matches!(best.kind, Kind::Insert(_))),
        name,
        region,
    }
}
