//! Detects handwritten words: printed characters keep one baseline and one height however the page was scanned,
//! handwritten ones do not. Signatures are not covered.

use super::Glyph;
use super::ink::Ink;
use super::written::{Stance, Written};
use std::ops::Range;

/// Pieces of ink smaller than this are dust, in square font sizes.
const SPECK: f32 = 0.012;
/// A character with several pieces larger than this is broken and is not measured, in square font sizes.
const SHARD: f32 = 0.004;
/// Columns of a character: this fraction of the distance to its neighbors.
const REACH: f32 = 0.4;
/// Columns of a character on a side without a neighbor, in font sizes.
const FREE: f32 = 0.45;
/// Max blank rows inside a character, in font sizes; ink beyond them belongs to other lines.
const GAP: f32 = 0.22;
/// Max distance of a piece of a character from the middle row, in font sizes.
const NEAR: f32 = 0.5;
/// Min measured characters on one side (upper or lower) of a word.
const TELLING: usize = 4;
/// Max slope of a printed line, in pixels per pixel.
const STEEPEST: f32 = 0.12;
/// Tolerance for where the ink begins and ends, in pixels.
const PIXEL: f32 = 0.5;
/// Min height of measured characters, in pixels; lower ones are too coarse.
const LOWEST: usize = 14;
/// Min average distance of characters from their line, as a fraction of their height, upper and lower side added up:
/// for words that count together.
const WILD: f32 = 0.02;
/// The same for a number that counts alone.
const WILDEST: f32 = 0.12;
/// Min uneven words for any of them to be handwritten.
const TOGETHER: usize = 4;
/// In addition, at least one in this many measured words must be uneven: a long page of poor print has some.
const ONE_OF: usize = 20;
/// Min median distance, in the unit of [`WILD`]: for words that count together. A single character that touches a stamp
/// or a ruling shifts the average but not the median.
const MIDDLE: f32 = 0.004;
/// The same for a number that counts alone.
const MIDDLE_ALONE: f32 = 0.03;

/// The ink around a word, without dust.
struct Plate {
    width: usize,
    dark: Vec<bool>,
    /// Connected pieces: first row, last row, middle column and number of pixels.
    pieces: Vec<(usize, usize, f32, usize)>,
}

/// Measures how evenly the characters of a word are placed, given the columns and rows of its ink and the position of
/// each character. `None` if too few characters can be measured.
pub(super) fn stance(
    ink: &Ink,
    columns: &Range<usize>,
    rows: &Range<usize>,
    font: f32,
    word: &[(&Glyph, f32)],
) -> Option<Stance> {
    let plate = Plate::of(ink, columns, rows, font);
    let signs: Vec<char> = word
        .iter()
        .map(|(glyph, _)| glyph.text.chars().next().unwrap_or(' '))
        .collect();
    let places: Vec<f32> = word.iter().map(|(_, place)| place - columns.start as f32).collect();
    let (mut upper, mut lower, mut heights) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (&sign, &place)) in signs.iter().zip(&places).enumerate() {
        if !(rises(sign) || is_low(sign)) {
            continue;
        }
        let before = index.checked_sub(1);
        let from = before.map_or(place - FREE * font, |other| place - REACH * (place - places[other]));
        let to = places
            .get(index + 1)
            .map_or(place + FREE * font, |next| place + REACH * (next - place));
        let Some((top, bottom)) = plate.character(from, to, font) else {
            continue;
        };
        if rises(sign) {
            upper.push((place, top as f32, head(sign)));
            heights.push(bottom - top);
        }
        // A descender of a neighbor may reach below the character.
        let hangs = |other: Option<&char>| other.is_some_and(|sign| "gjpqy,;Q$()[]/@|".contains(*sign));
        if !hangs(before.map(|other| &signs[other])) && !hangs(signs.get(index + 1)) {
            lower.push((place, bottom as f32, foot(sign)));
        }
    }
    heights.sort_unstable();
    let height = heights.get(heights.len() / 2).copied()?;
    let sides: Vec<Vec<f32>> = [upper, lower].iter().filter_map(|side| unevenness(side)).collect();
    if height < LOWEST || sides.is_empty() {
        return None;
    }
    // The worst character may touch something else.
    let average = |side: &Vec<f32>| side[..side.len() - 1].iter().sum::<f32>() / (side.len() - 1) as f32;
    let middle = |side: &Vec<f32>| side[(side.len() - 1) / 2];
    Some(Stance {
        off: sides.iter().map(average).sum::<f32>() / height as f32,
        middle: sides.iter().map(middle).sum::<f32>() / height as f32,
        sides: sides.len(),
    })
}

