//! How many of the errors a reviewer finds in the first part of the documents, if the most doubtful come first. The
//! documents are ordered by their lowest confidence, or by the issues of the checks.

use super::judge::{Judged, Miss};
use serde::Serialize;
use std::cmp::Ordering;

/// Errors found against documents reviewed, in two orders.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reviewed {
    /// Differences from the truth apart from the writing.
    pub errors: u64,
    /// The document with the least sure type or value first; empty without errors.
    pub by_confidence: Vec<Step>,
    /// The document with the most blocking issues first, then major ones, then minor ones; empty without errors.
    pub by_issues: Vec<Step>,
}

/// A share of the documents, and the share of the errors that are in them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Step {
    pub reviewed: f64,
    pub found: f64,
}

/// Steps of a curve.
const STEPS: usize = 10;

impl Reviewed {
    pub(super) fn of(all: &[&Judged]) -> Self {
        Self {
            errors: all.iter().map(|one| errors(one)).sum(),
            by_confidence: curve(all, |a, b| a.doubt.confidence.total_cmp(&b.doubt.confidence)),
            by_issues: curve(all, |a, b| b.doubt.issues.cmp(&a.doubt.issues)),
        }
    }
}

fn errors(one: &Judged) -> u64 {
    one.misses.iter().filter(|miss| Miss::is_error(miss)).count() as u64
}

/// Among documents that the order cannot tell apart, the errors count as spread evenly.
fn curve(all: &[&Judged], order: impl Fn(&Judged, &Judged) -> Ordering) -> Vec<Step> {
    let total: u64 = all.iter().map(|one| errors(one)).sum();
    if total == 0 {
        return Vec::new();
    }
    let mut sorted: Vec<&Judged> = all.to_vec();
    sorted.sort_by(|a, b| order(a, b));
    let mut ends = vec![(0.0, 0.0)];
    let (mut reviewed, mut found) = (0, 0);
    for group in sorted.chunk_by(|a, b| order(a, b) == Ordering::Equal) {
        reviewed += group.len();
        found += group.iter().map(|one| errors(one)).sum::<u64>();
        ends.push((reviewed as f64 / all.len() as f64, found as f64 / total as f64));
    }
    let steps = (1..=STEPS).map(|step| step as f64 / STEPS as f64);
    steps
        .map(|reviewed| Step {
            reviewed,
            found: between(&ends, reviewed),
        })
        .collect()
}

/// The height of a line through these points, which begin at 0 and end at 1.
fn between(points: &[(f64, f64)], at: f64) -> f64 {
    for pair in points.windows(2) {
        let [(left, low), (right, high)] = [pair[0], pair[1]];
        if at <= right {
            return low + (high - low) * (at - left) / (right - left);
        }
    }
    1.0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::evaluate::{Prediction, Truth, judge};
    use serde_json::{Value, json};

    /// A document with some wrong values, the confidence of its type, and the severities of its issues.
    fn judged(wrong: usize, confidence: f64, issues: &[&str]) -> Judged {
        let values = |value: &str| -> Vec<(String, Value)> {
            let names = (0..wrong).map(|at| format!("f{at}"));
            names
                .map(|name| (name, json!({"value": value, "confidence": 0.95})))
                .collect()
        };
        let fields: serde_json::Map<String, Value> = values("1").into_iter().collect();
        let truth: serde_json::Map<String, Value> = fields.keys().map(|name| (name.clone(), json!("2"))).collect();
        let named = issues.iter().enumerate();
        let issues: Vec<Value> = named
            .map(|(at, severity)| json!({"id": format!("V3-{at}"), "severity": severity}))
            .collect();
        let prediction: Prediction = serde_json::from_value(json!({
            "document": {"path": "a.pdf", "file_name": "a.pdf"}, "outcome": "ok",
            "classification": {"label": "W-2", "confidence": confidence},
            "forms": [{"label": "W-2", "fields": fields}], "issues": issues,
        }))
        .unwrap();
        let truth: Truth = serde_json::from_value(
            json!({"file_name": "a.pdf", "label": "W-2", "forms": [{"label": "W-2", "fields": truth}]}),
        )
        .unwrap();
        judge(&prediction, &truth)
    }

    fn found(steps: &[Step]) -> Vec<u32> {
        steps.iter().map(|step| (step.found * 100.0).round() as u32).collect()
    }

    #[test]
    fn doubtful_documents_come_first() {
        let all = [
            judged(0, 0.9, &[]),
            judged(3, 0.2, &["MINOR"]),
            judged(0, 0.6, &["MAJOR", "MINOR"]),
            judged(1, 0.8, &["BLOCKER"]),
            judged(0, 0.95, &[]),
        ];
        let reviewed = Reviewed::of(&all.iter().collect::<Vec<_>>());
        assert_eq!(reviewed.errors, 4);
        let by_confidence = found(&reviewed.by_confidence);
        assert_eq!(by_confidence, [38, 75, 75, 75, 88, 100, 100, 100, 100, 100]);
        let by_issues = found(&reviewed.by_issues);
        assert_eq!(by_issues, [13, 25, 25, 25, 63, 100, 100, 100, 100, 100]);
    }

    #[test]
    fn what_cannot_be_told_apart_is_spread_evenly() {
        let all = [judged(2, 0.5, &[]), judged(0, 0.5, &[])];
        for order in [[0, 1], [1, 0]] {
            let reviewed = Reviewed::of(&order.map(|at: usize| &all[at]));
            let even = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
            assert_eq!(found(&reviewed.by_confidence), even);
            assert_eq!(found(&reviewed.by_issues), even);
        }
    }

    #[test]
    fn without_errors_there_is_nothing_to_find() {
        let right = judged(0, 0.5, &[]);
        let reviewed = Reviewed::of(&[&right]);
        assert_eq!(
            (reviewed.errors, reviewed.by_confidence, reviewed.by_issues),
            (0, vec![], vec![])
        );
    }
}
