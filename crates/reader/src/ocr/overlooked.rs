//! Short words that stand alone, such as the codes and noughts of a form, which the network that finds lines overlooks:
//! islands of ink of a letter's size that no line covers. Not here: reading them (see `recogniser`).

use super::ink::Ink;
use super::quad::Quad;

/// How high capitals and digits are, in points, and how wide one is, in its heights: slimmer ones are pieces of lines.
const LOWEST: f32 = 4.2;
const HIGHEST: f32 = 12.0;
const SLIMMEST: f32 = 0.35;
const WIDEST: f32 = 1.3;
/// Letters of one word stand so close, in heights, with a point between them at most, and differ so much in height; a short
/// word has at most so many.
const CLOSE: f32 = 0.75;
const ALIKE: f32 = 1.25;
const MOST_LETTERS: usize = 10;
/// Beside a word that stands alone there is so much paper, in heights: what is nearer to a line was left out of it.
const ALONE: f32 = 0.6;
/// Share of each of its sides that is drawn where an island is a frame.
const FRAMED: f32 = 0.9;
/// A page with more of them is a picture.
const MOST: usize = 60;
/// The margin that the recogniser is used to, in heights.
const MARGIN: f32 = 0.3;

/// Left, top, right and bottom in pixels.
type Place = (usize, usize, usize, usize);

/// Where short words stand that none of the lines covers. `ink` is without rulings and loses what the lines cover.
pub(super) fn words(ink: &mut Ink, lines: &[Quad], pixels_per_point: f32) -> Vec<Quad> {
    let place = |length: f32| length.max(0.0) as usize;
    let lines: Vec<Place> = lines
        .iter()
        .map(|line| {
            let (left, top, right, bottom) = line.bounds();
            (place(left), place(top), place(right.ceil()), place(bottom.ceil()))
        })
        .collect();
    for &(left, top, right, bottom) in &lines {
        ink.erase(left, top, right, bottom);
    }
    let mut letters = islands(ink);
    letters.retain(|letter| is_letter(ink, letter, pixels_per_point));
    if letters.len() > MOST {
        return Vec::new();
    }
    let mut words = joined(letters);
    words.retain(|(word, letters)| *letters <= MOST_LETTERS && lines.iter().all(|line| is_apart(word, line)));
    words.iter().map(|(word, _)| around(word)).collect()
}

/// The islands of ink, by their left sides.
fn islands(ink: &Ink) -> Vec<Place> {
    let mut seen = vec![false; ink.width * ink.height];
    let mut found = Vec::new();
    for y in 0..ink.height {
        for x in (0..ink.width).filter(|x| ink.row(y)[*x]) {
            if !seen[y * ink.width + x] {
                found.push(island(ink, &mut seen, (x, y)));
            }
        }
    }
    found.sort_unstable();
    found
}

fn island(ink: &Ink, seen: &mut [bool], start: (usize, usize)) -> Place {
    let mut open = vec![start];
    seen[start.1 * ink.width + start.0] = true;
    let (mut left, mut top, mut right, mut bottom) = (start.0, start.1, start.0, start.1);
    while let Some((x, y)) = open.pop() {
        (left, top) = (left.min(x), top.min(y));
        (right, bottom) = (right.max(x), bottom.max(y));
        for near_y in y.saturating_sub(1)..(y + 2).min(ink.height) {
            for near_x in x.saturating_sub(1)..(x + 2).min(ink.width) {
                let near = near_y * ink.width + near_x;
                if !seen[near] && ink.is_dark(near_x, near_y) {
                    seen[near] = true;
                    open.push((near_x, near_y));
                }
            }
        }
    }
    (left, top, right + 1, bottom + 1)
}

