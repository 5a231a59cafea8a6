//! Captions that several fields share by their wording alone, such as a bare `Address:`: the name that stands nearest
//! says whose address it is. Not here: captions of one box that holds a name and an address (see `blocks`).

use super::captions::Caption;
use super::wording::Role;
use crate::pack::{Lines, Template};
use touchstone_intake::Region;

/// What a point down counts against a point across: a row belongs together.
const DOWN: f32 = 3.0;

/// Leaves each such caption the one field whose name is nearest before it; without any name it is mere print.
pub(super) fn settle(template: &Template, captions: &mut [Caption]) {
    for index in 0..captions.len() {
        let twins: Vec<usize> = captions[index]
            .roles
            .iter()
            .filter_map(|role| match role {
                Role::Field(field) if template.fields[*field].lines == Lines::Rest => Some(*field),
                _ => None,
            })
            .collect();
        if twins.len() < 2 {
            continue;
        }
        let own = captions[index].region;
        let distance = |field: usize| name_distance(template, captions, field, &own);
        let known = twins.iter().filter_map(|&field| Some((distance(field)?, field)));
        let nearest = known.min_by(|a, b| a.0.total_cmp(&b.0));
        captions[index].roles = vec![nearest.map_or(Role::Print, |(_, field)| Role::Field(field))];
    }
}

/// How far the caption of the name that an address goes with stands before a place: left on its row, or above it.
fn name_distance(template: &Template, captions: &[Caption], address: usize, place: &Region) -> Option<f32> {
    let name = (0..address)
        .rev()
        .find(|&field| template.fields[field].lines == Lines::First)?;
    let before = captions
        .iter()
        .filter(|caption| caption.is(Role::Field(name)))
        .filter_map(|caption| {
            let other = caption.region;
            let across = (-other.overlap_x(place)).max(0.0);
            let down = (-other.overlap_y(place)).max(0.0);
            let behind = other.y > place.bottom() || down == 0.0 && other.x > place.right();
            (!behind).then_some(across + DOWN * down)
        });
    before.min_by(f32::total_cmp)
}
