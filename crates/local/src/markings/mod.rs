//! Surveys documents with security markings: each page yields a finding, and the findings are merged. Pages that could
//! not be read with certainty get a second look at an enhanced rendering. The grammar of a marking is in
//! `touchstone_core::grammar`.

mod unknown_codewords;
mod colored_stamps;
mod overtyped;
mod designation;
mod cut_levels;
mod faint_scan;
pub mod finalize;
mod worn_levels;
mod lines;
mod standalone_controls;
mod margins;
mod model;
mod unconventional_portions;
mod page;
mod pictures;
mod portions;
mod browser_prints;
mod level_lists;
mod notices;
mod stacked_levels;
mod stamps;
mod standing;
mod displaced_portions;
mod strikes;
mod page_marking;
mod ticked_levels;
mod turned_text;
pub mod unite;
mod own_markings;

use crate::compiled::CompiledPack;
use anyhow::Context;
use futures::{StreamExt, TryStreamExt};
pub use page::UNMARKED;
use std::time::Instant;
use touchstone_core::grammar::Grammar;
use touchstone_core::record::{PageFinding, PageSign, Pass, Sign, Survey, SurveyObserver, Usage};
use touchstone_intake::{Page, PageSource, Recipe, TextSource};

/// Resolution of a second look, in dpi.
const SECOND_DPI: f32 = 300.0;
/// Enhancements of a second look.
const SECOND_LOOK: [&str; 1] = [Recipe::FINE];
/// Number of pages looked at concurrently where each is judged separately.
const TOGETHER: usize = 4;

/// Looks at every page once, at doubtful ones twice. In sequential mode, a page knows the findings of earlier pages.
pub(super) async fn survey(
    compiled: &CompiledPack,
    grammar: &Grammar,
    pages: &dyn PageSource,
    observer: &dyn SurveyObserver,
) -> anyhow::Result<Survey> {
    let started = Instant::now();
    let parallel = compiled.pack.parallel;
    let looks = if parallel {
        let looks = futures::stream::iter(1..=pages.page_count())
            .map(|number| first_look(grammar, pages, observer, number, &[]));
        looks.buffered(TOGETHER).try_collect().await?
    } else {
        let mut looks: Vec<PageFinding> = Vec::new();
        for number in 1..=pages.page_count() {
            looks.push(first_look(grammar, pages, observer, number, &looks).await?);
        }
        looks
    };
    let mut again: Vec<PageFinding> = Vec::new();
    for (index, look) in looks.iter().enumerate() {
        let before = if parallel { &[] } else { &looks[..index] };
        if let Some(second) = further_look(grammar, pages, look, before).await? {
            observer.found(&second).await?;
            again.push(second);
        }
    }
    let mut survey = finalize::finalize(&compiled.pack, grammar, looks, again);
    survey.usage = Usage {
        seconds: started.elapsed().as_secs_f64(),
        ..Usage::default()
    };
    Ok(survey)
}

async fn first_look(
    grammar: &Grammar,
    pages: &dyn PageSource,
    observer: &dyn SurveyObserver,
    number: u32,
    before: &[PageFinding],
) -> anyhow::Result<PageFinding> {
    let page = pages.page(number).await.map_err(anyhow::Error::new);
    let page = page.with_context(|| format!("surveying page {number}"))?;
    let look = look(grammar, pages, page.clone(), Pass::Classify, before).await;
    let look = ticked_levels::check(grammar, pages, &page, look).await;
    observer.found(&look).await?;
    Ok(look)
}

/// Looks at a page, including pen lines drawn through its markings.
async fn look(
    grammar: &Grammar,
    pages: &dyn PageSource,
    mut page: Page,
    pass: Pass,
    before: &[PageFinding],
) -> PageFinding {
    match strikes::find(grammar, pages, &page).await {
        Ok(strikes) => {
            page.rulings.retain(|line| !strikes.is_of_background(line));
            page.rulings.extend(strikes.lines);
        }
        Err(failure) => {
            let detail = format!("could not see whether a marking is struck out: {failure}");
            let found = page::look(grammar, &page, pass, before);
            return unite::doubted(found, PageSign::new(Sign::SecondLookFailed, &detail));
        }
    }
    let found = page::look(grammar, &page, pass, before);
    turned_text::check(grammar, &page, pass, before, found)
}

