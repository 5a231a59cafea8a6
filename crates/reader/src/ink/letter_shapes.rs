//! Decides whether unread ink consists of letters: shapes of one height in a row, in any direction. Stamps that are
//! upside down or run up the edge qualify; signatures, seals and logos do not. Also detects crumbs: short words that
//! OCR made of a few such letters. See `bodies` for finding the ink.

use super::paper_shade;
use super::shape::{Mask, Shape};
use image::GrayImage;
use touchstone_intake::{Page, Region, Word};

/// Min difference between ink and paper, in shades.
pub(super) const DARKER: u8 = 40;

/// Pixels per point of the picture in which shapes are measured.
pub(super) const SCALE: f32 = 2.0;
/// Min shapes of one height in a row of letters.
const FEWEST: usize = 4;
/// Min share of the ink that a row of letters makes up.
const MOST_OF_INK: f32 = 0.6;
/// Min height of a letter, in points; lower shapes are the print of a page, or dashes.
const LOWEST: f32 = 7.0;
/// Max difference in height and position between letters of a row, in heights.
const LEVEL: f32 = 0.2;
/// Width of a letter, in heights. Excludes bars and rules.
const WIDE: std::ops::RangeInclusive<f32> = 0.12..=1.5;
/// Share of a letter's place that is ink. Excludes black squares.
const INKED: std::ops::RangeInclusive<f32> = 0.15..=0.85;
/// Shapes whose widths (in heights) and ink shares differ by less than this are all the same: circles to tick, stars,
/// a pattern.
const SAME_WIDTH: f32 = 0.12;
const SAME_INK: f32 = 0.05;
/// Max characters of a crumb: a word next to unread ink of its height.
const CRUMB: usize = 2;
/// Min height of a crumb, in points.
const CRUMB_HEIGHT: f32 = 10.0;
/// Max gap between a crumb and the unread ink, in its heights.
const BESIDE: f32 = 0.8;
/// Max gap between words of a line, in its heights.
const WORDS: f32 = 1.2;
/// Min size of a body of ink, in squares; smaller ones are dots.
const DOT: usize = 4;

/// Whether a place of a page holds a row of letters. The picture shows the whole page.
pub(super) fn are_in(picture: &GrayImage, page: &Page, place: &Region) -> bool {
    let scale = (
        picture.width() as f32 / page.width,
        picture.height() as f32 / page.height,
    );
    let shapes = shapes(picture, place, scale);
    let all: u32 = shapes.iter().map(|shape| shape.dark).sum();
    let lowest = LOWEST * scale.1;
    let row = |height: f32| {
        let near = |a: f32, b: f32| (a - b).abs() <= LEVEL * height;
        let like = |shape: &&Shape| {
            near(shape.height(), height) && WIDE.contains(&(shape.width() / height)) && INKED.contains(&shape.inked())
        };
        let mut like: Vec<&Shape> = shapes.iter().filter(like).collect();
        like.sort_by_key(|shape| shape.y);
        let top = like.get(like.len() / 2).map_or(0.0, |shape| shape.y as f32);
        like.retain(|shape| near(shape.y as f32, top));
        let dark: u32 = like.iter().map(|shape| shape.dark).sum();
        let differ = |of: &dyn Fn(&Shape) -> f32, least: f32| {
            let (low, high) = like.iter().fold((f32::MAX, f32::MIN), |(low, high), shape| {
                (low.min(of(shape)), high.max(of(shape)))
            });
            high - low > least
        };
        like.len() >= FEWEST
            && dark as f32 >= MOST_OF_INK * all as f32
            && (differ(&Shape::width, SAME_WIDTH * height) || differ(&Shape::inked, SAME_INK))
    };
    let mut heights = shapes.iter().map(Shape::height).filter(|height| *height >= lowest);
    heights.any(row)
}

/// Whether ink is in line with a row of letters, next to it and equally high.
pub(super) fn are_in_line(row: &Region, other: &Region) -> bool {
    let level = row.width >= row.height;
    let (high, other_high) = if level {
        (row.height, other.height)
    } else {
        (row.width, other.width)
    };
    let (shared, apart) = if level {
        (row.overlap_y(other), -row.overlap_x(other))
    } else {
        (row.overlap_x(other), -row.overlap_y(other))
    };
    (0.6..1.6).contains(&(other_high / high)) && shared > 0.7 * high.min(other_high) && apart < WORDS * high
}

