//! Splits a recognized line into words, each with the box of its ink. Word boundaries come from the ink, since the
//! recognizer gives only rough positions.

use super::glyphs::{hidden, is_ordinal, starts_with_digit};
use super::ink::Ink;
use super::round::Blot;
use super::written::{Girth, Written};
use super::{Glyph, Line, handwriting, print, round};
use touchstone_intake::Ruling;

/// Fraction of a line's rectangle, around its middle, that its characters fill; neighboring lines are above and below.
const FILLED: f32 = 0.7;
/// Half of the fraction that is always filled: a blank row within it does not separate lines.
const LEAST: f32 = 0.25;
/// Min fraction of ink in a dark band behind white letters.
const DARK: f32 = 0.6;
/// Min fraction of ink in the band's strips above and below the letters.
const BAND: f32 = 0.8;
/// Height of these strips, as a fraction of the line's height.
const EDGE: f32 = 0.06;
/// Half of the fraction of the height that may contain ink of the line, including descenders and accents.
const REACHED: f32 = 0.48;
/// Min font size, as a fraction of the height of a line's rectangle.
pub(super) const FONT: f32 = 0.7;
/// Min gap between characters of two words where no space was recognized, in font sizes.
const APART: f32 = 0.26;
/// The same between digits.
const DIGITS_APART: f32 = 0.34;
/// The same beside narrow characters, such as the period and the digit 1.
const SLIM_APART: f32 = 0.42;
/// The gap must also be this many times the usual one, for widely spaced print such as receipts.
const LOOSE: f32 = 2.0;
/// Min gaps for measuring the usual one.
const TELLING: usize = 4;
/// The gap must also be at least this fraction of the narrowest recognized space in the line.
const LIKE_SPACES: f32 = 0.8;
/// Wider spaces separate columns, in font sizes.
const WIDEST_SPACE: f32 = 1.0;
/// Min gap at a recognized space within a number, in font sizes.
const SPACE: f32 = 0.06;
/// The same elsewhere.
const WORD_SPACE: f32 = 0.12;
/// Min gap at a recognized space between the digit 1 and a letter, in font sizes, if they begin an ordinal: `1ST`.
const ORDINAL_APART: f32 = 0.3;
/// The same elsewhere.
const ONE_APART: f32 = 0.18;
/// Closing punctuation within this distance, in font sizes, belongs to the word before it.
const CLOSING: f32 = 1.5;
/// Max blank rows within a character (the dot of an i, an accent), in font sizes.
const DOT: f32 = 0.22;
/// Min degrees at which a line is not level; its words are then split by length alone.
const LEVEL: f32 = 8.0;

/// The words of a line. `ink` excludes rulings; no word crosses one of the `walls`.
pub(super) fn split(line: &Line, ink: &Ink, walls: &[Ruling]) -> Vec<Written> {
    if line.quad.angle().abs() > LEVEL {
        return askew(line);
    }
    let level = Level::of(line, ink);
    let mut words = Vec::new();
    let mut word: Vec<&Glyph> = Vec::new();
    let mut from = level.left;
    let mut spaced = false;
    for (index, glyph) in line.glyphs.iter().enumerate() {
        if glyph.text.trim().is_empty() {
            spaced = true;
            continue;
        }
        if let Some(last) = word.last()
            && let Some(cut) = level.cut(last, &line.glyphs[index..], spaced, walls)
        {
            words.extend(level.word(&word, from, cut));
            word.clear();
            from = cut;
        }
        spaced = false;
        word.push(glyph);
    }
    words.extend(level.word(&word, from, level.right));
    print::set(&mut words);
    words
}

/// A level line and its inked columns.
struct Level<'i> {
    ink: &'i Ink,
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
    inked: Vec<bool>,
    reversed: bool,
    font: f32,
    start: f32,
    length: f32,
    /// Min gap between words without a recognized space, in font sizes, for this line.
    loose: f32,
}

/// The rows filled by the characters of a line: from its middle to the nearest blank rows outside the core, since an
/// `L` is blank above its foot. Where the ink of neighboring lines leaves no row blank, the fraction that characters
/// always fill.
struct Band {
    first: usize,
    last: usize,
    /// Whether blank rows are above and below.
    free: bool,
}