/// Distances of the points of one side from the lines of their kinds, in ascending order.
fn unevenness(side: &[(f32, f32, u8)]) -> Option<Vec<f32>> {
    let pairs = side.iter().enumerate();
    let pairs = pairs.flat_map(|(index, a)| side[index + 1..].iter().map(move |b| (a, b)));
    let alike = pairs.filter(|(a, b)| a.2 == b.2 && (b.0 - a.0).abs() > 1.0);
    let slope = middle(alike.map(|(a, b)| (b.1 - a.1) / (b.0 - a.0)).collect())?.clamp(-STEEPEST, STEEPEST);
    let mut off = Vec::new();
    for kind in 0..KINDS {
        let level = side.iter().filter(|point| point.2 == kind);
        let level: Vec<f32> = level.map(|(x, y, _)| y - slope * x).collect();
        if let Some(line) = middle(level.clone()).filter(|_| level.len() > 1) {
            off.extend(level.into_iter().map(|y| ((y - line).abs() - PIXEL).max(0.0)));
        }
    }
    off.sort_by(f32::total_cmp);
    (off.len() >= TELLING).then_some(off)
}

fn middle(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    let (a, b) = (
        values.get(values.len().saturating_sub(1) / 2)?,
        values.get(values.len() / 2)?,
    );
    Some(f32::midpoint(*a, *b))
}

impl Plate {
    fn of(ink: &Ink, columns: &Range<usize>, rows: &Range<usize>, font: f32) -> Self {
        let (left, right) = (columns.start, columns.end.min(ink.width));
        let bottom = rows.end.min(ink.height);
        let width = right.saturating_sub(left);
        let rows = (rows.start..bottom).flat_map(|y| ink.row(y)[left.min(right)..right].iter().copied());
        let mut plate = Self {
            width,
            dark: rows.collect(),
            pieces: Vec::new(),
        };
        let mut seen = vec![false; plate.dark.len()];
        for start in 0..seen.len() {
            if seen[start] || !plate.dark[start] {
                continue;
            }
            let piece = plate.piece(start, &mut seen);
            let rows = piece.iter().map(|at| at / width);
            let columns = piece.iter().map(|at| at % width);
            let middle = columns.clone().min().unwrap_or(0) + columns.max().unwrap_or(0) + 1;
            let (first, last) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
            plate.pieces.push((first, last, middle as f32 / 2.0, piece.len()));
            if (piece.len() as f32) < (SPECK * font * font).max(3.0) {
                for at in piece {
                    plate.dark[at] = false;
                }
            }
        }
        plate
    }

