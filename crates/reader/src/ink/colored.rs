//! Finds bodies of colored ink that no words in color account for. In grayscale, a stamp across black text merges with
//! it; color separates them.

use super::letter_shapes::DARKER;
use super::{InkView, paper_shade};
use image::GrayImage;
use touchstone_intake::{Failure, Page, Region};

/// Pixels per point of the renderings in which ink is detected, and side of the counting squares in pixels.
const SCALE: f32 = 2.0;
const SQUARE: u32 = 4;
/// Min difference of colored ink from the paper, in gray levels.
const COLOURED: u8 = 28;
/// Min colored pixels in a square of colored ink, above the color fringes that scanners leave on black print.
const PIXELS: u32 = 7;
/// Min colored share of a word's ink, and min confidence of the word, for it to account for the ink.
const OF_COLOUR: f32 = 0.9;
const SURE: f32 = 0.8;
/// Max gap between letters of one stamp, in points.
const APART: f32 = 10.0;
/// Min long side and short side of a stamp, in points, and min squares.
const LONG: f32 = 30.0;
const SHORT: f32 = 6.0;
const SQUARES: usize = 24;
/// Max colored share of a stamp's area; a more filled area has no letters.
const FILLED: f32 = 0.75;

/// Bodies of colored ink as large as a stamp that no word in color accounts for, largest first.
pub(super) fn bodies(view: &InkView) -> Result<Vec<Region>, Failure> {
    let page = view.page;
    let colored = view.colored(SCALE)?;
    if bodies_in(&colored, &[], page).is_empty() {
        return Ok(Vec::new());
    }
    let known = in_colour(&colored, &view.gray(None, SCALE)?, page);
    Ok(bodies_in(&colored, &known, page))
}

/// Regions of confidently read words that are printed in color.
fn in_colour(coloured: &GrayImage, all: &GrayImage, page: &Page) -> Vec<Region> {
    let (colour, dark) = (shade(coloured, COLOURED), shade(all, DARKER));
    let scale = coloured.width() as f32 / page.width.max(1.0);
    let inked = |picture: &GrayImage, place: &Region, shade: u8| {
        let across = |x: f32| ((x * scale).max(0.0) as u32).min(picture.width());
        let down = |y: f32| ((y * scale).max(0.0) as u32).min(picture.height());
        let (left, right) = (across(place.x), across(place.right()));
        let rows = down(place.y)..down(place.bottom());
        let pixels = rows.flat_map(|y| (left..right).map(move |x| (x, y)));
        pixels.filter(|(x, y)| picture.get_pixel(*x, *y).0[0] < shade).count() as f32
    };
    let words = page.reading.words.iter();
    let own = words.filter(|word| word.confidence.is_none_or(|sure| sure >= SURE));
    let own = own.map(|word| word.region).filter(|place| {
        let dark = inked(all, place, dark);
        dark > 0.0 && inked(coloured, place, colour) >= OF_COLOUR * dark
    });
    own.map(|place| place.grown(0.3 * place.height.min(20.0))).collect()
}

/// The gray level below which a pixel is at least `darker` levels darker than the paper.
fn shade(picture: &GrayImage, darker: u8) -> u8 {
    paper_shade(picture).saturating_sub(darker)
}

/// Bodies of colored ink as large as a stamp that no known region accounts for, largest first.
fn bodies_in(picture: &GrayImage, known: &[Region], page: &Page) -> Vec<Region> {
    let (number, whole) = (page.number, page.region());
    let shade = shade(picture, COLOURED);
    let unit = (
        whole.width / picture.width() as f32,
        whole.height / picture.height() as f32,
    );
    let inner = whole.grown(-super::bodies::SHADOW);
    let mut found: Vec<(Region, usize, u32)> = Vec::new();
    for row in 0..picture.height() / SQUARE {
        for column in 0..picture.width() / SQUARE {
            let coloured = pixels(picture, column, row, shade);
            let place = Region {
                page: number,
                x: (column * SQUARE) as f32 * unit.0,
                y: (row * SQUARE) as f32 * unit.1,
                width: SQUARE as f32 * unit.0,
                height: SQUARE as f32 * unit.1,
            };
            let (x, y) = place.center();
            let accounted = known.iter().any(|known| known.contains_point(x, y));
            if coloured >= PIXELS && !accounted && inner.contains_point(x, y) {
                join(&mut found, place, coloured);
            }
        }
    }
    settle(&mut found);
    found.retain(|(place, squares, pixels)| {
        let filled = *pixels as f32 * unit.0 * unit.1 / place.area().max(1.0);
        let (long, short) = (place.width.max(place.height), place.width.min(place.height));
        *squares >= SQUARES && long >= LONG && short >= SHORT && filled < FILLED
    });
    found.sort_by_key(|(_, squares, _)| std::cmp::Reverse(*squares));
    found.into_iter().map(|(place, ..)| place).collect()
}

