//! Recognizes scanned pages, a second time if the first was hard to read, and never twice from the same pixels with the
//! same recognizer. See `legibility` for when a page is hard to read.

use super::{Interrupted, Work, disproved, layers, legibility};
use crate::store::Recognised;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::OnceCell;
use touchstone_intake::pool::OpenDocument;
use touchstone_intake::protocol::{PROTOCOL_VERSION, Scan};
use touchstone_intake::{Failure, Outcome, Page, PageFault, Raster, Reading, Recipe, Region, Script, TextSource};

/// Resolution, in dots per inch, at which scans are drawn to be read; more does not help the recognizer.
const DPI: f32 = 200.0;
/// Max pixels of the drawn picture.
const LARGEST: f32 = 12e6;

/// Recognizes a page whose text layer is missing, not trusted or disproved at some places: one reading, or two if the
/// first was hard to read, the better one last. A failure becomes the page's fault, so that the expert sees it.
pub(super) async fn recognised(
    work: &Work<'_>,
    open: &OpenDocument,
    under_way: &UnderWay,
    page: &mut Page,
    disproved: &[Region],
) -> Result<Vec<Recognised>, Interrupted> {
    let is_disproved = !disproved.is_empty();
    if is_disproved {
        disproved::distrust(page, disproved);
    }
    let waits = page.text_source;
    if !waits.awaits_recognition() {
        return Ok(Vec::new());
    }
    let mut recipe = Recipe {
        dpi: dpi(page),
        region: None,
        turn: page.reading.turn(),
        enhancements: Vec::new(),
        reason: is_disproved.then(|| Recipe::DISPROVED.to_owned()),
    };
    let mut first = match read(work, open, under_way, &recipe, page).await? {
        Ok(first) => first,
        Err(failure) => {
            page.fault = Some(partial(failure));
            return Ok(Vec::new());
        }
    };
    if !is_disproved && is_complete(waits, &page.reading, &first.page.reading) {
        page.text_source = TextSource::Embedded;
        return Ok(Vec::new());
    }
    first.page.hidden = layers::unseen(&first.page.hidden, &first.page.reading);
    if !legibility::is_hard(&first.page.reading) {
        return Ok(vec![first]);
    }
    recipe.enhancements.extend(legibility::REMEDIES.map(str::to_owned));
    recipe.reason.get_or_insert_with(|| legibility::HARD.to_owned());
    let clear = |one: &Recognised| legibility::clear_letters(&one.page.reading);
    let second = read(work, open, under_way, &recipe, page).await?.map(|mut second| {
        second.page.hidden = layers::unseen(&second.page.hidden, &second.page.reading);
        second
    });
    Ok(match second {
        Ok(second) if clear(&second) > clear(&first) => vec![first, second],
        Ok(second) => vec![second, first],
        // A failed second reading leaves the first intact, but the expert is told that the page needed one.
        Err(failure) => {
            first.page.fault = Some(partial(failure));
            vec![first]
        }
    })
}

/// Whether the text layer has everything that the page shows.
fn is_complete(waits: TextSource, layer: &Reading, read: &Reading) -> bool {
    match waits {
        TextSource::Doubted => layers::agree(layer, read) && !layers::contradict(layer, read),
        TextSource::Partly => !layers::added(read),
        _ => false,
    }
}

/// Adds the enhancements that a page needs before it is first read, with the reason.
fn prepare(raster: &Raster, recipe: &mut Recipe) {
    let wants = [
        (legibility::is_pale(raster), Recipe::CONTRAST, legibility::PALE),
        (legibility::is_speckled(raster), Recipe::DESPECKLE, legibility::SPECKLED),
    ];
    for (_, remedy, why) in wants.into_iter().filter(|(wanted, ..)| *wanted) {
        if !recipe.asks_for(remedy) {
            recipe.enhancements.push(remedy.to_owned());
        }
        recipe.reason.get_or_insert_with(|| why.to_owned());
    }
}

fn partial(failure: Failure) -> PageFault {
    PageFault {
        outcome: Outcome::Partial,
        message: failure.message,
    }
}

/// Recognizes a page, once more at half the resolution if a reader fails on it.
async fn read(
    work: &Work<'_>,
    open: &OpenDocument,
    under_way: &UnderWay,
    recipe: &Recipe,
    page: &Page,
) -> Result<Result<Recognised, Failure>, Interrupted> {
    match read_once(work, open, under_way, recipe, page).await? {
        Err(failure) if failure.outcome.is_of_size() => read_once(work, open, under_way, &recipe.halved(), page).await,
        read => Ok(read),
    }
}

