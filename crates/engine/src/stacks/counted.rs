//! Which forms count: of several with the same content one, and of a form and its correction the correction.

use crate::checks::traps;
use std::collections::HashMap;
use touchstone_core::arithmetic::own_year;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Document, Form, RowIdentity};

/// What counts instead of a form, as an index of the same list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// The form with the same content.
    pub copy_of: Option<usize>,
    /// The correction.
    pub replaced_by: Option<usize>,
}

impl Counts {
    pub fn counts(self) -> bool {
        self == Self::default()
    }
}

/// `otherwise` is the year of a form that names none.
pub fn identity(pack: Option<&Pack>, document: &Document, form: &Form, otherwise: Option<i32>) -> RowIdentity {
    let parties = pack.and_then(|pack| traps::parties(pack, form));
    let corrected = parties.as_ref().is_some_and(|parties| parties.corrected);
    let content = pack.and_then(|pack| traps::statement(pack, form));
    // A correction with the same amounts corrects something else, and is no copy.
    let content = content.map(|content| format!("{corrected} {content}"));
    let bytes = format!("{} {}", document.sha256, form.number);
    RowIdentity {
        year: own_year(&form.fields).or(otherwise),
        account: parties.map(|parties| parties.account),
        corrected,
        known_by: content.into_iter().chain([bytes]).collect(),
    }
}

/// Of forms with the same content, and of documents with the same bytes, the first counts: sort those first that are to
/// be relied on.
pub fn counted(forms: &[&RowIdentity]) -> Vec<Counts> {
    let mut first: HashMap<&str, usize> = HashMap::new();
    let mut all = Vec::new();
    for (index, form) in forms.iter().enumerate() {
        let copy_of = form.known_by.iter().find_map(|key| first.get(key.as_str()).copied());
        for key in &form.known_by {
            first.entry(key).or_insert(copy_of.unwrap_or(index));
        }
        all.push(Counts {
            copy_of,
            replaced_by: None,
        });
    }
    // A form that says that it is corrected replaces those of its year, parties and account that do not.
    let corrections: HashMap<_, usize> = (0..forms.len())
        .filter(|&index| forms[index].corrected && all[index].copy_of.is_none())
        .filter_map(|index| Some((account(forms[index])?, index)))
        .collect();
    for (form, counts) in forms.iter().zip(&mut all).filter(|(form, _)| !form.corrected) {
        counts.replaced_by = account(form).and_then(|account| corrections.get(&account).copied());
    }
    all
}

/// The year and the account that a form is about.
#[derive(PartialEq, Eq, Hash)]
struct Account<'a> {
    year: Option<i32>,
    account: &'a str,
}

fn account(form: &RowIdentity) -> Option<Account<'_>> {
    let account = form.account.as_deref()?;
    Some(Account {
        year: form.year,
        account,
    })
}
