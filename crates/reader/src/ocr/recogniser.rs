//! The built-in text reader: PP-OCR's detector and recogniser, lines of like width together.
//! Not here: how the page is put together from its lines.

use super::detector::Detector;
use super::grey::Grey;
use super::ink::Ink;
use super::models::Recognisers;
use super::orientation::Laid;
use super::quad::Quad;
use super::{Line, Seen, TextReader, Wishes, crop, orientation, rulings};
use touchstone_intake::Script;

/// Most lines that are read together, and most pixels across all of them, which bounds memory.
const BATCH: usize = 8;
const BATCH_WIDTH: usize = 4800;
/// Lines of a batch differ in width by this factor and this many pixels at most, so that little is padding.
const LIKE: f32 = 1.0;
const LIKE_PIXELS: f32 = 8.0;
/// Less sure lines are stains, rules and pictures taken for text.
const LEAST_SURE: f32 = 0.5;
/// Rectangles this much higher than wide, and than most lines, may be lines that run upwards, or several; so may higher
/// ones that are wide, when they cannot be read.
const TALL: f32 = 1.3;
const HIGH: f32 = 1.7;
/// What is read with this confidence is not taken apart, unless its characters are narrower than this share of the height:
/// no font is, but lines one above the other read as one are.
const SURE: f32 = 0.95;
const NARROW: f32 = 0.24;
/// Where a rectangle without a blank row may be parted, in heights from its top.
const PARTED: (f32, f32) = (0.2, 0.6);
/// A row with less than this share of the ink of the fullest row above it may be a seam.
const LIGHT: f32 = 0.4;
/// Pieces lower than this, in pixels, are specks; the others get a margin of this share of their height.
const LOWEST: usize = 5;
const MARGIN: f32 = 0.2;
/// Columns of paper, in pixels, that part the columns of a table whose rectangles ran together.
const GUTTER: usize = 6;
/// What of both ends of a line's rectangle is paper around its letters, in heights.
const INSET: f32 = 0.12;

pub(super) struct PaddleReader {
    pub(super) detector: Detector,
    pub(super) recognisers: Recognisers,
    /// What runs the models.
    pub(super) engine: &'static str,
    /// Name and hash of the models.
    pub(super) model: String,
}

impl TextReader for PaddleReader {
    fn name(&self) -> (&str, &str) {
        (self.engine, &self.model)
    }

    fn read(&self, picture: Grey, wishes: &Wishes) -> anyhow::Result<Seen> {
        let laid = orientation::lay_upright(self, picture, wishes)?;
        let lines = self.recognise_others(&laid, wishes.script)?;
        let usual = usual_height(&laid.quads);
        let is_tall = |line: &Line| {
            let height = line.quad.height();
            height > HIGH * usual && (height > TALL * line.quad.width() || !is_plain(line))
        };
        let (tall, mut lines): (Vec<Line>, Vec<Line>) = lines.into_iter().partition(is_tall);
        let read = self.read_tall(&laid.picture, tall, &lines, usual, wishes)?;
        lines.extend(read);
        lines.retain(|line| line.confidence() >= LEAST_SURE);
        Ok(Seen {
            upright: laid.picture,
            turn: laid.turn,
            lines,
        })
    }
}

impl PaddleReader {
    pub(super) fn detect(&self, picture: &Grey, wishes: &Wishes) -> anyhow::Result<Vec<Quad>> {
        self.detector.lines(picture, &Ink::of(picture), wishes.detection_side)
    }

    /// Reads the lines that were not read for finding out how the picture lies.
    fn recognise_others(&self, laid: &Laid, script: Script) -> anyhow::Result<Vec<Line>> {
        let read = |index: usize| laid.read.iter().find(|(known, _)| *known == index);
        let others: Vec<Quad> = (0..laid.quads.len())
            .filter(|index| read(*index).is_none())
            .map(|index| laid.quads[index])
            .collect();
        let mut others = self.recognise(&laid.picture, &others, script)?.into_iter();
        let line = |(index, quad): (usize, &Quad)| match read(index) {
            Some((_, glyphs)) => Some(Line {
                quad: *quad,
                glyphs: glyphs.clone(),
            }),
            None => others.next(),
        };
        Ok(laid.quads.iter().enumerate().filter_map(line).collect())
    }

    /// Reads each rectangle, in the order given.
    pub(super) fn recognise(&self, picture: &Grey, quads: &[Quad], script: Script) -> anyhow::Result<Vec<Line>> {
        let mut order: Vec<(usize, usize)> = quads.iter().map(crop::width).enumerate().collect();
        order.sort_by_key(|(_, width)| *width);
        let mut lines: Vec<Option<Line>> = quads.iter().map(|_| None).collect();
        let mut start = 0;
        while start < order.len() {
            let fits = |end: usize| {
                let widest = order[end].1;
                widest as f32 <= order[start].1 as f32 * LIKE + LIKE_PIXELS
                    && (end - start + 1) * widest <= BATCH_WIDTH.max(widest)
            };
            let end = (start + 1..order.len().min(start + BATCH))
                .find(|end| !fits(*end))
                .unwrap_or(order.len().min(start + BATCH));
            let batch = &order[start..end];
            for ((index, _), glyphs) in batch.iter().zip(self.read_batch(picture, quads, batch, script)?) {
                lines[*index] = Some(Line {
                    quad: quads[*index],
                    glyphs,
                });
            }
            start = end;
        }
        Ok(lines.into_iter().flatten().collect())
    }

