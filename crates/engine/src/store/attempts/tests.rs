//! Attempts: committed before the work, settled with its result, once.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::{calls, fixture};
use touchstone_core::record::{AttemptState, SentRequest, Stage};

fn completed<'a>(form: &'a Form, grade: &'a Grade, steps: &'a [Step]) -> Completed<'a> {
    Completed {
        attempt: form.attempt_id,
        form,
        grade,
        score: 0.1 + 0.7,
        summary: "A W-2 of 2024",
        usage: fixture::usage(),
        steps,
    }
}

async fn complete(store: &Store, attempt: AttemptId, number: u32) -> Form {
    let (form, grade) = (fixture::form(attempt, number), fixture::grade(attempt));
    assert!(store.complete_attempt(&completed(&form, &grade, &[])).await.unwrap());
    form
}

#[tokio::test]
async fn a_completed_attempt_stores_form_grade_and_steps_as_they_were() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Extract).await;
    let attempt = fixture::attempt(run.id, Some(1), "extract", 1);
    store.start_attempt(&attempt).await.unwrap();
    assert_eq!(store.form_of(attempt.id).await.unwrap(), None);
    let (form, grade, steps) = (
        fixture::form(attempt.id, 1),
        fixture::grade(attempt.id),
        fixture::steps(attempt.id),
    );
    assert!(store.complete_attempt(&completed(&form, &grade, &steps)).await.unwrap());

    let stored = store.attempts(run.id).await.unwrap().remove(0);
    let expected = Attempt {
        state: AttemptState::Done,
        usage: fixture::usage(),
        score: Some(0.1 + 0.7),
        summary: Some("A W-2 of 2024".to_owned()),
        ended_at: stored.attempt.ended_at,
        ..attempt.clone()
    };
    assert!(stored.attempt.ended_at.is_some());
    assert_eq!(stored.attempt, expected);
    assert_eq!(stored.grade, Some(grade.clone()));
    assert_eq!(store.form_of(attempt.id).await.unwrap(), Some(form.clone()));
    let names: Vec<String> = store
        .form_of(attempt.id)
        .await
        .unwrap()
        .unwrap()
        .fields
        .into_keys()
        .collect();
    assert_eq!(names, ["wages_tips", "box_12", "control_number"]);
    assert_eq!(store.steps(attempt.id).await.unwrap(), steps);

    let again = fixture::form(attempt.id, 1);
    assert!(!store.complete_attempt(&completed(&again, &grade, &[])).await.unwrap());
    assert_eq!(store.form_of(attempt.id).await.unwrap(), Some(form));
}

#[tokio::test]
async fn a_result_that_cannot_be_stored_leaves_the_attempt_under_way() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Extract).await;
    let attempt = fixture::attempt(run.id, Some(1), "extract", 1);
    store.start_attempt(&attempt).await.unwrap();
    let (form, grade) = (fixture::form(attempt.id, 1), fixture::grade(attempt.id));
    let step = fixture::steps(attempt.id).remove(0);
    let twice = [step.clone(), step];
    assert!(store.complete_attempt(&completed(&form, &grade, &twice)).await.is_err());
    assert_eq!(store.attempts(run.id).await.unwrap()[0].attempt, attempt);
    assert_eq!(store.form_of(attempt.id).await.unwrap(), None);
    assert!(store.complete_attempt(&completed(&form, &grade, &[])).await.unwrap());
}

#[tokio::test]
async fn work_under_way_or_done_is_not_started_again() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Extract).await;
    let start = async |form, role, number| {
        let attempt = fixture::attempt(run.id, form, role, number);
        store.start_attempt(&attempt).await.map(|()| attempt.id)
    };
    let first = start(Some(1), "extract", 1).await.unwrap();
    assert!(start(Some(1), "extract", 1).await.is_err());
    start(Some(1), "extract", 2).await.unwrap();
    start(Some(2), "extract", 1).await.unwrap();
    start(Some(1), "reading", 1).await.unwrap();
    start(None, "survey", 1).await.unwrap();
    assert!(start(None, "survey", 1).await.is_err());
    assert!(store.fail_attempt(first, "no answer", &fixture::usage()).await.unwrap());
    let second = start(Some(1), "extract", 1).await.unwrap();
    complete(&store, second, 1).await;
    assert!(start(Some(1), "extract", 1).await.is_err());
}

