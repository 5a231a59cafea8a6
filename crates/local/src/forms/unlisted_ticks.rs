//! Ticks in squares that belong to no caption of the template: no field holds them, so each is a doubt. See
//! `check_boxes` for squares of fields, `unextracted_text` for bare marks.

use super::model::Stray;
use super::unextracted_text::hull;
use crate::captions::unknown_boxes::is_near;
use crate::page::model::Layout;
use crate::page::tolerances::BESIDE_SQUARE;
use crate::squares::find::Square;
use crate::values::model::Sheet;
use touchstone_intake::Region;

/// Max gap between words of that text, in font sizes.
const GAP: f32 = 1.0;
/// Max words of that text in the report.
const REPORTED: usize = 8;

/// The doubts of ticked squares, and those of squares in which a mark may be drawn.
pub(crate) fn ticks(sheet: &Sheet, squares: Vec<Square>) -> (Vec<Stray>, Vec<(Stray, Region)>) {
    let layout = sheet.layout;
    let Some(hull) = hull(sheet) else {
        return (Vec::new(), Vec::new());
    };
    let asked = squares.into_iter().filter(|square| hull.holds(&square.region));
    let (mut ticked, mut open) = (Vec::new(), Vec::new());
    for square in asked {
        let words = beside(layout, &square.region);
        if words.is_empty() {
            continue;
        }
        let doubt = Stray::ticked(layout, &words, square.region);
        match square.on {
            Some(true) => ticked.push(doubt),
            None if is_empty(layout, &square.region) => open.push((doubt, square.region)),
            Some(false) | None => {}
        }
    }
    (ticked, open)
}

/// Whether a cell has no print in it: otherwise it is a box of another kind, or its mark was read.
fn is_empty(layout: &Layout, square: &Region) -> bool {
    let inside = |word: usize| {
        let (x, y) = layout.region(word).center();
        square.contains_point(x, y)
    };
    !(0..layout.folded.len()).any(inside)
}

/// The words directly after a square, or else before it.
fn beside(layout: &Layout, square: &Region) -> Vec<usize> {
    let level = |word: &usize| {
        let region = layout.region(*word);
        region.is_level_with(square) && layout.word(*word).text.contains(char::is_alphabetic)
    };
    let nearest = |gap: &dyn Fn(&Region) -> f32| {
        let near = (0..layout.folded.len()).filter(level).filter(|&word| {
            let gap = gap(layout.region(word));
            (-1.0..BESIDE_SQUARE * square.height).contains(&gap)
        });
        near.min_by(|&a, &b| gap(layout.region(a)).total_cmp(&gap(layout.region(b))))
    };
    let joined = |left: usize, right: usize| is_near(layout, left, right, GAP);
    if let Some(first) = nearest(&|word| word.x - square.right()) {
        let next = |&word: &usize| layout.right_of(word).filter(|&next| joined(word, next));
        return std::iter::successors(Some(first), next).take(REPORTED).collect();
    }
    let before = |&word: &usize| layout.left_of(word).filter(|&before| joined(before, word));
    let last = nearest(&|word| square.x - word.right());
    let mut words: Vec<usize> = std::iter::successors(last, before).take(REPORTED).collect();
    words.reverse();
    words
}
