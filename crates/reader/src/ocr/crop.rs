//! Cuts a text line out of a picture, leveled and scaled to the recognizer's input height.

use super::grey::Grey;
use super::quad::Quad;

/// Height of the recognizer's input, in pixels.
pub(super) const HEIGHT: usize = 48;
const NARROWEST: usize = 16;
const WIDEST: usize = 3200;

/// Width of a line scaled to [`HEIGHT`], in pixels.
pub(super) fn width(quad: &Quad) -> usize {
    let width = (HEIGHT as f32 * quad.width() / quad.height().max(1.0)).ceil() as usize;
    width.clamp(NARROWEST, WIDEST)
}

/// Passes the pixels of the line to `put`, row by row. Large print is averaged rather than subsampled.
pub(super) fn cut(grey: &Grey, quad: &Quad, width: usize, mut put: impl FnMut(usize, usize, f32)) {
    let steps = ((quad.height() / HEIGHT as f32).round() as usize).clamp(1, 3);
    let part =
        |place: usize, step: usize, length: usize| (place as f32 + (step as f32 + 0.5) / steps as f32) / length as f32;
    for y in 0..HEIGHT {
        for x in 0..width {
            let mut sum = 0.0;
            for step_y in 0..steps {
                for step_x in 0..steps {
                    let (from_x, from_y) = quad.at(part(x, step_x, width), part(y, step_y, HEIGHT));
                    sum += grey.sample(from_x - 0.5, from_y - 0.5);
                }
            }
            put(x, y, sum / (steps * steps) as f32);
        }
    }
}
