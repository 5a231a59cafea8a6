//! Which of V2, V3 and V4 ask a model after their rules, and why the others do not. Pure.

use touchstone_core::record::{Issue, ModelPhase, Questioned, RaisedBy, Severity};

/// Agents that may ask a model after their rules.
const ASKING: [RaisedBy; 3] = [RaisedBy::V2, RaisedBy::V3, RaisedBy::V4];

const NO_MODEL: &str = "no model is set";
const V1_BLOCKS: &str = "a V1 BLOCKER stops all questions to a model";
const V2_BLOCKS: &str = "a BLOCKER from V2's rules stops V2's question";

/// The agents that ask in a pass, given the issues its rules found.
pub(super) fn asking(found: &[Issue], model_set: bool) -> Vec<RaisedBy> {
    let mut all = ASKING.to_vec();
    all.retain(|agent| reason(*agent, found, model_set).is_none());
    all
}

/// The questions that a pass asked and skipped, given the issues its rules found.
pub(super) fn phases(found: &[Issue], model_set: bool, answers: &[&Questioned]) -> Vec<ModelPhase> {
    let phase = |agent: RaisedBy| {
        let answer = answers.iter().find(|answer| answer.agent == agent);
        let asked = answer.map(|answer| format!("about {}, which gave {} issues", answer.of, answer.issues.len()));
        let skipped = reason(agent, found, model_set).map(str::to_owned);
        // Neither is set for runs older than these questions.
        (asked.is_some() || skipped.is_some()).then(|| ModelPhase {
            agent,
            skipped: skipped.unwrap_or_default(),
            asked: asked.unwrap_or_default(),
        })
    };
    ASKING.into_iter().filter_map(phase).collect()
}

fn reason(agent: RaisedBy, found: &[Issue], model_set: bool) -> Option<&'static str> {
    let blocks = |by: RaisedBy| {
        let mut issues = found.iter().map(|issue| &issue.body);
        issues.any(|issue| issue.raised_by == by && issue.severity == Severity::Blocker)
    };
    if !model_set {
        Some(NO_MODEL)
    } else if blocks(RaisedBy::V1) {
        Some(V1_BLOCKS)
    } else if agent == RaisedBy::V2 && blocks(RaisedBy::V2) {
        Some(V2_BLOCKS)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_core::record::{NewIssue, RunId};

    #[test]
    fn blockers_of_the_rules_save_questions() {
        use RaisedBy::{V1, V2, V3, V4};
        let found = |by: RaisedBy, severity| Issue {
            id: String::new(),
            run_id: RunId::fresh(),
            pass: 0,
            body: NewIssue::new(by, "made_up", severity, "document", "made up"),
        };
        for (issues, model_set, expected) in [
            (vec![], false, vec![(V2, NO_MODEL), (V3, NO_MODEL), (V4, NO_MODEL)]),
            (vec![], true, vec![]),
            (
                vec![found(V1, Severity::Blocker)],
                true,
                vec![(V2, V1_BLOCKS), (V3, V1_BLOCKS), (V4, V1_BLOCKS)],
            ),
            (vec![found(V1, Severity::Major)], true, vec![]),
            (vec![found(V2, Severity::Blocker)], true, vec![(V2, V2_BLOCKS)]),
            (vec![found(V3, Severity::Blocker)], true, vec![]),
        ] {
            let left = phases(&issues, model_set, &[]);
            let left: Vec<(RaisedBy, &str)> = left.iter().map(|phase| (phase.agent, phase.skipped.as_str())).collect();
            assert_eq!(left, expected);
            assert_eq!(asking(&issues, model_set).len() + left.len(), ASKING.len());
        }
    }
}
