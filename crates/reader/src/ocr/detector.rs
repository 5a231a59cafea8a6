//! Finds lines of text: a network scores every pixel as text, and each island of text becomes a rectangle.

use super::grey::Grey;
use super::ink::Ink;
use super::network::Network;
use super::quad::{Point, Quad, smallest_around};

/// The sides of the network's input are multiples of this, in pixels.
const STRIDE: usize = 32;
/// Mean and standard deviation per color channel of the network's training pictures.
const MEAN: [f32; 3] = [0.485, 0.456, 0.406];
const SPREAD: [f32; 3] = [0.229, 0.224, 0.225];
/// Min score of a pixel that belongs to an island.
const COLOURED: f32 = 0.3;
/// Min mean score of an island that is text.
const TEXT: f32 = 0.5;
/// Islands cover only the core of a line. The missing margin is area over circumference times this.
const MARGIN: f32 = 1.6;
/// Min pixels of an island; smaller ones are specks.
const FEWEST: usize = 12;
/// Min shorter side of an island, in pixels of the score map.
const THINNEST: f32 = 3.0;
/// Side of the squares, in pixels, checked for ink before the network runs.
const BLOCK: usize = 8;
/// Blank rows, in blocks, at which a page is split.
const BLANK: usize = 10;
/// Max ratio of the sides of a part that the network sees at once; a longer one is cut.
const LONGEST: f32 = 2.5;

pub(super) struct Detector {
    pub(super) network: Network,
}

impl Detector {
    /// The lines of a picture, its long side scaled down to at most `side` pixels. The network runs only where there is
    /// ink.
    pub(super) fn lines(&self, grey: &Grey, ink: &Ink, side: usize) -> anyhow::Result<Vec<Quad>> {
        let (width, height) = (grey.width as f32, grey.height as f32);
        // A till slip may be twenty times as long as it is wide.
        let long = if height > width {
            height.min(LONGEST * width)
        } else {
            width
        };
        let scale = (side as f32 / long).min(1.0);
        let mut found = Vec::new();
        for part in inked(ink).into_iter().flat_map(|part| cut(ink, part, long as usize)) {
            let own = grey.part(part.left, part.top, part.right - part.left, part.bottom - part.top);
            let (left, top) = (part.left as f32, part.top as f32);
            let quads = self.lines_of(&own, scale)?.into_iter();
            found.extend(quads.map(|quad| quad.mapped(|(x, y)| (x + left, y + top))));
        }
        Ok(found)
    }

    fn lines_of(&self, grey: &Grey, scale: f32) -> anyhow::Result<Vec<Quad>> {
        let strides = |length: usize| ((length as f32 * scale / STRIDE as f32).round() as usize).max(1) * STRIDE;
        let (width, height) = (strides(grey.width), strides(grey.height));
        let small = grey.resized(width, height);
        let mut values = Vec::with_capacity(3 * width * height);
        for (mean, spread) in MEAN.into_iter().zip(SPREAD) {
            values.extend(
                small
                    .pixels
                    .iter()
                    .map(|value| (f32::from(*value) / 255.0 - mean) / spread),
            );
        }
        let output = self.network.run([1, 3, height, width], values)?;
        let &[.., rows, columns] = output.shape.as_slice() else {
            anyhow::bail!("the detector returned no picture");
        };
        let (across, down) = (grey.width as f32 / columns as f32, grey.height as f32 / rows as f32);
        let (most_x, most_y) = (grey.width as f32 - 1.0, grey.height as f32 - 1.0);
        let quads = islands(&output.values, columns, rows).into_iter();
        Ok(quads
            .map(|quad| quad.mapped(|(x, y)| ((x * across).clamp(0.0, most_x), (y * down).clamp(0.0, most_y))))
            .collect())
    }
}

/// A rectangle of a picture, in pixels, or in blocks of them.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Part {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

/// Cuts a part into pieces of at most `most` rows, each where the last half of it has the fewest dark pixels in a block of
/// rows.
fn cut(ink: &Ink, whole: Part, most: usize) -> Vec<Part> {
    let mut pieces = Vec::new();
    let mut rest = whole;
    while rest.bottom - rest.top > most.max(4 * BLOCK) {
        let rows = (rest.top + most / 2..rest.top + most - BLOCK).step_by(BLOCK / 2);
        let row = rows.min_by_key(|&row| ink.count(rest.left, row, rest.right, row + BLOCK));
        let bottom = row.map_or(rest.top + most, |row| row + BLOCK / 2);
        pieces.push(Part { bottom, ..rest });
        rest.top = bottom;
    }
    pieces.push(rest);
    pieces
}

/// The parts of a picture with ink, from top to bottom. Specks are ignored.
fn inked(ink: &Ink) -> Vec<Part> {
    let (columns, rows) = (ink.width.div_ceil(BLOCK), ink.height.div_ceil(BLOCK));
    let mut parts: Vec<Part> = Vec::new();
    for row in 0..rows {
        let (top, bottom) = (row * BLOCK, (row + 1) * BLOCK);
        let holds = |column: &usize| ink.count(column * BLOCK, top, (column + 1) * BLOCK, bottom) > 2;
        let Some(left) = (0..columns).find(holds) else {
            continue;
        };
        let right = (left..columns).rev().find(holds).unwrap_or(left) + 1;
        match parts.last_mut() {
            Some(part) if row < part.bottom + BLANK => {
                part.left = part.left.min(left);
                part.right = part.right.max(right);
                part.bottom = row + 1;
            }
            _ => parts.push(Part {
                left,
                top: row,
                right,
                bottom: row + 1,
            }),
        }
    }
    let pad = 2;
    let in_pixels = |part: Part| Part {
        left: part.left.saturating_sub(pad) * BLOCK,
        top: part.top.saturating_sub(pad) * BLOCK,
        right: ((part.right + pad) * BLOCK).min(ink.width),
        bottom: ((part.bottom + pad) * BLOCK).min(ink.height),
    };
    parts.into_iter().map(in_pixels).collect()
}

