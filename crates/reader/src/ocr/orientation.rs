//! Turns a picture so that its lines run level from left to right: first by quarter turns, then by the remaining
//! degrees. Perspective is not corrected.

use super::grey::Grey;
use super::paddle::PaddleReader;
use super::quad::Quad;
use super::{Glyph, Line, Wishes};
use touchstone_intake::Script;

/// Min ratio of the sides of a rectangle that shows the direction of a line.
const LONG: f32 = 2.0;
/// Lines read both ways to decide which is upright.
const ASKED: usize = 4;
/// Lines read with at least this confidence are not upside down.
const SURE: f32 = 0.85;
/// Min gain in confidence of the turned reading.
const SURER: f32 = 0.08;
/// In degrees: a smaller slope is harmless.
const LEVEL: f32 = 0.12;
/// In degrees: a larger slope does not come from a scanner.
const STEEPEST: f32 = 20.0;
/// Min ratio of width to height of a rectangle whose slope is measured.
const SLOPE_SHOWN: f32 = 5.0;

/// A picture turned upright, the lines on it, and the degrees clockwise it was turned.
pub(super) struct Laid {
    pub(super) picture: Grey,
    pub(super) quads: Vec<Quad>,
    pub(super) turn: f32,
    /// Lines already read, by index into `quads`.
    pub(super) read: Vec<(usize, Vec<Glyph>)>,
}

pub(super) fn lay_upright(reader: &PaddleReader, picture: Grey, wishes: &Wishes) -> anyhow::Result<Laid> {
    let mut laid = Laid {
        quads: reader.detect(&picture, wishes)?,
        picture,
        turn: 0.0,
        read: Vec::new(),
    };
    if wishes.upright {
        return Ok(laid);
    }
    if runs_upwards(&laid.quads) {
        laid.quarter(reader, 1, wishes)?;
    }
    if !laid.quads.is_empty() && is_upside_down(reader, &mut laid, wishes.script)? {
        laid.quarter(reader, 2, wishes)?;
    }
    let slope = slope(&laid.quads);
    if slope.abs() > LEVEL && slope.abs() < STEEPEST {
        laid.level(slope);
    }
    Ok(laid)
}

impl Laid {
    fn quarter(&mut self, reader: &PaddleReader, quarters: u8, wishes: &Wishes) -> anyhow::Result<()> {
        self.picture = self.picture.quartered(quarters);
        self.quads = reader.detect(&self.picture, wishes)?;
        self.turn += 90.0 * f32::from(quarters);
        self.read.clear();
        Ok(())
    }

    /// Turns the picture back by the slope, and the lines with it.
    fn level(&mut self, slope: f32) {
        self.picture = self.picture.turned(-slope);
        self.turn -= slope;
        let (sin, cos) = (-slope).to_radians().sin_cos();
        let (middle_x, middle_y) = (self.picture.width as f32 / 2.0, self.picture.height as f32 / 2.0);
        for quad in &mut self.quads {
            *quad = quad.mapped(|(x, y)| {
                let (x, y) = (x - middle_x, y - middle_y);
                (middle_x + x * cos - y * sin, middle_y + x * sin + y * cos)
            });
        }
    }
}

fn runs_upwards(quads: &[Quad]) -> bool {
    let (mut level, mut upright) = (0.0, 0.0);
    for quad in quads {
        let (left, top, right, bottom) = quad.bounds();
        let (width, height) = (right - left, bottom - top);
        if height > LONG * width {
            upright += height;
        } else if width > LONG * height {
            level += width;
        }
    }
    upright > level
}

/// Reads the longest lines both ways; when in doubt a page is not upside down.
fn is_upside_down(reader: &PaddleReader, laid: &mut Laid, script: Script) -> anyhow::Result<bool> {
    let mut longest: Vec<usize> = (0..laid.quads.len()).collect();
    longest.sort_by(|a, b| laid.quads[*b].width().total_cmp(&laid.quads[*a].width()));
    // The very longest may be a ruling or a frame mistaken for text.
    longest.truncate(ASKED);
    let quads: Vec<Quad> = longest.iter().map(|index| laid.quads[*index]).collect();
    let confidence = |lines: &[Line]| lines.iter().map(Line::confidence).sum::<f32>() / lines.len().max(1) as f32;
    let lines = reader.recognise(&laid.picture, &quads, script)?;
    let upright = confidence(&lines);
    laid.read = longest
        .into_iter()
        .zip(lines.into_iter().map(|line| line.glyphs))
        .collect();
    if upright >= SURE {
        return Ok(false);
    }
    let turned: Vec<Quad> = quads.iter().map(|quad| quad.read_from(2)).collect();
    Ok(confidence(&reader.recognise(&laid.picture, &turned, script)?) > upright + SURER)
}

/// Degrees clockwise by which the long lines lean; 0 when they disagree.
fn slope(quads: &[Quad]) -> f32 {
    let mut angles: Vec<f32> = quads
        .iter()
        .filter(|quad| quad.width() > SLOPE_SHOWN * quad.height())
        .map(Quad::angle)
        .collect();
    if angles.len() < 3 {
        return 0.0;
    }
    angles.sort_by(f32::total_cmp);
    let (quarter, middle) = (angles.len() / 4, angles.len() / 2);
    let spread = angles[angles.len() - 1 - quarter] - angles[quarter];
    if spread > 1.0 { 0.0 } else { angles[middle] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(x: f32, y: f32, length: f32, degrees: f32) -> Quad {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let along = |d: f32| (x + d * cos, y + d * sin);
        let below = |(px, py): (f32, f32)| (px - 10.0 * sin, py + 10.0 * cos);
        let (a, b) = (along(0.0), along(length));
        Quad {
            corners: [a, b, below(b), below(a)],
        }
    }

    #[test]
    fn the_slope_is_that_of_most_long_lines() {
        let mut lines: Vec<Quad> = (0..9).map(|n| line(10.0, 40.0 * n as f32, 300.0, 1.5)).collect();
        lines.push(line(10.0, 500.0, 300.0, 15.0));
        lines.push(line(10.0, 600.0, 20.0, -40.0));
        assert!((slope(&lines) - 1.5).abs() < 0.01);
        assert!(slope(&lines[..2]).abs() < 1e-6);
    }

    #[test]
    fn a_page_on_its_side_has_upright_lines() {
        let upright = Quad {
            corners: [(0.0, 0.0), (12.0, 0.0), (12.0, 400.0), (0.0, 400.0)],
        };
        assert!(runs_upwards(&[upright, line(30.0, 10.0, 100.0, 0.0)]));
        assert!(!runs_upwards(&[line(30.0, 10.0, 100.0, 0.0)]));
    }
}
