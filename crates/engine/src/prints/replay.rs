//! Whether a print may be used: reads every settled paper of it again, as if it were the next one, and compares the
//! values with the settled ones.

use super::propose::{Memory, apply};
use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::pack::Pack;
use touchstone_core::record::{DocumentId, Form, FormPlan, Print};
use touchstone_intake::Page;

/// A settled paper with all that a replay needs.
#[derive(Debug, Clone)]
pub struct Settled {
    pub document: DocumentId,
    pub plans: Vec<FormPlan>,
    /// By number.
    pub pages: BTreeMap<u32, Page>,
    /// As read, without values from the memory.
    pub read: Vec<Form>,
    pub settled: Vec<Form>,
}

/// Why the print must not be used: values that were read right and would no longer be. `None` if there are none.
pub fn loss(pack: &Pack, print: &Print, papers: &[Settled]) -> Option<String> {
    let (mut lost, mut of_papers) = (BTreeSet::new(), 0);
    for paper in papers {
        let own = lost_on(pack, print, paper);
        of_papers += usize::from(!own.is_empty());
        lost.extend(own);
    }
    let names: Vec<String> = lost.into_iter().collect();
    let count = papers.len();
    (!names.is_empty()).then(|| {
        format!(
            "on {of_papers} of {count} settled papers it would lose values that were read right: {}",
            names.join(", ")
        )
    })
}

/// The fields that would be lost on one paper. What this paper taught is left out, unless it is the only one.
fn lost_on(pack: &Pack, print: &Print, paper: &Settled) -> Vec<String> {
    let mut without = Print {
        held_back: None,
        ..print.clone()
    };
    without.lessons.retain(|taught| taught.document != paper.document);
    if without.lessons.is_empty() {
        without.lessons.clone_from(&print.lessons);
    }
    let memory = Memory {
        pack,
        own: std::slice::from_ref(&without),
    };
    let remembered = memory.read(&paper.plans, &paper.pages);
    let mut lost = Vec::new();
    for form in paper.read.iter().filter(|form| form.label == print.label) {
        let Some(truth) = paper
            .settled
            .iter()
            .find(|truth| truth.number == form.number && truth.label == form.label)
        else {
            continue;
        };
        let mut fields = form.fields.clone();
        for (name, own) in apply(&remembered, form.number, &form.label, &mut fields) {
            let right = truth.field(&name).map(|field| &field.value);
            if right == Some(&own) && fields.get(&name).map(|field| &field.value) != right {
                lost.push(name);
            }
        }
    }
    lost
}
