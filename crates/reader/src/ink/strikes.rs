//! Finds lines drawn through markings of a scan. Rulings are detected by paper on both sides; a pen line through bold
//! letters has letters there instead, and shows only as an absence of gaps between them.

use super::InkView;
use image::GrayImage;
use touchstone_intake::{Failure, Region, Ruling, Strike};

/// Pixels per point.
const SCALE: f32 = 4.0;
/// Min dark share of a marking's width along a line. Letters without a line stay below: their gaps and counters are
/// light.
const DARK: f32 = 0.93;
/// Max dark share of at least one row of letters beside the line; white letters on a dark background have no such row.
const LIGHT: f32 = 0.75;
/// Range of a marking's height in which a line strikes it out.
const WITHIN: (f32, f32) = (0.22, 0.8);
/// Max thickness of a line, as a share of the height.
const THICKEST: f32 = 0.35;
/// Share of a marking's width left out on each side.
const SIDE: f32 = 0.03;
/// Room above and below a marking where a diagonal line begins and ends, in marking heights.
const ABOVE: f32 = 0.5;
/// Min rise or fall of a diagonal line, as a share of that height.
const STEEP: f32 = 0.4;
/// Min dark share of the first and last row of a dark background, and max gray level between ink and paper.
const GROUND: f32 = 0.9;
const MIDDLE: i16 = 215;
/// Min dark share of a column of background between white letters; max dark share of a column of paper between dark
/// letters; min share of columns of the latter kind.
const FULL: f32 = 0.85;
const EMPTY: f32 = 0.3;
const GAPS: f32 = 0.03;
/// Min share of the letters' ink on each side of a line through them; a stamp's frame has no ink on one side.
const EITHER: f32 = 0.12;
/// Number of slopes tried each way, and the step between them: scans are skewed, and pen lines more so.
const SLOPES: i16 = 12;
const STEP: f32 = 0.004;

/// What is drawn over or behind a line of print.
pub(super) fn strike(view: &InkView, line: &Region) -> Result<Strike, Failure> {
    let page = view.page.region();
    // The region of an OCR word is slightly wider than its letters.
    let side = SIDE * line.width;
    let inner = Region {
        x: line.x + side,
        width: line.width - 2.0 * side,
        ..*line
    };
    let above = ABOVE * inner.height;
    let high = Region {
        y: inner.y - above,
        height: inner.height + 2.0 * above,
        ..inner
    };
    let (Some(place), Some(high)) = (inner.intersection(&page), high.intersection(&page)) else {
        return Ok(Strike::Nothing);
    };
    let picture = view.gray(Some(high), SCALE)?;
    let rows = |from: f32, to: f32| {
        let (from, to) = (((from - high.y) * SCALE) as u32, ((to - high.y) * SCALE) as u32);
        let height = to.min(picture.height()).saturating_sub(from);
        image::imageops::crop_imm(&picture, 0, from.min(picture.height()), picture.width(), height).to_image()
    };
    let own = rows(place.y, place.bottom());
    if is_ground(&own) {
        return Ok(Strike::Background);
    }
    let found = through(&own, &place).or_else(|| across(&picture, &place));
    Ok(found.map_or(Strike::Nothing, Strike::Line))
}

/// Whether a marking's image is dark around its letters: in its outermost rows, which letters do not reach.
fn is_ground(picture: &GrayImage) -> bool {
    let (width, height) = picture.dimensions();
    if width < 8 || height < 8 {
        return false;
    }
    let level = between(picture);
    let all = picture.pixels().filter(|pixel| pixel.0[0] < level).count();
    let dark = |y: u32| (0..width).filter(|x| picture.get_pixel(*x, y).0[0] < level).count() as f32 / width as f32;
    let edges = [0, height - 1].iter().filter(|y| dark(**y) > GROUND).count();
    // Between white letters the background is dark from edge to edge.
    let column = |x: u32| (0..height).filter(|y| picture.get_pixel(x, *y).0[0] < level).count() as f32 / height as f32;
    let columns: Vec<f32> = (0..width).map(column).collect();
    let share = |fits: fn(&f32) -> bool| columns.iter().filter(|dark| fits(dark)).count() as f32 / width as f32;
    let filled = share(|dark| *dark >= FULL) > 2.0 * GAPS && share(|dark| *dark <= EMPTY) < GAPS;
    (edges == 2 || filled) && all as f32 > 0.5 * (width * height) as f32 && i16::from(level) < MIDDLE
}