/// Islands of text as rectangles, in pixels of the score map.
fn islands(map: &[f32], columns: usize, rows: usize) -> Vec<Quad> {
    let mut seen = vec![false; map.len()];
    let mut quads = Vec::new();
    for start in 0..map.len() {
        if !seen[start] && map[start] > COLOURED {
            let island = explore(map, &mut seen, start, columns, rows);
            quads.extend(outline(&island));
        }
    }
    quads
}

struct Island {
    count: usize,
    sum: f32,
    /// The first and last pixel of each row, enough for the outline.
    ends: Vec<Point>,
}

fn explore(map: &[f32], seen: &mut [bool], start: usize, columns: usize, rows: usize) -> Island {
    let mut open = vec![start];
    seen[start] = true;
    let mut island = Island {
        count: 0,
        sum: 0.0,
        ends: Vec::new(),
    };
    let mut spans: std::collections::BTreeMap<usize, (usize, usize)> = std::collections::BTreeMap::new();
    while let Some(place) = open.pop() {
        let (x, y) = (place % columns, place / columns);
        island.count += 1;
        island.sum += map[place];
        let span = spans.entry(y).or_insert((x, x));
        *span = (span.0.min(x), span.1.max(x));
        for near_y in y.saturating_sub(1)..(y + 2).min(rows) {
            for near_x in x.saturating_sub(1)..(x + 2).min(columns) {
                let near = near_y * columns + near_x;
                if !seen[near] && map[near] > COLOURED {
                    seen[near] = true;
                    open.push(near);
                }
            }
        }
    }
    for (y, (first, last)) in spans {
        for x in [first as f32, last as f32 + 1.0] {
            island.ends.extend([(x, y as f32), (x, y as f32 + 1.0)]);
        }
    }
    island
}

/// The rectangle of an island that is text, grown by the missing margin.
fn outline(island: &Island) -> Option<Quad> {
    if island.count < FEWEST || island.sum / (island.count as f32) < TEXT {
        return None;
    }
    let quad = smallest_around(&island.ends)?;
    let (width, height) = (quad.width(), quad.height());
    if width.min(height) < THINNEST {
        return None;
    }
    Some(quad.grown(width * height * MARGIN / (2.0 * (width + height))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_island_becomes_a_rectangle_with_its_margin() {
        let (columns, rows) = (100, 40);
        let mut map = vec![0.0; columns * rows];
        for y in 10..18 {
            map[y * columns + 20..y * columns + 60].fill(0.9);
        }
        // A speck, and a stain that is hardly text.
        map[5 * columns + 90] = 0.9;
        for y in 30..38 {
            map[y * columns + 20..y * columns + 60].fill(0.4);
        }
        let quads = islands(&map, columns, rows);
        assert_eq!(quads.len(), 1);
        let (left, top, right, bottom) = quads[0].bounds();
        let margin = 40.0 * 8.0 * MARGIN / 96.0;
        for (found, expected) in [
            (left, 20.0 - margin),
            (top, 10.0 - margin),
            (right, 60.0 + margin),
            (bottom, 18.0 + margin),
        ] {
            assert!((found - expected).abs() < 0.1, "{found} instead of {expected}");
        }
    }

    #[test]
    fn a_long_part_is_cut_between_its_lines() {
        let mut grey = Grey {
            width: 100,
            height: 1000,
            pixels: vec![255; 100_000],
        };
        for line in 0..25 {
            let top = line * 40;
            grey.pixels[top * 100..(top + 28) * 100].fill(0);
        }
        let whole = Part {
            left: 0,
            top: 0,
            right: 100,
            bottom: 1000,
        };
        let pieces = cut(&Ink::of(&grey), whole, 300);
        assert!(pieces.len() > 3, "{pieces:?}");
        assert!(pieces.iter().all(|piece| piece.bottom - piece.top <= 300), "{pieces:?}");
        for pair in pieces.windows(2) {
            assert_eq!(pair[0].bottom, pair[1].top);
            assert!((28..40).contains(&(pair[0].bottom % 40)), "{pieces:?}");
        }
    }

    #[test]
    fn only_inked_parts_are_looked_at() {
        let mut grey = Grey {
            width: 800,
            height: 1000,
            pixels: vec![255; 800_000],
        };
        for y in (100..130).chain(600..640) {
            grey.pixels[y * 800 + 200..y * 800 + 400].fill(0);
        }
        grey.pixels[900 * 800 + 10] = 0;
        let parts = inked(&Ink::of(&grey)).into_iter();
        let parts: Vec<_> = parts
            .map(|part| (part.left, part.top, part.right, part.bottom))
            .collect();
        assert_eq!(parts, [(184, 80, 416, 152), (184, 584, 416, 656)]);
    }
}
