//! Lines drawn through markings of a scan. Recognition finds ruling lines with paper on both sides; a pen through bold
//! letters has letters there, and shows only in that no gap is left between them. Not here: what a struck marking means.

use super::lines;
use super::model::Printed;
use crate::page::ink;
use crate::page::model::Layout;
use image::GrayImage;
use touchstone_core::grammar::Grammar;
use touchstone_intake::{Page, PageSource, Region, Ruling, TextSource};

/// Pixels a point.
const SCALE: f32 = 4.0;
/// A line darkens at least this share of a marking's width. Letters without one never do: their gaps and hollows are light.
const DARK: f32 = 0.93;
/// Some row of letters beside the line is lighter than this; white letters upon a dark ground have none.
const LIGHT: f32 = 0.75;
/// Where in the height of a marking a line strikes it out.
const WITHIN: (f32, f32) = (0.22, 0.8);
/// A line takes at most this share of the height.
const THICKEST: f32 = 0.35;
/// This share of a marking's width is left out on each side.
const SIDE: f32 = 0.03;
/// Room above and below a marking in which a line across it begins and ends, in times its height.
const ABOVE: f32 = 0.5;
/// A line across falls or rises by this share of that height.
const STEEP: f32 = 0.4;
/// The first and last row of a dark ground are so dark, and its letters are the lighter part of the picture.
const GROUND: f32 = 0.9;
const MIDDLE: i16 = 215;
/// Columns of a picture with so much dark are of the ground between white letters; with so little, of the paper between dark
/// ones, which are so many of the columns at least.
const FULL: f32 = 0.85;
const EMPTY: f32 = 0.3;
const GAPS: f32 = 0.03;
/// A line through letters has this share of their ink on either side of it at least; the frame of a stamp has none.
const EITHER: f32 = 0.12;
/// Slopes that are tried, each way, and the step between them: scans are askew, and pens more so.
const SLOPES: i16 = 12;
const STEP: f32 = 0.004;

/// What the picture of a page shows at its markings.
#[derive(Default)]
pub(super) struct Drawn {
    pub strikes: Vec<Ruling>,
    /// Dark grounds upon which markings stand in white: lines found within them are their own edges.
    grounds: Vec<Region>,
}

impl Drawn {
    pub(super) fn is_of_ground(&self, line: &Ruling) -> bool {
        let crosses = |ground: &Region| {
            let within = (ground.y..=ground.bottom()).contains(&line.at);
            within && line.from < ground.right() && line.to > ground.x
        };
        line.horizontal && self.grounds.iter().any(crosses)
    }
}

/// Lines through the leveled markings of a scanned page that its ruling lines do not hold, and the dark grounds of others.
pub(super) async fn drawn(grammar: &Grammar, pages: &dyn PageSource, page: &Page) -> anyhow::Result<Drawn> {
    let mut drawn = Drawn::default();
    if page.text_source != TextSource::Ocr {
        return Ok(drawn);
    }
    let layout = Layout::new(page);
    let lines = lines::read(grammar, &layout);
    let standing = |one: &&Printed| one.banner.level.is_some() && one.banner.capitals;
    for printed in lines.printed.iter().filter(standing) {
        // The place of recognised words is a little wider than their letters.
        let side = SIDE * printed.region.width;
        let inner = Region {
            x: printed.region.x + side,
            width: printed.region.width - 2.0 * side,
            ..printed.region
        };
        let above = ABOVE * inner.height;
        let high = Region {
            y: inner.y - above,
            height: inner.height + 2.0 * above,
            ..inner
        };
        let (Some(place), Some(high)) = (inner.intersection(&page.region()), high.intersection(&page.region())) else {
            continue;
        };
        let picture = ink::picture(pages, page.number, Some(high), SCALE).await?;
        let rows = |from: f32, to: f32| {
            let (from, to) = (((from - high.y) * SCALE) as u32, ((to - high.y) * SCALE) as u32);
            let height = to.min(picture.height()).saturating_sub(from);
            image::imageops::crop_imm(&picture, 0, from.min(picture.height()), picture.width(), height).to_image()
        };
        let own = rows(place.y, place.bottom());
        if is_ground(&own) {
            drawn.grounds.push(printed.region);
        } else if !printed.struck {
            let found = through(&own, &place).or_else(|| across(&picture, &place));
            drawn.strikes.extend(found);
        }
    }
    Ok(drawn)
}

/// Whether a picture of a marking is dark around its letters: in most of its outermost rows, where letters do not reach.
fn is_ground(picture: &GrayImage) -> bool {
    let (width, height) = picture.dimensions();
    if width < 8 || height < 8 {
        return false;
    }
    let level = between(picture);
    let all = picture.pixels().filter(|pixel| pixel.0[0] < level).count();
    let dark = |y: u32| (0..width).filter(|x| picture.get_pixel(*x, y).0[0] < level).count() as f32 / width as f32;
    let edges = [0, height - 1].iter().filter(|y| dark(**y) > GROUND).count();
    // Between white letters the ground goes from edge to edge.
    let column = |x: u32| (0..height).filter(|y| picture.get_pixel(x, *y).0[0] < level).count() as f32 / height as f32;
    let columns: Vec<f32> = (0..width).map(column).collect();
    let share = |fits: fn(&f32) -> bool| columns.iter().filter(|dark| fits(dark)).count() as f32 / width as f32;
    let filled = share(|dark| *dark >= FULL) > 2.0 * GAPS && share(|dark| *dark <= EMPTY) < GAPS;
    (edges == 2 || filled) && all as f32 > 0.5 * (width * height) as f32 && i16::from(level) < MIDDLE
}

/// A line from one corner of a marking to the other, in a picture that shows room above and below it. It is dark all along,
/// there too where no letters are.
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
        // A few places tell most lines apart.
        let some = (1..8).all(|part| dark(part * width / 8, at(part * width / 8)));
        some && (0..width).filter(|x| dark(*x, at(*x))).count() as f32 >= DARK * width as f32
    };
    // Ink of letters within the marking itself, above the line and below it.
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

/// The line through the middle of a picture of one marking, as a ruling of its page.
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

/// The grey halfway between the darkest and the lightest tenth of a picture.
fn between(picture: &GrayImage) -> u8 {
    let mut greys: Vec<u8> = picture.pixels().map(|pixel| pixel.0[0]).collect();
    greys.sort_unstable();
    let (low, high) = (greys[greys.len() / 20], greys[greys.len() * 19 / 20]);
    low.midpoint(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters are hollow boxes with gaps between them.
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
        // Letters in the middle half of the picture, as `drawn` cuts it.
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
        // The place of the words reaches over the edges of a narrow bar.
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
        // White letters upon a dark bar.
        assert_eq!(through(&letters(|_| None, 20, 250), &place()), None);
        let half = |x: u32| (x < 120).then_some(22..26);
        assert_eq!(through(&letters(half, 255, 0), &place()), None);
    }
}
