//! V2: the labels of document, segments and forms agree: a segment has the label of its forms, the document that of
//! one of its segments.

use super::{CheckInput, form_path};
use touchstone_core::record::{Form, NewIssue, RaisedBy, Severity};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let found = input.classification;
    let mut issues = Vec::new();
    for (index, segment) in found.segments.iter().enumerate() {
        let own = |form: &&Form| form.segment as usize == index;
        let forms: Vec<&Form> = input.forms.iter().filter(own).collect();
        if let Some(first) = forms
            .first()
            .filter(|_| forms.iter().all(|form| form.label != segment.label))
        {
            let message = format!("a segment labeled {} has no form with that label", segment.label);
            issues.push(issue(
                form_path(first.number, ""),
                message,
                &segment.label,
                &first.label,
            ));
        }
        if segment
            .types
            .first()
            .is_some_and(|first| first.label != segment.label && segment.types.len() == 1)
        {
            let message = format!("a segment labeled {} lists only another type", segment.label);
            issues.push(issue(
                format!("segments[{index}]"),
                message,
                &segment.label,
                &segment.types[0].label,
            ));
        }
    }
    for form in input
        .forms
        .iter()
        .filter(|form| form.segment as usize >= found.segments.len())
    {
        let message = format!("form {} belongs to no segment", form.number);
        let count = found.segments.len().to_string();
        issues.push(issue(
            form_path(form.number, ""),
            message,
            &count,
            &form.segment.to_string(),
        ));
    }
    if !found.segments.is_empty() && found.segments.iter().all(|segment| segment.label != found.label) {
        let message = format!("the document is labeled {}, but none of its segments is", found.label);
        issues.push(issue(
            "label".to_owned(),
            message,
            &found.segments[0].label,
            &found.label,
        ));
    }
    issues
}

fn issue(subject: String, message: String, expected: &str, actual: &str) -> NewIssue {
    NewIssue::new(RaisedBy::V2, "labels_disagree", Severity::Major, subject, message).expected(expected, actual)
}
