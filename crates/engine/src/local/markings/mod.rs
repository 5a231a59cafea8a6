//! Documents whose pages bear security markings, page by page: each page is looked at in order and its finding kept,
//! then the findings are put together. Pages that could not be read with certainty are looked at once more with a
//! better picture. Not here: the grammar of a marking, and what an expert is asked.

mod finalize;
mod lines;
mod page;
mod verdict;

use super::LocalEngine;
use crate::grammar::Grammar;
use crate::record::{PageFinding, Pass, Survey, Usage, Witness};
use anyhow::Context;
use std::time::Instant;
use touchstone_intake::{Page, PageSource, Recipe};

/// What a second look asks of the picture, in dots per inch.
const SECOND_DPI: f32 = 300.0;

/// Looks at every page once, at doubtful ones twice, one page in memory at a time.
pub(super) async fn survey(
    engine: &LocalEngine,
    grammar: &Grammar,
    pages: &dyn PageSource,
    witness: &dyn Witness,
) -> anyhow::Result<Survey> {
    let started = Instant::now();
    let mut looks: Vec<PageFinding> = Vec::new();
    for number in 1..=pages.page_count() {
        let page = pages.page(number).await.map_err(anyhow::Error::new);
        let page = page.with_context(|| format!("surveying page {number}"))?;
        let look = page::look(grammar, &page, Pass::Classify);
        witness.found(&look).await?;
        looks.push(look);
    }
    let mut again: Vec<PageFinding> = Vec::new();
    for look in looks.iter().filter(|look| look.enhance) {
        let second = second_look(grammar, pages, look.page).await?;
        if let Some(second) = &second {
            witness.found(second).await?;
        }
        again.extend(second);
    }
    let mut survey = finalize::finalize(&engine.pack, grammar, &looks, &again);
    survey.usage = Usage {
        seconds: started.elapsed().as_secs_f64(),
        ..Usage::default()
    };
    Ok(survey)
}

/// The page read again from a better picture; `None` when no such reading can be had, which the first look then says.
async fn second_look(grammar: &Grammar, pages: &dyn PageSource, number: u32) -> anyhow::Result<Option<PageFinding>> {
    let recipe = Recipe {
        dpi: SECOND_DPI,
        region: None,
        turn: 0.0,
        enhancements: vec![Recipe::FINE.to_owned()],
    };
    let Ok(reading) = pages.read(number, &recipe).await else {
        return Ok(None);
    };
    let page = pages.page(number).await.map_err(anyhow::Error::new);
    let page = Page {
        reading,
        ..page.with_context(|| format!("looking at page {number} again"))?
    };
    Ok(Some(page::look(grammar, &page, Pass::Enhance)))
}
