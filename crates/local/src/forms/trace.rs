//! Keeps how one copy of a form was read, and explains one of its fields.

use crate::captions::model::{Caption, Role};
use crate::page::model::Layout;
use crate::values::assign::weight;
use crate::values::model::{Candidate, Side};
use std::collections::BTreeMap;
use touchstone_core::record::{ExplainedCandidate, ExplainedCaption, Explanation};

/// Captions, candidates and deciding steps of one copy. Words are indexes into its page.
pub(crate) struct Trace {
    pub side: Side,
    pub captions: Vec<Caption>,
    pub chosen: Vec<Candidate>,
    pub considered: Vec<Candidate>,
    /// The step that read each field.
    pub read_by: BTreeMap<usize, &'static str>,
}

impl Trace {
    /// Explains a field, by its index in the template.
    pub(crate) fn explain(&self, layout: &Layout, field: usize) -> Explanation {
        let captions = self.captions.iter().filter_map(|caption| {
            let role = caption.roles.iter().find_map(|role| role_for(*role, field))?;
            Some(ExplainedCaption {
                text: layout.text(&caption.words),
                role: role.to_owned(),
                score: percent(caption.score),
                labelled: caption.labelled,
                passes: caption.passes.iter().map(|&pass| pass.to_owned()).collect(),
            })
        });
        let own = |one: &&Candidate| one.field == field;
        let won = |one: &Candidate| {
            let mut chosen = self.chosen.iter().filter(own);
            chosen.any(|other| (&other.words, other.side) == (&one.words, one.side))
        };
        let candidate = |one: &Candidate| ExplainedCandidate {
            text: layout.text(&one.words),
            won: won(one),
            side: one.side.name().to_owned(),
            on_side: one.side == self.side,
            valid: one.valid,
            placed: percent(one.fit),
            weight: percent(weight(one, self.side)),
        };
        let mut candidates: Vec<_> = self.considered.iter().filter(own).map(candidate).collect();
        candidates.sort_by(|a, b| b.won.cmp(&a.won).then(b.weight.cmp(&a.weight)));
        Explanation {
            page: layout.page.number,
            read_by: self.read_by.get(&field).map(|&step| step.to_owned()),
            captions: captions.collect(),
            candidates,
        }
    }
}

fn percent(share: f32) -> u32 {
    (100.0 * share).round().max(0.0) as u32
}

/// The role of a caption for a field.
fn role_for(role: Role, wanted: usize) -> Option<&'static str> {
    let (field, name) = match role {
        Role::Field(field) => (field, "field"),
        Role::Shared(field) => (field, "shared"),
        Role::Continuation(field) => (field, "continuation"),
        Role::Part(field, _) => (field, "part"),
        Role::Row(field, _) => (field, "row"),
        Role::Heading(field) => (field, "heading"),
        Role::Column(field) => (field, "column"),
        Role::Copy(_) | Role::Print => return None,
    };
    (field == wanted).then_some(name)
}
