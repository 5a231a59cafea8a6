//! V1: a document with the fallback label whose issuer was not read, though an office is named at its head. The pack
//! lists the words that offices begin with.

use super::form_lines::{Piece, lines, pages, shown};
use super::support::padded;
use super::{CheckInput, form_path};
use touchstone_core::pack::{Template, WordList};
use touchstone_core::record::{Evidence, Form, NewIssue, RaisedBy, Severity};
use touchstone_intake::Reading;

/// Head of a page, as a share of its height.
const HEAD: f32 = 1.0 / 3.0;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    // The first party of a document is its sender.
    let Some(issuer) = input.pack.parties.as_ref().and_then(|parties| parties.fields.first()) else {
        return Vec::new();
    };
    let template = input.pack.generic();
    let unread = |form: &&Form| {
        let empty = form.field(&issuer.name).is_some_and(|field| field.value.is_null());
        form.label == input.pack.fallback && empty
    };
    let issues = input.forms.iter().filter(unread).filter_map(|form| {
        let (page, reading) = pages(input, form).next()?;
        let height = input.pages.iter().find(|own| own.number == page)?.height;
        let place = office(template, page, reading, HEAD * height)?;
        let message = format!(
            "the letterhead names an office, \"{} ...\", but no issuer was read",
            place.quote
        );
        let subject = form_path(form.number, &issuer.name);
        let issue = NewIssue::new(RaisedBy::V1, "unread_issuer", Severity::Major, subject, message);
        Some(issue.evidence(vec![place]))
    });
    issues.collect()
}

/// Where the name of an office begins at the head of a page; those preprinted on government forms do not count as
/// issuers.
fn office(template: &Template, page: u32, reading: &Reading, head: f32) -> Option<Evidence> {
    let texts = |list| template.words(list).iter().map(|text| padded(text)).collect::<Vec<_>>();
    let (offices, print) = (texts(WordList::Offices), texts(WordList::Till));
    let begins = |piece: &Piece, texts: &[String]| texts.iter().any(|text| piece.captioned(reading, text).is_some());
    let lines = lines(reading);
    let at_head = lines
        .iter()
        .flatten()
        .filter(|piece| reading.words[piece.words[0]].region.y < head);
    let mut named = at_head.filter(|piece| begins(piece, &offices) && !begins(piece, &print));
    named.next().map(|piece| shown(page, reading, piece.words[0]))
}

#[cfg(test)]
mod tests {
    use crate::checks::case::Case;
    use serde_json::json;

    #[test]
    fn an_office_at_the_head_is_an_issuer() {
        let title = ("document_title", json!("Certain Payments"), "Certain Payments");
        let issuer = ("issuer_name", json!("Department of Revenue"), "Department of Revenue");
        let read = [title.clone(), issuer];
        for (head, fields, expected) in [
            ("Department of Revenue", &[title.clone()][..], true),
            ("Department of Revenue", &read[..], false),
            ("Department of the Treasury", &[title.clone()][..], false),
            ("Quarterly letter", &[title.clone()][..], false),
        ] {
            let case = Case::of("OTHER", &format!("{head}\nCertain Payments"), fields);
            let found = case
                .reported()
                .contains(&"unread_issuer forms[0].issuer_name".to_owned());
            assert_eq!(found, expected, "{head}");
        }
    }
}
