//! Ink of a page that no reading took for words: stamps that are turned, faint or printed across the text. A separate
//! body of ink that is as large as a stamp or made of letters is read once more; if it stays unread it raises a
//! doubt. See `letter_shapes` for what counts as letters.

use super::letter_shapes::{DARKER, usual};
use super::{ink, letter_shapes};
use image::GrayImage;
use touchstone_intake::{Page, PageSource, Region, Ruling, Word};

/// Pixels per point of the picture in which ink is searched for.
const SCALE: f32 = 1.0;
/// Side of the squares in which ink is counted, in pixels.
const SQUARE: u32 = 4;
/// Min dark pixels of an inked square.
const DARK_PIXELS: u32 = 3;

/// Shades below this are black.
const BLACK: u8 = 96;
/// Min share of black pixels in a redacted body of ink.
const BLACKED_OUT: f32 = 0.93;
/// Min long side of a stamp, in points.
const LONG: f32 = 60.0;
/// Min squares of a stamp.
const SQUARES: usize = 25;
/// Min long side of a body made of letters, in points.
const LETTERS_LONG: f32 = 36.0;
/// Min squares of a body made of letters.
const LETTERS_SQUARES: usize = 10;
/// Min length of a drawn line that bounds no cell, in points; a shorter one may be a stroke of a letter.
const STROKE: f32 = 36.0;
/// Min single letters above each other that make a line running upwards.
const STACKED: usize = 4;
/// Distance within which such letters are counted, in letter heights.
const STACK: f32 = 3.5;
/// Min short side of a body that is more than a line of letters, in points.
const BROAD: f32 = 90.0;
/// Min ratio of height to width of an upright body.
const UPRIGHT: f32 = 2.5;
/// Min width of an upright body, in points; a narrower one is a line.
const NARROW: f32 = 10.0;

/// Min distance of faint print from the paper's shade, in multiples of the paper's grain.
const GRAIN: f32 = 5.0;
/// Min distance of faint print from the paper's shade, in shades.
const LEAST_DARKER: u8 = 8;
/// Height of a line of faint print, in points.
const PRINT: std::ops::RangeInclusive<f32> = 6.0..=44.0;
/// Min width of a line of faint print, in points.
const LINE: f32 = 32.0;
/// Width of the edge shadow of a scan, in points.
pub(crate) const SHADOW: f32 = 6.0;

/// Whether an unread body of ink is more than a signature, a seal or a line of handwriting.
pub(crate) fn is_much(place: &Region) -> bool {
    let upright = place.height >= LONG && place.height > UPRIGHT * place.width && place.width >= NARROW;
    place.width.min(place.height) >= BROAD || upright
}

/// Ink of a page that neither words nor lines account for, largest bodies first.
#[derive(Debug, Default)]
pub(in super::super) struct Unread {
    /// Bodies made of letters.
    pub letters: Vec<Region>,
    /// Other bodies as large as a stamp.
    pub others: Vec<Region>,
}

impl Unread {
    pub(in super::super) fn is_empty(&self) -> bool {
        self.letters.is_empty() && self.others.is_empty()
    }
}

/// Looks for unread ink on a page.
pub(in super::super) async fn unread(pages: &dyn PageSource, page: &Page) -> anyhow::Result<Unread> {
    let picture = ink::picture(pages, page.number, None, SCALE).await?;
    let bodies = bodies(&picture, page);
    let mut unread = Unread::default();
    if bodies.is_empty() {
        return Ok(unread);
    }
    let finer = ink::picture(pages, page.number, None, letter_shapes::SCALE).await?;
    for body in &bodies {
        let taken = |row: &Region| row.holds(&body.place);
        if !unread.letters.iter().any(taken) && letter_shapes::are_in(&finer, page, &body.place) {
            // Includes the other words of its line.
            let join = |row: Region, other: &Body| {
                let beside = letter_shapes::are_in_line(&row, &other.place);
                if beside { row.union(&other.place) } else { row }
            };
            unread.letters.push(bodies.iter().fold(body.place, join));
        }
    }
    let others = bodies.iter().filter(|body| body.is_large).map(|body| body.place);
    let apart = |place: &Region| !unread.letters.iter().any(|row| row.holds(place));
    unread.others = others.filter(apart).collect();
    Ok(unread)
}

struct Body {
    place: Region,
    /// Whether it is as large as a stamp.
    is_large: bool,
}