    fn read_batch(
        &self,
        picture: &Grey,
        quads: &[Quad],
        batch: &[(usize, usize)],
        script: Script,
    ) -> anyhow::Result<Vec<Vec<super::Glyph>>> {
        let widest = batch.iter().map(|(_, width)| *width).max().unwrap_or(0);
        let width = widest.next_multiple_of(8);
        let plane = crop::HEIGHT * width;
        let mut values = vec![0.0f32; batch.len() * 3 * plane];
        for (place, (index, own)) in batch.iter().enumerate() {
            crop::cut(picture, &quads[*index], *own, |x, y, value| {
                let value = value / 127.5 - 1.0;
                for colour in 0..3 {
                    values[(place * 3 + colour) * plane + y * width + x] = value;
                }
            });
        }
        let recogniser = self.recognisers.of(script)?;
        let output = recogniser.network.run([batch.len(), 3, crop::HEIGHT, width], values)?;
        let &[_, steps, classes] = output.shape.as_slice() else {
            anyhow::bail!("the recogniser answers something other than characters");
        };
        anyhow::ensure!(
            steps > 0 && classes == recogniser.alphabet.count(),
            "the recogniser tells {classes} characters apart, but lists {}",
            recogniser.alphabet.count()
        );
        let rows = output.values.chunks_exact(steps * classes);
        let read = rows.zip(batch).map(|(rows, (_, own))| {
            let end = *own as f32 / width as f32;
            recogniser.alphabet.read(rows, end)
        });
        Ok(read.collect())
    }

    /// Tall rectangles are read along their length too, upwards and downwards, and what none of these readings is sure of
    /// is taken apart into the short lines that may stand in it one above the other.
    fn read_tall(
        &self,
        picture: &Grey,
        mut tall: Vec<Line>,
        others: &[Line],
        usual: f32,
        wishes: &Wishes,
    ) -> anyhow::Result<Vec<Line>> {
        if tall.is_empty() {
            return Ok(tall);
        }
        for corner in [1, 3] {
            let quads: Vec<Quad> = tall.iter().map(|line| line.quad.read_from(corner)).collect();
            for (line, turned) in tall.iter_mut().zip(self.recognise(picture, &quads, wishes.script)?) {
                if turned.glyphs.len() > 1 && turned.confidence() > line.confidence() {
                    *line = turned;
                }
            }
        }
        let mut ink = Ink::of(picture);
        let walls = rulings::find(&ink, wishes.pixels_per_point);
        rulings::erase(&mut ink, &walls);
        // A tall rectangle reaches into the lines beside it; its pieces are not to show letters of theirs.
        for line in others {
            let (left, top, right, bottom) = line.quad.bounds();
            let inset = INSET * line.quad.height();
            let place = |length: f32| length.max(0.0) as usize;
            ink.erase(place(left + inset), place(top), place(right - inset), place(bottom));
        }
        let (mut sure, unsure): (Vec<Line>, Vec<Line>) = tall.into_iter().partition(is_plain);
        for line in unsure {
            let mut pieces = unstacked(&line.quad, &ink, usual);
            if pieces.len() < 2 {
                pieces = parted(&line.quad, &ink);
            }
            let mut read = self.recognise(picture, &pieces, wishes.script)?;
            read.retain(|piece| piece.confidence() >= SURE);
            if read.is_empty() {
                sure.push(line);
            }
            sure.extend(read);
        }
        Ok(sure)
    }
}

/// Whether a line was read with certainty, and in characters that a font may have.
fn is_plain(line: &Line) -> bool {
    let characters = line.glyphs.iter().filter(|glyph| !glyph.text.trim().is_empty()).count();
    line.confidence() >= SURE && characters as f32 * NARROW * line.quad.height() < line.quad.width()
}

/// The height of most lines.
fn usual_height(quads: &[Quad]) -> f32 {
    let mut heights: Vec<f32> = quads.iter().map(Quad::height).collect();
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() / 2).copied().unwrap_or(0.0)
}