impl Band {
    fn of(ink: &Ink, from: usize, to: usize, middle: f32, height: f32) -> Self {
        let row = |y: f32| (y.max(0.0) as usize).min(ink.height);
        let (highest, lowest) = (row(middle - REACHED * height), row((middle + REACHED * height).ceil()));
        let (upper, lower) = (row(middle - LEAST * height), row((middle + LEAST * height).ceil()));
        let blank = |y: &usize| ink.count(from, *y, to, y + 1) == 0;
        let above = (highest..upper).rev().find(blank);
        let below = (lower..lowest).find(blank);
        Self {
            first: above.map_or(row(middle - FILLED / 2.0 * height), |y| y + 1),
            last: below.unwrap_or(row((middle + FILLED / 2.0 * height).ceil())),
            free: above.is_some() && below.is_some(),
        }
    }

    /// Size of the font whose characters fill these rows.
    fn font(&self, line: &Line) -> f32 {
        let height = line.quad.height();
        let estimated = print::size(
            &line.glyphs.iter().map(|glyph| glyph.text.as_str()),
            self.last - self.first,
        );
        match estimated.filter(|_| self.free) {
            Some(size) => size.clamp(FONT * height, height),
            None => FONT * height,
        }
    }
}

impl<'i> Level<'i> {
    fn of(line: &Line, ink: &'i Ink) -> Self {
        let (left, top, right, bottom) = line.quad.bounds();
        let height = line.quad.height();
        let middle = f32::midpoint(top, bottom);
        let (from, to) = (left.max(0.0) as usize, (right.ceil() as usize).min(ink.width));
        let band = Band::of(ink, from, to, middle, height);
        let mut inked = vec![false; to.saturating_sub(from)];
        // White print on a dark band: the letters are the pixels without ink, and there is ink above and below them.
        let dark = |first: f32, last: f32| {
            let (first, last) = (first.max(0.0) as usize, (last.ceil() as usize).min(ink.height));
            ink.count(from, first, to, last) as f32 / (inked.len() * last.saturating_sub(first)).max(1) as f32
        };
        let edge = (EDGE * height).max(1.0);
        let reversed = dark(top, bottom) > DARK && dark(top, top + edge) > BAND && dark(bottom - edge, bottom) > BAND;
        for y in band.first..band.last {
            for (column, dark) in inked.iter_mut().zip(&ink.row(y)[from..to]) {
                *column |= *dark != reversed;
            }
        }
        let mut level = Self {
            ink,
            left: from,
            right: to,
            top: (middle - REACHED * height).max(0.0) as usize,
            bottom: ((middle + REACHED * height).ceil() as usize).min(ink.height),
            inked,
            reversed,
            font: band.font(line),
            start: left,
            length: right - left,
            loose: 0.0,
        };
        level.loose = level.looseness(&line.glyphs);
        level
    }

    /// How far apart characters of one word may be in this line, in font sizes, judging by its gaps and spaces.
    fn looseness(&self, glyphs: &[Glyph]) -> f32 {
        let is_space = |glyph: &Glyph| glyph.text.trim().is_empty();
        let (mut within, mut spaces) = (Vec::new(), Vec::new());
        for (index, pair) in glyphs.windows(2).enumerate() {
            match pair {
                [a, b] if !is_space(a) && !is_space(b) => within.push(self.gap(a, b)),
                [a, b] if is_space(b) => spaces.extend(glyphs.get(index + 2).map(|next| self.gap(a, next))),
                _ => {}
            }
        }
        within.sort_by(f32::total_cmp);
        // A few gaps are not representative.
        let usual = within
            .get(within.len() / 2)
            .copied()
            .filter(|_| within.len() >= TELLING)
            .unwrap_or(0.0);
        let narrowest = spaces.into_iter().reduce(f32::min).unwrap_or(0.0);
        (LOOSE * usual).max(LIKE_SPACES * narrowest.min(WIDEST_SPACE))
    }

    /// Gap between two characters, in font sizes.
    fn gap(&self, a: &Glyph, b: &Glyph) -> f32 {
        let (start, end) = self.widest_gap(self.place(a) as usize, self.place(b) as usize);
        (end - start) as f32 / self.font
    }

    fn place(&self, glyph: &Glyph) -> f32 {
        self.start + glyph.at * self.length
    }