/// The bodies of ink that are as large as a stamp or may be letters, largest first.
fn bodies(picture: &GrayImage, page: &Page) -> Vec<Body> {
    let shade = usual(picture).saturating_sub(DARKER);
    let first = Ink::new(picture, page, shade, &[]).bodies();
    let crumbs: Vec<usize> = (0..page.reading.words.len())
        .filter(|word| letter_shapes::is_crumb(&page.reading.words[*word], &first))
        .collect();
    let ink = Ink::new(picture, page, shade, &crumbs);
    let all = if crumbs.is_empty() { first } else { ink.bodies() };
    let mut found: Vec<(usize, Body)> = Vec::new();
    for (squares, place) in all {
        let black = |at: &u32| darker(picture, BLACK, at % ink.columns, at / ink.columns);
        let area = squares.len() as u32 * SQUARE * SQUARE;
        // A redaction shows nothing; white letters on black leave more paper.
        let blacked_out = squares.iter().map(black).sum::<u32>() as f32 >= BLACKED_OUT * area as f32;
        let long = place.width.max(place.height);
        let is_large = squares.len() >= SQUARES && long >= LONG;
        if (is_large || squares.len() >= LETTERS_SQUARES && long >= LETTERS_LONG) && !blacked_out {
            found.push((squares.len(), Body { place, is_large }));
        }
    }
    found.sort_by_key(|(squares, _)| std::cmp::Reverse(*squares));
    found.into_iter().map(|(_, body)| body).collect()
}

/// Places in part of a page that look like a line of print so faint that it differs little from the paper.
pub(crate) fn faint(picture: &GrayImage, page: &Page, part: &Region) -> Vec<Region> {
    let ink = Ink::new(picture, page, faintest(picture), &[]);
    let inner = page.region().grown(-SHADOW);
    let print = |place: &Region| {
        let inside =
            place.x > inner.x && place.right() < inner.right() && place.y > inner.y && place.bottom() < inner.bottom();
        inside && part.holds(place) && PRINT.contains(&place.height) && place.width >= LINE
    };
    ink.bodies()
        .into_iter()
        .map(|(_, around)| around)
        .filter(print)
        .collect()
}

/// The lightest shade that is print rather than paper grain.
pub(crate) fn faintest(picture: &GrayImage) -> u8 {
    let paper = usual(picture);
    let darker = (GRAIN * grain(picture, paper)).clamp(f32::from(LEAST_DARKER), f32::from(DARKER));
    paper.saturating_sub(darker as u8)
}

/// Bodies of faint ink, as large as a stamp, that neither words nor lines account for and that are mostly too light
/// for the search for unread ink. Largest first.
pub(crate) fn washed(picture: &GrayImage, page: &Page) -> Vec<Region> {
    const DARK: f32 = 0.1;
    let shade = usual(picture).saturating_sub(DARKER);
    let ink = Ink::new(picture, page, faintest(picture), &[]);
    let mut found: Vec<(usize, Region)> = Vec::new();
    for (squares, around) in ink.bodies() {
        let dark = |at: &&u32| darker(picture, shade, *at % ink.columns, *at / ink.columns) >= DARK_PIXELS;
        let seen = squares.iter().filter(dark).count() as f32;
        let large = squares.len() >= SQUARES && around.width.max(around.height) >= LONG;
        if large && seen <= DARK * squares.len() as f32 {
            found.push((squares.len(), around));
        }
    }
    found.sort_by_key(|(squares, _)| std::cmp::Reverse(*squares));
    found.into_iter().map(|(_, around)| around).collect()
}

/// The squares of a picture with ink that neither words nor lines of its page account for.
struct Ink {
    open: Vec<bool>,
    columns: u32,
    rows: u32,
    page: u32,
    side: (f32, f32),
}

impl Ink {
    /// `crumbs` are words to ignore.
    fn new(picture: &GrayImage, page: &Page, shade: u8, crumbs: &[usize]) -> Self {
        let (columns, rows) = (picture.width().div_ceil(SQUARE), picture.height().div_ceil(SQUARE));
        let unit = (
            page.width / picture.width() as f32,
            page.height / picture.height() as f32,
        );
        let side = (SQUARE as f32 * unit.0, SQUARE as f32 * unit.1);
        let mut open = vec![false; (columns * rows) as usize];
        for row in 0..rows {
            for column in 0..columns {
                open[(row * columns + column) as usize] = darker(picture, shade, column, row) >= DARK_PIXELS;
            }
        }
        for known in known(page, crumbs) {
            let (top, bottom) = ((known.y / side.1).floor(), (known.bottom() / side.1).ceil());
            for row in top.max(0.0) as u32..rows.min(bottom.max(0.0) as u32) {
                let from = (known.x / side.0).floor().max(0.0) as u32;
                for column in from..columns.min((known.right() / side.0).ceil().max(0.0) as u32) {
                    open[(row * columns + column) as usize] = false;
                }
            }
        }
        Self {
            open,
            columns,
            rows,
            page: page.number,
            side,
        }
    }

