//! Measures the ink in a check box or another place without words: ticks are often drawn as strokes, which no reading
//! contains. Ink is measured relative to the paper around it and to the darkest print nearby, because paper may be
//! gray or in shadow and a whole page may be pale.

use super::InkView;
use super::shape::{Mask, Shape};
use crate::ocr::percentile;
use image::GrayImage;
use touchstone_intake::{Failure, InkSample, Outcome, Region};

/// Pixels per point: a tick in an eight-point square is then about two dozen pixels wide.
const SCALE: f32 = 4.0;
/// Share of a square's side, at each edge, that is its own drawn line.
const EDGE: f32 = 0.2;
/// Min depth of ink, from 0 (paper) to 1 (print).
const INK: f32 = 0.38;
/// Min depth of a pixel that may be ink.
const PALE: f32 = 0.15;
/// Points around a place in which the shade of the print is measured.
const PRINT: f32 = 40.0;
/// Side, in pixels, of the tiles in which the shade of the paper is measured, over a tile and its neighbors.
const TILE: u32 = 32;
/// Share of a tile's pixels that are as dark as its paper or darker.
const LIGHTER: f32 = 0.75;
/// Share of a neighborhood's pixels that are as dark as its print.
const DARKEST: f32 = 0.001;
/// Min difference between print and paper, in shades; paper grain differs less.
const LEAST: f32 = 64.0;
/// Darkest paper that can be judged without any print on it.
const NO_PAPER: f32 = 96.0;
/// Rays from the middle of a square along which a surrounding ring is searched for.
const RAYS: u32 = 16;
/// Min rays that must meet a ring.
const MET: usize = 11;
/// Where a ray starts and ends, in sides of the square.
const RING: (f32, f32) = (0.72, 2.2);

/// Measures several places; rings are searched for only if wanted.
pub(super) fn samples(view: &InkView, places: &[Region], rings: bool) -> Result<Vec<InkSample>, Failure> {
    let Some(around) = Region::around(places) else {
        return Ok(Vec::new());
    };
    let page = view.page.region();
    // The drawing is cut at the page's edge, so the requested part is too.
    let Some(shown) = around.grown(2.0).intersection(&page) else {
        let message = format!("places outside page {} have no ink to measure", page.page);
        return Err(Failure::new(Outcome::Io, message));
    };
    let around = shown.grown(PRINT).intersection(&page).unwrap_or(shown);
    let sight = Sight::new(view.gray(Some(around), SCALE)?, around);
    let words: Vec<Region> = view.page.reading.words.iter().map(|word| word.region).collect();
    let sample = |place: &Region| InkSample {
        ringed: rings && sight.is_ringed(place, &words),
        ..sight.inside(place)
    };
    Ok(places.iter().map(sample).collect())
}

/// Part of a picture, in pixels, without its right and bottom sides.
#[derive(Clone, Copy)]
struct PixelBox {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl PixelBox {
    fn pixels(self) -> impl Iterator<Item = (u32, u32)> {
        (self.top..self.bottom).flat_map(move |y| (self.left..self.right).map(move |x| (x, y)))
    }
}

/// The picture of part of a page, with the shade of the paper in every tile.
struct Sight {
    image: GrayImage,
    around: Region,
    scale: (f32, f32),
    paper: Vec<f32>,
    columns: u32,
}

impl Sight {
    fn new(image: GrayImage, around: Region) -> Self {
        let scale = (
            image.width() as f32 / around.width,
            image.height() as f32 / around.height,
        );
        let (columns, rows) = (image.width().div_ceil(TILE), image.height().div_ceil(TILE));
        let tiles = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let shades: Vec<f32> = tiles
            .map(|(column, row)| {
                let (left, top) = (column * TILE, row * TILE);
                let (right, bottom) = (image.width().min(left + TILE), image.height().min(top + TILE));
                let tile = PixelBox {
                    left,
                    top,
                    right,
                    bottom,
                };
                f32::from(shade(&image, tile, LIGHTER))
            })
            .collect();
        let near = |at: u32, most: u32| at.saturating_sub(1)..most.min(at + 2);
        let lightest = |column: u32, row: u32| {
            let beside =
                near(row, rows).flat_map(|row| near(column, columns).map(move |column| row * columns + column));
            beside.map(|at| shades[at as usize]).fold(0.0, f32::max)
        };
        let paper = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let paper = paper.map(|(column, row)| lightest(column, row)).collect();
        Self {
            image,
            around,
            scale,
            paper,
            columns,
        }
    }

    fn paper(&self, x: u32, y: u32) -> f32 {
        let tile = (y / TILE) * self.columns + x / TILE;
        self.paper.get(tile as usize).copied().unwrap_or(255.0)
    }