/// The pieces of a rectangle between rows without ink, from top to bottom, each as wide as its ink. A piece that is higher
/// than `usual` and has gutters is taken apart at these first, since its columns may have different lines.
fn unstacked(quad: &Quad, ink: &Ink, usual: f32) -> Vec<Quad> {
    let (left, top, right, bottom) = quad.bounds();
    let (from, to) = (left.max(0.0) as usize, (right.max(0.0).ceil() as usize).min(ink.width));
    let rows = (top.max(0.0) as usize, (bottom.max(0.0) as usize).min(ink.height));
    let mut pieces = Vec::new();
    for (first, last) in inked_rows(rows, (from, to), ink) {
        let columns = inked_columns((first, last), (from, to), ink);
        if (last - first) as f32 <= usual || columns.len() < 2 {
            pieces.push(((first, last), (from, to)));
            continue;
        }
        for column in columns {
            let rows = inked_rows((first, last), column, ink);
            pieces.extend(rows.into_iter().map(|rows| (rows, column)));
        }
    }
    pieces
        .into_iter()
        .filter_map(|(rows, columns)| around(rows, columns, ink))
        .collect()
}

/// Runs of rows with ink between two columns, specks left out.
fn inked_rows((top, bottom): (usize, usize), (from, to): (usize, usize), ink: &Ink) -> Vec<(usize, usize)> {
    let mut runs = runs((top..bottom).filter(|y| ink.count(from, *y, to, y + 1) > 0), 1);
    runs.retain(|(first, last)| last - first >= LOWEST);
    runs
}

/// Runs of columns with ink between two rows, parted by gutters.
fn inked_columns((top, bottom): (usize, usize), (from, to): (usize, usize), ink: &Ink) -> Vec<(usize, usize)> {
    runs((from..to).filter(|x| ink.count(*x, top, x + 1, bottom) > 0), GUTTER)
}

/// Neighbouring places as runs, each with one past its last place; `apart` is how far places of two runs are apart.
fn runs(places: impl Iterator<Item = usize>, apart: usize) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for place in places {
        match runs.last_mut() {
            Some(run) if place < run.1 + apart => run.1 = place + 1,
            _ => runs.push((place, place + 1)),
        }
    }
    runs
}

/// The ink of some rows between two columns, with the margin that the recogniser is used to.
fn around((first, last): (usize, usize), (from, to): (usize, usize), ink: &Ink) -> Option<Quad> {
    let dark = |x: &usize| ink.count(*x, first, x + 1, last) > 0;
    let (start, end) = ((from..to).find(dark)?, (from..to).rev().find(dark)?);
    let margin = MARGIN * (last - first) as f32;
    let (left, right) = (start as f32 - margin, end as f32 + 1.0 + margin);
    let (upper, lower) = (first as f32 - margin, last as f32 + margin);
    Some(Quad {
        corners: [(left, upper), (right, upper), (right, lower), (left, lower)],
    })
}

/// The two parts of a tall rectangle, where lines stand so close that no row is blank: the first ends with the first row
/// that is much lighter than those above it.
fn parted(quad: &Quad, ink: &Ink) -> Vec<Quad> {
    let (left, top, right, bottom) = quad.bounds();
    let (from, to) = (left.max(0.0) as usize, (right.max(0.0).ceil() as usize).min(ink.width));
    let rows = top.max(0.0) as usize..(bottom.max(0.0) as usize).min(ink.height);
    let count = |y: usize| ink.count(from, y, to, y + 1);
    let mut most = 0;
    let mut seam = None;
    for y in rows.clone() {
        most = most.max(count(y));
        let deep = (y - rows.start) as f32 > PARTED.0 * rows.len() as f32;
        if deep && (count(y) as f32) < LIGHT * most as f32 {
            seam = Some(y).filter(|y| (y - rows.start) as f32 <= PARTED.1 * rows.len() as f32);
            break;
        }
    }
    let Some(seam) = seam else { return Vec::new() };
    [(rows.start, seam), (seam, rows.end)]
        .into_iter()
        .filter_map(|(first, last)| {
            let inked = |y: &usize| count(*y) > 0;
            let (first, last) = ((first..last).find(inked)?, (first..last).rev().find(inked)? + 1);
            around((first, last), (from, to), ink)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_below_each_other_beside_a_large_one_are_pieces() {
        let mut grey = Grey {
            width: 120,
            height: 120,
            pixels: vec![250; 14_400],
        };
        let mut fill = |left: usize, top: usize, right: usize, bottom: usize| {
            for y in top..bottom {
                grey.pixels[y * 120 + left..y * 120 + right].fill(10);
            }
        };
        // A caption, below it three small letters, beside these a large one.
        fill(10, 10, 50, 24);
        for y in [30, 44, 58] {
            fill(10, y, 18, y + 9);
        }
        fill(40, 35, 55, 64);
        let quad = Quad {
            corners: [(5.0, 5.0), (60.0, 5.0), (60.0, 72.0), (5.0, 72.0)],
        };
        let pieces = unstacked(&quad, &Ink::of(&grey), 26.0);
        let middles: Vec<_> = pieces.iter().map(|piece| piece.at(0.5, 0.5)).collect();
        assert_eq!(
            middles,
            [(30.0, 17.0), (14.0, 34.5), (14.0, 48.5), (14.0, 62.5), (47.5, 49.5)]
        );
    }
}
