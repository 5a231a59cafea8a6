//! Papers that a case had last year and lacks this year.

use super::papers::Stated;
use crate::desk::views::MissingPaper;
use std::collections::BTreeSet;

/// The forms of the year before the latest one whose parties have no form of the same label in the latest one.
pub(super) fn missing(stated: &[Stated]) -> Vec<MissingPaper> {
    let Some(latest) = stated.iter().filter_map(|one| one.year).max() else {
        return Vec::new();
    };
    let of = |year: i32| stated.iter().filter(move |one| one.year == Some(year));
    let mut there: BTreeSet<&str> = of(latest).filter_map(key).collect();
    let mut missing = Vec::new();
    for one in of(latest - 1) {
        // Several accounts of one issuer are named once.
        if key(one).is_some_and(|key| there.insert(key)) {
            missing.push(MissingPaper {
                label: one.form.label.clone(),
                issuer: one.issuer(),
                year: latest,
                document_id: one.paper.document.id.to_string(),
                file_name: one.paper.document.file_name.clone(),
            });
        }
    }
    missing
}

fn key<'s>(one: &'s Stated) -> Option<&'s str> {
    one.parties.as_ref().map(|parties| parties.key.as_str())
}
