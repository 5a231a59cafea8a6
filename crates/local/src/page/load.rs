//! Rereads pages after the survey.

use super::combs;
use anyhow::Context;
use touchstone_intake::{Page, PageSource};

/// Reads a page again that the survey has read. A failure is not a property of the document, so the attempt fails
/// with its cause.
pub(crate) async fn page_again(pages: &dyn PageSource, number: u32) -> anyhow::Result<Page> {
    let page = pages.page(number).await;
    page.map(combs::opened)
        .with_context(|| format!("reading page {number} again"))
}