    /// Connected squares, and the place around them.
    fn bodies(&self) -> Vec<(Vec<u32>, Region)> {
        let place = |at: &u32| Region {
            page: self.page,
            x: (at % self.columns) as f32 * self.side.0,
            y: (at / self.columns) as f32 * self.side.1,
            width: self.side.0,
            height: self.side.1,
        };
        let mut open = self.open.clone();
        let mut found = Vec::new();
        for start in 0..open.len() {
            if !open[start] {
                continue;
            }
            let squares = body(&mut open, start, self.columns, self.rows);
            if let Some(around) = squares.iter().map(place).reduce(|a, b| a.union(&b)) {
                found.push((squares, around));
            }
        }
        found
    }
}

/// Connected squares with ink; gaps as wide as between letters are bridged.
fn body(open: &mut [bool], start: usize, columns: u32, rows: u32) -> Vec<u32> {
    const REACH: u32 = 2;
    open[start] = false;
    let mut squares = vec![start as u32];
    let mut next = 0;
    while let Some(at) = squares.get(next).copied() {
        next += 1;
        let (column, row) = (at % columns, at / columns);
        for near_row in row.saturating_sub(REACH)..rows.min(row + REACH + 1) {
            for near in column.saturating_sub(REACH)..columns.min(column + REACH + 1) {
                let near = near_row * columns + near;
                if std::mem::take(&mut open[near as usize]) {
                    squares.push(near);
                }
            }
        }
    }
    squares
}

/// Number of pixels of a square that are darker than a shade.
fn darker(picture: &GrayImage, shade: u8, column: u32, row: u32) -> u32 {
    let (left, top) = (column * SQUARE, row * SQUARE);
    let xs = left..picture.width().min(left + SQUARE);
    let mut dark = 0;
    for y in top..picture.height().min(top + SQUARE) {
        for x in xs.clone() {
            dark += u32::from(picture.get_pixel(x, y).0[0] < shade);
        }
    }
    dark
}

/// How much the shade of the paper varies: the median deviation from its usual shade, times 1.5 to approximate the
/// standard deviation.
fn grain(picture: &GrayImage, paper: u8) -> f32 {
    let ground = paper.saturating_sub(DARKER);
    let pixels = picture.pixels().map(|pixel| pixel.0[0]).filter(|shade| *shade > ground);
    let mut apart: Vec<u8> = pixels.map(|shade| shade.abs_diff(paper)).collect();
    apart.sort_unstable();
    1.5 * apart.get(apart.len() / 2).copied().map_or(0.0, f32::from)
}

/// Places that words and lines account for, with a margin that their boxes lack. Strokes of letters may be detected
/// as lines.
fn known(page: &Page, crumbs: &[usize]) -> Vec<Region> {
    let all = page.reading.words.iter().enumerate();
    let words: Vec<Word> = all
        .filter(|(at, _)| !crumbs.contains(at))
        .map(|(_, word)| word.clone())
        .collect();
    let words = level(&words).into_iter();
    let words = words.map(|region| region.grown(0.3 * region.height.min(20.0)));
    let drawn = page
        .rulings
        .iter()
        .filter(|line| line.to - line.from >= STROKE || bounds(page, line));
    let lines = drawn.map(|line| {
        let (a, b) = if line.horizontal {
            ((line.from, line.at), (line.to, line.at))
        } else {
            ((line.at, line.from), (line.at, line.to))
        };
        Region::between(page.number, a, b).grown(4.0)
    });
    words.chain(lines).collect()
}

/// Whether a line is a side of a cell, such as a check box.
fn bounds(page: &Page, line: &Ruling) -> bool {
    const NEAR: f32 = 2.0;
    page.cells.iter().any(|cell| {
        let (sides, from, to) = if line.horizontal {
            ([cell.y, cell.bottom()], cell.x, cell.right())
        } else {
            ([cell.x, cell.right()], cell.y, cell.bottom())
        };
        sides.iter().any(|side| (side - line.at).abs() < NEAR) && line.from < to && line.to > from
    })
}