/// Number of pixels in a square that are darker than a shade.
fn pixels(picture: &GrayImage, column: u32, row: u32, shade: u8) -> u32 {
    let (left, top) = (column * SQUARE, row * SQUARE);
    let mut count = 0;
    for (x, y) in (top..top + SQUARE).flat_map(|y| (left..left + SQUARE).map(move |x| (x, y))) {
        count += u32::from(picture.get_pixel(x, y).0[0] < shade);
    }
    count
}

/// Adds a square to the nearest body, or starts a new one.
fn join(found: &mut Vec<(Region, usize, u32)>, place: Region, pixels: u32) {
    let near = place.grown(APART);
    let own = found
        .iter_mut()
        .rev()
        .find(|(body, ..)| body.intersection(&near).is_some());
    match own {
        Some((body, squares, all)) => {
            *body = body.union(&place);
            *squares += 1;
            *all += pixels;
        }
        None => found.push((place, 1, pixels)),
    }
}

/// Merges bodies near each other until none are.
fn settle(found: &mut Vec<(Region, usize, u32)>) {
    let mut index = 0;
    while index < found.len() {
        let near = found[index].0.grown(APART);
        let other = (0..found.len()).find(|&other| other != index && found[other].0.intersection(&near).is_some());
        if let Some(other) = other {
            let (place, squares, pixels) = found.swap_remove(other.max(index));
            let body = &mut found[other.min(index)];
            *body = (body.0.union(&place), body.1 + squares, body.2 + pixels);
            index = 0;
        } else {
            index += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;
    use touchstone_intake::{Reading, Word};

    /// A page at two pixels per point with a stamp of colored strokes, with or without lines of black print across the
    /// page.
    fn drawn(colour: u8, dark: bool) -> GrayImage {
        GrayImage::from_fn(1224, 1584, |x, y| {
            let stamp = (400..800).contains(&x) && (600..680).contains(&y) && x % 24 < 10;
            let print = (100..1100).contains(&x) && y % 30 < 12 && x % 6 < 3;
            let shade = if stamp { 255 - colour } else { 255 };
            Luma([if dark && print { 10 } else { shade }])
        })
    }

    #[test]
    fn a_body_of_coloured_ink_is_found_unless_words_in_colour_account_for_it() {
        let page = |words: Vec<Word>| {
            Page::letter(
                1,
                Reading {
                    words,
                    ..Reading::empty()
                },
            )
        };
        let word = |x: f32, width: f32| Word {
            confidence: Some(0.99),
            min_char_confidence: Some(0.99),
            ..Word::typed(
                "SECRET",
                Region {
                    page: 1,
                    x,
                    y: 300.0,
                    width,
                    height: 40.0,
                },
                40.0,
            )
        };
        let found = |colour: u8, dark: bool, words: Vec<Word>| {
            let page = page(words);
            let coloured = drawn(colour, false);
            let known = in_colour(&coloured, &drawn(colour, dark), &page);
            bodies_in(&coloured, &known, &page).len()
        };
        assert_eq!(found(150, true, Vec::new()), 1);
        assert_eq!(found(48, true, Vec::new()), 1, "a faded one");
        assert_eq!(found(10, true, Vec::new()), 0, "the colour of paper");
        assert_eq!(found(150, false, vec![word(200.0, 200.0)]), 0, "read");
        assert_eq!(found(150, true, vec![word(200.0, 200.0)]), 1, "black print before it");
    }

    #[test]
    fn seams_of_colour_at_black_print_and_a_coloured_field_are_no_stamps() {
        let of = |ink: fn(u32, u32) -> bool| {
            let picture = GrayImage::from_fn(1224, 1584, |x, y| Luma([if ink(x, y) { 150 } else { 255 }]));
            bodies_in(&picture, &[], &Page::letter(1, Reading::empty())).len()
        };
        assert_eq!(
            of(|x, y| (100..1100).contains(&x) && (300..900).contains(&y) && x % 6 == 0),
            0
        );
        assert_eq!(of(|x, y| (100..1100).contains(&x) && (300..900).contains(&y)), 0);
    }
}
