//! First stage: reads an original into rows, in batches of pages, so that no document is held whole. Failures become
//! outcomes. A committed batch is never read again, so a restart continues after it.

use super::recognition::{UnderWay, recognised};
use super::{Interrupted, Work, ahead, disproved};
use crate::store::Recognised;
use std::collections::BTreeSet;
use tokio::sync::mpsc;
use touchstone_core::record::{Document, PageSummary};
use touchstone_intake::pool::OpenDocument;
use touchstone_intake::{Failure, Outcome, Page, Region, TextSource};

/// Pages per transaction. The words of a dense page take about 30 KB, so a batch stays under 1 MB.
const BATCH: usize = 24;

/// Max bytes of pages stored for one document by one intake: 10,000 dense pages. A file of a megabyte may show the same
/// text on each of its pages.
const MOST_STORED: usize = 512 << 20;
/// About what is stored for a word besides its text, and for another mark on the page, in bytes.
const OF_WORD: usize = 45;
const OF_MARK: usize = 40;

/// The outcome of reading a document: rows, or a reason for the person.
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
    let open = match opened {
        Ok(open) => open,
        Err(failure) => return Ok(Taken::failed(failure)),
    };
    let taken = take_pages(work, document, &open).await?;
    open.close().await;
    Ok(taken)
}

async fn take_pages(work: &Work<'_>, document: &Document, open: &OpenDocument) -> Result<Taken, Interrupted> {
    let total = open.page_count();
    work.store.set_page_count(document.id, total).await?;
    // Unreadable pages are tried again: the reader may have been killed, or fixed since.
    work.store.forget_unread_pages(document.id).await?;
    let mut stored: BTreeSet<u32> = work.store.stored_pages(document.id).await?.into_iter().collect();
    for number in work.store.unread_pages(document.id).await? {
        stored.remove(&number);
    }
    let disproved = disproved::unread(work.store.disproved(document.id).await?);
    stored.retain(|number| !disproved.contains_key(number));
    let under_way = UnderWay::default();
    let wanted = (1..=total).filter(|number| !stored.contains(number));
    let reads = wanted.map(|number| {
        let places = disproved.get(&number).map_or(&[][..], Vec::as_slice);
        read_page(work, open, &under_way, number, places)
    });
    let together = work.pool.config().recognisers.max(1);
    let ended = ahead::in_order(reads.collect(), together, |pages| store_pages(work, document, pages));
    match ended.await {
        Ok(()) => Ok(judge(total, &work.store.page_summaries(document.id).await?)),
        Err(Ended::Failed(failure)) => Ok(Taken::failed(failure)),
        Err(Ended::Interrupted(why)) => Err(why),
    }
}

type Read = (Page, Vec<Recognised>);

/// Stores pages as they arrive, with the readings recognized on them.
async fn store_pages(
    work: &Work<'_>,
    document: &Document,
    mut pages: mpsc::Receiver<Result<Read, Ended>>,
) -> Result<(), Ended> {
    let mut batch: Vec<Page> = Vec::with_capacity(BATCH);
    let mut stored = 0;
    while let Some(read) = pages.recv().await {
        let (page, recognised) = read?;
        stored += size(&page) + recognised.iter().map(|one| size(&one.page)).sum::<usize>();
        if stored > MOST_STORED {
            return Err(Ended::Failed(too_much(page.number)));
        }
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
    Ok(())
}

/// About how many bytes storing a page takes.
fn size(page: &Page) -> usize {
    let words = page.reading.words.iter();
    let marks = page.rulings.len() + page.slants.len() + page.cells.len() + page.widgets.len() + page.pictures.len();
    words.map(|word| word.text.len() + OF_WORD).sum::<usize>() + OF_MARK * (marks + page.reading.blocks.len())
}

fn too_much(number: u32) -> Failure {
    let message = format!(
        "the pages up to page {number} take more than {} MiB, the limit of one document; split it, and add the parts \
         one by one",
        MOST_STORED >> 20
    );
    Failure::new(Outcome::TooManyPages, message)
}

/// Why reading stopped before the last page.
enum Ended {
    /// The file can no longer be read.
    Failed(Failure),
    Interrupted(Interrupted),
}

impl<E: Into<Interrupted>> From<E> for Ended {
    fn from(error: E) -> Self {
        Ended::Interrupted(error.into())
    }
}

/// Reads a page from the file, and recognizes its pixels if needed, or if it has disproved numbers.
async fn read_page(
    work: &Work<'_>,
    open: &OpenDocument,
    under_way: &UnderWay,
    number: u32,
    disproved: &[Region],
) -> Result<Read, Ended> {
    let page = tokio::select! {
        page = open.page(number) => page,
        () = work.stop.cancelled() => return Err(Interrupted::Stopped.into()),
    };
    let mut page = page.map_err(Ended::Failed)?;
    let recognised = recognised(work, open, under_way, &mut page, disproved).await?;
    Ok((page, recognised))
}

/// Derives the outcome: partial if some pages are unreadable, or if a page was read incompletely; the outcome of the
/// first page if all pages are unreadable.
fn judge(total: u32, pages: &[PageSummary]) -> Taken {
    // A page that was read once counts as read even if its second reading failed; its issue reports that.
    let unread = pages
        .iter()
        .filter(|page| page.text_source != TextSource::Ocr && page.torn().is_none());
    let of_torn = |page: &PageSummary| page.torn().map(|fault| (page.number, fault.clone()));
    let mut faults = unread.filter_map(|page| page.fault.as_ref().map(|fault| (page.number, fault)));
    let Some((first, fault)) = faults.next() else {
        if let Some((number, fault)) = pages.iter().find_map(of_torn) {
            return Taken {
                outcome: Outcome::Partial,
                message: Some(format!("page {number} is incomplete: {}", fault.message)),
                page_count: Some(total),
            };
        }
        return Taken {
            outcome: Outcome::Ok,
            message: None,
            page_count: Some(total),
        };
    };
    let bad = 1 + faults.count() as u32;
    let place = format!("page {first}");
    // Most messages already name their page.
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
    use touchstone_intake::PageFault;

    #[test]
    fn the_pages_of_one_document_take_limited_room() {
        let word = |number: u32| {
            touchstone_intake::Word::typed(
                "Total",
                Page::letter(number, touchstone_intake::Reading::empty()).region(),
                1.0,
            )
        };
        let mut page = Page::letter(7, touchstone_intake::Reading::empty());
        page.reading.words = vec![word(7); 20_000];
        assert!((400..600).contains(&(MOST_STORED / size(&page))));
        let failure = too_much(537);
        assert_eq!(failure.outcome, Outcome::TooManyPages);
        assert!(
            failure
                .message
                .starts_with("the pages up to page 537 take more than 512 MiB")
        );
    }

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
        let again = PageSummary {
            text_source: TextSource::Ocr,
            ..page(1, Some("a second look at page 1 failed"))
        };
        assert_eq!(judge(1, &[again]).outcome, Outcome::Ok);
        let mut torn = PageSummary {
            text_source: TextSource::Ocr,
            ..page(1, Some("the file ends"))
        };
        torn.fault.iter_mut().for_each(|fault| fault.outcome = Outcome::Damaged);
        let taken = judge(1, &[torn]);
        assert_eq!(taken.outcome, Outcome::Partial);
        assert_eq!(taken.message.as_deref(), Some("page 1 is incomplete: the file ends"));
    }
}
