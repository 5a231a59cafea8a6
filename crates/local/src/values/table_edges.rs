//! Where a table begins at the left, which its boxes begin with where no wall is drawn. Not here: the other sides of a box
//! (see `areas`).

use super::model::{OUTDENT, SAME_LINE};
use crate::captions::model::Caption;
use crate::page::model::Layout;
use touchstone_intake::Region;

/// The number of a box has at most so many characters.
const LABEL: usize = 4;

/// Where the rulings above and below a caption both begin: a table beside other print, of which nothing is its own.
pub(crate) fn table_edge(layout: &Layout, rulings: (Option<f32>, Option<f32>), probe: f32) -> Option<f32> {
    let begins = |y: Option<f32>| layout.horizontal_begins(y?, probe);
    let (above, below) = (begins(rulings.0)?, begins(rulings.1)?);
    ((above - below).abs() < SAME_LINE).then_some(above.max(below))
}

/// Where the text under a caption begins at the left: with the caption, or with the table where only the number of the box
/// stands before the caption.
pub(crate) fn column_begin(layout: &Layout, caption: &Caption, edge: Option<f32>) -> f32 {
    let own = caption.region.x;
    let numbered = |edge: &f32| *edge < own && is_numbered(layout, caption, *edge);
    edge.filter(numbered).unwrap_or(own)
}

/// Whether nothing but the number of its box stands on a caption's line between the edge of its table and it: then the value
/// under both begins at the edge.
fn is_numbered(layout: &Layout, caption: &Caption, edge: f32) -> bool {
    let own = caption.region;
    let level = |place: &Region| place.overlap_y(&own) > 0.5 * place.height.min(own.height);
    let between = |place: &Region| place.x > edge - OUTDENT && place.right() < own.x + 1.0;
    let all = (0..layout.folded.len()).filter(|word| !caption.words.contains(word));
    let mut before = all.filter(|&word| level(layout.region(word)) && between(layout.region(word)));
    let label = |word: usize| {
        layout.word(word).text.len() <= LABEL && layout.word(word).text.starts_with(|c: char| c.is_ascii_digit())
    };
    before.next().is_some_and(label) && before.next().is_none()
}
