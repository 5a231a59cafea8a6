//! Finds check boxes: small free-standing squares with all four sides drawn. Ticks are evaluated by the callers. Table
//! cells are in `intake/layout`.

use super::ink::Ink;
use super::rulings;
use super::rulings::{LARGEST, SMALLEST};
use touchstone_intake::Ruling;

/// Squares at least this large, in points, are not letters in the print of forms.
const LARGE: f32 = 8.0;
/// Max ratio of the sides.
const OBLONG: f32 = 1.3;
/// Min fraction of each side that is drawn.
const DRAWN: f32 = 0.88;
/// Width of the strip beside a square that is checked for ink, in pixels.
const BESIDE: usize = 3;
/// Max fraction of ink in that strip.
const BULGE: f32 = 0.4;

/// A square in pixels; `right` and `bottom` are outside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Square {
    pub left: usize,
    pub top: usize,
    pub right: usize,
    pub bottom: usize,
}

impl Square {
    pub(super) fn width(&self) -> usize {
        self.right - self.left
    }

    pub(super) fn center(&self) -> (f32, f32) {
        let middle = |from: usize, to: usize| (from + to) as f32 / 2.0;
        (middle(self.left, self.right), middle(self.top, self.bottom))
    }

    /// Whether a point is inside, and not on a side.
    pub(super) fn contains_point(&self, x: f32, y: f32) -> bool {
        x > self.left as f32 && x < self.right as f32 && y > self.top as f32 && y < self.bottom as f32
    }
}

/// The squares of a page. A letter that descends into the frame or a tick that leaves it does not matter.
pub(super) fn find(ink: &Ink, pixels_per_point: f32) -> Vec<Square> {
    let edges = rulings::edges(ink, pixels_per_point);
    let near = 1.2 * pixels_per_point;
    let mut found: Vec<Square> = Vec::new();
    for (index, upper) in edges.iter().enumerate() {
        let below = edges[index + 1..]
            .iter()
            .take_while(|lower| lower.at - upper.at <= LARGEST * pixels_per_point);
        let across = |lower: &&Ruling| (lower.from - upper.from).abs() <= near && (lower.to - upper.to).abs() <= near;
        for lower in below.filter(across) {
            let square = Square {
                left: upper.from.min(lower.from) as usize,
                top: (upper.at - upper.thickness / 2.0) as usize,
                right: upper.to.max(lower.to) as usize,
                bottom: (lower.at + lower.thickness / 2.0).ceil() as usize,
            };
            if !is_known(&found, &square) && is_square(ink, &square, pixels_per_point) {
                found.push(square);
            }
        }
    }
    found
}

/// Adds the squares that do not overlap known ones.
pub(super) fn add(known: &mut Vec<Square>, further: Vec<Square>) {
    for square in further {
        if !is_known(known, &square) {
            known.push(square);
        }
    }
}

fn is_known(known: &[Square], square: &Square) -> bool {
    let level = |other: &Square| square.top < other.bottom && other.top < square.bottom;
    let in_line = |other: &Square| square.left < other.right && other.left < square.right;
    known.iter().any(|other| level(other) && in_line(other))
}

/// The four lines a square is drawn with, in pixels.
pub(super) fn sides(square: &Square) -> [Ruling; 4] {
    let side = |horizontal: bool, at: usize, from: usize, to: usize| Ruling {
        horizontal,
        at: at as f32,
        from: from as f32,
        to: to as f32,
        thickness: 1.0,
    };
    [
        side(true, square.top, square.left, square.right),
        side(true, square.bottom, square.left, square.right),
        side(false, square.left, square.top, square.bottom),
        side(false, square.right, square.top, square.bottom),
    ]
}

