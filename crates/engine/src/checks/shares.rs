//! V2: the shares of each segment and of the mixture sum to one (seed 003, slide 4). Only for packs that declare
//! shares. A sum of zero cannot be normalized.

use super::{CheckInput, switched_on};
use touchstone_core::pack::RuleKind;
use touchstone_core::record::{NewIssue, RaisedBy, Severity, TypeShare};

pub(super) const CODE: &str = "share_sum";

const TOLERANCE: f64 = 0.01;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    if let Some(rule) = switched_on(input, &RuleKind::SegmentShares) {
        let segments = input.classification.segments.iter().enumerate();
        issues.extend(segments.filter_map(|(index, segment)| {
            issue(
                &format!("segments[{index}].types"),
                &segment.types,
                rule.severity_or(Severity::Major),
            )
        }));
    }
    if let Some(rule) = switched_on(input, &RuleKind::MixtureShares) {
        issues.extend(issue(
            "mixture",
            &input.classification.mixture,
            rule.severity_or(Severity::Major),
        ));
    }
    issues
}

fn issue(subject: &str, types: &[TypeShare], severity: Severity) -> Option<NewIssue> {
    let sum = sum(types);
    if (sum - 1.0).abs() <= TOLERANCE + 1e-9 {
        return None;
    }
    let message = format!("{} shares sum to {sum:.3} instead of 1.0", display_name(subject));
    let issue = NewIssue::new(RaisedBy::V2, CODE, severity, subject, message).expected("1.000", format!("{sum:.3}"));
    Some(if can_normalise(types) { issue.fixable() } else { issue })
}

/// `segments[0].types` in the wording of seed 003: `Segment 1`.
fn display_name(subject: &str) -> String {
    let index = subject.strip_prefix("segments[").and_then(|rest| rest.split_once(']'));
    match index.and_then(|(index, _)| index.parse::<usize>().ok()) {
        Some(index) => format!("Segment {}", index + 1),
        None => "Mixture overall".to_owned(),
    }
}

pub(super) fn sum(types: &[TypeShare]) -> f64 {
    types.iter().map(|share| share.share).sum()
}

/// Whether dividing by the sum makes sense: all shares are finite and not negative, and not all are zero.
pub(super) fn can_normalise(types: &[TypeShare]) -> bool {
    let sound = types.iter().all(|share| share.share.is_finite() && share.share >= 0.0);
    sound && sum(types) > 0.0
}
