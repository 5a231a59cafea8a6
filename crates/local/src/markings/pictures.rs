//! Finds embedded pictures that may be stamps.

use touchstone_intake::{Page, Region};

/// Min share of a picture covered by words for it to count as read by the text layer.
pub(super) const COVERED: f32 = 0.15;
/// Min share of the page area for a picture with words on it to be a background.
pub(super) const GROUND: f32 = 0.5;
/// Min short side of a stamp, in points; lower pictures are lines.
pub(super) const HIGH: f32 = 8.0;
/// Min long side of a stamp, in points.
pub(super) const WIDE: f32 = 36.0;

/// Why a page with a text layer needs a second look.
pub(super) const WANTED: &str = "a picture may be a stamp: read it";

/// Pictures on a page with a text layer that may be unread stamps.
pub(super) fn pictures(page: &Page) -> Vec<Region> {
    if page.reading.source.is_recognised() {
        return Vec::new();
    }
    let covered = |picture: &Region| {
        let words = page.reading.words.iter();
        let shared = words.filter_map(|word| word.region.intersection(picture));
        shared.map(|shared| shared.area()).sum::<f32>() / picture.area().max(1.0)
    };
    let stamp = |picture: &&Region| {
        picture.width.max(picture.height) > WIDE
            && picture.width.min(picture.height) > HIGH
            && covered(picture) < COVERED
            && !is_background(page, picture)
    };
    page.pictures.iter().filter(stamp).copied().collect()
}

/// Whether words of the page lie on a picture of it, as in a scan with a text layer.
pub(super) fn has_background(page: &Page) -> bool {
    page.pictures.iter().any(|picture| is_background(page, picture))
}

fn is_background(page: &Page, picture: &Region) -> bool {
    let any = || page.reading.words.iter().any(|word| picture.holds(&word.region));
    picture.area() > GROUND * page.region().area() && any()
}