fn is_square(ink: &Ink, square: &Square, pixels_per_point: f32) -> bool {
    let (left, right) = (square.left, square.right);
    let (top, bottom) = (square.top, square.bottom);
    let (width, height) = ((right - left) as f32, (bottom - top) as f32);
    let range = SMALLEST * pixels_per_point..=LARGEST * pixels_per_point;
    if !range.contains(&width) || !range.contains(&height) || width.max(height) > OBLONG * width.min(height) {
        return false;
    }
    // A side may waver by a pixel or two: a position counts as drawn if there is ink at any depth up to this.
    let depth = (0.8 * pixels_per_point).max(2.0) as usize;
    let level = |from: usize| {
        (left..right)
            .filter(|x| ink.count(*x, from, x + 1, from + depth) > 0)
            .count() as f32
    };
    let upright = |from: usize| {
        (top..bottom)
            .filter(|y| ink.count(from, *y, from + depth, y + 1) > 0)
            .count() as f32
    };
    // The corners tell a square from a round letter. A side of a coarsely scanned square may begin a pixel further
    // inside; on large squares this is not a curve.
    let large = width.min(height) >= LARGE * pixels_per_point;
    let corner = |x: usize, y: usize, depth: usize, least: usize| ink.count(x, y, x + depth, y + depth) >= least;
    let is_corner = |(far_x, far_y): (bool, bool)| {
        let at = |far: bool, near: usize, end: usize, depth: usize| if far { end - depth } else { near };
        let place = |depth: usize| (at(far_x, left, right, depth), at(far_y, top, bottom, depth));
        let ((x, y), (wide_x, wide_y)) = (place(depth), place(depth + 1));
        let half = (depth * depth).div_ceil(2);
        corner(x, y, depth, half) || large && corner(wide_x, wide_y, depth + 1, half + 1)
    };
    let corners = [(false, false), (true, false), (false, true), (true, true)];
    // There is paper beside a square; a `D` bulges beyond the ends of its bars, and an `O` around its middle.
    let paper = |from: usize, top: usize, bottom: usize| {
        ink.count(from, top, from + BESIDE, bottom) as f32 <= BULGE * (BESIDE * (bottom - top)) as f32
    };
    let quarter = (bottom - top) / 4;
    let open = |from: usize| paper(from, top, bottom) && paper(from, top + quarter, bottom - quarter);
    corners.into_iter().all(is_corner)
        && open(left.saturating_sub(BESIDE + 1))
        && open(right + 1)
        && level(top) >= DRAWN * width
        && level(bottom - depth) >= DRAWN * width
        && upright(left) >= DRAWN * height
        && upright(right - depth) >= DRAWN * height
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::grey::Grey;

    #[test]
    fn squares_are_found_and_round_letters_are_not() {
        let mut grey = Grey {
            width: 300,
            height: 100,
            pixels: vec![255; 30_000],
        };
        let mut dot = |x: usize, y: usize| grey.pixels[y * 300 + x] = 0;
        for step in 0..24 {
            for pen in 0..2 {
                dot(50 + step, 40 + pen);
                dot(50 + step, 62 + pen);
                dot(50 + pen, 40 + step);
                dot(72 + pen, 40 + step);
            }
            // A tick inside.
            dot(50 + step, 40 + step);
        }
        for step in 0..360 {
            let (sin, cos) = (step as f32).to_radians().sin_cos();
            for pen in 0..3 {
                let radius = 12.0 - pen as f32;
                dot((150.0 + radius * cos) as usize, (52.0 + radius * sin) as usize);
            }
        }
        // A horizontal line just below a square does not become its bottom side, and a D is not a square.
        grey.pixels[65 * 300 + 175..65 * 300 + 290].fill(0);
        grey.pixels[66 * 300 + 175..66 * 300 + 290].fill(0);
        for step in 0..24 {
            for pen in 0..2 {
                for (x, y) in [
                    (220 + step, 40 + pen),
                    (220 + step, 62 + pen),
                    (220 + pen, 40 + step),
                    (242 + pen, 40 + step),
                ] {
                    grey.pixels[y * 300 + x] = 0;
                }
            }
            grey.pixels[64 * 300 + 220 + step] = 120;
        }
        for y in 10..30usize {
            let bulge = 6 - y.abs_diff(20).saturating_sub(4).min(6);
            grey.pixels[y * 300 + 20..y * 300 + 23].fill(0);
            grey.pixels[y * 300 + 34 + bulge..y * 300 + 37 + bulge].fill(0);
        }
        for y in [10, 11, 28, 29] {
            grey.pixels[y * 300 + 20..y * 300 + 36].fill(0);
        }
        let found = find(&Ink::of(&grey), 200.0 / 72.0);
        let starts: Vec<_> = found.iter().map(|square| (square.left, square.top)).collect();
        assert_eq!(starts, [(50, 40), (220, 40)], "{found:?}");
    }
}
