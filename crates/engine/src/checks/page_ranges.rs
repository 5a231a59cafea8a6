//! V1: every segment and form lies within the document, first page before last (seed 003, slide 4, check 2).

use super::{CheckInput, form_path};
use touchstone_core::record::{NewIssue, RaisedBy, Severity};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let segments = input.classification.segments.iter().enumerate();
    let segments = segments.map(|(index, s)| (format!("segments[{index}]"), s.first_page, s.last_page));
    let forms = input.forms.iter();
    let forms = forms.map(|form| (form_path(form.number, ""), form.first_page, form.last_page));
    segments
        .chain(forms)
        .filter(|(_, first, last)| *first < 1 || first > last || *last > input.page_count)
        .map(|(subject, first, last)| {
            let message = format!(
                "pages {first} to {last} are not a valid range within 1 to {}",
                input.page_count
            );
            NewIssue::new(RaisedBy::V1, "page_range", Severity::Blocker, subject, message)
                .expected(format!("1..{}", input.page_count), format!("{first}..{last}"))
                .guide("IG-2")
        })
        .collect()
}
