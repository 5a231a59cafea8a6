//! The arbiter (V5): a pure function from issues to a decision, by the table of seed 003, slide 7. The same issues
//! always give the same ruling.

use touchstone_core::record::{Decided, Issue, Severity};

/// Changes whenever the same issues could be decided differently. Stored with every decision.
pub const POLICY_VERSION: &str = "1";

/// The table of seed 003, slide 7, as people read it. The first rule that fits decides.
pub const RULES: [(u32, &str, Decided); 8] = [
    (1, "any BLOCKER", Decided::EscalateToSme),
    (2, "three or more MAJOR", Decided::EscalateToSme),
    (3, "two or more MAJOR that cannot be fixed", Decided::EscalateToSme),
    (4, "one MAJOR that cannot be fixed", Decided::EscalateToSme),
    (5, "one or two MAJOR, all fixable", Decided::AutoRetry),
    (6, "only MINOR", Decided::AutoAccept),
    (7, "no issues", Decided::AutoAccept),
    (8, "anything else", Decided::EscalateToSme),
];

/// The outcome for one pass, with the issues that led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    pub outcome: Decided,
    /// 1..=8.
    pub rule: u32,
    pub reasons: Vec<String>,
}

/// Decides on the issues of one pass. Rule 1 is literal: even a BLOCKER that was repaired escalates.
pub fn decide(issues: &[Issue]) -> Ruling {
    let with = |wanted: Severity| issues.iter().filter(move |issue| issue.body.severity == wanted);
    let blockers: Vec<&Issue> = with(Severity::Blocker).collect();
    let majors: Vec<&Issue> = with(Severity::Major).collect();
    let stubborn: Vec<&Issue> = majors
        .iter()
        .copied()
        .filter(|issue| !issue.body.auto_fixable)
        .collect();
    let minors: Vec<&Issue> = with(Severity::Minor).collect();

    let (outcome, rule, looked_at) = if !blockers.is_empty() {
        (Decided::EscalateToSme, 1, blockers)
    } else if majors.len() >= 3 {
        (Decided::EscalateToSme, 2, majors)
    } else if stubborn.len() >= 2 {
        (Decided::EscalateToSme, 3, stubborn)
    } else if !stubborn.is_empty() {
        (Decided::EscalateToSme, 4, stubborn)
    } else if matches!(majors.len(), 1 | 2) {
        (Decided::AutoRetry, 5, majors)
    } else if !minors.is_empty() && minors.len() == issues.len() {
        (Decided::AutoAccept, 6, minors)
    } else if issues.is_empty() {
        (Decided::AutoAccept, 7, Vec::new())
    } else {
        (Decided::EscalateToSme, 8, issues.iter().collect())
    };
    Ruling {
        outcome,
        rule,
        reasons: looked_at.into_iter().map(|issue| issue.id.clone()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use touchstone_core::record::{NewIssue, RaisedBy, RunId};

    /// One issue per letter: `B`locker, `M`ajor that cannot be fixed, `f`ixable major, `m`inor.
    fn issues(letters: &str) -> Vec<Issue> {
        letters
            .chars()
            .enumerate()
            .map(|(index, letter)| {
                let severity = match letter {
                    'B' => Severity::Blocker,
                    'm' => Severity::Minor,
                    _ => Severity::Major,
                };
                let body = NewIssue::new(RaisedBy::V1, "made_up", severity, "document", "made up");
                let body = if letter == 'f' { body.fixable() } else { body };
                Issue {
                    id: format!("V1-{:04}", index + 1),
                    run_id: RunId::fresh(),
                    pass: 0,
                    body,
                }
            })
            .collect()
    }

    #[test]
    fn the_table_of_the_seed() {
        use Decided::{AutoAccept, AutoRetry, EscalateToSme};
        for (letters, outcome, rule) in [
            ("", AutoAccept, 7),
            ("m", AutoAccept, 6),
            ("mmmmmm", AutoAccept, 6),
            ("f", AutoRetry, 5),
            ("ff", AutoRetry, 5),
            ("ffm", AutoRetry, 5),
            ("M", EscalateToSme, 4),
            ("Mf", EscalateToSme, 4),
            ("MM", EscalateToSme, 3),
            ("fff", EscalateToSme, 2),
            ("MMM", EscalateToSme, 2),
            ("B", EscalateToSme, 1),
            ("BMMMff", EscalateToSme, 1),
        ] {
            let ruling = decide(&issues(letters));
            assert_eq!((ruling.outcome, ruling.rule), (outcome, rule), "for issues {letters:?}");
        }
    }

    #[test]
    fn reasons_are_the_issues_the_rule_looked_at() {
        assert_eq!(decide(&issues("mBm")).reasons, ["V1-0002"]);
        assert_eq!(decide(&issues("fMm")).reasons, ["V1-0002"]);
        assert_eq!(decide(&issues("mff")).reasons, ["V1-0002", "V1-0003"]);
    }

    /// Ranks outcomes from most to least lenient.
    fn strictness(decided: Decided) -> u8 {
        match decided {
            Decided::AutoAccept => 0,
            Decided::AutoRetry => 1,
            Decided::EscalateToSme => 2,
        }
    }

    proptest! {
        #[test]
        fn the_table_is_total_deterministic_and_monotone(letters in "[BMfm]{0,10}", more in "[BMfm]") {
            let found = issues(&letters);
            let ruling = decide(&found);
            // Total: some rule decides, as in the table, and names the issues it considered.
            let (_, _, decided) = RULES[ruling.rule as usize - 1];
            prop_assert_eq!(ruling.outcome, decided);
            prop_assert_eq!(ruling.reasons.is_empty(), found.is_empty());
            prop_assert!(ruling.reasons.iter().all(|id| found.iter().any(|issue| issue.id == *id)));
            // Deterministic.
            prop_assert_eq!(&ruling, &decide(&found));
            // Monotone: another issue never makes the outcome more lenient.
            let worse = decide(&issues(&format!("{letters}{more}")));
            prop_assert!(strictness(worse.outcome) >= strictness(ruling.outcome));
        }

        #[test]
        fn order_does_not_matter_and_doubt_is_never_accepted(letters in "[BMfm]{0,8}") {
            let forward = decide(&issues(&letters));
            let backward = decide(&issues(&letters.chars().rev().collect::<String>()));
            prop_assert_eq!((forward.outcome, forward.rule), (backward.outcome, backward.rule));
            if letters.contains(['B', 'M']) {
                prop_assert_eq!(forward.outcome, Decided::EscalateToSme);
            }
            // More doubt never turns an escalation into an acceptance.
            let worse = decide(&issues(&format!("{letters}B")));
            prop_assert_eq!(worse.outcome, Decided::EscalateToSme);
        }
    }
}
