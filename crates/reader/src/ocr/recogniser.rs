//! The built-in text reader: PP-OCR's detector and recognizer, with lines of similar width batched together.

use super::grey::Grey;
use super::ink::Ink;
use super::orientation::Laid;
use super::paddle::PaddleReader;
use super::quad::Quad;
use super::{Glyph, Line, Seen, TextReader, Wishes, crop, orientation, pieces, rulings};
use touchstone_intake::Script;

/// Max lines per batch.
const BATCH: usize = 8;
/// Max total width of a batch, in pixels, which bounds memory.
const BATCH_WIDTH: usize = 4800;
/// Max ratio of the widths in a batch; limits padding.
const LIKE: f32 = 1.0;
/// Additional difference allowed between the widths in a batch, in pixels.
const LIKE_PIXELS: f32 = 8.0;
/// Min confidence of a line; below it are stains, rulings and pictures mistaken for text.
const LEAST_SURE: f32 = 0.5;
/// Min ratio of height to width of a rectangle that may hold a line running upwards, or several lines.
const TALL: f32 = 1.3;
/// Min height of such a rectangle relative to most lines. A wide one of this height is included if it cannot be read.
const HIGH: f32 = 1.7;
/// Min confidence of a reading that is not split further.
const SURE: f32 = 0.95;
/// Min character width as a fraction of the height. Below it, stacked lines were read as one.
const NARROW: f32 = 0.24;
/// Blank margin at both ends of a line's rectangle, in heights.
const INSET: f32 = 0.12;

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

    fn read_at(&self, picture: Grey, places: &[Quad], wishes: &Wishes) -> anyhow::Result<Seen> {
        if places.is_empty() {
            return self.read(picture, wishes);
        }
        let mut lines = self.recognise(&picture, places, wishes.script)?;
        lines.retain(|line| line.confidence() >= LEAST_SURE);
        Ok(Seen {
            upright: picture,
            turn: 0.0,
            lines,
        })
    }
}

impl PaddleReader {
    pub(super) fn detect(&self, picture: &Grey, wishes: &Wishes) -> anyhow::Result<Vec<Quad>> {
        self.detector.lines(picture, &Ink::of(picture), wishes.detection_side)
    }

    /// Reads the lines not yet read while finding the orientation.
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

