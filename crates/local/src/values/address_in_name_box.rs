//! Finds boxes captioned for a name only that also hold the address, on a form that has no caption for it: such a box
//! is shared by both. See `continuation` for captions that ask for an address in other words.

use super::model::Areas;
use crate::captions::model::{Caption, Role};
use crate::captions::template::parties;
use crate::page::model::{Layout, Row};
use crate::page::tolerances::ADDRESS_ALIGNED;
use touchstone_core::address;
use touchstone_core::pack::Template;

/// Min lines of a name and an address.
const LINES: usize = 2;
/// Max height of the block, in font sizes.
const MOST_STEPS: f32 = 8.0;

pub(crate) fn share(layout: &Layout, template: &Template, captions: &mut [Caption], areas: &[Areas]) {
    for party in parties(template) {
        let Some(&address) = party.rest.first() else { continue };
        let asked = |caption: &Caption| caption.is(Role::Field(address)) || caption.is(Role::Shared(address));
        if captions.iter().any(asked) {
            continue;
        }
        for (caption, areas) in captions.iter_mut().zip(areas) {
            if caption.is(Role::Field(party.name)) && holds_address(layout, areas) {
                caption.roles.retain(|role| *role != Role::Field(party.name));
                caption.roles.extend(party.fields().map(Role::Shared));
            }
        }
    }
}

/// Whether lines directly below each other end with a town and its postcode.
fn holds_address(layout: &Layout, areas: &Areas) -> bool {
    let inside = layout.pieces.iter().filter(|piece| {
        let (x, y) = piece.region.center();
        areas.below.contains_point(x, y)
    });
    let mut lines: Vec<_> = inside.collect();
    lines.sort_by(|a, b| a.region.y.total_cmp(&b.region.y));
    let towned = |line: &Row| {
        line.words
            .last()
            .is_some_and(|&word| address::is_postcode(&layout.word(word).text))
    };
    let Some(town) = lines.iter().position(|line| towned(line)) else {
        return false;
    };
    let size = layout.word(lines[town].words[0]).size;
    let block = lines[..=town].iter().rev().take_while(|line| {
        let steps = (lines[town].region.y - line.region.y) / size.max(1.0);
        (line.region.x - lines[town].region.x).abs() < ADDRESS_ALIGNED && steps < MOST_STEPS
    });
    let block: Vec<_> = block.collect();
    // Lines that run on below the next caption would be cut off there.
    let whole = block
        .iter()
        .all(|line| line.region.right() <= areas.below.right() + ADDRESS_ALIGNED);
    whole && block.len() >= LINES
}