/// Recognizes a page, or returns the stored reading of the same pixels.
async fn read_once(
    work: &Work<'_>,
    open: &OpenDocument,
    under_way: &UnderWay,
    recipe: &Recipe,
    page: &Page,
) -> Result<Result<Recognised, Failure>, Interrupted> {
    let number = page.number;
    let looked = async {
        let mut scan = open.scan(page.clone(), recipe).await?;
        if legibility::is_reversed(&scan.raster) {
            scan.recipe.enhancements.push(Recipe::INVERTED.to_owned());
            scan.recipe
                .reason
                .get_or_insert_with(|| legibility::REVERSED.to_owned());
        } else {
            prepare(&scan.raster, &mut scan.recipe);
        }
        Ok((work.pool.recognises_with().await?, scan))
    };
    let looked = tokio::select! {
        looked = looked => looked,
        () = work.stop.cancelled() => return Err(Interrupted::Stopped),
    };
    let (recogniser, scan) = match looked {
        Ok(looked) => looked,
        Err(failure) => return Ok(Err(failure)),
    };
    let pixels = name_of(&scan, &recogniser)?;
    if let Some(page) = work.store.recognised_before(&pixels, number).await? {
        let taken = true;
        return Ok(Ok(Recognised { page, pixels, taken }));
    }
    let first = under_way.of(pixels);
    let mut taken = true;
    let reading = first.get_or_try_init(|| {
        taken = false;
        work.pool.recognise(scan)
    });
    let read = tokio::select! {
        read = reading => read.cloned(),
        () = work.stop.cancelled() => return Err(Interrupted::Stopped),
    };
    Ok(read.map(|page| Recognised {
        page: page.renumbered(number),
        pixels,
        taken,
    }))
}

/// Pages being recognized now, by the hash of their pixels. Identical pages wait for the first of them.
#[derive(Default)]
pub(super) struct UnderWay(Mutex<HashMap<[u8; 32], Weak<OnceCell<Page>>>>);

impl UnderWay {
    fn of(&self, pixels: [u8; 32]) -> Arc<OnceCell<Page>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, reading| reading.strong_count() > 0);
        let known = all.get(&pixels).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let new = Arc::default();
            all.insert(pixels, Arc::downgrade(&new));
            new
        })
    }
}

/// Hash of everything that a recognition depends on: equal hashes, equal readings. The page's number in its document is
/// not part of it.
fn name_of(scan: &Scan, recogniser: &str) -> anyhow::Result<[u8; 32]> {
    #[derive(Serialize)]
    struct Rest<'s> {
        recogniser: &'s str,
        protocol: u32,
        page: Page,
        size: (u32, u32),
        recipe: &'s Recipe,
        script: Script,
    }
    let rest = serde_json::to_vec(&Rest {
        recogniser,
        protocol: PROTOCOL_VERSION,
        page: scan.page.clone().renumbered(0),
        size: (scan.raster.width, scan.raster.height),
        recipe: &scan.recipe,
        script: scan.script,
    })?;
    let mut hash = Sha256::new();
    hash.update(&rest);
    hash.update(&scan.raster.grey);
    Ok(hash.finalize().into())
}

/// Large sheets are drawn at a lower resolution; their print is large too.
fn dpi(page: &Page) -> f32 {
    let area = (page.width * page.height).max(1.0);
    DPI.min(72.0 * (LARGEST / area).sqrt())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_name_tells_pixels_recipe_and_recogniser_and_not_the_number_of_the_page() {
        let scan = |number: u32, ink: u8, dpi: f32| Scan {
            page: Page::letter(number, Reading::empty()),
            raster: Raster {
                width: 2,
                height: 2,
                grey: vec![255, ink, 255, 255],
            },
            recipe: Recipe::plain(None, dpi / 72.0),
            script: Script::Latin,
            lines: Vec::new(),
        };
        let name = |scan: &Scan| name_of(scan, "built-in small").unwrap();
        let first = name(&scan(1, 0, 200.0));
        assert_eq!(name(&scan(4, 0, 200.0)), first);
        for other in [scan(1, 1, 200.0), scan(1, 0, 150.0)] {
            assert_ne!(name(&other), first);
        }
        assert_ne!(name_of(&scan(1, 0, 200.0), "tesseract 5").unwrap(), first);
    }
}
