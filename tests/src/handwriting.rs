//! Handwritten digits: pen strokes whose position, size and slant vary, drawn onto pixels in place of print.
//! Everything follows from a seed. `scanning` picks the words to write.

use super::Dice;
use crate::scan::Pixels;
use touchstone_intake::{Region, Word};

/// The stroke of a digit or sign: coordinates from 0 to 1, down and to the right.
type Stroke = &'static [(f32, f32)];

const ZERO: Stroke = &[
    (0.3, 0.0),
    (0.1, 0.15),
    (0.0, 0.5),
    (0.1, 0.85),
    (0.3, 1.0),
    (0.5, 0.85),
    (0.58, 0.5),
    (0.5, 0.1),
    (0.27, 0.02),
];
const ONE: Stroke = &[(0.1, 0.2), (0.3, 0.0), (0.27, 1.0)];
const TWO: Stroke = &[
    (0.05, 0.2),
    (0.2, 0.02),
    (0.45, 0.08),
    (0.48, 0.3),
    (0.25, 0.65),
    (0.0, 1.0),
    (0.55, 0.97),
];
const THREE: Stroke = &[
    (0.05, 0.08),
    (0.3, 0.0),
    (0.5, 0.15),
    (0.4, 0.4),
    (0.2, 0.47),
    (0.45, 0.6),
    (0.52, 0.8),
    (0.3, 1.0),
    (0.02, 0.9),
];
const FOUR: Stroke = &[
    (0.35, 0.0),
    (0.02, 0.65),
    (0.55, 0.62),
    (0.42, 0.62),
    (0.45, 0.3),
    (0.4, 1.0),
];
const FIVE: Stroke = &[
    (0.5, 0.02),
    (0.12, 0.05),
    (0.08, 0.42),
    (0.35, 0.4),
    (0.52, 0.65),
    (0.4, 0.93),
    (0.02, 0.96),
];
const SIX: Stroke = &[
    (0.42, 0.0),
    (0.12, 0.35),
    (0.02, 0.75),
    (0.2, 1.0),
    (0.45, 0.9),
    (0.45, 0.65),
    (0.2, 0.55),
    (0.04, 0.75),
];
const SEVEN: Stroke = &[(0.02, 0.05), (0.52, 0.02), (0.2, 1.0)];
const EIGHT: Stroke = &[
    (0.45, 0.12),
    (0.2, 0.0),
    (0.08, 0.2),
    (0.3, 0.45),
    (0.5, 0.75),
    (0.3, 1.0),
    (0.05, 0.85),
    (0.15, 0.55),
    (0.42, 0.3),
    (0.45, 0.12),
];
const NINE: Stroke = &[
    (0.48, 0.2),
    (0.25, 0.02),
    (0.05, 0.25),
    (0.2, 0.5),
    (0.45, 0.4),
    (0.48, 0.2),
    (0.42, 1.0),
];
const POINT: Stroke = &[(0.08, 0.95), (0.1, 0.98)];
const COMMA: Stroke = &[(0.12, 0.92), (0.03, 1.12)];
const DASH: Stroke = &[(0.05, 0.55), (0.4, 0.5)];

/// Height of a digit, in points. `STEP`: advance to the next digit, in digit heights. `PEN`: half the width of the
/// pen, in pixels.
const HEIGHT: f32 = 8.5;
const STEP: f32 = 0.8;
/// Share of that advance taken by a point, a comma or a dash.
const SIGN: f32 = 0.6;
const PEN: f32 = 1.3;
const INK: u8 = 40;
/// Variation of a digit, in hundredths of its height: of its vertical position, of its slant, and of each bend of its
/// stroke.
const UNEVEN: i64 = 15;
const LEAN: i64 = 12;
const BEND: i64 = 4;

/// Whether every character of a word can be written.
pub fn can_write(text: &str) -> bool {
    text.chars().all(|sign| stroke(sign).is_some())
}

fn stroke(sign: char) -> Option<Stroke> {
    let digits = [ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE];
    match sign {
        '.' => Some(POINT),
        ',' => Some(COMMA),
        '-' => Some(DASH),
        _ => sign.to_digit(10).map(|digit| digits[digit as usize]),
    }
}

/// Writes a word where it was printed, at `scale` pixels per point, and returns its place.
pub fn write(page: &mut Pixels, scale: f32, word: &Word, dice: &mut Dice) -> Region {
    let place = word.region;
    paint(page, scale, place);
    let mut share = |hundredths: i64| dice.between(-hundredths, hundredths) as f32 / 100.0;
    let steps: f32 = word.text.chars().map(step).sum();
    // Amounts are right-aligned in their box.
    let start = if word.text.contains('-') {
        place.x
    } else {
        place.right() - steps
    };
    let mut x = start;
    for sign in word.text.chars() {
        let height = HEIGHT * (1.0 + share(UNEVEN));
        let foot = place.bottom() - 1.5 + HEIGHT * share(UNEVEN);
        let lean = share(LEAN);
        let bends: Vec<(f32, f32)> = stroke(sign)
            .unwrap_or_default()
            .iter()
            .map(|(along, down)| {
                let (along, down) = (along + share(BEND), down + share(BEND));
                (x + height * (along + lean * (1.0 - down)), foot - height * (1.0 - down))
            })
            .collect();
        for pair in bends.windows(2) {
            draw(page, scale, pair[0], pair[1]);
        }
        x += step(sign);
    }
    let around = HEIGHT / 4.0;
    Region::between(place.page, (start, place.y - around), (x, place.bottom() + around))
}

/// Advance from one character to the next.
fn step(sign: char) -> f32 {
    HEIGHT * STEP * if sign.is_ascii_digit() { 1.0 } else { SIGN }
}

/// Paints blank paper over a printed place.
fn paint(page: &mut Pixels, scale: f32, place: Region) {
    let pixel = |points: f32| (points * scale).max(0.0) as usize;
    for y in pixel(place.y)..pixel(place.bottom()).min(page.height) {
        let row = &mut page.grey[y * page.width..][..page.width];
        row[pixel(place.x)..pixel(place.right()).min(page.width)].fill(255);
    }
}

/// Draws a straight piece of a stroke; coordinates in points.
fn draw(page: &mut Pixels, scale: f32, from: (f32, f32), to: (f32, f32)) {
    let length = scale * (to.0 - from.0).hypot(to.1 - from.1);
    let steps = (2.0 * length).ceil().max(1.0) as usize;
    for step in 0..=steps {
        let part = step as f32 / steps as f32;
        let (x, y) = (
            scale * (from.0 + part * (to.0 - from.0)),
            scale * (from.1 + part * (to.1 - from.1)),
        );
        let around =
            |middle: f32, side: usize| (middle - PEN).max(0.0) as usize..((middle + PEN) as usize + 1).min(side);
        for near_y in around(y, page.height) {
            for near_x in around(x, page.width) {
                if (near_x as f32 - x).hypot(near_y as f32 - y) <= PEN {
                    page.grey[near_y * page.width + near_x] = INK;
                }
            }
        }
    }
}
