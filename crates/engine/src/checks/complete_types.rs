//! V1: every label of the pack is judged in every segment and in the mixture (seed 003, slide 4, check 5). Only for
//! packs that require it.

use super::{CheckInput, switched_on};
use touchstone_core::pack::RuleKind;
use touchstone_core::record::{NewIssue, RaisedBy, Severity, TypeShare};

pub(super) const CODE: &str = "missing_type";

/// One issue per missing label, which is its `expected`.
pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let Some(rule) = switched_on(input, &RuleKind::CompleteTypes) else {
        return Vec::new();
    };
    let severity = rule.severity_or(Severity::Blocker);
    let segments = input.classification.segments.iter().enumerate();
    let segments = segments.map(|(index, segment)| (format!("segments[{index}].types"), &segment.types));
    let all = segments.chain(std::iter::once(("mixture".to_owned(), &input.classification.mixture)));
    let missing = |types: &[TypeShare]| -> Vec<&str> {
        let labels = input.pack.labels.iter().map(|label| label.name.as_str());
        labels
            .filter(|label| types.iter().all(|share| share.label != *label))
            .collect()
    };
    all.flat_map(|(subject, types)| missing(types).into_iter().map(move |label| (subject.clone(), label)))
        .map(|(subject, label)| {
            let message = format!("the type {label} has no entry");
            NewIssue::new(RaisedBy::V1, CODE, severity, subject, message)
                .expected(label, "missing")
                .guide("IG-5")
                .fixable()
        })
        .collect()
}
