//! The forms of a case, and which of them count: of several with the same content one, and of a form and its correction
//! the correction.

use crate::checks::traps;
use crate::store::Standing;
use std::collections::HashMap;
use std::sync::Arc;
use touchstone_core::arithmetic::own_year;
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

    fn is_corrected(&self) -> bool {
        self.parties.as_ref().is_some_and(|parties| parties.corrected)
    }
}

/// Of forms with the same content, and of documents with the same bytes, the first counts: sort accepted ones first.
pub(super) fn counted(papers: &[Paper]) -> Vec<Stated<'_>> {
    let mut first: HashMap<String, String> = HashMap::new();
    let mut all: Vec<Stated> = Vec::new();
    for paper in papers {
        for form in &paper.forms {
            let parties = paper.pack.as_ref().and_then(|pack| traps::parties(pack, form));
            let corrected = parties.as_ref().is_some_and(|parties| parties.corrected);
            let content = paper.pack.as_ref().and_then(|pack| traps::statement(pack, form));
            // A correction with the same amounts corrects something else, and is no copy.
            let content = content.map(|content| format!("{corrected} {content}"));
            let bytes = format!("{} {}", paper.document.sha256, form.number);
            let known_by: Vec<String> = content.into_iter().chain([bytes]).collect();
            let copy_of = known_by.iter().find_map(|key| first.get(key).cloned());
            let name = copy_of.clone().unwrap_or_else(|| paper.name(form));
            for key in known_by {
                first.entry(key).or_insert_with(|| name.clone());
            }
            all.push(Stated {
                paper,
                form,
                year: own_year(&form.fields).or(paper.year),
                parties,
                copy_of,
                replaced_by: None,
            });
        }
    }
    replace(&mut all);
    all
}

/// A form that says that it is corrected replaces those of its year, parties and account that do not.
fn replace(all: &mut [Stated]) {
    let account = |one: &Stated| Some((one.year, one.parties.as_ref()?.account.clone()));
    let corrections: HashMap<_, String> = all
        .iter()
        .filter(|one| one.is_corrected() && one.copy_of.is_none())
        .filter_map(|one| Some((account(one)?, one.paper.name(one.form))))
        .collect();
    for one in all.iter_mut().filter(|one| !one.is_corrected()) {
        one.replaced_by = account(one).and_then(|account| corrections.get(&account).cloned());
    }
}
