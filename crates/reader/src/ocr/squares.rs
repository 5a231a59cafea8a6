//! Check boxes: small squares that stand for themselves, drawn all round. Whether one is ticked is seen by those who ask
//! for it. Not here: the cells of tables (see `intake/layout`).

use super::ink::Ink;
use touchstone_intake::Ruling;

/// Sides in points.
const SMALLEST: f32 = 5.0;
const LARGEST: f32 = 17.0;
/// How much longer one side may be than the other.
const OBLONG: f32 = 1.3;
/// Share of each side that is drawn.
const DRAWN: f32 = 0.88;

/// Left, top, right and bottom in pixels.
pub(super) type Square = (usize, usize, usize, usize);

pub(super) fn find(ink: &Ink, pixels_per_point: f32) -> Vec<Square> {
    let mut seen = vec![false; ink.width * ink.height];
    let mut found = Vec::new();
    for y in 0..ink.height {
        for x in 0..ink.width {
            if ink.is_dark(x, y) && !seen[y * ink.width + x] {
                let bounds = component(ink, &mut seen, x, y);
                if is_square(ink, bounds, pixels_per_point) {
                    found.push(bounds);
                }
            }
        }
    }
    found
}

/// The four lines that a square is drawn with, in pixels.
pub(super) fn sides(&(left, top, right, bottom): &Square) -> [Ruling; 4] {
    let side = |horizontal: bool, at: usize, from: usize, to: usize| Ruling {
        horizontal,
        at: at as f32,
        from: from as f32,
        to: to as f32,
        thickness: 1.0,
    };
    [
        side(true, top, left, right),
        side(true, bottom, left, right),
        side(false, left, top, bottom),
        side(false, right, top, bottom),
    ]
}

/// The bounds of all ink that hangs together with a pixel.
fn component(ink: &Ink, seen: &mut [bool], x: usize, y: usize) -> Square {
    let mut open = vec![(x, y)];
    seen[y * ink.width + x] = true;
    let mut bounds = (x, y, x + 1, y + 1);
    while let Some((x, y)) = open.pop() {
        bounds = (
            bounds.0.min(x),
            bounds.1.min(y),
            bounds.2.max(x + 1),
            bounds.3.max(y + 1),
        );
        for near_y in y.saturating_sub(1)..(y + 2).min(ink.height) {
            for near_x in x.saturating_sub(1)..(x + 2).min(ink.width) {
                let near = near_y * ink.width + near_x;
                if ink.is_dark(near_x, near_y) && !seen[near] {
                    seen[near] = true;
                    open.push((near_x, near_y));
                }
            }
        }
    }
    bounds
}

fn is_square(ink: &Ink, (left, top, right, bottom): Square, pixels_per_point: f32) -> bool {
    let (width, height) = ((right - left) as f32, (bottom - top) as f32);
    let range = SMALLEST * pixels_per_point..=LARGEST * pixels_per_point;
    if !range.contains(&width) || !range.contains(&height) || width.max(height) > OBLONG * width.min(height) {
        return false;
    }
    // A side may waver by a pixel or two: a place of it is drawn when there is ink at any depth up to this.
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
    level(top) >= DRAWN * width
        && level(bottom - depth) >= DRAWN * width
        && upright(left) >= DRAWN * height
        && upright(right - depth) >= DRAWN * height
}

#[cfg(test)]
mod tests {
    use super::super::grey::Grey;
    use super::*;

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
        assert_eq!(find(&Ink::of(&grey), 200.0 / 72.0), [(50, 40, 74, 64)]);
    }
}
