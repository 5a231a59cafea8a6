//! Joins a name's and an address's caption that are beside each other on one line, `e Employee's name  f Address`:
//! they name one box that holds both. See `continuation` for captions that ask for both in one text.

use super::model::{Caption, Role};
use crate::page::model::Layout;
use touchstone_core::pack::{Lines, Template};
use touchstone_intake::Region;

/// Joins a name's and an address's caption printed next to each other, which name one shared box.
pub(crate) fn join(layout: &Layout, template: &Template, captions: &mut Vec<Caption>) {
    let with = |caption: &Caption, lines: Lines| {
        caption.roles.iter().find_map(|role| match role {
            Role::Field(field) if template.fields[*field].lines == lines => Some(*field),
            _ => None,
        })
    };
    let pair = (0..captions.len()).find_map(|name| {
        let first = with(&captions[name], Lines::First)?;
        let own = with_continuations(captions, name, first);
        let size = layout.word(captions[name].words[0]).size;
        (0..captions.len()).find_map(|address| {
            let rest = with(&captions[address], Lines::Rest)?;
            let other = captions[address].region;
            let gap = other.x - own.right();
            let beside = other.overlap_y(&own) > 0.5 * own.height && (-1.0..2.0 * size).contains(&gap);
            let open = layout
                .vertical_between(own.right() - 1.0, other.x + 1.0, own.center().1)
                .is_none();
            (beside && open).then_some((name, first, address, rest))
        })
    });
    let Some((name, first, address, rest)) = pair else {
        return;
    };
    let second = captions[address].clone();
    let joined = &mut captions[name];
    joined.roles = vec![Role::Shared(first), Role::Shared(rest)];
    joined.region = joined.region.union(&second.region);
    joined.words.extend(second.words);
    captions.remove(address);
    join(layout, template, captions);
}

/// A caption with its continuations on the same line: `First name and initial`, `Last name`.
fn with_continuations(captions: &[Caption], caption: usize, field: usize) -> Region {
    let own = captions[caption].region;
    let further = captions.iter().filter(|other| {
        let level = other.region.overlap_y(&own) > 0.5 * own.height;
        level && other.is(Role::Continuation(field)) && other.region.x > own.x
    });
    further.fold(own, |sum, other| sum.union(&other.region))
}
