//! The left edge of a table, where its boxes begin if no wall is drawn. See `areas` for the other sides of a box.

use super::model::{OUTDENT, SAME_LINE};
use crate::captions::model::Caption;
use crate::page::model::Layout;
use touchstone_intake::Region;

/// Max characters of a box number.
const LABEL: usize = 4;

/// The left end of the rulings above and below a caption, if both begin together: the table does not own print left
/// of it.
pub(crate) fn table_edge(layout: &Layout, ceiling: Option<f32>, floor: Option<f32>, probe: f32) -> Option<f32> {
    let begins = |y: Option<f32>| layout.horizontal_begins(y?, probe);
    let (above, below) = (begins(ceiling)?, begins(floor)?);
    ((above - below).abs() < SAME_LINE).then_some(above.max(below))
}

/// Left end of the text under a caption: the caption's, or the table's if only the number of the box precedes the
/// caption.
pub(crate) fn column_begin(layout: &Layout, caption: &Caption, edge: Option<f32>) -> f32 {
    let own = caption.region.x;
    let numbered = |edge: &f32| *edge < own && is_numbered(layout, caption, *edge);
    edge.filter(numbered).unwrap_or(own)
}

/// Whether only the number of its box is between the edge of the table and a caption: then the value under both
/// begins at the edge.
fn is_numbered(layout: &Layout, caption: &Caption, edge: f32) -> bool {
    let own = caption.region;
    let level = |place: &Region| place.is_level_with(&own);
    let between = |place: &Region| place.x > edge - OUTDENT && place.right() < own.x + 1.0;
    let all = (0..layout.folded.len()).filter(|word| !caption.words.contains(word));
    let mut before = all.filter(|&word| level(layout.region(word)) && between(layout.region(word)));
    let label = |word: usize| {
        layout.word(word).text.len() <= LABEL && layout.word(word).text.starts_with(|c: char| c.is_ascii_digit())
    };
    before.next().is_some_and(label) && before.next().is_none()
}
