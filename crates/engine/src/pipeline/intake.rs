//! First stage: an original becomes rows, page by page, in batches small enough that no document is held whole.
//! What goes wrong is an outcome. A batch that is committed is never read again, so a restart goes on where it was.

use super::{Interrupted, Work, legibility};
use crate::record::{Document, PageSummary};
use std::collections::BTreeSet;
use touchstone_intake::pool::OpenDocument;
use touchstone_intake::{Failure, Outcome, Page, PageFault, Recipe, Script, TextSource};

/// Pages a transaction. Words of a dense page are some 30 KB, so a batch stays under a megabyte.
const BATCH: usize = 24;

/// Resolution at which scans are drawn to be read; more shows no more to the recogniser.
const DPI: f32 = 200.0;
/// Longest side of such a picture, in pixels.
const LONGEST: f32 = 4000.0;

/// How reading a document ended: with rows, or with a reason for the person.
pub(super) struct Taken {
    pub outcome: Outcome,
    pub message: Option<String>,
    pub page_count: Option<u32>,
}

pub(super) async fn take_in(work: &Work<'_>, document: &Document) -> Result<Taken, Interrupted> {
    let original = match work.store.original(document).await {
        Ok(file) => file,
        Err(error) => {
            return Ok(Taken::failed(Failure::new(
                Outcome::Io,
                format!("could not open the file: {error}"),
            )));
        }
    };
    let opened = tokio::select! {
        opened = work.pool.open(original, work.passwords) => opened,
        () = work.stop.cancelled() => return Err(Interrupted::Stopped),
    };
    let mut open = match opened {
        Ok(open) => open,
        Err(failure) => return Ok(Taken::failed(failure)),
    };
    let taken = take_pages(work, document, &mut open).await?;
    open.close().await;
    Ok(taken)
}

async fn take_pages(work: &Work<'_>, document: &Document, open: &mut OpenDocument) -> Result<Taken, Interrupted> {
    let total = open.page_count();
    work.store.tell_page_count(document.id, total).await?;
    // A page that could not be read at all may be read this time: the reader may have had bad luck, or been mended.
    work.store.forget_unread_pages(document.id).await?;
    let mut stored: BTreeSet<u32> = work.store.stored_pages(document.id).await?.into_iter().collect();
    for number in work.store.unread_pages(document.id).await? {
        stored.remove(&number);
    }
    let mut batch: Vec<Page> = Vec::with_capacity(BATCH);
    for number in (1..=total).filter(|number| !stored.contains(number)) {
        let page = tokio::select! {
            page = open.page(number) => page,
            () = work.stop.cancelled() => return Err(Interrupted::Stopped),
        };
        let mut page = match page {
            Ok(page) => page,
            Err(failure) => return Ok(Taken::failed(failure)),
        };
        let recognised = recognised(work, open, &mut page).await?;
        batch.push(page);
        if batch.len() == BATCH || !recognised.is_empty() {
            work.store.put_pages(document.id, &batch).await?;
            batch.clear();
        }
        for page in recognised {
            work.store.put_recognised(document.id, &page).await?;
        }
    }
    if !batch.is_empty() {
        work.store.put_pages(document.id, &batch).await?;
    }
    Ok(judge(total, &work.store.page_summaries(document.id).await?))
}

/// The page with what is written on its pixels, when nothing else tells what it says: one reading, or two when the first
/// was hard, the better one last. Why it failed becomes the page's fault, so that an expert learns it.
async fn recognised(work: &Work<'_>, open: &OpenDocument, page: &mut Page) -> Result<Vec<Page>, Interrupted> {
    if page.text_source != TextSource::Unread {
        return Ok(Vec::new());
    }
    let mut recipe = Recipe {
        dpi: dpi(page),
        region: None,
        turn: 0.0,
        enhancements: Vec::new(),
    };
    let read = |recipe: Recipe, page: Page| async move {
        tokio::select! {
            read = open.recognise(page, &recipe, Script::default()) => Ok(read),
            () = work.stop.cancelled() => Err(Interrupted::Stopped),
        }
    };
    let first = match read(recipe.clone(), page.clone()).await? {
        Ok(first) => first,
        Err(failure) => {
            page.fault = Some(PageFault {
                outcome: Outcome::Partial,
                message: failure.message,
            });
            return Ok(Vec::new());
        }
    };
    if !legibility::is_hard(&first.reading) {
        return Ok(vec![first]);
    }
    recipe.enhancements = legibility::REMEDIES.map(str::to_owned).to_vec();
    // A second look that fails takes nothing from the first one.
    Ok(match read(recipe, page.clone()).await? {
        Ok(second) if legibility::clear_letters(&second.reading) > legibility::clear_letters(&first.reading) => {
            vec![first, second]
        }
        Ok(second) => vec![second, first],
        Err(failure) => {
            tracing::warn!(page = page.number, %failure, "a page that was hard to read could not be read again");
            vec![first]
        }
    })
}

/// Large sheets are drawn coarser: their print is large, too.
fn dpi(page: &Page) -> f32 {
    let longest = page.width.max(page.height).max(1.0);
    DPI.min(72.0 * LONGEST / longest)
}

/// A document with some bad pages is partial; one with nothing but bad pages is as bad as its first page.
fn judge(total: u32, pages: &[PageSummary]) -> Taken {
    let mut faults = pages
        .iter()
        .filter_map(|page| page.fault.as_ref().map(|fault| (page.number, fault)));
    let Some((first, fault)) = faults.next() else {
        return Taken {
            outcome: Outcome::Ok,
            message: None,
            page_count: Some(total),
        };
    };
    let bad = 1 + faults.count() as u32;
    let place = format!("page {first}");
    // Most messages name their page.
    let why = if fault.message.starts_with(&place) {
        fault.message.clone()
    } else {
        format!("{place}: {}", fault.message)
    };
    let message = format!("{bad} of {total} pages could not be read; {why}");
    let outcome = if bad == total { fault.outcome } else { Outcome::Partial };
    Taken {
        outcome,
        message: Some(message),
        page_count: Some(total),
    }
}

impl Taken {
    fn failed(failure: Failure) -> Self {
        Self {
            outcome: failure.outcome,
            message: Some(failure.message),
            page_count: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_pages_make_a_partial_document_and_only_bad_pages_a_failed_one() {
        let page = |number, fault: Option<&str>| PageSummary {
            number,
            width: 612.0,
            height: 792.0,
            has_tables: false,
            block_kinds: Vec::new(),
            text_source: TextSource::Embedded,
            fault: fault.map(|m| PageFault {
                outcome: Outcome::PageTooLarge,
                message: m.to_owned(),
            }),
        };
        assert_eq!(judge(1, &[page(1, None)]).outcome, Outcome::Ok);
        let partial = judge(3, &[page(1, None), page(2, Some("2000000000 pt wide")), page(3, None)]);
        assert_eq!(partial.outcome, Outcome::Partial);
        assert!(
            partial
                .message
                .is_some_and(|m| m.contains("page 2") && m.contains("1 of 3"))
        );
        let wide = judge(1, &[page(1, Some("page 1 is too wide"))]);
        assert_eq!(wide.outcome, Outcome::PageTooLarge);
        assert_eq!(
            wide.message.as_deref(),
            Some("1 of 1 pages could not be read; page 1 is too wide")
        );
    }
}
