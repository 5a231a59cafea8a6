//! Resolves captions that several fields share by wording, such as a bare `Address:`: the nearest name decides. See
//! `text_blocks` for one box that holds a name and an address.

use super::caption_index::is_label_of;
use super::model::{Caption, Role};
use crate::page::model::Layout;
use touchstone_core::pack::{Lines, Template};
use touchstone_core::record::Format;
use touchstone_intake::Region;

/// Weight of vertical distance relative to horizontal: captions on one row belong together.
const DOWN: f32 = 3.0;

/// Leaves each such caption only the field whose name is nearest before it; without any name it is mere print.
pub(crate) fn settle(layout: &Layout, template: &Template, captions: &mut [Caption]) {
    for caption in captions.iter_mut() {
        by_label(layout, template, caption);
    }
    for index in 0..captions.len() {
        let ambiguous: Vec<usize> = captions[index]
            .roles
            .iter()
            .filter_map(|role| match role {
                Role::Field(field) if template.fields[*field].lines == Lines::Rest => Some(*field),
                Role::Field(field) if is_number(template, *field) => Some(*field),
                _ => None,
            })
            .collect();
        if ambiguous.len() < 2 {
            continue;
        }
        let own = captions[index].region;
        let distance = |field: usize| name_distance(template, captions, field, &own);
        let known = ambiguous.iter().filter_map(|&field| Some((distance(field)?, field)));
        let nearest = known.min_by(|a, b| a.0.total_cmp(&b.0));
        // A number without a name beside it belongs to the form's recipient, who is the last in the template.
        let last = ambiguous.last().copied().filter(|&field| is_number(template, field));
        let field = nearest.map(|(_, field)| field).or(last);
        captions[index].roles = vec![field.map_or(Role::Print, Role::Field)];
    }
}

/// Leaves a caption that names several parties, `Name` or `Name, address`, only to those whose box has its label: `F
/// Name`. Without a label its party is unknown.
fn by_label(layout: &Layout, template: &Template, caption: &mut Caption) {
    let spec = |role: &Role| match role {
        Role::Field(field) | Role::Shared(field) => Some(&template.fields[*field]),
        _ => None,
    };
    let names = |role: &&Role| spec(role).is_some_and(|spec| spec.lines == Lines::First);
    if caption.roles.iter().filter(names).count() < 2 {
        return;
    }
    let label = layout.folded[caption.words[0]].as_slice();
    let bears = |role: &Role| spec(role).is_some_and(|spec| is_label_of(spec, label));
    caption.roles.retain(bears);
    if caption.roles.is_empty() {
        caption.roles.push(Role::Print);
    }
}

/// Whether a field is the tax ID of a person or a firm.
fn is_number(template: &Template, field: usize) -> bool {
    matches!(template.fields[field].format, Format::Tin | Format::Ein | Format::Ssn)
}

/// Distance from a place back to the caption of the name that an address or a number belongs to, left on its row or
/// above it.
fn name_distance(template: &Template, captions: &[Caption], address: usize, place: &Region) -> Option<f32> {
    let stem = |field: usize| template.fields[field].name.split('_').next();
    let first = |field: &usize| template.fields[*field].lines == Lines::First;
    let name = if is_number(template, address) {
        (0..template.fields.len()).find(|field| first(field) && stem(*field) == stem(address))?
    } else {
        (0..address).rev().find(first)?
    };
    let before = captions
        .iter()
        .filter(|caption| caption.is(Role::Field(name)) || caption.is(Role::Shared(name)))
        .filter_map(|caption| {
            let other = caption.region;
            let across = (-other.overlap_x(place)).max(0.0);
            let down = (-other.overlap_y(place)).max(0.0);
            let behind = other.y > place.bottom() || down == 0.0 && other.x > place.right();
            (!behind).then_some(across + DOWN * down)
        });
    before.min_by(f32::total_cmp)
}