/// A line from corner to corner of a marking, in an image with room above and below. It is dark all along, also between
/// letters.
fn across(picture: &GrayImage, place: &Region) -> Option<Ruling> {
    const ROWS: usize = 3;
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    if width < 16 || height < 16 {
        return None;
    }
    let level = between(picture);
    let dark = |x: usize, y: f32| {
        let row = y.round().max(0.0) as usize;
        let mut rows = row.saturating_sub(1)..(row + 2).min(height);
        rows.any(|row| picture.get_pixel(x as u32, row as u32).0[0] < level)
    };
    let steep = STEEP * height as f32;
    let rows = || (0..height).step_by(ROWS);
    let ends = rows().flat_map(|from| rows().map(move |to| (from as f32, to as f32)));
    let is_dark = |(from, to): &(f32, f32)| {
        let at = |x: usize| from + (to - from) * x as f32 / width as f32;
        // A few samples rule out most lines.
        let some = (1..8).all(|part| dark(part * width / 8, at(part * width / 8)));
        some && (0..width).filter(|x| dark(*x, at(*x))).count() as f32 >= DARK * width as f32
    };
    // Requires ink of letters within the marking both above and below the line.
    let divides = |(from, to): &(f32, f32)| {
        const STROKE: f32 = 5.0;
        let (mut above, mut below) = (0_u32, 0_u32);
        for x in 0..width {
            let at = from + (to - from) * x as f32 / width as f32;
            let rows = (height / 4..height * 3 / 4).filter(|y| picture.get_pixel(x as u32, *y as u32).0[0] < level);
            for y in rows.map(|y| y as f32) {
                above += u32::from(y < at - STROKE);
                below += u32::from(y > at + STROKE);
            }
        }
        above.min(below) as f32 >= EITHER * (above + below) as f32
    };
    let mut lines = ends.filter(|(from, to)| (from - to).abs() >= steep);
    let found = lines.find(|line| is_dark(line) && divides(line));
    found.map(|_| Ruling {
        horizontal: true,
        at: place.center().1,
        from: place.x,
        to: place.right(),
        thickness: 1.0,
    })
}

/// The line through the middle of a marking's image, as a ruling of its page.
fn through(picture: &GrayImage, place: &Region) -> Option<Ruling> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    if width < 8 || height < 8 {
        return None;
    }
    let level = between(picture);
    let dark = |x: usize, y: f32| {
        let y = y.round();
        y >= 0.0 && y < height as f32 && picture.get_pixel(x as u32, y as u32).0[0] < level
    };
    let share = |row: usize, slope: f32| {
        let at = |x: usize| row as f32 + slope * (x as f32 - width as f32 / 2.0);
        (0..width).filter(|x| dark(*x, at(*x))).count() as f32 / width as f32
    };
    let rows = (WITHIN.0 * height as f32) as usize..=(WITHIN.1 * height as f32) as usize;
    (-SLOPES..=SLOPES).find_map(|slope| {
        let slope = f32::from(slope) * STEP;
        let shares: Vec<f32> = rows.clone().map(|row| share(row, slope)).collect();
        let first = shares.iter().position(|share| *share >= DARK)?;
        let thick = shares[first..].iter().take_while(|share| **share >= DARK).count();
        let beside = shares.iter().any(|share| *share < LIGHT);
        let thin = (thick as f32) < THICKEST * height as f32;
        (beside && thin).then(|| Ruling {
            horizontal: true,
            at: place.y + place.height * (rows.start() + first + thick / 2) as f32 / height as f32,
            from: place.x,
            to: place.right(),
            thickness: thick as f32 / SCALE,
        })
    })
}

