//! A page as encoded by a reader. What passes validation is finite, bounded, consistent, and survives storing.

use touchstone_intake::protocol::{Limits, Reply};
use touchstone_intake::{Page, Region, validate};

pub(crate) fn run(data: &[u8]) {
    if let Ok(Reply::Page(page)) = validate::decode(data) {
        check(*page);
    }
}

pub(crate) fn check(mut page: Page) {
    let number = page.number;
    if validate::page(&mut page, number, &Limits::default()).is_err() {
        return;
    }
    assert!(page.reading.words.len() <= validate::MAX_WORDS);
    assert!(page.reading.words.iter().all(|word| !word.text.is_empty()));
    assert!(regions(&page).all(Region::is_finite), "a region is not finite");
    assert!(page.reading.text().len() <= 2 * validate::MAX_TEXT);
    // NaN and infinity become null in JSON, the form in which pages are stored, and null is not read back.
    let stored = serde_json::to_string(&page).expect("a page is stored");
    let again: Page = serde_json::from_str(&stored).expect("a stored page is read");
    assert_eq!(again, page, "a page changes by being stored");
    let other = if number == 7 { 8 } else { 7 };
    let moved = page.renumbered(other);
    assert!(
        regions(&moved).all(|region| region.page == other),
        "a region keeps the old number"
    );
}

fn regions(page: &Page) -> impl Iterator<Item = &Region> {
    let words = page.reading.words.iter().chain(&page.layer).map(|word| &word.region);
    let blocks = page.reading.blocks.iter().map(|block| &block.region);
    let drawn = page.cells.iter().chain(&page.pictures).chain(&page.slants);
    words
        .chain(blocks)
        .chain(drawn)
        .chain(page.widgets.iter().map(|widget| &widget.region))
}
