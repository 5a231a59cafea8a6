//! Questions answered by one of two squares: `[ ] Yes [X] No  Did the partner contribute property?`. See
//! `check_boxes` for single squares.

use super::find::Square;
use crate::captions::model::Caption;
use crate::page::model::Layout;
use crate::page::tolerances::BESIDE_SQUARE;
use touchstone_intake::Region;

/// Max gap between Yes and No, in heights.
const APART: f32 = 12.0;
/// Max distance of a question above its answers, in heights.
const UNDER: f32 = 2.5;

/// The squares of the answers to a question.
pub(crate) struct Answers {
    pub yes: Square,
    pub no: Square,
}

/// The answers to those captions that are questions. Their squares are removed from `squares`.
pub(crate) fn answers(layout: &Layout, captions: &[&Caption], squares: &mut Vec<Square>) -> Vec<Option<Answers>> {
    let mut asked: Vec<Option<Answers>> = captions.iter().map(|_| None).collect();
    let mut questions: Vec<usize> = (0..captions.len())
        .filter(|&caption| asks(layout, captions[caption]))
        .collect();
    if questions.is_empty() {
        return asked;
    }
    for (yes, no) in pairs(layout) {
        let words = layout.around(&[yes, no]);
        let near = questions.iter().enumerate().filter_map(|(place, &caption)| {
            let far = distance(&captions[caption].region, &words)?;
            Some((far, place))
        });
        let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0));
        let Some(((_, place), (yes, no))) = nearest.zip(beside(layout, squares, yes, no)) else {
            continue;
        };
        // The later one is removed first, so that the index of the other stays valid.
        let (later, earlier) = (squares.remove(yes.max(no)), squares.remove(yes.min(no)));
        let (yes, no) = if yes > no { (later, earlier) } else { (earlier, later) };
        asked[questions.remove(place)] = Some(Answers { yes, no });
    }
    asked
}

fn asks(layout: &Layout, caption: &Caption) -> bool {
    caption
        .words
        .last()
        .is_some_and(|&last| layout.word(last).text.ends_with('?'))
}

/// The words `Yes` and `No` on one line, each `Yes` with its nearest `No`.
fn pairs(layout: &Layout) -> Vec<(usize, usize)> {
    let all = |wanted: &'static [u8]| (0..layout.folded.len()).filter(move |&word| layout.folded[word] == wanted);
    let nearest = |yes: usize| {
        let own = layout.region(yes);
        let behind = all(b"no").filter(|&no| own.is_level_with(layout.region(no)) && layout.gap(yes, no) > 0.0);
        let no = behind.min_by(|&a, &b| layout.gap(yes, a).total_cmp(&layout.gap(yes, b)))?;
        (layout.gap(yes, no) < APART * own.height).then_some((yes, no))
    };
    all(b"yes").filter_map(nearest).collect()
}

/// Distance of a square from a word on one side.
type Gap<'a> = &'a dyn Fn(&Region, &Region) -> f32;

/// The squares of both words, on the same side of them.
fn beside(layout: &Layout, squares: &[Square], yes: usize, no: usize) -> Option<(usize, usize)> {
    let left = |word: &Region, square: &Region| word.x - square.right();
    let right = |word: &Region, square: &Region| square.x - word.right();
    let sides: [Gap; 2] = [&left, &right];
    sides.into_iter().find_map(|gap| {
        let nearest = |word: usize| {
            let word = layout.region(word);
            let far = |square: usize| gap(word, &squares[square].region);
            let own = (0..squares.len()).filter(|&square| {
                let level = squares[square].region.overlap_y(word) > 0.0;
                level && (-1.0..BESIDE_SQUARE * word.height).contains(&far(square))
            });
            own.min_by(|&a, &b| far(a).total_cmp(&far(b)))
        };
        let (yes, no) = (nearest(yes)?, nearest(no)?);
        (yes != no).then_some((yes, no))
    })
}

/// Distance of a question from its answers, if it is on their line or above them.
fn distance(question: &Region, words: &Region) -> Option<f32> {
    let across = (question.x - words.right()).max(words.x - question.right()).max(0.0);
    let level = question.overlap_y(words) > 0.0;
    let under = words.y - question.bottom();
    let above = across <= 0.0 && (0.0..UNDER * question.height).contains(&under);
    if level { Some(across) } else { above.then_some(under) }
}