/// Places of words on horizontal lines. OCR turns a line that runs upwards into a word that is much too high, or into
/// letters above each other.
pub(crate) fn level(words: &[Word]) -> Vec<Region> {
    let count = |word: &Word| word.text.chars().count();
    let single = |word: &&Word| count(word) == 1 && word.text.chars().all(char::is_alphabetic);
    let stacked = |word: &Word| {
        let near = |other: &&Word| {
            let ((x, y), (other_x, other_y)) = (word.region.center(), other.region.center());
            let height = word.region.height;
            (x - other_x).abs() < 0.5 * word.region.width && (y - other_y).abs() < STACK * height
        };
        single(&word) && words.iter().filter(single).filter(near).count() >= STACKED
    };
    let upright = |word: &&Word| {
        let high = count(word) > 1 && word.region.height > 2.0 * word.region.width;
        word.confidence.is_some() && (high || stacked(word))
    };
    let all = words.iter().filter(|word| !upright(word));
    all.map(|word| word.region).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;
    use touchstone_intake::Reading;

    fn word(text: &str, x: f32, y: f32, width: f32, height: f32) -> Word {
        let region = Region {
            page: 1,
            x,
            y,
            width,
            height,
        };
        Word {
            text: text.to_owned(),
            region,
            confidence: Some(0.9),
            min_char_confidence: Some(0.9),
            handwritten: false,
            size: 10.0,
            bold: false,
            widget: None,
        }
    }

    /// Sizes of the large bodies on a page with the given words and inked boxes.
    fn found(words: Vec<Word>, boxes: &[(u32, u32, u32, u32)]) -> Vec<(i32, i32)> {
        let mut picture = GrayImage::from_pixel(612, 792, Luma([250]));
        for (left, top, width, height) in boxes {
            for (x, y) in (*left..left + width).flat_map(|x| (*top..top + height).map(move |y| (x, y))) {
                picture.put_pixel(x, y, Luma([200]));
            }
        }
        let reading = Reading {
            words,
            ..Reading::empty()
        };
        let bodies = bodies(&picture, &Page::letter(1, reading));
        bodies
            .iter()
            .filter(|body| body.is_large)
            .map(|body| (body.place.width as i32, body.place.height as i32))
            .collect()
    }

    #[test]
    fn ink_that_no_words_account_for_is_found() {
        let stamp = (200, 300, 160, 120);
        assert_eq!(found(Vec::new(), &[stamp]), [(160, 120)]);
        assert_eq!(found(vec![word("STAMP", 200.0, 300.0, 160.0, 120.0)], &[stamp]), []);
        assert_eq!(found(Vec::new(), &[(200, 300, 30, 12)]), []);
        // What OCR made of an upright line does not account for its letters.
        let upright = (580, 300, 16, 160);
        assert_eq!(
            found(vec![word("SERN", 580.0, 300.0, 16.0, 160.0)], &[upright]),
            [(16, 160)]
        );
        let letter = |index: usize| word("S", 580.0, 300.0 + 20.0 * index as f32, 16.0, 20.0);
        assert_eq!(found((0..8).map(letter).collect(), &[upright]), [(16, 160)]);
        // Nor does a single letter account for its line.
        let turned = (200, 300, 120, 24);
        assert_eq!(found(vec![word("3", 230.0, 300.0, 20.0, 24.0)], &[turned]), [(120, 24)]);
        assert_eq!(found(vec![word("thirty", 200.0, 300.0, 120.0, 24.0)], &[turned]), []);
    }

    #[test]
    fn what_was_blacked_out_is_no_stamp() {
        let drawn = |white_every: u32| {
            let mut picture = GrayImage::from_pixel(612, 792, Luma([250]));
            for (x, y) in (80..560).flat_map(|x| (120..420).map(move |y| (x, y))) {
                let shade = if x % white_every == 0 { 250 } else { 20 };
                picture.put_pixel(x, y, Luma([shade]));
            }
            bodies(&picture, &Page::letter(1, Reading::empty())).len()
        };
        assert_eq!(drawn(1_000), 0);
        assert_eq!(drawn(5), 1, "white letters");
    }

    #[test]
    fn a_signature_is_not_much_and_a_turned_stamp_is() {
        let place = |width: f32, height: f32| word("", 0.0, 0.0, width, height).region;
        for (width, height, much) in [
            (140.0, 40.0, false),
            (164.0, 132.0, true),
            (16.0, 160.0, true),
            (6.0, 160.0, false),
            (60.0, 60.0, false),
        ] {
            assert_eq!(is_much(&place(width, height)), much, "{width} x {height}");
        }
    }
}
