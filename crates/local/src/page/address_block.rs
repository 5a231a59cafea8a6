//! Lines of one address on a page: their distance, and the one that is a town. See `touchstone_core::address` for their
//! text.

use super::model::{Layout, Row};
use super::tolerances::{ADDRESS_ALIGNED, ADDRESS_STEP};
use touchstone_core::address::in_state;

/// `Fresno, CA 93721`
pub(crate) fn is_town(layout: &Layout, row: &Row) -> bool {
    let [.., state, postcode] = row.words.as_slice() else {
        return false;
    };
    let text = |word: usize| layout.word(word).text.as_str();
    row.words.len() >= 3 && in_state(text(*state).trim_end_matches(','), text(*postcode))
}

/// Distance between the middles of two lines, in points, if they belong to one block.
pub(crate) fn step_below(layout: &Layout, above: &Row, below: &Row) -> Option<f32> {
    let size = |row: &Row| row.words.iter().map(|&word| layout.word(word).size).fold(1.0, f32::max);
    let aligned = (above.region.x - below.region.x).abs() < ADDRESS_ALIGNED
        || (above.region.right() - below.region.right()).abs() < ADDRESS_ALIGNED
        || (above.region.center().0 - below.region.center().0).abs() < ADDRESS_ALIGNED;
    let step = below.region.center().1 - above.region.center().1;
    let large = size(above).max(size(below));
    (aligned && (0.5 * size(below)..ADDRESS_STEP * large).contains(&step)).then_some(step)
}