    /// Reads each rectangle; the result is in the given order.
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
    ) -> anyhow::Result<Vec<Vec<Glyph>>> {
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
            anyhow::bail!("the recognizer returned something other than characters");
        };
        anyhow::ensure!(
            steps > 0 && classes == recogniser.alphabet.count(),
            "the recognizer distinguishes {classes} characters, but lists {}",
            recogniser.alphabet.count()
        );
        let rows = output.values.chunks_exact(steps * classes);
        let read = rows.zip(batch).map(|(rows, (_, own))| {
            let end = *own as f32 / width as f32;
            recogniser.alphabet.read(rows, end)
        });
        Ok(read.collect())
    }

    /// Reads tall rectangles along their length too, upwards and downwards. If no reading is confident, the rectangle
    /// is split into the short lines it may contain.
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
        // A tall rectangle overlaps the lines beside it; its pieces must not contain their letters.
        for line in others {
            let (left, top, right, bottom) = line.quad.bounds();
            let inset = INSET * line.quad.height();
            let place = |length: f32| length.max(0.0) as usize;
            ink.erase(place(left + inset), place(top), place(right - inset), place(bottom));
        }
        let mut read: Vec<Line> = Vec::new();
        for line in tall {
            let lines = self.taken_apart(picture, line, &ink, usual, wishes.script)?;
            // Overlapping rectangles have pieces in common.
            for line in lines {
                if !read.iter().any(|known| covers(&known.quad, &line.quad)) {
                    read.push(line);
                }
            }
        }
        Ok(read)
    }

    /// The lines and stacked letters of a tall rectangle that are read with confidence. Returns the rectangle's own
    /// reading if that is confident or if no piece is.
    fn taken_apart(
        &self,
        picture: &Grey,
        line: Line,
        ink: &Ink,
        usual: f32,
        script: Script,
    ) -> anyhow::Result<Vec<Line>> {
        let mut quads = pieces::unstacked(&line.quad, ink, usual);
        let stacks = pieces::stacks(&quads);
        let plain = is_plain(&line);
        // Two codes one above the other may be read as a word that runs upwards.
        let pair = plain && line.glyphs.len() == 2 && quads.len() == 2;
        if plain && stacks.is_empty() && !pair {
            return Ok(vec![line]);
        }
        if quads.len() < 2 {
            quads = pieces::parted(&line.quad, ink);
        }
        let mut read = self.recognise(picture, &quads, script)?;
        if pair {
            let sign = |piece: &Line| piece.glyphs.len() == 1 && piece.confidence() >= SURE;
            return Ok(if read.iter().all(sign) { read } else { vec![line] });
        }
        let mut stacked = false;
        for stack in stacks {
            stacked |= self.read_stack(picture, &mut read[stack], script)?;
        }
        read.retain(|piece| piece.confidence() >= SURE);
        if read.is_empty() || plain && !stacked {
            return Ok(vec![line]);
        }
        Ok(read)
    }

    /// Reads letters printed one below the other as one word, which the recognizer sees lying on its side; each letter
    /// keeps its place. Letters read with confidence on their own must agree, otherwise it may be a word that runs
    /// upwards.
    fn read_stack(&self, picture: &Grey, letters: &mut [Line], script: Script) -> anyhow::Result<bool> {
        let quads: Vec<Quad> = letters.iter().map(|line| line.quad).collect();
        let around = pieces::around_all(&quads);
        let sides = self.recognise(picture, &[around.read_from(1), around.read_from(3)], script)?;
        let written = |line: Line| -> Vec<Glyph> {
            let glyphs = line.glyphs.into_iter();
            glyphs.filter(|glyph| !glyph.text.trim().is_empty()).collect()
        };
        let confidence = |glyphs: &[Glyph]| glyphs.iter().map(|glyph| glyph.confidence).fold(1.0, f32::min);
        let words = sides
            .into_iter()
            .map(written)
            .filter(|word| word.len() == letters.len());
        let Some(word) = words.max_by(|a, b| confidence(a).total_cmp(&confidence(b))) else {
            return Ok(false);
        };
        let same = |(line, glyph): &(&Line, &Glyph)| matches!(line.glyphs.as_slice(), [own] if own.text.eq_ignore_ascii_case(&glyph.text));
        let agreed = letters.iter().zip(&word).filter(same).count();
        if confidence(&word) < LEAST_SURE || 2 * agreed < letters.len() {
            return Ok(false);
        }
        for (line, glyph) in letters.iter_mut().zip(word) {
            if !(line.confidence() >= SURE && line.glyphs.len() == 1) {
                line.glyphs = vec![Glyph { at: 0.5, ..glyph }];
            }
        }
        Ok(true)
    }
}

/// Whether two rectangles have a similar size and each contains the other's center.
fn covers(a: &Quad, b: &Quad) -> bool {
    let holds = |quad: &Quad, (x, y): (f32, f32)| {
        let (left, top, right, bottom) = quad.bounds();
        x > left && x < right && y > top && y < bottom
    };
    let alike = |a: f32, b: f32| a.max(b) < HIGH * a.min(b);
    alike(a.height(), b.height()) && alike(a.width(), b.width()) && holds(a, b.at(0.5, 0.5)) && holds(b, a.at(0.5, 0.5))
}

/// Whether a line was read with confidence and its characters are of a plausible width.
fn is_plain(line: &Line) -> bool {
    let characters = line.glyphs.iter().filter(|glyph| !glyph.text.trim().is_empty()).count();
    line.confidence() >= SURE && characters as f32 * NARROW * line.quad.height() < line.quad.width()
}

/// Median height of the lines.
fn usual_height(quads: &[Quad]) -> f32 {
    let mut heights: Vec<f32> = quads.iter().map(Quad::height).collect();
    heights.sort_by(f32::total_cmp);
    heights.get(heights.len() / 2).copied().unwrap_or(0.0)
}