    fn pixels(&self, place: &Region) -> PixelBox {
        let across = |x: f32| ((x - self.around.x) * self.scale.0).round().max(0.0) as u32;
        let down = |y: f32| ((y - self.around.y) * self.scale.1).round().max(0.0) as u32;
        let (width, height) = self.image.dimensions();
        PixelBox {
            left: across(place.x).min(width),
            top: down(place.y).min(height),
            right: across(place.right()).min(width),
            bottom: down(place.bottom()).min(height),
        }
    }

    /// The shade of the print around a place.
    fn print(&self, place: &Region) -> f32 {
        f32::from(shade(&self.image, self.pixels(&place.grown(PRINT)), DARKEST))
    }

    /// Where a pixel lies between paper (0) and print (1).
    fn depth(&self, x: u32, y: u32, print: f32) -> f32 {
        let paper = self.paper(x, y);
        (paper - f32::from(self.image.get_pixel(x, y).0[0])) / (paper - print).max(LEAST)
    }

    fn inside(&self, square: &Region) -> InkSample {
        let (edge_x, edge_y) = (square.width * EDGE, square.height * EDGE);
        let inner = Region {
            x: square.x + edge_x,
            y: square.y + edge_y,
            width: square.width - 2.0 * edge_x,
            height: square.height - 2.0 * edge_y,
            ..*square
        };
        let print = self.print(square);
        let (mut all, mut dark, mut pale, mut paper) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
        for (x, y) in self.pixels(&inner).pixels() {
            let depth = self.depth(x, y, print);
            all += 1.0;
            dark += f32::from(u8::from(depth > INK));
            pale += f32::from(u8::from(depth > PALE));
            paper += self.paper(x, y);
        }
        let all = all.max(1.0);
        // Where everything is dark, paper and ink cannot be told apart.
        if paper / all < NO_PAPER && paper / all - print < LEAST {
            pale = all;
        }
        InkSample {
            dark: dark / all,
            pale: pale / all,
            ringed: false,
            ..self.shapes(square, print)
        }
    }

    /// How wide and thick the ink between the upper and lower edge of a place is.
    fn shapes(&self, place: &Region, print: f32) -> InkSample {
        let edge = place.height * EDGE;
        let inner = self.pixels(&Region {
            y: place.y + edge,
            height: place.height - 2.0 * edge,
            ..*place
        });
        let (columns, rows) = (
            inner.right.saturating_sub(inner.left),
            inner.bottom.saturating_sub(inner.top),
        );
        let mask = Mask::new(columns, rows, |x, y| {
            self.depth(inner.left + x, inner.top + y, print) > INK
        });
        let height = (place.height * self.scale.1).max(1.0);
        let widest = mask.shapes().iter().map(Shape::width).fold(0.0, f32::max);
        InkSample {
            joined: widest / height,
            thickest: mask.largest_square() as f32 / height,
            ..InkSample::default()
        }
    }