#[tokio::test]
async fn a_second_reading_is_kept_beside_the_attempts() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Extract).await;
    let first = fixture::attempt(run.id, Some(1), "extract", 1);
    store.start_attempt(&first).await.unwrap();
    complete(&store, first.id, 1).await;
    assert!(store.mark_best(run.id, 1, first.id).await.unwrap());
    let second = fixture::attempt(run.id, Some(1), "second", 1);
    store.start_attempt(&second).await.unwrap();
    let form = fixture::form(second.id, 1);
    let submit = async || store.complete_reading(&form, "read", &fixture::usage()).await.unwrap();
    assert!(submit().await);
    assert!(!submit().await, "once");
    assert_eq!(store.form_of(second.id).await.unwrap(), Some(form.clone()));
    let best = store.best_forms(run.id).await.unwrap();
    assert_eq!(best.iter().map(|form| form.attempt_id).collect::<Vec<_>>(), [first.id]);
    let stored = store.attempts(run.id).await.unwrap().remove(1);
    assert_eq!((stored.attempt.state, stored.attempt.score), (AttemptState::Done, None));
    assert_eq!(stored.grade, None);
}

#[tokio::test]
async fn a_failure_keeps_what_was_used_and_wins_once() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Extract).await;
    let attempt = fixture::attempt(run.id, Some(1), "extract", 1);
    store.start_attempt(&attempt).await.unwrap();
    assert!(
        store
            .fail_attempt(attempt.id, "no answer", &fixture::usage())
            .await
            .unwrap()
    );
    assert!(
        !store
            .fail_attempt(attempt.id, "again", &Usage::default())
            .await
            .unwrap()
    );
    let stored = store.attempts(run.id).await.unwrap().remove(0);
    assert_eq!(
        (stored.attempt.state, stored.attempt.usage),
        (AttemptState::Failed, fixture::usage())
    );
    assert_eq!(
        (stored.attempt.summary.as_deref(), stored.grade),
        (Some("no answer"), None)
    );
}

#[tokio::test]
async fn one_attempt_a_form_is_best_and_only_a_finished_one() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Extract).await;
    let mut forms = Vec::new();
    for (form, number) in [(2, 1), (1, 1), (1, 2)] {
        let attempt = fixture::attempt(run.id, Some(form), "extract", number);
        store.start_attempt(&attempt).await.unwrap();
        forms.push(complete(&store, attempt.id, form).await);
    }
    let open = fixture::attempt(run.id, Some(1), "extract", 3);
    store.start_attempt(&open).await.unwrap();
    assert_eq!(store.best_forms(run.id).await.unwrap(), []);
    assert!(store.mark_best(run.id, 2, forms[0].attempt_id).await.unwrap());
    assert!(store.mark_best(run.id, 1, forms[1].attempt_id).await.unwrap());
    assert!(store.mark_best(run.id, 1, forms[2].attempt_id).await.unwrap());
    assert!(!store.mark_best(run.id, 1, open.id).await.unwrap());
    assert!(!store.mark_best(run.id, 1, forms[0].attempt_id).await.unwrap());
    assert_eq!(
        store.best_forms(run.id).await.unwrap(),
        [forms[2].clone(), forms[0].clone()]
    );
    let best: Vec<bool> = store
        .attempts(run.id)
        .await
        .unwrap()
        .iter()
        .map(|row| row.attempt.best)
        .collect();
    assert_eq!(best, [true, false, true, false]);
}

#[tokio::test]
async fn an_attempt_of_a_model_used_what_its_calls_did() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Extract).await;
    let started = async |number| {
        let attempt = fixture::attempt(run.id, Some(1), "extract", number);
        store.start_attempt(&attempt).await.unwrap();
        attempt.id
    };
    let asks = async |attempt| {
        let call = calls::tests::call(run.document_id, Some(run.id), Some(attempt));
        store.start_call(&call, &SentRequest::default()).await.unwrap();
        call.id
    };
    // One call answered, one failed, one refused before it was sent.
    let first = started(1).await;
    assert!(calls::tests::answer(&store, asks(first).await, Ok(&calls::tests::turn("W-2"))).await);
    assert!(calls::tests::answer(&store, asks(first).await, Err("it broke")).await);
    let refused = calls::Answered {
        call: asks(first).await,
        turn: Err("the limit is reached"),
        usage: Usage::default(),
        tries: 0,
    };
    assert!(store.end_call(&refused).await.unwrap());
    let none = Usage {
        seconds: 3.0,
        ..Usage::default()
    };
    store.fail_attempt(first, "it broke", &none).await.unwrap();
    // An interrupted attempt keeps its usage; the one that reuses its answers has none.
    let second = started(2).await;
    assert!(calls::tests::answer(&store, asks(second).await, Ok(&calls::tests::turn("W-2"))).await);
    store.requeue(run.id, "stopped").await.unwrap();
    assert!(store.claim(run.id).await.unwrap());
    let third = started(2).await;
    store.fail_attempt(third, "again", &fixture::usage()).await.unwrap();
    let rows = store.attempts(run.id).await.unwrap();
    let used: Vec<(u64, u64, f64)> = rows
        .iter()
        .map(|row| {
            let usage = &row.attempt.usage;
            (usage.calls, usage.input_tokens, usage.seconds)
        })
        .collect();
    assert_eq!(used, [(2, 2_000, 3.0), (1, 1_000, 0.0), (0, 0, 1.5)]);
}
