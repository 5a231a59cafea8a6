//! Ink of a page that no reading took for words: stamps that are turned, faint or printed across the text. A separate
//! body of ink that is as large as a stamp or made of letters is read once more; if it stays unread it raises a
//! doubt. See `letter_shapes` for what counts as letters.

use super::letter_shapes::{self, DARKER};
use super::{InkView, paper_shade};
use image::GrayImage;
use touchstone_intake::layout::level_words;
use touchstone_intake::{Failure, Page, Region, Ruling, UnreadInk};

/// Pixels per point of the picture in which ink is searched for.
pub(super) const SCALE: f32 = 1.0;
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
/// Min distance of faint print from the paper's shade, in multiples of the paper's grain.
const GRAIN: f32 = 5.0;
/// Min distance of faint print from the paper's shade, in shades.
const LEAST_DARKER: u8 = 8;
/// Height of a line of faint print, in points.
const PRINT: std::ops::RangeInclusive<f32> = 6.0..=44.0;
/// Min width of a line of faint print, in points.
const LINE: f32 = 32.0;
/// Width of the edge shadow of a scan, in points.
pub(super) const SHADOW: f32 = 6.0;

/// Looks for unread ink on a page.
pub(super) fn unread(view: &InkView) -> Result<UnreadInk, Failure> {
    let page = view.page;
    let bodies = bodies(&view.gray(None, SCALE)?, page);
    let mut unread = UnreadInk::default();
    if bodies.is_empty() {
        return Ok(unread);
    }
    let finer = view.gray(None, letter_shapes::SCALE)?;
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

/// Faint print in parts of a page.
pub(super) fn faint(view: &InkView, parts: &[Region]) -> Result<Vec<Region>, Failure> {
    Ok(faint_in(&view.gray(None, SCALE)?, view.page, parts))
}

struct Body {
    place: Region,
    /// Whether it is as large as a stamp.
    is_large: bool,
}

/// The bodies of ink that are as large as a stamp or may be letters, largest first.
fn bodies(picture: &GrayImage, page: &Page) -> Vec<Body> {
    let shade = paper_shade(picture).saturating_sub(DARKER);
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

/// Places in each part of a page that look like a line of print so faint that it differs little from the paper.
fn faint_in(picture: &GrayImage, page: &Page, parts: &[Region]) -> Vec<Region> {
    let bodies = Ink::new(picture, page, faintest(picture), &[]).bodies();
    let inner = page.region().grown(-SHADOW);
    let is_print = |place: &Region| {
        let inside =
            place.x > inner.x && place.right() < inner.right() && place.y > inner.y && place.bottom() < inner.bottom();
        inside && PRINT.contains(&place.height) && place.width >= LINE
    };
    let print: Vec<Region> = bodies.into_iter().map(|(_, around)| around).filter(is_print).collect();
    let of_part = |part: &Region| {
        print
            .iter()
            .copied()
            .filter(|place| part.holds(place))
            .collect::<Vec<_>>()
    };
    parts.iter().flat_map(of_part).collect()
}

/// The lightest shade that is print rather than paper grain.
pub(super) fn faintest(picture: &GrayImage) -> u8 {
    let paper = paper_shade(picture);
    let darker = (GRAIN * grain(picture, paper)).clamp(f32::from(LEAST_DARKER), f32::from(DARKER));
    paper.saturating_sub(darker as u8)
}

/// Bodies of ink darker than `faintest`, as large as a stamp, that neither words nor lines account for and that are
/// mostly too light for the search for unread ink. Largest first.
pub(super) fn washed(picture: &GrayImage, page: &Page, faintest: u8) -> Vec<Region> {
    const DARK: f32 = 0.1;
    let shade = paper_shade(picture).saturating_sub(DARKER);
    let ink = Ink::new(picture, page, faintest, &[]);
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
    let words = all.filter(|(at, _)| !crumbs.contains(at)).map(|(_, word)| word);
    let words = level_words(words).into_iter();
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

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;
    use touchstone_intake::{Reading, Word};

    fn word(text: &str, x: f32, y: f32, width: f32, height: f32) -> Word {
        let region = Region {
            page: 1,
            x,
            y,
            width,
            height,
        };
        Word {
            confidence: Some(0.9),
            min_char_confidence: Some(0.9),
            ..Word::typed(text, region, 10.0)
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
    fn print_a_little_darker_than_grained_paper_is_found() {
        let page = Page::letter(1, Reading::empty());
        let head = Region {
            height: 0.14 * page.height,
            ..page.region()
        };
        let drawn = |shade: u8| {
            let grain = |x: u32, y: u32| ((x * 7 + y * 13) % 5) as u8;
            let letters = |x: u32, y: u32| (260..340).contains(&x) && (40..52).contains(&y) && x % 8 < 4;
            let picture = GrayImage::from_fn(612, 792, |x, y| {
                let paper = 250 - grain(x, y);
                Luma([if letters(x, y) { paper - shade } else { paper }])
            });
            faint_in(&picture, &page, &[head]).len()
        };
        assert_eq!(drawn(24), 1);
        assert_eq!(drawn(0), 0);
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
}
