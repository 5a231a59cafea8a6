//! What a caption says of itself in parentheses: the unit of its amounts, `Qualified dividends ($)`, its box, `penalty
//! (Box 2)`, or whose it is, `Account number (vendor)`, on its own line or under it. None of that is a value. Not here:
//! words with which the caption of a name goes on (see `continuation`).

use super::caption_index::Wordings;
use super::model::{Caption, is_box};
use super::unknown_boxes::is_near;
use crate::page::model::Layout;
use crate::page::ticks::is_mark;
use touchstone_intake::Region;

/// Words of one text are at most this many font sizes apart.
const WORD_SPACE: f32 = 0.8;
/// A remark has at most so many words.
const LONGEST: usize = 6;
/// What a caption is worth that a remark explains.
const SCORE: f32 = 0.9;
/// The next line of a caption begins, or ends, within so many font sizes of its own.
const ALIGNED: f32 = 0.5;

/// Gives captions the remarks behind and under them.
pub(crate) fn take(layout: &Layout, wordings: &Wordings, captions: &mut [Caption]) {
    let mut taken = vec![false; layout.folded.len()];
    for &word in captions.iter().flat_map(|caption| &caption.words) {
        taken[word] = true;
    }
    for caption in captions.iter_mut().filter(|caption| caption.names_field()) {
        let Some(words) = remark(layout, &taken, caption) else {
            continue;
        };
        let says_box = words.iter().any(|&word| {
            let label = layout.folded[word].as_slice();
            let mut owners = wordings.phrases[caption.phrase].owners.iter();
            owners.any(|owner| owner.labels.iter().any(|own| own == label))
        });
        for &word in &words {
            taken[word] = true;
        }
        caption.words.extend(words);
        caption.region = layout.around(&caption.words);
        caption.score = caption.score.max(if says_box { 1.0 } else { SCORE });
        caption.labelled |= says_box;
    }
}

/// The words of a remark, from its opening bracket to its closing one.
fn remark(layout: &Layout, taken: &[bool], caption: &Caption) -> Option<Vec<usize>> {
    let last = *caption.words.last()?;
    if layout.word(last).text.ends_with(':') {
        return None;
    }
    let free = |word: usize| !taken[word] && !layout.upright[word] && layout.word(word).widget.is_none();
    let text = |word: usize| layout.word(word).text.as_str();
    let mut words: Vec<usize> = Vec::new();
    let mut place = caption.region;
    let mut at = last;
    while words.len() < LONGEST {
        let beside = layout
            .right_of(at)
            .filter(|&next| is_near(layout, at, next, WORD_SPACE) && is_alike(layout, at, next));
        let next = beside
            .or_else(|| under(layout, at, &place))
            .filter(|&next| free(next))?;
        if words.is_empty() && !text(next).starts_with('(') {
            return None;
        }
        words.push(next);
        place = place.union(layout.region(next));
        if text(next).trim_end_matches(['.', ':', ',']).ends_with(')') {
            let under = layout.row_of[words[0]] != layout.row_of[last];
            return explains(layout, &words, under).then_some(words);
        }
        at = next;
    }
    None
}

fn is_alike(layout: &Layout, left: usize, right: usize) -> bool {
    (0.85..1.18).contains(&(layout.word(right).size / layout.word(left).size.max(0.1)))
}

/// The first word of the next line of a caption, which begins or ends where the caption does.
fn under(layout: &Layout, above: usize, place: &Region) -> Option<usize> {
    let size = layout.word(above).size.max(1.0);
    let level = layout.region(above).center().1;
    let pieces = layout.pieces.iter().filter(|piece| {
        let near = ALIGNED * size;
        let own = &piece.region;
        let aligned = (own.x - place.x).abs() < near
            || (own.right() - place.right()).abs() < near
            || (own.center().0 - place.center().0).abs() < near;
        (0.55 * size..1.7 * size).contains(&(own.center().1 - level)) && aligned
    });
    let first = pieces
        .map(|piece| piece.words[0])
        .find(|&word| is_alike(layout, above, word));
    first.filter(|&word| {
        // A ruling between two lines parts a caption from the value under it.
        let x = layout.region(word).center().0;
        layout
            .horizontal_between(level, layout.region(word).center().1, x)
            .is_none()
    })
}

/// Whether words in parentheses explain a caption: a sign, the number of a box, or words. Digits are a value, and so may
/// words be that stand under the caption.
fn explains(layout: &Layout, words: &[usize], under: bool) -> bool {
    let text = layout.text(words);
    let boxed = is_box(&layout.folded[words[0]]) && words.len() == 2;
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let digits = text.contains(|c: char| c.is_ascii_digit());
    let sign = text.contains(['$', '%', '\u{20ac}', '\u{a3}']) && letters < 4;
    !is_mark(&text) && (boxed || !digits && (sign || letters > 1 && !under))
}
