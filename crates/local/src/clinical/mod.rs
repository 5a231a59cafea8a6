//! Classifies charts as a whole: looks at every page once, in order, keeping only its signs; then cuts the pages into
//! segments and labels each. The signs of document kinds are in the pack's `kinds.toml`.

mod signs;
mod finalize;
mod titles;
mod issuers;
mod page_edges;
mod lines;
mod model;
mod page;
mod page_pairs;
mod presence;
mod sequence;
mod segment_starts;

use anyhow::Context;
pub(super) use signs::Book;
use std::time::Instant;
use touchstone_core::pack::Pack;
use touchstone_core::record::{StartSign, Survey, Usage};
use touchstone_intake::PageSource;

/// Looks at every page once, with one page in memory at a time.
pub(super) async fn survey(pack: &Pack, book: &Book, pages: &dyn PageSource) -> anyhow::Result<Survey> {
    let started = Instant::now();
    let mut looks = Vec::new();
    for number in 1..=pages.page_count() {
        let page = pages.page(number).await.map_err(anyhow::Error::new);
        let page = page.with_context(|| format!("surveying page {number}"))?;
        let mut look = page::look(book, &page);
        // No text was read; the page's image shows whether it is blank. A figure or handwriting is ink.
        look.edges.blank = look.is_blank() && pages.unread_ink(&page).await.is_ok_and(|ink| ink.is_empty());
        looks.push(look);
    }
    let starts = segment_starts::between(&book.kinds.starts, &looks);
    let course = sequence::course(book, &looks, &starts);
    let mut survey = finalize::finalize(pack, book, &looks, &course);
    for (finding, start) in survey.findings.iter_mut().zip(&starts) {
        let signs = start.signs.iter().filter(|sign| **sign != StartSign::Always);
        let names: Vec<String> = signs.map(|sign| sign.name()).collect();
        if !names.is_empty() {
            finding.rationale = format!("{} ({})", finding.rationale, names.join(", "));
        }
    }
    survey.usage = Usage {
        seconds: started.elapsed().as_secs_f64(),
        ..Usage::default()
    };
    Ok(survey)
}
