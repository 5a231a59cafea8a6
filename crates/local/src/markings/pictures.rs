//! Pictures that may be stamps.

use touchstone_intake::{Page, Region};

/// One that words cover by more than this share has been read, as far as the text layer says it.
pub(super) const COVERED: f32 = 0.15;
/// Larger ones, as a share of the page, are grounds upon which words stand.
pub(super) const GROUND: f32 = 0.5;
/// A lower one is a line.
pub(super) const HIGH: f32 = 8.0;
/// A picture of so many points a side may be a stamp.
pub(super) const WIDE: f32 = 36.0;

/// Why a page with a text layer is looked at again.
pub(super) const WANTED: &str = "a picture may be a stamp: read it";

/// The pictures of a page with a text layer that may be stamps and were not read.
pub(super) fn pictures(page: &Page) -> Vec<Region> {
    if page.reading.source.is_recognised() {
        return Vec::new();
    }
    let covered = |picture: &Region| {
        let words = page.reading.words.iter();
        let shared = words.filter_map(|word| word.region.intersection(picture));
        shared.map(|shared| shared.area()).sum::<f32>() / picture.area().max(1.0)
    };
    let any = |picture: &Region| page.reading.words.iter().any(|word| picture.holds(&word.region));
    let ground = |picture: &Region| picture.area() > GROUND * page.region().area() && any(picture);
    let stamp = |picture: &&Region| {
        picture.width.max(picture.height) > WIDE
            && picture.width.min(picture.height) > HIGH
            && covered(picture) < COVERED
            && !ground(picture)
    };
    page.pictures.iter().filter(stamp).copied().collect()
}
