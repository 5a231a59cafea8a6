//! The forms of a case, and which of them count: of several with the same content one, and of a form and its correction
//! the correction.

use crate::checks::traps;
use crate::stacks;
use crate::store::Standing;
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Document, Form};

/// A document of a case with its forms, as corrected by users.
pub(super) struct Paper {
    pub document: Document,
    pub state: Standing,
    pub year: Option<i32>,
    pub pack: Option<Arc<Pack>>,
    pub forms: Vec<Form>,
}

impl Paper {
    /// Names the form so that a user can find it.
    fn name(&self, form: &Form) -> String {
        match self.forms.len() {
            0 | 1 => self.document.file_name.clone(),
            _ => format!("{}, form {}", self.document.file_name, form.number),
        }
    }
}

/// What a form of a case says, and what counts instead of it.
pub(super) struct Stated<'a> {
    pub paper: &'a Paper,
    pub form: &'a Form,
    pub year: Option<i32>,
    pub parties: Option<traps::Parties>,
    pub copy_of: Option<String>,
    pub replaced_by: Option<String>,
}

impl Stated<'_> {
    pub(super) fn counts(&self) -> bool {
        self.copy_of.is_none() && self.replaced_by.is_none()
    }

    pub(super) fn issuer(&self) -> Option<String> {
        traps::issuer(self.paper.pack.as_ref()?, self.form)
    }
}

/// Sort accepted papers first: of forms with the same content, the first counts.
pub(super) fn counted(papers: &[Paper]) -> Vec<Stated<'_>> {
    let all: Vec<(&Paper, &Form)> = papers
        .iter()
        .flat_map(|paper| paper.forms.iter().map(move |form| (paper, form)))
        .collect();
    let identities: Vec<_> = all
        .iter()
        .map(|(paper, form)| stacks::identity(paper.pack.as_deref(), &paper.document, form, paper.year))
        .collect();
    let counts = stacks::counted(&identities.iter().collect::<Vec<_>>());
    let named = |index: Option<usize>| index.map(|index| all[index].0.name(all[index].1));
    all.iter()
        .zip(identities.iter().zip(counts))
        .map(|((paper, form), (identity, counts))| Stated {
            paper,
            form,
            year: identity.year,
            parties: paper.pack.as_ref().and_then(|pack| traps::parties(pack, form)),
            copy_of: named(counts.copy_of),
            replaced_by: named(counts.replaced_by),
        })
        .collect()
}