    /// Whether ink surrounds a square on most sides and rounds its corners, which the frame of a cell does not.
    fn is_ringed(&self, square: &Region, words: &[Region]) -> bool {
        let side = square.width.max(square.height);
        let print = self.print(square);
        let (x, y) = square.center();
        let word = |x: f32, y: f32| words.iter().any(|word| word.grown(1.0).contains_point(x, y));
        let step = 1.0 / self.scale.0.max(1.0);
        let met = |ray: u32| {
            let (sine, cosine) = (ray as f32 / RAYS as f32 * std::f32::consts::TAU).sin_cos();
            // A ray towards a corner leaves the square later.
            let corner = 1.0 / cosine.abs().max(sine.abs());
            let steps = ((RING.1 * side - RING.0 * side * corner) / step).max(0.0) as u32;
            (0..steps).find_map(|at| {
                let far = RING.0 * side * corner + at as f32 * step;
                let (px, py) = (x + far * cosine, y + far * sine);
                if word(px, py) {
                    return None;
                }
                let column = ((px - self.around.x) * self.scale.0).floor();
                let row = ((py - self.around.y) * self.scale.1).floor();
                let inside = column >= 0.0
                    && row >= 0.0
                    && column < self.image.width() as f32
                    && row < self.image.height() as f32;
                (inside && self.depth(column as u32, row as u32, print) > INK).then_some(far)
            })
        };
        let rays: Vec<Option<f32>> = (0..RAYS).map(met).collect();
        rays.iter().flatten().count() >= MET && round_corners(&rays) >= 2
    }
}

/// Number of round corners in the outline that the rays met. The sides next to a corner tell how far away it would
/// be: a frame reaches it, a ring passes well inside.
fn round_corners(rays: &[Option<f32>]) -> usize {
    let eighth = rays.len() / 8;
    let at = |eighths: usize| rays[(eighths * eighth) % rays.len()];
    let corners = [1, 3, 5, 7].into_iter().filter(|corner| {
        let (Some(far), Some(one), Some(other)) = (at(*corner), at(corner - 1), at(corner + 1)) else {
            return false;
        };
        let reach = std::f32::consts::FRAC_1_SQRT_2 * far;
        (reach / one).powi(2) + (reach / other).powi(2) < 1.5
    });
    corners.count()
}

/// The lightest shade among the darkest `share` of the pixels.
fn shade(image: &GrayImage, part: PixelBox, share: f32) -> u8 {
    let mut counts = [0u32; 256];
    for (x, y) in part.pixels() {
        counts[usize::from(image.get_pixel(x, y).0[0])] += 1;
    }
    percentile(&counts, share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;

    /// A gray page with the frame of a square in another shade.
    fn drawn(paper: impl Fn(u32) -> u8, print: u8, mark: impl Fn(i32, i32) -> Option<u8>) -> InkSample {
        let size = 4 * 120;
        let image = GrayImage::from_fn(size, size, |x, y| {
            let (dx, dy) = (x.abs_diff(240), y.abs_diff(240));
            let frame = dx.max(dy) <= 21 && dx.max(dy) >= 19;
            let own = mark(x.cast_signed() - 240, y.cast_signed() - 240);
            Luma([own.unwrap_or(if frame { print } else { paper(x) })])
        });
        let whole = Region::whole(1, 120.0, 120.0);
        let square = Region {
            page: 1,
            x: 55.0,
            y: 55.0,
            width: 10.0,
            height: 10.0,
        };
        let sight = Sight::new(image, whole);
        InkSample {
            ringed: sight.is_ringed(&square, &[]),
            ..sight.inside(&square)
        }
    }

    fn cross(shade: u8) -> impl Fn(i32, i32) -> Option<u8> {
        move |x, y| (x.abs() < 14 && y.abs() < 14 && (x.abs() - y.abs()).abs() < 3).then_some(shade)
    }

    #[test]
    fn ink_is_what_is_dark_beside_its_own_paper() {
        let shadow = |x: u32| 90 + (x / 4) as u8;
        for (name, seen, marked) in [
            ("white", drawn(|_| 255, 0, |_, _| None), false),
            ("grey", drawn(|_| 120, 0, |_, _| None), false),
            ("shadow", drawn(shadow, 0, |_, _| None), false),
            ("crossed on grey", drawn(|_| 120, 0, cross(0)), true),
            ("crossed in a shadow", drawn(shadow, 10, cross(20)), true),
            ("all pale", drawn(|_| 230, 165, cross(165)), true),
            (
                "filled",
                drawn(|_| 255, 0, |x, y| (x.abs().max(y.abs()) < 19).then_some(0)),
                true,
            ),
        ] {
            assert_eq!(
                (seen.is_marked(), seen.may_be_marked()),
                (marked, marked),
                "{name}: {seen:?}"
            );
        }
    }

    #[test]
    fn a_line_joins_what_print_leaves_apart_and_a_blot_is_thicker() {
        // Digits of thin strokes, 12 pixels wide in 16.
        let print = |x: i32, y: i32| {
            let at = (x + 240) % 16;
            y.abs() < 12 && at < 12 && !((3..9).contains(&at) && y.abs() < 9)
        };
        let seen = |ink: fn(i32, i32) -> bool| drawn(|_| 255, 0, move |x, y| (print(x, y) || ink(x, y)).then_some(0));
        let (bare, struck, blotted) = (
            seen(|_, _| false),
            seen(|_, y| y.abs() < 2),
            seen(|x, y| x * x + y * y < 144),
        );
        assert!(bare.joined < 0.5 && bare.thickest < 0.15, "{bare:?}");
        assert!(struck.joined > 0.95 && struck.thickest < 0.2, "{struck:?}");
        assert!(blotted.thickest > 0.35, "{blotted:?}");
    }

    #[test]
    fn pencil_and_a_ring_are_no_marks_and_may_be_meant_as_some() {
        let ring = |x: i32, y: i32| ((47 * 47)..(51 * 51)).contains(&(x * x + y * y)).then_some(0);
        let cell = |x: i32, y: i32| (48..51).contains(&x.abs().max(y.abs())).then_some(0);
        for (name, seen, may_be) in [
            ("pencil", drawn(|_| 255, 0, cross(175)), true),
            ("a ring", drawn(|_| 255, 0, ring), true),
            ("the cell of a table", drawn(|_| 255, 0, cell), false),
            ("a dark page", drawn(|_| 20, 20, |_, _| None), true),
        ] {
            assert_eq!(
                (seen.is_marked(), seen.may_be_marked()),
                (false, may_be),
                "{name}: {seen:?}"
            );
        }
    }
}