/// The shapes in a place, turned so that its longer side is horizontal.
fn shapes(picture: &GrayImage, place: &Region, scale: (f32, f32)) -> Vec<Shape> {
    let shade = paper_shade(picture).saturating_sub(DARKER);
    let (left, top) = ((place.x * scale.0) as u32, (place.y * scale.1) as u32);
    let (width, height) = (
        ((place.right() * scale.0) as u32)
            .min(picture.width())
            .saturating_sub(left),
        ((place.bottom() * scale.1) as u32)
            .min(picture.height())
            .saturating_sub(top),
    );
    let upright = height > width;
    let (columns, rows) = if upright { (height, width) } else { (width, height) };
    let dark = |x: u32, y: u32| {
        let (x, y) = if upright { (y, x) } else { (x, y) };
        picture.get_pixel(left + x, top + y).0[0] < shade
    };
    let speck = (scale.0 * scale.1) as u32;
    let mut found = Mask::new(columns, rows, dark).shapes();
    found.retain(|shape| shape.dark >= speck);
    found
}

/// Whether a word is what OCR made of a letter or two of a line that it did not read: bodies of ink, each with its
/// squares, are next to it.
pub(super) fn is_crumb(word: &Word, bodies: &[(Vec<u32>, Region)]) -> bool {
    let own = &word.region;
    let short = word.text.chars().count() <= CRUMB && own.height > CRUMB_HEIGHT && word.confidence.is_some();
    let beside = |(squares, place): &(Vec<u32>, Region)| {
        let gap = (place.x - own.right()).max(own.x - place.right());
        let like = (0.5..1.7).contains(&(place.height / own.height));
        let level = own.overlap_y(place) > 0.5 * own.height.min(place.height);
        squares.len() >= DOT && gap < BESIDE * own.height && like && level
    };
    short && bodies.iter().any(beside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;
    use touchstone_intake::Reading;

    /// Whether letters are found in a place of a page with the given drawing, in points.
    fn found(place: (f32, f32, f32, f32), drawn: impl Fn(u32, u32) -> bool) -> bool {
        let picture = GrayImage::from_fn(1224, 1584, |x, y| Luma([if drawn(x / 2, y / 2) { 40 } else { 250 }]));
        let (x, y, width, height) = place;
        let place = Region {
            page: 1,
            x,
            y,
            width,
            height,
        };
        are_in(&picture, &Page::letter(1, Reading::empty()), &place)
    }

    #[test]
    fn words_of_a_line_are_near_and_as_high() {
        let place = |x: f32, y: f32, width: f32, height: f32| Region {
            page: 1,
            x,
            y,
            width,
            height,
        };
        for (other, in_line) in [
            (place(220.0, 300.0, 56.0, 20.0), true),
            (place(240.0, 300.0, 56.0, 20.0), false),
            (place(220.0, 330.0, 56.0, 20.0), false),
            (place(220.0, 300.0, 56.0, 60.0), false),
        ] {
            assert_eq!(
                are_in_line(&place(100.0, 300.0, 110.0, 22.0), &other),
                in_line,
                "{other:?}"
            );
            let (row, other) = (
                place(300.0, 100.0, 22.0, 110.0),
                place(other.y, other.x, other.height, other.width),
            );
            assert_eq!(are_in_line(&row, &other), in_line, "upright {other:?}");
        }
    }

    /// Adjacent frames, 20 high, alternately 14 and 10 wide, or all 14 if `alike`.
    fn frames(x: u32, y: u32, count: u32, alike: bool) -> bool {
        let (at, x) = (x / 18, x % 18);
        let width = if at % 2 == 0 || alike { 14 } else { 10 };
        at < count && x < width && y < 20 && (x < 3 || x + 3 >= width || !(3..17).contains(&y))
    }

    #[test]
    fn shapes_of_one_height_in_a_row_are_letters_whichever_way_it_runs() {
        let within = |x: u32, y: u32| x >= 100 && y >= 300;
        let level = |count: u32, alike: bool| {
            found((98.0, 298.0, 120.0, 24.0), move |x, y| {
                within(x, y) && frames(x - 100, y - 300, count, alike)
            })
        };
        assert!(level(6, false));
        assert!(!level(3, false), "too few");
        assert!(!level(6, true), "circles to tick");
        let upright = found((98.0, 298.0, 24.0, 120.0), |x, y| {
            within(x, y) && frames(y - 300, x - 100, 6, false)
        });
        assert!(upright, "up the page");
        let bars = found((98.0, 298.0, 120.0, 24.0), |x, y| within(x, y) && y < 320 && x % 9 < 2);
        assert!(!bars, "bars");
        let pen = found((98.0, 298.0, 120.0, 44.0), |x, y| {
            within(x, y)
                && x < 216
                && (f64::from(x - 100) / 9.0)
                    .sin()
                    .mul_add(16.0, 318.0 - f64::from(y))
                    .abs()
                    < 2.0
        });
        assert!(!pen, "a stroke of a pen");
    }
}
