//! The order of the review queue: how much a document may still get wrong, how long it takes to check, and which come
//! first. Pure.

use serde::{Deserialize, Serialize};
use touchstone_core::record::Severity;

/// Time to open a document and look at it, in minutes.
const OPENING: f64 = 0.25;
/// Time to check one value, in minutes.
const EACH_VALUE: f64 = 0.1;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ReviewOrder {
    #[default]
    MostIssues,
    Oldest,
    ByType,
    /// What removes most expected errors a minute, as far as the minutes last.
    Minutes,
    /// Documents drawn for the audit sample, oldest draw first, instead of those that need review.
    AuditSample,
}

/// A document that waits for review.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Waiting {
    /// Order of arrival.
    pub number: usize,
    pub label: String,
    pub blockers: u32,
    pub majors: u32,
    pub minors: u32,
    /// Values to check.
    pub open_values: u32,
    /// Expected number of errors among them and in the document as a whole.
    pub expected_errors: f64,
    /// Skipped, or claimed by another reviewer.
    pub later: bool,
    /// Comes after everything else.
    pub deferred: bool,
}

impl Waiting {
    /// Estimated time to check the document.
    pub fn minutes(&self) -> f64 {
        OPENING + EACH_VALUE * f64::from(self.open_values)
    }

    fn rate(&self) -> f64 {
        self.expected_errors / self.minutes()
    }
}

/// The chance that a value is wrong that the engine is this sure of, with the worst issue about it.
pub fn chance_of_error(confidence: f64, worst: Option<Severity>) -> f64 {
    let known: f64 = match worst {
        Some(Severity::Blocker) => 0.9,
        Some(Severity::Major) => 0.5,
        Some(Severity::Minor) | None => 0.0,
    };
    known.max(1.0 - confidence.clamp(0.0, 1.0))
}

/// Returns positions in `waiting` in the order of review, and how many of the first fit into the minutes.
pub fn ordered(waiting: &[Waiting], order: ReviewOrder, minutes: u32) -> (Vec<usize>, usize) {
    let mut positions: Vec<usize> = (0..waiting.len()).collect();
    positions.sort_by(|&left, &right| {
        let (a, b) = (&waiting[left], &waiting[right]);
        let issues = |one: &Waiting| (one.blockers, one.majors, one.minors, one.open_values);
        let own = match order {
            ReviewOrder::MostIssues => issues(b).cmp(&issues(a)),
            ReviewOrder::Oldest | ReviewOrder::AuditSample => a.number.cmp(&b.number),
            ReviewOrder::ByType => a.label.cmp(&b.label),
            ReviewOrder::Minutes => b.rate().total_cmp(&a.rate()),
        };
        (a.deferred, a.later)
            .cmp(&(b.deferred, b.later))
            .then(own)
            .then(a.number.cmp(&b.number))
    });
    if order != ReviewOrder::Minutes {
        return (positions, waiting.len());
    }
    let mut left = f64::from(minutes);
    let fits = positions.iter().take_while(|&&at| {
        left -= waiting[at].minutes();
        left >= 0.0 && !waiting[at].deferred
    });
    let within = fits.count();
    (positions, within)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting() -> Vec<Waiting> {
        let one = |number, label: &str, issues: (u32, u32), open_values, expected_errors| Waiting {
            number,
            label: label.to_owned(),
            blockers: issues.0,
            majors: issues.1,
            open_values,
            expected_errors,
            ..Waiting::default()
        };
        vec![
            one(3, "W-2", (0, 4), 10, 2.0),
            one(1, "W-2", (1, 0), 1, 0.9),
            one(2, "1099-INT", (0, 1), 1, 0.3),
            one(4, "1099-INT", (0, 1), 2, 1.2),
        ]
    }

    #[test]
    fn documents_are_ordered_as_asked() {
        let check = |order, expected: &[usize]| {
            let all = waiting();
            let numbers: Vec<usize> = ordered(&all, order, 10).0.iter().map(|&at| all[at].number).collect();
            assert_eq!(numbers, expected, "{order:?}");
        };
        check(ReviewOrder::MostIssues, &[1, 3, 4, 2]);
        check(ReviewOrder::Oldest, &[1, 2, 3, 4]);
        check(ReviewOrder::ByType, &[2, 4, 1, 3]);
        check(ReviewOrder::Minutes, &[4, 1, 3, 2]);
    }

    #[test]
    fn few_minutes_hold_what_removes_most_errors() {
        let check = |minutes, expected: usize| {
            assert_eq!(
                ordered(&waiting(), ReviewOrder::Minutes, minutes).1,
                expected,
                "{minutes} minutes"
            );
        };
        check(0, 0);
        check(1, 2);
        check(2, 2);
        check(3, 4);
    }

    #[test]
    fn skipped_documents_come_after_the_others_and_deferred_ones_last() {
        let mut all = waiting();
        all[0].later = true;
        all[1].deferred = true;
        let numbers: Vec<usize> = ordered(&all, ReviewOrder::Oldest, 0)
            .0
            .iter()
            .map(|&at| all[at].number)
            .collect();
        assert_eq!(numbers, [2, 4, 3, 1]);
    }

    #[test]
    fn a_value_named_by_an_issue_is_doubted_however_sure_the_engine_is() {
        let check = |confidence, worst, expected: f64| {
            let chance = chance_of_error(confidence, worst);
            assert!((chance - expected).abs() < 1e-9, "{confidence} {worst:?}: {chance}");
        };
        check(0.99, None, 0.01);
        check(0.99, Some(Severity::Major), 0.5);
        check(0.2, Some(Severity::Major), 0.8);
        check(0.99, Some(Severity::Blocker), 0.9);
        check(7.0, Some(Severity::Minor), 0.0);
    }
}
