//! Pages read again after the survey.

use super::combs;
use anyhow::Context;
use touchstone_intake::{Page, PageSource};

/// A page that the survey has read. That it cannot be had now is no property of the paper: the attempt fails with the cause.
pub(crate) async fn page_again(pages: &dyn PageSource, number: u32) -> anyhow::Result<Page> {
    let page = pages.page(number).await;
    page.map(combs::opened)
        .with_context(|| format!("reading page {number} again"))
}
