//! Facts that a template's fields imply for its captions: the parties it names, the lists it codes.

use touchstone_core::pack::{FieldSpec, Lines, Template};

/// A person or firm that a form names: the name's field, the fields below it, and all fields about the same party.
#[derive(Debug, Clone)]
pub(crate) struct Party {
    pub name: usize,
    /// Address and telephone.
    pub rest: Vec<usize>,
    /// Fields whose names begin alike: `payer_tin` beside `payer_name`.
    pub related: Vec<usize>,
}

impl Party {
    /// The name and the fields below it.
    pub(crate) fn fields(&self) -> impl Iterator<Item = usize> {
        std::iter::once(self.name).chain(self.rest.clone())
    }
}

/// The parties of a form, in the template's order.
pub(crate) fn parties(template: &Template) -> Vec<Party> {
    let fields = &template.fields;
    let firsts = (0..fields.len()).filter(|&field| fields[field].lines == Lines::First);
    let party = |name: usize| {
        let further = (name + 1..fields.len()).take_while(|&field| fields[field].lines != Lines::First);
        let stem = fields[name].name.trim_end_matches("name");
        Party {
            name,
            rest: further.filter(|&field| fields[field].lines != Lines::All).collect(),
            related: (0..fields.len())
                .filter(|&field| fields[field].name.starts_with(stem))
                .collect(),
        }
    };
    firsts.map(party).collect()
}

/// Whether a list's parts have no captions and are told apart by their formats.
pub(crate) fn is_coded(field: &FieldSpec) -> bool {
    !field.parts.is_empty() && !field.anchors.is_empty() && field.parts.iter().all(|part| part.anchors.is_empty())
}
