//! Remarks in parentheses after or below a caption: the unit of its amounts, `Qualified dividends ($)`, its box,
//! `penalty (Box 2)`, or its party, `Account number (vendor)`. None of them is a value. See `continuation` for
//! captions of names in further words.

use super::caption_index::Wordings;
use super::model::{Caption, is_box};
use super::unknown_boxes::is_near;
use crate::page::model::Layout;
use crate::page::ticks::is_mark;
use crate::page::tolerances::{NEXT_LINE, SAME_SIZE, WORD_SPACE};
use touchstone_intake::Region;

/// Max words of a remark.
const LONGEST: usize = 6;
/// Min score of a caption with a remark.
const SCORE: f32 = 0.9;
/// Max distance between the left ends, right ends or middles of a caption's lines, in font sizes.
const ALIGNED: f32 = 0.5;

/// Attaches remarks after or below captions to them.
pub(crate) fn take(layout: &Layout, wordings: &Wordings, captions: &mut [Caption]) {
    let mut taken = vec![false; layout.folded.len()];
    for &word in captions.iter().flat_map(|caption| &caption.words) {
        taken[word] = true;
    }
    for caption in captions.iter_mut().filter(|caption| caption.names_field()) {
        let Some(words) = remark(layout, &taken, caption) else {
            continue;
        };
        let names_box = words.iter().any(|&word| {
            let label = layout.folded[word].as_slice();
            let mut owners = wordings.phrases[caption.phrase].owners.iter();
            owners.any(|owner| owner.labels.iter().any(|own| own == label))
        });
        for &word in &words {
            taken[word] = true;
        }
        caption.words.extend(words);
        caption.region = layout.around(&caption.words);
        caption.score = caption.score.max(if names_box { 1.0 } else { SCORE });
        caption.labelled |= names_box;
    }
}

/// The words of a remark, from its opening to its closing parenthesis.
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
    SAME_SIZE.contains(&(layout.word(right).size / layout.word(left).size.max(0.1)))
}

/// The first word of the next line of a caption, if the line is aligned with the caption.
fn under(layout: &Layout, above: usize, place: &Region) -> Option<usize> {
    let size = layout.word(above).size.max(1.0);
    let level = layout.region(above).center().1;
    let pieces = layout.pieces.iter().filter(|piece| {
        let near = ALIGNED * size;
        let own = &piece.region;
        let aligned = (own.x - place.x).abs() < near
            || (own.right() - place.right()).abs() < near
            || (own.center().0 - place.center().0).abs() < near;
        NEXT_LINE.contains(&((own.center().1 - level) / size)) && aligned
    });
    let first = pieces
        .map(|piece| piece.words[0])
        .find(|&word| is_alike(layout, above, word));
    first.filter(|&word| {
        // A ruling between two lines separates a caption from the value under it.
        let x = layout.region(word).center().0;
        layout
            .horizontal_between(level, layout.region(word).center().1, x)
            .is_none()
    })
}

/// Whether words in parentheses explain a caption: a currency or percent sign, the number of a box, or words. Digits
/// are a value, and so may be words below the caption.
fn explains(layout: &Layout, words: &[usize], under: bool) -> bool {
    let text = layout.text(words);
    let boxed = is_box(&layout.folded[words[0]]) && words.len() == 2;
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let digits = text.contains(|c: char| c.is_ascii_digit());
    let sign = text.contains(['$', '%', '\u{20ac}', '\u{a3}']) && letters < 4;
    !is_mark(&text) && (boxed || !digits && (sign || letters > 1 && !under))
}
