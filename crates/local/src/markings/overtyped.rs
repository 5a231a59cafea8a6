//! Letters typed over others to delete them, as on typewriters: `XXXXXX` or `//////` over `SECRET`. Drawn lines are in
//! `strikes`.

use super::model::{Line, Zone};
use crate::page::model::Layout;
use touchstone_intake::Region;

/// Min letters typed over a word; fewer may be a slash or a dash.
const FEWEST: usize = 3;
/// Min share of a word that is covered.
const SAME_PLACE: f32 = 0.5;
/// Max words in a level.
const MOST_WORDS: usize = 3;
/// Characters below this confidence are unsure; overprinted letters always are.
const UNSURE: f32 = 0.75;

/// Words that are only strokes over other words.
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

/// Whether strokes cover most of a region.
pub(super) fn is_crossed(layout: &Layout, region: &Region) -> bool {
    let words = layout.page.reading.words.iter();
    let mut strokes = words.filter(|word| is_stroke(&word.text));
    strokes.any(|word| is_over(&word.region, region))
}

/// Text of a line in a scan's margin that may be a marking typed over with X: only capitals, with unsure characters or
/// many X.
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

/// Whether `own` covers most of a place.
fn is_over(own: &Region, place: &Region) -> bool {
    place.shared_area(own) > SAME_PLACE * place.area()
}