    /// Where a word ends between a character and the ones after it, if it does. A point before a fraction does not end
    /// a word.
    fn cut(&self, a: &Glyph, behind: &[Glyph], spaced: bool, walls: &[Ruling]) -> Option<usize> {
        let (b, rest) = behind.split_first()?;
        let fraction = starts_with_digit(rest);
        let (from, to) = (self.place(a), self.place(b));
        // Typewriters put a comma in the middle of its cell, but it still belongs to the word before it.
        let mark = matches!(b.text.as_str(), "," | ";" | ":" | ")") || b.text == "." && !fraction;
        let closing = mark && to - from < CLOSING * self.font;
        // A form preprints the parentheses of a loss, with the amount between them and gaps on both sides.
        let closing = closing && !(b.text == ")" && a.text.chars().all(|c| c.is_ascii_digit()) && self.apart(from, to));
        let wall = walls.iter().find(|wall| {
            let (top, bottom) = (self.top as f32 + 0.3 * self.font, self.bottom as f32 - 0.3 * self.font);
            wall.at > from && wall.at < to && wall.from <= top && wall.to >= bottom
        });
        if let Some(wall) = wall {
            return Some(wall.at as usize);
        }
        let (start, end) = self.widest_gap(from as usize, to as usize);
        let gap = (end - start) as f32 / self.font;
        let number = |glyph: &Glyph| glyph.text.chars().all(|c| c.is_ascii_digit() || "$.,-()%".contains(c));
        let slim = |glyph: &Glyph| matches!(glyph.text.as_str(), "1" | "." | "," | "-");
        let apart = match (spaced, number(a) && number(b)) {
            _ if closing => return None,
            (true, true) => SPACE,
            (true, false) if a.text == "1" && is_ordinal(behind) => ORDINAL_APART,
            (true, false) if a.text == "1" && b.text.chars().all(char::is_alphabetic) => ONE_APART,
            (true, false) => WORD_SPACE,
            (false, true) if slim(a) || slim(b) => SLIM_APART.max(self.loose),
            // An area code has its own parentheses: `(555) 201-4411`.
            (false, true) if a.text == ")" => APART.max(self.loose),
            (false, true) => DIGITS_APART.max(self.loose),
            (false, false) => APART.max(self.loose),
        };
        (gap >= apart).then_some(usize::midpoint(start, end))
    }

    /// Whether there is a gap as wide as a space between two positions.
    fn apart(&self, from: f32, to: f32) -> bool {
        let (start, end) = self.widest_gap(from as usize, to as usize);
        (end - start) as f32 >= SLIM_APART * self.font
    }

    /// The longest run of blank columns between two positions.
    fn widest_gap(&self, from: usize, to: usize) -> (usize, usize) {
        let (from, to) = (from.max(self.left), to.min(self.right));
        let mut widest = (from, from);
        let mut start = from;
        for x in from..to {
            if self.inked[x - self.left] {
                start = x + 1;
            } else if x + 1 - start > widest.1 - widest.0 {
                widest = (start, x + 1);
            }
        }
        widest
    }

    /// A word between two columns, its box shrunk to its ink.
    fn word(&self, glyphs: &[&Glyph], from: usize, to: usize) -> Option<Written> {
        let (first, last) = (glyphs.first()?, glyphs.last()?);
        let columns = from..to.max(from);
        let dark = |x: &usize| self.inked[x - self.left];
        // Ink more than half a character beyond the outermost characters belongs to another word or is a speck.
        let reach = 0.9 * self.font;
        let near = |x: &usize| *x as f32 > self.place(first) - reach && (*x as f32) < self.place(last) + reach;
        let left = columns.clone().filter(near).find(dark);
        let right = columns.rev().filter(near).find(dark);
        let (left, right) = match (left, right) {
            (Some(left), Some(right)) => (left, right + 1),
            _ => (
                (self.place(first) - self.font / 4.0).max(0.0) as usize,
                (self.place(last) + self.font / 4.0) as usize + 1,
            ),
        };
        let (top, bottom) = self.rows(left, right);
        let corrected = round::corrected(glyphs, |glyph| self.ink_of(glyph, glyphs));
        let glyphs: Vec<&Glyph> = corrected.iter().collect();
        let places: Vec<(&Glyph, f32)> = corrected.iter().map(|glyph| (glyph, self.place(glyph))).collect();
        let sides = [left as f32, top as f32, right as f32, bottom as f32];
        let rows = self.top..self.bottom;
        let stance = || handwriting::stance(self.ink, &(left..right), &rows, self.font, &places);
        Some(Written {
            stance: (!self.reversed).then(stance).flatten(),
            girth: Girth::of(&glyphs, |glyph| self.ink_of(glyph, &glyphs)),
            ..written(&glyphs, sides, self.font, 0.0)
        })
    }