    /// All pixels connected to one.
    fn piece(&self, start: usize, seen: &mut [bool]) -> Vec<usize> {
        let mut found = vec![start];
        seen[start] = true;
        let height = self.height();
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            let (x, y) = (at % self.width, at / self.width);
            for near_y in y.saturating_sub(1)..(y + 2).min(height) {
                for near_x in x.saturating_sub(1)..(x + 2).min(self.width) {
                    let near = near_y * self.width + near_x;
                    if self.dark[near] && !seen[near] {
                        seen[near] = true;
                        found.push(near);
                    }
                }
            }
        }
        found
    }

    fn height(&self) -> usize {
        self.dark.len() / self.width.max(1)
    }

    /// The first row of the character in some columns and the row after its last. `None` if the character is broken or
    /// its ink continues beyond the line.
    fn character(&self, from: f32, to: f32, font: f32) -> Option<(usize, usize)> {
        let (first, end) = (from.max(0.0) as usize, (to.max(0.0).ceil() as usize).min(self.width));
        let (height, middle) = (self.height(), self.height() / 2);
        let shards = self.pieces.iter().filter(|(top, bottom, center, pixels)| {
            let near = (*top as f32) < middle as f32 + NEAR * font && (*bottom as f32) + NEAR * font > middle as f32;
            let large = *pixels as f32 >= (SHARD * font * font).max(3.0);
            large && near && *center >= first as f32 && *center < end as f32
        });
        if first + 1 >= end || shards.count() > 1 {
            return None;
        }
        let dark = |y: &usize| self.dark[y * self.width..][first..end].iter().any(|dark| *dark);
        let most = (GAP * font).ceil() as usize;
        let around = (0..=2 * most).flat_map(|away| [middle.checked_sub(away), Some(middle + away)]);
        let start = around.flatten().find(|y| *y < height && dark(y))?;
        let reach = |rows: &mut dyn Iterator<Item = usize>| {
            let (mut last, mut blank) = (start, 0);
            for y in rows {
                blank += 1;
                if dark(&y) {
                    (last, blank) = (y, 0);
                } else if blank > most {
                    break;
                }
            }
            last
        };
        let (top, bottom) = (reach(&mut (0..start).rev()), reach(&mut (start + 1..height)) + 1);
        (top > 0 && bottom < height).then_some((top, bottom))
    }
}

/// Whether a character is taller than an x in most fonts.
fn rises(sign: char) -> bool {
    sign.is_ascii_digit() || sign.is_ascii_uppercase() && !matches!(sign, 'J' | 'Q') || "bdfhkl".contains(sign)
}

/// Kinds of characters that need not share a height or a baseline in every font; old-style figures share neither.
const KINDS: u8 = 4;

fn head(sign: char) -> u8 {
    match sign {
        '6' | '8' => 0,
        '0'..='9' => 1,
        'A'..='Z' => 2,
        _ => 3,
    }
}

fn foot(sign: char) -> u8 {
    u8::from(matches!(sign, '3' | '4' | '5' | '7' | '9'))
}

/// Whether a character sits on the baseline and is lower than a capital.
fn is_low(sign: char) -> bool {
    "acemnorsuvwxz".contains(sign)
}

