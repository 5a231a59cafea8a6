//! Splits a tall rectangle into the lines it contains, by their ink, and finds single letters of one word printed
//! downwards.

use super::ink::Ink;
use super::quad::Quad;
use std::ops::Range;

/// Where a rectangle without a blank row may be split, in heights from its top.
const PARTED: (f32, f32) = (0.2, 0.6);
/// A row with less than this fraction of the ink of the fullest row above it may be a seam.
const LIGHT: f32 = 0.4;
/// Min height of a piece, in pixels; lower ones are specks.
const LOWEST: usize = 4;
/// Margin added to a piece, in heights.
const MARGIN: f32 = 0.2;
/// Blank columns, in pixels, that separate the columns of a table detected as one rectangle.
const GUTTER: usize = 6;
/// Min letters in a word printed downwards. The gap between two of them is at most the height of the taller one.
const STACKED: usize = 3;
/// Max width of such a letter, in heights.
const LETTER: f32 = 1.5;

/// The pieces of a rectangle between blank rows, from top to bottom, each as wide as its ink. A piece taller than
/// `usual` is split at its gutters first, since its columns may have different lines.
pub(super) fn unstacked(quad: &Quad, ink: &Ink, usual: f32) -> Vec<Quad> {
    let (left, top, right, bottom) = quad.bounds();
    let whole = left.max(0.0) as usize..(right.max(0.0).ceil() as usize).min(ink.width);
    let rows = top.max(0.0) as usize..(bottom.max(0.0) as usize).min(ink.height);
    let mut pieces = Vec::new();
    for rows in inked_rows(&rows, &whole, ink) {
        let columns = inked_columns(&rows, &whole, ink);
        if rows.len() as f32 <= usual || columns.len() < 2 {
            pieces.extend(around(&rows, &whole, ink));
            continue;
        }
        for column in columns {
            let lines = inked_rows(&rows, &column, ink);
            pieces.extend(lines.iter().filter_map(|rows| around(rows, &column, ink)));
        }
    }
    pieces
}

/// Runs of rows with ink between two columns, without specks.
fn inked_rows(rows: &Range<usize>, columns: &Range<usize>, ink: &Ink) -> Vec<Range<usize>> {
    let inked = |y: &usize| ink.count(columns.start, *y, columns.end, y + 1) > 0;
    let mut runs = runs(rows.clone().filter(inked), 1);
    runs.retain(|run| run.len() >= LOWEST);
    runs
}

/// Runs of columns with ink between two rows, separated by gutters.
fn inked_columns(rows: &Range<usize>, columns: &Range<usize>, ink: &Ink) -> Vec<Range<usize>> {
    let inked = |x: &usize| ink.count(*x, rows.start, x + 1, rows.end) > 0;
    runs(columns.clone().filter(inked), GUTTER)
}

/// Groups ascending places into half-open runs. Places at least `apart` beyond the end of a run start a new one.
fn runs(places: impl Iterator<Item = usize>, apart: usize) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for place in places {
        match runs.last_mut() {
            Some(run) if place < run.end + apart => run.end = place + 1,
            _ => runs.push(place..place + 1),
        }
    }
    runs
}

/// The ink of some rows between two columns, with the margin the recognizer expects.
fn around(rows: &Range<usize>, columns: &Range<usize>, ink: &Ink) -> Option<Quad> {
    let dark = |x: &usize| ink.count(*x, rows.start, x + 1, rows.end) > 0;
    let (start, end) = (columns.clone().find(dark)?, columns.clone().rev().find(dark)?);
    let margin = MARGIN * rows.len() as f32;
    let (left, right) = (start as f32 - margin, end as f32 + 1.0 + margin);
    let (upper, lower) = (rows.start as f32 - margin, rows.end as f32 + margin);
    Some(Quad {
        corners: [(left, upper), (right, upper), (right, lower), (left, lower)],
    })
}

/// Runs of pieces that may be the letters of a word printed downwards.
pub(super) fn stacks(pieces: &[Quad]) -> Vec<Range<usize>> {
    let is_letter = |piece: &Quad| piece.width() <= LETTER * piece.height();
    let follows = |above: &Quad, below: &Quad| {
        let (left, top, right, bottom) = above.bounds();
        let (from, start, to, end) = below.bounds();
        let middle = |from: f32, to: f32| f32::midpoint(from, to);
        let level = middle(from, to) > left && middle(from, to) < right
            || middle(left, right) > from && middle(left, right) < to;
        level && start > top && start - bottom < (bottom - top).max(end - start)
    };
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (index, piece) in pieces.iter().enumerate().filter(|(_, piece)| is_letter(piece)) {
        match runs.last_mut() {
            Some(run) if run.end == index && follows(&pieces[index - 1], piece) => run.end = index + 1,
            _ => runs.push(index..index + 1),
        }
    }
    runs.retain(|run| run.len() >= STACKED);
    runs
}

/// The upright rectangle around pieces that already have their margins.
pub(super) fn around_all(pieces: &[Quad]) -> Quad {
    let bounds = pieces.iter().map(Quad::bounds);
    let (left, top, right, bottom) = bounds.fold((f32::MAX, f32::MAX, f32::MIN, f32::MIN), |all, own| {
        (all.0.min(own.0), all.1.min(own.1), all.2.max(own.2), all.3.max(own.3))
    });
    let margin = MARGIN * (right - left);
    Quad {
        corners: [
            (left - margin, top),
            (right + margin, top),
            (right + margin, bottom),
            (left - margin, bottom),
        ],
    }
}

/// Splits a tall rectangle whose lines are so close that no row is blank: the first part ends at the first row that is
/// much lighter than the rows above it.
pub(super) fn parted(quad: &Quad, ink: &Ink) -> Vec<Quad> {
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
            around(&(first..last), &(from..to), ink)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ocr::grey::Grey;

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
        // A caption, three small letters below it, and a large letter beside these.
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
        assert_eq!(stacks(&pieces).first(), Some(&(1..4)));
        assert!(stacks(&pieces[..3]).is_empty());
    }
}
