//! Captions that several fields share by their wording alone, such as a bare `Address:`: the name that stands nearest
//! says whose address it is. Not here: captions of one box that holds a name and an address (see `text_blocks`).

use super::caption_index::is_label_of;
use super::model::{Caption, Role};
use crate::page::model::Layout;
use touchstone_core::pack::{Lines, Template};
use touchstone_core::record::Format;
use touchstone_intake::Region;

/// What a point down counts against a point across: a row belongs together.
const DOWN: f32 = 3.0;

/// Leaves each such caption the one field whose name is nearest before it; without any name it is mere print.
pub(crate) fn settle(layout: &Layout, template: &Template, captions: &mut [Caption]) {
    for caption in captions.iter_mut() {
        by_label(layout, template, caption);
    }
    for index in 0..captions.len() {
        let twins: Vec<usize> = captions[index]
            .roles
            .iter()
            .filter_map(|role| match role {
                Role::Field(field) if template.fields[*field].lines == Lines::Rest => Some(*field),
                Role::Field(field) if is_number(template, *field) => Some(*field),
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
        // A number without any name beside it is that of whom the form is for, who is named last.
        let last = twins.last().copied().filter(|&field| is_number(template, field));
        let field = nearest.map(|(_, field)| field).or(last);
        captions[index].roles = vec![field.map_or(Role::Print, Role::Field)];
    }
}

/// Leaves a caption that names several parties, `Name` or `Name, address`, to those whose box its label is: `F  Name`. Without
/// a label nobody knows whose name it is.
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

/// Whether a field is the number of a person or a firm.
fn is_number(template: &Template, field: usize) -> bool {
    matches!(template.fields[field].format, Format::Tin | Format::Ein | Format::Ssn)
}

/// How far the caption of the name that an address goes with stands before a place: left on its row, or above it.
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
