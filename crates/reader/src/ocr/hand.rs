//! Whether capitals and figures were written by hand: those of a font stand on one line and reach up to another, those of
//! a hand do neither. Not here: small letters, which stand at many heights in print too.

use super::ink::Ink;
use super::words::Written;

/// Fewer signs tell nothing, and neither do lower ones, in pixels.
const FEWEST: usize = 4;
const LOWEST: f32 = 12.0;
/// Signs that reach less far than this share of the tallest are points and strokes.
const TALL: f32 = 0.5;
/// By how much of their height the signs of a hand miss their line, above and below each.
const ASTRAY: f32 = 0.075;

/// What a sign of the ink covers from left to right, with its upper and lower end.
#[derive(Debug, Clone, Copy)]
struct Sign {
    middle: f32,
    top: f32,
    bottom: f32,
}

pub(super) fn is_by_hand(word: &Written, ink: &Ink) -> bool {
    // A sign of money, which is taller, may stand first.
    let money = word.text.starts_with('$');
    let plain = word.text.trim_start_matches('$');
    let alike = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase() && !matches!(c, 'Q' | 'J');
    if word.angle.abs() > 1.0 || !plain.chars().all(|c| alike(c) || matches!(c, '.' | ',' | '-')) {
        return false;
    }
    let mut signs = signs(word, ink);
    if money && !signs.is_empty() {
        signs.remove(0);
    }
    let height = |sign: &Sign| sign.bottom - sign.top;
    let tallest = signs.iter().map(height).fold(0.0, f32::max);
    signs.retain(|sign| height(sign) >= TALL * tallest);
    if signs.len() < FEWEST || tallest < LOWEST {
        return false;
    }
    let astray = |end: fn(&Sign) -> f32| astray(signs.iter().map(|sign| (sign.middle, end(sign))).collect()) / tallest;
    astray(|sign| sign.top) > ASTRAY && astray(|sign| sign.bottom) > ASTRAY
}

/// The ink of a word between columns without any.
fn signs(word: &Written, ink: &Ink) -> Vec<Sign> {
    let limit = |value: f32, most: usize| (value.max(0.0) as usize).min(most);
    let (left, right) = (limit(word.left, ink.width), limit(word.right.ceil(), ink.width));
    let (top, bottom) = (limit(word.top, ink.height), limit(word.bottom.ceil(), ink.height));
    let mut signs = Vec::new();
    let mut open: Option<(usize, usize, usize)> = None;
    for x in left..=right {
        let mut rows = (top..bottom).filter(|&y| x < right && ink.is_dark(x, y));
        let column = rows.next().map(|first| (first, rows.last().unwrap_or(first) + 1));
        open = match (open, column) {
            (None, column) => column.map(|(top, bottom)| (x, top, bottom)),
            (Some((from, top, bottom)), Some((first, last))) => Some((from, top.min(first), bottom.max(last))),
            (Some((from, top, bottom)), None) => {
                signs.push(Sign {
                    middle: (from + x) as f32 / 2.0,
                    top: top as f32,
                    bottom: bottom as f32,
                });
                None
            }
        };
    }
    signs
}

/// How far points lie from the line that fits them best, on average, the farthest one left out.
fn astray(mut points: Vec<(f32, f32)>) -> f32 {
    let farthest = rests(&points)
        .into_iter()
        .enumerate()
        .max_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((index, _)) = farthest {
        points.remove(index);
    }
    let rests = rests(&points);
    (rests.iter().map(|rest| rest * rest).sum::<f32>() / rests.len().max(1) as f32).sqrt()
}

fn rests(points: &[(f32, f32)]) -> Vec<f32> {
    let count = points.len().max(1) as f32;
    let (x, y) = points.iter().fold((0.0, 0.0), |sum, point| {
        (sum.0 + point.0 / count, sum.1 + point.1 / count)
    });
    let wide: f32 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f32>() / wide.max(1.0);
    points
        .iter()
        .map(|point| (point.1 - y - slope * (point.0 - x)).abs())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::grey::Grey;
    use super::*;

    /// Strokes six pixels wide, each from one row to another, on paper 200 by 60.
    fn word(text: &str, strokes: &[(usize, usize)]) -> bool {
        let mut picture = Grey {
            width: 200,
            height: 60,
            pixels: vec![240; 200 * 60],
        };
        for (index, &(top, bottom)) in strokes.iter().enumerate() {
            for y in top..bottom {
                picture.pixels[y * 200 + 20 + 16 * index..][..6].fill(20);
            }
        }
        let word = Written {
            text: text.to_owned(),
            left: 15.0,
            top: 5.0,
            right: 190.0,
            bottom: 55.0,
            confidence: 0.9,
            least: 0.9,
            size: 30.0,
            angle: 0.0,
        };
        is_by_hand(&word, &Ink::of(&picture))
    }

    #[test]
    fn figures_that_keep_no_line_are_a_hands() {
        let hand = [(12, 40), (15, 37), (10, 43), (17, 40), (12, 36)];
        assert!(word("48213", &hand));
        // A font, with a point and one figure that was damaged; the same askew; words with small letters.
        assert!(!word(
            "482.13",
            &[(12, 40), (12, 40), (12, 41), (36, 40), (12, 30), (12, 40)]
        ));
        assert!(!word("48213", &[(12, 40), (14, 42), (16, 44), (18, 46), (20, 48)]));
        assert!(!word("Wages", &hand));
        assert!(!word("$4821", &[(8, 44), (12, 40), (12, 40), (12, 40), (12, 40)]));
    }
}