    /// The ink of a character, including that of the characters of its word that touch it.
    fn ink_of(&self, glyph: &Glyph, word: &[&Glyph]) -> Option<Blot> {
        if self.reversed {
            return None;
        }
        let at = self.place(glyph) as usize;
        let dark = |x: &usize| self.inked[x - self.left];
        let columns = self.left..self.right;
        let start = columns
            .clone()
            .rev()
            .filter(|x| *x <= at)
            .find(|x| !dark(x))
            .map_or(self.left, |x| x + 1);
        let end = columns.filter(|x| *x > at).find(|x| !dark(x)).unwrap_or(self.right);
        let inside = |other: &&&Glyph| (start..end).contains(&(self.place(other) as usize));
        let shared = word.iter().filter(inside).count();
        if start >= end || shared == 0 {
            return None;
        }
        let (top, bottom) = self.rows(start, end);
        Some(Blot {
            width: (end - start) as f32,
            height: (bottom - top) as f32,
            shared,
        })
    }

    /// The rows of ink in some columns, from the middle of the line outwards.
    fn rows(&self, left: usize, right: usize) -> (usize, usize) {
        let dark = |y: usize| self.ink.count(left, y, right, y + 1) > 0;
        let middle = usize::midpoint(self.top, self.bottom).min(self.ink.height.saturating_sub(1));
        let most = (DOT * self.font).ceil() as usize;
        let grow = |rows: &mut dyn Iterator<Item = usize>| {
            let mut last = None;
            let mut blank = 0;
            for y in rows {
                if dark(y) {
                    last = Some(y);
                    blank = 0;
                } else {
                    blank += 1;
                    if blank > most && last.is_some() || blank > 2 * most {
                        break;
                    }
                }
            }
            last
        };
        let top = grow(&mut (self.top..=middle).rev());
        let bottom = grow(&mut (middle..self.bottom));
        match (top, bottom) {
            (None, None) => (self.top, self.bottom.max(self.top + 1)),
            (Some(top), None) => (top, middle + 1),
            (None, Some(bottom)) => (middle, bottom + 1),
            (Some(top), Some(bottom)) => (top, bottom + 1),
        }
    }
}

/// Words of a line that leans or runs upwards: split at spaces, with boxes by length.
fn askew(line: &Line) -> Vec<Written> {
    let pitch = 0.5 / line.glyphs.len().max(1) as f32;
    let groups = line.glyphs.split(|glyph| glyph.text.trim().is_empty());
    groups
        .filter_map(|glyphs| {
            let (first, last) = (glyphs.first()?, glyphs.last()?);
            let (from, to) = ((first.at - pitch).max(0.0), (last.at + pitch).min(1.0));
            let corners = [(from, 0.15), (to, 0.15), (to, 0.85), (from, 0.85)];
            let quad = super::quad::Quad {
                corners: corners.map(|(along, down)| line.quad.at(along, down)),
            };
            let (left, top, right, bottom) = quad.bounds();
            let glyphs: Vec<&Glyph> = glyphs.iter().collect();
            let size = FONT * line.quad.height();
            Some(written(&glyphs, [left, top, right, bottom], size, line.quad.angle()))
        })
        .collect()
}

fn written(glyphs: &[&Glyph], [left, top, right, bottom]: [f32; 4], size: f32, angle: f32) -> Written {
    let sum: f32 = glyphs.iter().map(|glyph| glyph.confidence).sum();
    // Characters that mask the beginning of a number carry no confidence.
    let hidden = hidden(glyphs);
    let visible = &glyphs[hidden..];
    // The dash between two asterisks is often read as an underscore.
    let sign = |(index, glyph): (usize, &&Glyph)| {
        if index < hidden && glyph.text == "_" {
            "-"
        } else {
            &glyph.text
        }
        .to_owned()
    };
    Written {
        text: glyphs.iter().enumerate().map(sign).collect(),
        left,
        top,
        right,
        bottom,
        confidence: sum / glyphs.len().max(1) as f32,
        least: visible.iter().map(|glyph| glyph.confidence).fold(1.0, f32::min),
        size,
        angle,
        stance: None,
        girth: None,
        by_hand: false,
    }
}

#[cfg(test)]
mod tests;
