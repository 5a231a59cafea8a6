//! Gathers what verification needs beyond a run's own rows: forms of other documents, the newest readings of the forms'
//! pages, and the ink at places whose evidence has no words. Stored with the verdict, so that a replay neither queries
//! the workspace again nor draws a page. See `checks` for what follows from it.

use super::{Interrupted, Work, contact_sheet, disproved};
use crate::checks;
use crate::checks::Place;
use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::record::{Evidence, Field, Form, Inked, PageSummary, Run, RunRecord, Shown, Surroundings};
use touchstone_intake::{Page, PageSource, Reading, Region};

/// Max pages per form to look through. Forms have a few pages; only documents that are not forms have more.
const MOST_PAGES: u32 = 24;
/// Min height, in points, of a place that holds both a caption and a value.
const CAPTIONED: f32 = 16.0;
/// Max pages per document to draw.
const MOST_DRAWN: usize = 64;

pub(super) async fn gather(work: &Work<'_>, run: &Run, run_record: &RunRecord) -> Result<Surroundings, Interrupted> {
    let mut numbers: BTreeSet<u32> = BTreeSet::new();
    for form in &run_record.forms {
        numbers.extend((form.first_page..=form.last_page).take(MOST_PAGES as usize));
    }
    if work.pack.traps_read_pages() {
        numbers.extend(run_record.pages.iter().map(|page| page.number));
    }
    if work.pack.traps_read_covers() {
        let of_form = |page: &u32| {
            run_record
                .forms
                .iter()
                .any(|form| (form.first_page..=form.last_page).contains(page))
        };
        let covers = run_record
            .pages
            .iter()
            .map(|page| page.number)
            .filter(|page| !of_form(page));
        numbers.extend(covers.take(MOST_PAGES as usize));
    }
    let mut pages = BTreeMap::new();
    for page in run_record.pages.iter().filter(|page| numbers.contains(&page.number)) {
        let newest = work.store.page(run_record.document.id, page.number).await?;
        pages.insert(page.number, newest);
    }
    Ok(Surroundings {
        others: work.store.others(run).await?,
        held_back: work.store.is_held_back(&run.pack).await?,
        ink: look(work, run_record, &pages).await?,
        shown: compare(work, run_record, &pages).await?,
        hidden: work.store.hidden_words(run_record.document.id).await?,
        remembered: work.store.remembered(run.id).await?.unwrap_or_default(),
        readings: pages
            .into_iter()
            .map(|(number, page)| (number, page.reading.number))
            .collect(),
    })
}

/// Recognizes the numbers that the text of the file alone vouches for. Those that were disproved before stay so.
async fn compare(
    work: &Work<'_>,
    run_record: &RunRecord,
    pages: &BTreeMap<u32, Page>,
) -> Result<Vec<Shown>, Interrupted> {
    let stored = work.pages(&run_record.document);
    let mut shown = disproved::known(work.store.disproved(run_record.document.id).await?);
    let known = shown.clone();
    let is_known = |place: &Place| {
        known
            .iter()
            .any(|seen| (seen.region, &seen.text) == (place.region, &place.text))
    };
    let mut drawn = 0;
    for page in pages.values() {
        let on_page = |form: &&Form| (form.first_page..=form.last_page).contains(&page.number);
        let mut places = Vec::new();
        for place in run_record
            .forms
            .iter()
            .filter(on_page)
            .flat_map(|form| checks::unproved(&work.pack, form, page))
        {
            if !places.contains(&place) && !is_known(&place) {
                places.push(place);
            }
        }
        if places.is_empty() {
            continue;
        }
        if drawn == MOST_DRAWN {
            shown.extend(contact_sheet::unread(&places));
            continue;
        }
        drawn += 1;
        shown.extend(contact_sheet::recognise(work, &stored, page, &places).await?);
    }
    Ok(shown)
}

