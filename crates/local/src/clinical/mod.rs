//! Charts, classified as a whole: every page is looked at once, in order, and only what it showed is kept; then the pages
//! are cut into papers and each paper gets its label. What papers look like is the pack's `kinds.toml`. Not here: forms.

mod book;
mod finalize;
mod headlines;
mod houses;
mod limits;
mod lines;
mod model;
mod page;
mod pairs;
mod presence;
mod sequence;
mod starts;

use crate::page::unread_ink::unread;
use anyhow::Context;
pub(super) use book::Book;
use std::time::Instant;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Survey, Usage};
use touchstone_intake::PageSource;

/// Looks at every page once, one page in memory at a time.
pub(super) async fn survey(pack: &Pack, book: &Book, pages: &dyn PageSource) -> anyhow::Result<Survey> {
    let started = Instant::now();
    let mut looks = Vec::new();
    for number in 1..=pages.page_count() {
        let page = pages.page(number).await.map_err(anyhow::Error::new);
        let page = page.with_context(|| format!("surveying page {number}"))?;
        let mut look = page::look(book, &page);
        // Nothing was read on it; whether nothing is on it, its picture tells: a figure and handwriting are ink.
        look.edges.blank = look.is_blank() && unread(pages, &page).await.is_ok_and(|ink| ink.is_empty());
        looks.push(look);
    }
    let evidence = starts::between(&looks);
    let course = sequence::course(book, &looks, &evidence);
    let mut survey = finalize::finalize(pack, book, &looks, &course);
    survey.usage = Usage {
        seconds: started.elapsed().as_secs_f64(),
        ..Usage::default()
    };
    Ok(survey)
}
