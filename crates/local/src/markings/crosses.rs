//! Letters typed over others to take them back, as typewriters do: `XXXXXX` or `//////` on the place of `SECRET`. Not here:
//! lines that are drawn through (see `strikes`), and what a struck marking means.

use super::model::{Line, Zone};
use crate::page::model::Layout;
use touchstone_intake::Region;

/// Fewer typed over a word may be its own slashes or a dash.
const FEWEST: usize = 3;
/// What covers more than this part of a word lies on its place.
const SAME_PLACE: f32 = 0.5;
/// Levels have so many words.
const MOST_WORDS: usize = 3;
/// Letters below this confidence are unsure; letters over each other always are.
const UNSURE: f32 = 0.75;

/// Words of the page that are nothing but strokes over other words.
pub(super) fn crosses(layout: &Layout) -> Vec<usize> {
    let words = 0..layout.page.reading.words.len();
    let strokes = |word: &usize| is_stroke(&layout.word(*word).text);
    let (crosses, others): (Vec<usize>, Vec<usize>) = words.partition(strokes);
    let over = |cross: &usize| {
        let place = layout.region(*cross);
        others.iter().any(|word| is_over(layout.region(*word), place))
    };
    crosses.into_iter().filter(over).collect()
}

/// Whether strokes lie over most of a text.
pub(super) fn is_crossed(layout: &Layout, region: &Region) -> bool {
    let words = layout.page.reading.words.iter();
    let mut strokes = words.filter(|word| is_stroke(&word.text));
    strokes.any(|word| is_over(&word.region, region))
}

/// What a line of a scan's margin shows that may be a marking typed over with an X: capitals, read unsurely or all crosses, alone.
pub(super) fn unread(layout: &Layout, line: &Line) -> Option<String> {
    let margin = line.zone != Zone::Body && layout.is_scan();
    if !margin || line.words.is_empty() || line.words.len() > MOST_WORDS {
        return None;
    }
    let text = layout.text(&line.words);
    let letters = text.chars().filter(char::is_ascii_alphabetic);
    let unsure = |word: &usize| {
        layout
            .word(*word)
            .min_char_confidence
            .is_some_and(|least| least < UNSURE)
    };
    let over = letters.count() >= FEWEST
        && text.contains('X')
        && !text.chars().any(|c| c.is_lowercase() || c.is_ascii_digit())
        && (line.words.iter().any(unsure) || text.matches('X').count() >= FEWEST);
    over.then_some(text)
}

fn is_stroke(text: &str) -> bool {
    let same = |stroke: char| text.chars().all(|c| c.eq_ignore_ascii_case(&stroke));
    text.len() >= FEWEST && ['x', '/', '-', '=', '#'].into_iter().any(same)
}

/// Whether `own` covers so much of a place that it lies over it.
fn is_over(own: &Region, place: &Region) -> bool {
    place.shared_area(own) > SAME_PLACE * place.area()
}