/// The gray level halfway between the 5th and 95th percentile of an image.
fn between(picture: &GrayImage) -> u8 {
    let mut greys: Vec<u8> = picture.pixels().map(|pixel| pixel.0[0]).collect();
    greys.sort_unstable();
    let (low, high) = (greys[greys.len() / 20], greys[greys.len() * 19 / 20]);
    low.midpoint(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters as hollow boxes with gaps between them.
    fn letters(line: impl Fn(u32) -> Option<std::ops::Range<u32>>, ground: u8, ink: u8) -> GrayImage {
        GrayImage::from_fn(240, 48, |x, y| {
            let (in_letter, row) = (x % 24, y);
            let stroke = (4..44).contains(&row)
                && (2..20).contains(&in_letter)
                && (!(6..16).contains(&in_letter) || !(8..40).contains(&row));
            let struck = line(x).is_some_and(|rows| rows.contains(&y));
            image::Luma([if stroke || struck { ink } else { ground }])
        })
    }

    fn place() -> Region {
        Region {
            page: 1,
            x: 100.0,
            y: 40.0,
            width: 60.0,
            height: 12.0,
        }
    }

    #[test]
    fn a_pen_through_letters_is_found_askew_and_faint_too() {
        for (slope, ground, ink) in [(0.0, 255, 0), (0.03, 255, 0), (-0.04, 230, 150)] {
            let at = move |x: u32| (24.0 + slope * (x as f32 - 120.0)) as u32;
            let found = through(&letters(move |x| Some(at(x)..at(x) + 4), ground, ink), &place());
            let found = found.unwrap_or_else(|| panic!("slope {slope}"));
            assert!((found.at - 46.5).abs() < 1.5 && found.horizontal, "{found:?}");
        }
    }

    #[test]
    fn a_line_from_corner_to_corner_is_found() {
        // Letters in the middle half of the image, as `drawn` crops it.
        let picture = |stroke: bool| {
            let inner = letters(|_| None, 255, 0);
            GrayImage::from_fn(240, 96, |x, y| {
                let line = 90.0 - 84.0 * x as f32 / 240.0;
                let on = stroke && (y as f32 - line).abs() < 3.0;
                let letter = (24..72).contains(&y) && inner.get_pixel(x, y - 24).0[0] < 128;
                image::Luma([if on || letter { 0 } else { 255 }])
            })
        };
        assert!(across(&picture(true), &place()).is_some());
        assert_eq!(across(&picture(false), &place()), None);
    }

    #[test]
    fn the_frame_of_a_stamp_that_is_askew_strikes_nothing() {
        let picture = GrayImage::from_fn(240, 96, |x, y| {
            let middle = 48.0 + 0.2 * (x as f32 - 120.0);
            let from = y as f32 - middle;
            let frame = (from + 20.0).abs() < 3.0;
            let letter =
                from.abs() < 12.0 && (2..20).contains(&(x % 24)) && (from.abs() > 8.0 || !(6..16).contains(&(x % 24)));
            image::Luma([if frame || letter { 0 } else { 255 }])
        });
        assert_eq!(across(&picture, &place()), None);
    }

    #[test]
    fn white_letters_have_a_ground() {
        assert!(is_ground(&letters(|_| None, 20, 250)));
        assert!(is_ground(&letters(|_| None, 120, 250)));
        assert!(!is_ground(&letters(|_| None, 255, 0)));
        // The region of the words extends beyond the edges of a narrow bar.
        let bar = GrayImage::from_fn(240, 48, |x, y| {
            let stroke = (12..36).contains(&y) && (2..20).contains(&(x % 24)) && !(6..16).contains(&(x % 24));
            image::Luma([if stroke || !(2..46).contains(&y) { 250 } else { 60 }])
        });
        assert!(is_ground(&bar));
        assert!(!is_ground(&letters(|x| Some(22..26).filter(|_| x > 0), 255, 0)));
    }

    #[test]
    fn letters_underlines_and_dark_grounds_are_none() {
        assert_eq!(through(&letters(|_| None, 255, 0), &place()), None);
        assert_eq!(through(&letters(|_| Some(44..48), 255, 0), &place()), None);
        // White letters on a dark bar.
        assert_eq!(through(&letters(|_| None, 20, 250), &place()), None);
        let half = |x: u32| (x < 120).then_some(22..26);
        assert_eq!(through(&letters(half, 255, 0), &place()), None);
    }
}