/// The finding of a second look: at the whole page or its pictures if the first look asked for it, and at the ink of a
/// scan that was not read. `None` if there is nothing more to look at.
async fn further_look(
    grammar: &Grammar,
    pages: &dyn PageSource,
    first: &PageFinding,
    before: &[PageFinding],
) -> anyhow::Result<Option<PageFinding>> {
    let page = pages.page(first.page).await.map_err(anyhow::Error::new);
    let page = page.with_context(|| format!("looking at page {} again", first.page))?;
    let mut second = None;
    if first.enhance && first.enhancements == pictures::WANTED {
        let places = pictures::pictures(&page);
        second = Some(stamps::read(grammar, pages, &page, first, &places, &stamps::PICTURE).await);
    } else if first.enhance {
        second = Some(second_look(grammar, pages, first, before).await?);
    }
    if page.text_source == TextSource::Ocr {
        let page = pages.page(first.page).await.map_err(anyhow::Error::new)?;
        match pages.unread_ink(&page).await {
            Ok(ink) => {
                for (places, kind) in [(&ink.letters, &stamps::LETTERS), (&ink.others, &stamps::INK)] {
                    if !places.is_empty() {
                        let base = second.as_ref().unwrap_or(first);
                        second = Some(stamps::read(grammar, pages, &page, base, places, kind).await);
                    }
                }
            }
            // If the search for unread ink fails, an expert decides.
            Err(failure) => second = Some(unite::failed(second.as_ref().unwrap_or(first), &failure.to_string())),
        }
        let base = second.as_ref().unwrap_or(first);
        second = match colored_stamps::look(grammar, pages, &page, base).await {
            Ok(found) => found.or(second),
            Err(error) => Some(unite::failed(base, &format!("{error:#}"))),
        };
        let base = second.as_ref().unwrap_or(first);
        let highest = grammar.vocabulary().levels.last();
        match &base.marking {
            None if !unite::has_failed(base) => second = Some(faint_scan::look(grammar, pages, &page, base).await),
            Some(marking) if is_marked(base) && highest.is_none_or(|highest| highest.name != marking.level) => {
                second = faint_scan::with_pale(grammar, pages, &page, base).await.or(second);
            }
            _ => {}
        }
    }
    let base = second.as_ref().unwrap_or(first);
    // A text layer over a picture may lack faded print as well as recognition does.
    let is_scan = page.text_source == TextSource::Ocr || pictures::has_background(&page);
    if is_scan && is_marked(base) {
        second = faint_scan::at_other_end(grammar, pages, &page, base).await.or(second);
    }
    // A second look replaces the first, but may miss ticks that the first look found.
    let kept = first.signs.iter().find(|sign| sign.sign == Sign::TickedLevel);
    Ok(match (second, kept) {
        (Some(second), Some(sign)) if !second.signs.contains(sign) => Some(unite::doubted(second, sign.clone())),
        (second, _) => second,
    })
}

/// Whether the page surely bears a marking: it was looked at, with a confidence that sends no page to an expert.
fn is_marked(finding: &PageFinding) -> bool {
    let best = finding.candidates.first();
    let is_sure = best.is_some_and(|best| best.confidence > model::DOUBTFUL);
    is_sure && !unite::has_failed(finding) && finding.marking.as_ref().is_some_and(|marking| !marking.cancelled)
}

/// Reads the page again from an enhanced rendering and unites both looks. If reading fails, the finding reports it.
async fn second_look(
    grammar: &Grammar,
    pages: &dyn PageSource,
    first: &PageFinding,
    before: &[PageFinding],
) -> anyhow::Result<PageFinding> {
    let recipe = Recipe {
        dpi: SECOND_DPI,
        region: None,
        turn: 0.0,
        enhancements: SECOND_LOOK.map(str::to_owned).to_vec(),
        reason: Some(first.enhancements.clone()).filter(|reason| !reason.is_empty()),
    };
    let reading = match pages.read(first.page, &recipe).await {
        Ok(reading) => reading,
        Err(failure) => return Ok(unite::failed(first, &failure.to_string())),
    };
    let page = pages.page(first.page).await.map_err(anyhow::Error::new);
    let page = Page {
        reading,
        ..page.with_context(|| format!("looking at page {} again", first.page))?
    };
    let second = look(grammar, pages, page, Pass::Enhance, before).await;
    Ok(unite::united(grammar, first, second))
}