/// Draws each page with places once. If a page cannot be drawn, its places remain unseen, which the checks report.
async fn look(work: &Work<'_>, run_record: &RunRecord, pages: &BTreeMap<u32, Page>) -> Result<Vec<Inked>, Interrupted> {
    let stored: &dyn PageSource = &work.pages(&run_record.document);
    let whole = |page: &PageSummary| Region::whole(page.number, page.width, page.height);
    let sizes: BTreeMap<u32, Region> = run_record.pages.iter().map(|page| (page.number, whole(page))).collect();
    let mut places: BTreeMap<u32, Vec<Region>> = BTreeMap::new();
    let claims = run_record.forms.iter().flat_map(|form| claims(work, form));
    for region in claims.flat_map(wordless) {
        let of_page = places.entry(region.page).or_default();
        if !of_page.contains(&region) {
            of_page.push(region);
        }
    }
    for form in &run_record.forms {
        let first = (sizes.get(&form.first_page), pages.get(&form.first_page));
        if let (Some(size), Some(page)) = first {
            let strips = checks::strips(&work.pack, form, size, &page.reading);
            places.entry(form.first_page).or_default().extend(strips);
        }
        for number in form.first_page..=form.last_page {
            let Some(page) = pages.get(&number) else { continue };
            let margins = checks::margins(&work.pack, form, page);
            if !margins.is_empty() {
                places.entry(number).or_default().extend(margins);
            }
        }
    }
    let mut inked = Vec::new();
    for (number, regions) in places.into_iter().take(MOST_DRAWN) {
        let Some(page) = pages.get(&number) else { continue };
        let bare: Vec<Region> = regions
            .iter()
            .map(|region| below_caption(&page.reading, *region))
            .collect();
        let seen = tokio::select! {
            seen = stored.ink_samples(page, bare, true) => seen,
            () = work.stop.cancelled() => return Err(Interrupted::Stopped),
        };
        let seen = seen.into_iter().flatten().zip(regions);
        inked.extend(seen.map(|(seen, region)| Inked {
            region,
            share: seen.dark,
            pale: seen.pale,
            ringed: seen.ringed,
            joined: seen.joined,
            thickest: seen.thickest,
        }));
    }
    Ok(inked)
}

/// The part of a box below its caption, whose print would count as ink. A check box has no caption inside, and a word
/// as high as the place is what is measured.
fn below_caption(reading: &Reading, place: Region) -> Region {
    let inside = |region: &Region| {
        let (x, y) = region.center();
        place.contains_point(x, y) && y < place.y + 0.6 * place.height && region.height < place.height
    };
    let printed = reading.words.iter().map(|word| word.region).filter(inside);
    let top = printed
        .map(|region| region.bottom())
        .fold(place.y, f32::max)
        .min(place.bottom() - 1.0);
    if place.height < CAPTIONED || top <= place.y {
        return place;
    }
    Region {
        y: top,
        height: place.bottom() - top,
        ..place
    }
}

/// Fields that make a claim about a place: check boxes, and required boxes reported empty.
fn claims<'d>(work: &Work<'_>, form: &'d Form) -> Vec<&'d Field> {
    let template = work.pack.template_for(&form.label);
    let fields = form.fields.iter().filter(|(name, field)| {
        let required = template.field(name).is_some_and(|spec| spec.required);
        field.value.is_boolean() || required && field.value.is_null()
    });
    fields.map(|(_, field)| field).collect()
}

/// The places of a field whose evidence has no words: a check box, or a box reported empty.
fn wordless(field: &Field) -> Vec<Region> {
    let bare = |piece: &&Evidence| piece.quote.is_empty() && piece.words.0 == piece.words.1;
    let pieces = field.evidence.iter().filter(bare);
    pieces.flat_map(|piece| piece.regions.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::below_caption;
    use touchstone_intake::{Reading, Region, Word};

    fn printed(region: Region) -> Reading {
        let word = Word::typed("104.97", region, region.height);
        Reading {
            words: vec![word],
            ..Reading::empty()
        }
    }

    #[test]
    fn a_caption_is_left_out_and_a_large_word_is_measured_whole() {
        let place = Region::between(1, (100.0, 100.0), (180.0, 127.0));
        let caption = Region::between(1, (102.0, 101.0), (150.0, 109.0));
        assert_eq!(below_caption(&printed(place), place), place);
        assert!((below_caption(&printed(caption), place).y - 109.0).abs() < 0.01);
    }
}
