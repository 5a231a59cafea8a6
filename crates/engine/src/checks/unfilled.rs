//! V1: every form that was found is filled. An unfilled one is missing from the result, so no other check sees it.
//! The grader reports forms that were filled badly.

use super::{CheckInput, form_path};
use touchstone_core::record::{Attempt, AttemptState, FormPlan, NewIssue, RaisedBy, SECOND, Severity};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let filled = |plan: &FormPlan| input.forms.iter().any(|form| form.number == plan.number);
    let missing = input.plans.iter().filter(|plan| !filled(plan));
    missing.map(|plan| unfilled(input, plan)).collect()
}

fn unfilled(input: &CheckInput, plan: &FormPlan) -> NewIssue {
    let of_form = || {
        let attempts = input.attempts.iter().map(|row| &row.attempt);
        attempts.filter(|attempt| attempt.form == Some(plan.number))
    };
    let failed = |attempt: &&Attempt| attempt.state == AttemptState::Failed;
    let why = of_form().rfind(failed).and_then(|last| last.summary.as_deref());
    let message = format!(
        "the form on page {} was not filled: {}",
        plan.first_page,
        why.unwrap_or("no attempt was completed")
    );
    let subject = form_path(plan.number, "");
    let issue = NewIssue::new(RaisedBy::V1, "unfilled", Severity::Blocker, subject, message);
    let read = of_form().any(|attempt| attempt.role == SECOND && attempt.state == AttemptState::Done);
    if read {
        issue.suggestion("see the attempts for the local engine's reading of the form")
    } else {
        issue
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::checks::case::Case;
    use touchstone_core::record::{AttemptId, EngineId, GradedAttempt, RunId, Usage, now};

    fn attempt(form: u32, role: &str, state: AttemptState, summary: &str) -> GradedAttempt {
        let attempt = Attempt {
            id: AttemptId::fresh(),
            run_id: RunId::fresh(),
            form: Some(form),
            role: role.into(),
            number: 1,
            engine: EngineId::local(),
            state,
            usage: Usage::default(),
            score: None,
            best: false,
            summary: Some(summary.into()),
            started_at: now(),
            ended_at: None,
        };
        GradedAttempt { attempt, grade: None }
    }

    fn plan(number: u32) -> FormPlan {
        FormPlan {
            number,
            segment: 0,
            candidates: Vec::new(),
            first_page: number,
            last_page: number,
            sheets: Vec::new(),
        }
    }

    #[test]
    fn a_form_without_values_is_reported_with_its_last_failure() {
        let mut case = Case::sound();
        case.plans = vec![plan(1), plan(2)];
        case.attempts = vec![
            attempt(1, "extract", AttemptState::Failed, "not this one"),
            attempt(2, SECOND, AttemptState::Done, "read"),
            attempt(2, "extract", AttemptState::Failed, "the first"),
            attempt(2, "extract", AttemptState::Failed, "it declined"),
        ];
        let found: Vec<NewIssue> = case.issues().into_iter().filter(|one| one.code == "unfilled").collect();
        let [issue] = &found[..] else { panic!("{found:?}") };
        assert_eq!(
            (issue.severity, issue.subject.as_str()),
            (Severity::Blocker, "forms[1]")
        );
        assert_eq!(issue.message, "the form on page 2 was not filled: it declined");
        assert!(issue.suggestion.as_ref().unwrap().contains("local engine"));
        case.attempts.clear();
        let found = case.issues();
        let issue = found.iter().find(|one| one.code == "unfilled").unwrap();
        assert!(issue.message.ends_with("no attempt was completed") && issue.suggestion.is_none());
    }
}