/// Marks the handwritten words of a page.
pub(super) fn mark(words: &mut [Written]) {
    let telling: Vec<Stance> = words.iter().filter_map(|word| word.stance).collect();
    let wild = |stance: &Stance| stance.off >= WILD && stance.middle >= MIDDLE;
    let together = telling.iter().filter(|stance| wild(stance)).count() >= TOGETHER.max(telling.len() / ONE_OF);
    for word in words.iter_mut() {
        let Some(stance) = word.stance else { continue };
        let number = !word.text.contains(char::is_alphabetic);
        let alone = number && stance.sides > 1 && stance.off >= WILDEST && stance.middle >= MIDDLE_ALONE;
        word.by_hand = alone || together && wild(&stance);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::grey::Grey;

    const FONT: f32 = 30.0;

    /// Seven digits 14 pixels wide, 20 apart, with offsets of their lower and upper ends from the line, on a slope in
    /// pixels per pixel. `crossed` adds a stroke below the third digit.
    fn word(feet: [i32; 7], heads: [i32; 7], slope: f32, crossed: bool) -> Option<Stance> {
        let mut grey = Grey {
            width: 200,
            height: 100,
            pixels: vec![255; 20_000],
        };
        let mut fill = |x: usize, top: i32, bottom: i32| {
            for y in top..bottom {
                let at = y as usize * 200 + x;
                grey.pixels[at..at + 14].fill(0);
            }
        };
        for (index, (foot, head)) in feet.into_iter().zip(heads).enumerate() {
            let x = 20 + 20 * index;
            let down = (slope * x as f32).round() as i32;
            fill(x, 38 + head + down, 60 + foot + down);
        }
        if crossed {
            fill(60, 60, 72);
        }
        let glyphs: Vec<Glyph> = "1234567"
            .chars()
            .map(|digit| Glyph {
                text: digit.to_string(),
                at: 0.0,
                confidence: 1.0,
            })
            .collect();
        let places: Vec<(&Glyph, f32)> = glyphs
            .iter()
            .enumerate()
            .map(|(index, glyph)| (glyph, 27.0 + 20.0 * index as f32))
            .collect();
        stance(&Ink::of(&grey), &(18..180), &(20..90), FONT, &places)
    }

    #[test]
    fn print_stands_on_its_line_however_it_lies() {
        let level = |slope| word([0; 7], [0; 7], slope, false);
        for slope in [0.0, 0.05, -0.1] {
            assert!(
                level(slope).is_some_and(|stance| stance.off < WILD / 2.0),
                "{slope}: {:?}",
                level(slope)
            );
        }
        // Round digits reach a pixel beyond the line, and one touches a stamp.
        let touched = word([0, 1, 0, 0, 1, 1, 0], [0, -1, 0, 0, -1, 0, 0], 0.0, true);
        assert!(touched.is_some_and(|stance| stance.off < WILD / 2.0), "{touched:?}");
    }

    #[test]
    fn old_figures_hang_and_stay_low_and_are_print() {
        // 1 and 2 are as tall as an x; so are 3, 4, 5 and 7, which also descend; 6 is tall.
        let old = word([0, 0, 7, 7, 7, 0, 7], [7, 7, 7, 7, 7, 0, 7], 0.0, false);
        assert!(old.is_some_and(|stance| stance.off < WILD / 2.0), "{old:?}");
    }

    #[test]
    fn a_pen_does_not_stand_on_its_line() {
        let pen = word([0, 3, -2, 4, -3, 1, 2], [4, -3, 0, 4, -4, -2, 2], 0.0, false);
        assert!(
            pen.is_some_and(|stance| stance.off > WILD && stance.middle > MIDDLE),
            "{pen:?}"
        );
    }

    fn written(left: f32, off: Option<f32>) -> Written {
        Written {
            text: "12345".to_owned(),
            left,
            top: 10.0,
            right: left + 50.0,
            bottom: 30.0,
            confidence: 1.0,
            least: 1.0,
            size: 20.0,
            angle: 0.0,
            stance: off.map(|off| Stance {
                off,
                middle: off / 2.0,
                sides: 2,
            }),
            girth: None,
            by_hand: false,
        }
    }

    #[test]
    fn one_uneven_word_is_of_no_hand_and_four_are() {
        let marked = |words: &[(f32, Option<f32>)]| -> Vec<bool> {
            let mut words: Vec<Written> = words.iter().map(|(left, off)| written(*left, *off)).collect();
            mark(&mut words);
            words.iter().map(|word| word.by_hand).collect()
        };
        assert_eq!(marked(&[(0.0, Some(0.04)), (200.0, Some(0.015))]), [false, false]);
        assert_eq!(marked(&[(0.0, Some(0.15)), (200.0, Some(0.03))]), [true, false]);
        let page = [Some(0.04), Some(0.04), Some(0.05), Some(0.03), Some(0.01), None];
        let page: Vec<(f32, Option<f32>)> = (0..).map(|place| 100.0 * place as f32).zip(page).collect();
        assert_eq!(marked(&page), [true, true, true, true, false, false]);
    }
}
