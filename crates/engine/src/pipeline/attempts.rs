//! When to make another attempt at a form, and which attempt counts: the attempt loop of seeds 000 and 004 as pure
//! functions over the attempts graded so far. See `extract` for calling an engine, grading and storing.

use touchstone_core::record::{AttemptId, Extraction, Grade};

/// A finished attempt at one form.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Graded {
    pub attempt_id: AttemptId,
    pub extraction: Extraction,
    pub grade: Grade,
    /// Best-result score of seed 004.
    pub score: f64,
    /// Number of weighty doubts that the grader and the checks raised.
    pub doubts: usize,
    /// A closer look at the scan may settle some of the doubts.
    pub unclear: bool,
    /// It follows an attempt that had already passed, after a closer look.
    pub repeats: bool,
    /// Most of the fields that its form requires were found.
    pub holds: bool,
}

/// What to do about a form after the attempts so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Make attempt `number`, with feedback from the graded attempt at index `after`, if any.
    Try { number: u32, after: Option<usize> },
    /// Stop. Holds the index of the attempt that counts, or `None` if every attempt failed.
    Keep(Option<usize>),
}

/// Decides from the graded attempts and the number of attempts used, failed ones included.
pub(super) fn next(graded: &[Graded], used: u32, limit: u32) -> Next {
    let settled = graded
        .last()
        .is_some_and(|last| last.grade.pass && (last.repeats || !last.unclear) || year_is_proved_wrong(&last.grade));
    if settled || used >= limit {
        return Next::Keep(best(graded));
    }
    Next::Try {
        number: used + 1,
        after: graded.len().checked_sub(1),
    }
}

/// Returns the attempt with the highest score; on a tie, the earlier one. A repeat of an attempt that passed replaces
/// it if it also passes and leaves no more doubts, since it saw more of the page. An attempt that gives the form up
/// never beats one that found most of it: half a form is more use to an expert than none.
pub(super) fn best(graded: &[Graded]) -> Option<usize> {
    (0..graded.len()).reduce(|best, candidate| {
        let (known, later) = (&graded[best], &graded[candidate]);
        let better = if later.repeats && later.grade.pass && known.grade.pass {
            later.doubts <= known.doubts && later.grade.label == known.grade.label
        } else {
            later.score > known.score && (later.holds || later.grade.pass || !known.holds)
        };
        if better { candidate } else { best }
    })
}

/// A wrong year that is proved by its evidence stays wrong however often it is read.
fn year_is_proved_wrong(grade: &Grade) -> bool {
    grade
        .issues
        .iter()
        .any(|issue| issue.code == "wrong_year" && !issue.evidence.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use touchstone_core::record::{Evidence, NewIssue, RaisedBy, Severity, Usage};

    fn graded(score: f64, pass: bool, issues: Vec<NewIssue>) -> Graded {
        let attempt_id = AttemptId::fresh();
        let extraction = Extraction {
            label: "W-2".into(),
            proposed_label: None,
            confidence: 0.9,
            alternatives: Vec::new(),
            fields: indexmap::IndexMap::new(),
            signals: BTreeMap::new(),
            remembered: BTreeMap::new(),
            issues: Vec::new(),
            rationale: String::new(),
            summary: String::new(),
            usage: Usage::default(),
        };
        let grade = Grade {
            attempt_id,
            pass,
            score: 50.0,
            label: "W-2".into(),
            confidence: 0.9,
            field_results: BTreeMap::new(),
            failure_reasons: Vec::new(),
            feedback: format!("feedback at {score}"),
            reasoning: String::new(),
            issues,
        };
        Graded {
            attempt_id,
            extraction,
            grade,
            score,
            doubts: 0,
            unclear: false,
            repeats: false,
            holds: false,
        }
    }

    #[test]
    fn a_pass_stops_and_a_failure_goes_on_after_it() {
        assert_eq!(next(&[], 0, 3), Next::Try { number: 1, after: None });
        assert_eq!(next(&[graded(0.9, true, vec![])], 1, 3), Next::Keep(Some(0)));
        let failed = [graded(0.4, false, vec![])];
        assert_eq!(
            next(&failed, 1, 3),
            Next::Try {
                number: 2,
                after: Some(0)
            }
        );
    }

    #[test]
    fn the_limit_keeps_the_best_even_when_a_later_one_is_worse() {
        let attempts = [
            graded(0.4, false, vec![]),
            graded(0.7, false, vec![]),
            graded(0.5, false, vec![]),
        ];
        assert_eq!(next(&attempts, 3, 3), Next::Keep(Some(1)));
    }

    #[test]
    fn a_tie_keeps_the_earlier() {
        assert_eq!(best(&[graded(0.7, false, vec![]), graded(0.7, false, vec![])]), Some(0));
    }

    #[test]
    fn giving_up_never_counts_more_than_half_a_form() {
        let half = Graded {
            holds: true,
            ..graded(0.56, false, vec![])
        };
        let given_up = graded(0.71, false, vec![]);
        assert_eq!(best(&[half.clone(), given_up.clone()]), Some(0));
        assert_eq!(best(&[graded(0.56, false, vec![]), given_up]), Some(1));
        assert_eq!(best(&[half.clone(), graded(0.71, true, vec![])]), Some(1));
        let better = Graded {
            score: 0.6,
            ..half.clone()
        };
        assert_eq!(best(&[half, better]), Some(1));
    }

    #[test]
    fn what_passed_is_read_again_once_where_a_closer_look_may_settle_doubts() {
        let first = Graded {
            doubts: 2,
            unclear: true,
            ..graded(0.9, true, vec![])
        };
        assert!(matches!(
            next(std::slice::from_ref(&first), 1, 3),
            Next::Try { number: 2, .. }
        ));
        assert_eq!(next(std::slice::from_ref(&first), 1, 1), Next::Keep(Some(0)));
        for (doubts, score, pass, kept) in [
            (0, 0.8, true, 1),
            (2, 0.9, true, 1),
            (3, 0.95, true, 0),
            (0, 0.7, false, 0),
        ] {
            let second = Graded {
                doubts,
                unclear: true,
                repeats: true,
                ..graded(score, pass, vec![])
            };
            let both = [first.clone(), second];
            assert_eq!(best(&both), Some(kept), "{doubts} doubts, {score}, {pass}");
            // No third attempt is made.
            assert_eq!(matches!(next(&both, 2, 3), Next::Keep(_)), pass);
        }
    }

    #[test]
    fn failed_attempts_use_up_their_number_but_lose_nothing() {
        assert!(matches!(next(&[], 2, 3), Next::Try { number: 3, .. }));
        assert_eq!(next(&[], 3, 3), Next::Keep(None));
        assert_eq!(next(&[graded(0.3, false, vec![])], 3, 3), Next::Keep(Some(0)));
    }

    #[test]
    fn a_wrong_year_is_not_retried_when_a_span_proves_it() {
        let wrong = NewIssue::new(
            RaisedBy::Grader,
            "wrong_year",
            Severity::Blocker,
            "forms[0].tax_year",
            "wrong year",
        );
        let span = Evidence {
            page: 1,
            reading: 1,
            words: (0, 1),
            regions: vec![],
            quote: "2019".into(),
            anchors: vec![],
        };
        let unproved = graded(0.6, false, vec![wrong.clone()]);
        assert!(matches!(next(&[unproved], 1, 3), Next::Try { .. }));
        let proved = graded(0.6, false, vec![wrong.evidence(vec![span])]);
        assert_eq!(next(&[proved], 1, 3), Next::Keep(Some(0)));
    }
}