fn is_letter(ink: &Ink, &(left, top, right, bottom): &Place, pixels_per_point: f32) -> bool {
    let (width, height) = ((right - left) as f32, (bottom - top) as f32);
    let sized = (LOWEST..HIGHEST).contains(&(height / pixels_per_point));
    let shaped = (SLIMMEST..WIDEST).contains(&(width / height));
    let pen = ((0.5 * pixels_per_point) as usize).max(1);
    let drawn = |inked: usize, length: f32| inked as f32 >= FRAMED * length * pen as f32;
    let framed = || {
        drawn(ink.count(left, top, right, top + pen), width)
            && drawn(ink.count(left, bottom - pen, right, bottom), width)
            && drawn(ink.count(left, top, left + pen, bottom), height)
            && drawn(ink.count(right - pen, top, right, bottom), height)
    };
    sized && shaped && !framed()
}

/// Letters side by side as words, each with the number of its letters.
fn joined(letters: Vec<Place>) -> Vec<(Place, usize)> {
    let mut words: Vec<(Place, usize)> = Vec::new();
    for letter in letters {
        let height = (letter.3 - letter.1) as f32;
        let goes_on = |(word, _): &&mut (Place, usize)| {
            let own = (word.3 - word.1) as f32;
            let level = 4 * word.1.abs_diff(letter.1) < letter.3 - letter.1;
            let close = letter.0 >= word.2 && ((letter.0 - word.2) as f32) < CLOSE * height.max(own);
            level && close && own.max(height) < ALIKE * own.min(height)
        };
        match words.iter_mut().find(goes_on) {
            Some((word, letters)) => {
                *word = (word.0, word.1.min(letter.1), letter.2, word.3.max(letter.3));
                *letters += 1;
            }
            None => words.push((letter, 1)),
        }
    }
    words
}

/// Whether a word keeps its distance from a line.
fn is_apart(word: &Place, line: &Place) -> bool {
    let height = word.3 - word.1;
    let reach = (ALONE * height as f32) as usize;
    let beside = word.0 < line.2 + reach && line.0 < word.2 + reach;
    let level = word.1 < line.3 && line.1 < word.3;
    let touches = word.0 <= line.2 && line.0 <= word.2 && word.1 <= line.3 && line.1 <= word.3;
    !(beside && level || touches)
}

fn around(&(left, top, right, bottom): &Place) -> Quad {
    let margin = MARGIN * (bottom - top) as f32;
    let (left, right) = (left as f32 - margin, right as f32 + margin);
    let (top, bottom) = (top as f32 - margin, bottom as f32 + margin);
    Quad {
        corners: [(left, top), (right, top), (right, bottom), (left, bottom)],
    }
}

#[cfg(test)]
mod tests {
    use super::super::grey::Grey;
    use super::*;

    #[test]
    fn what_no_line_covers_is_a_word_when_it_stands_alone() {
        let mut grey = Grey {
            width: 600,
            height: 200,
            pixels: vec![250; 120_000],
        };
        let mut fill = |left: usize, top: usize, right: usize, bottom: usize| {
            for y in top..bottom {
                grey.pixels[y * 600 + left..y * 600 + right].fill(20);
            }
        };
        // A letter, two with a point between them, the end of a line, a frame, an upright stroke, a speck.
        let letter = |fill: &mut dyn FnMut(usize, usize, usize, usize), x: usize| {
            fill(x, 50, x + 4, 70);
            fill(x, 50, x + 14, 54);
            fill(x, 60, x + 11, 64);
        };
        letter(&mut fill, 50);
        letter(&mut fill, 100);
        fill(117, 67, 120, 70);
        letter(&mut fill, 124);
        letter(&mut fill, 300);
        for (left, top, right, bottom) in [
            (400, 50, 424, 52),
            (400, 72, 424, 74),
            (400, 50, 402, 74),
            (422, 50, 424, 74),
            (500, 50, 503, 70),
            (550, 60, 554, 64),
        ] {
            fill(left, top, right, bottom);
        }
        let line = Quad {
            corners: [(200.0, 45.0), (295.0, 45.0), (295.0, 75.0), (200.0, 75.0)],
        };
        let found = words(&mut Ink::of(&grey), &[line], 200.0 / 72.0);
        let places: Vec<_> = found.iter().map(Quad::bounds).collect();
        assert_eq!(places, [(44.0, 44.0, 70.0, 76.0), (94.0, 44.0, 144.0, 76.0)]);
    }
}
