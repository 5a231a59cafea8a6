//! V2: the boxes of a form agree with each other (DESIGN 4): rates, limits, numbers that must differ.

use super::cross::cross_checks;
use super::{CheckInput, form_path};
use crate::record::{NewIssue, RaisedBy};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        let failed = cross_checks(input.pack, &form.label, &form.fields, input.expected_year);
        for check in failed.into_iter().filter(|check| !check.passed) {
            let (subject, message) = (form_path(form.number, &check.field), check.failure());
            let also = check.members.iter().map(|member| form_path(form.number, member));
            let evidence = form.field(&check.field).map(|field| field.evidence.clone());
            let issue = NewIssue::new(RaisedBy::V2, check.code, check.severity, subject, message);
            issues.push(
                issue
                    .also(also.collect())
                    .expected(check.expectation(), &check.actual)
                    .evidence(evidence.unwrap_or_default()),
            );
        }
    }
    issues
}
