//! Runs: they read back unchanged, one claimant wins, and crashes are recovered.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::event::Received;
use crate::store::fixture;
use touchstone_core::record::AttemptState;

async fn queued(store: &Store) -> Run {
    let document = fixture::document();
    store.insert_document(&document).await.unwrap();
    let run = fixture::run(document.id);
    store.queue(&run).await.unwrap();
    run
}

async fn set_state(store: &Store, run: RunId, state: RunState) {
    sqlx::query("UPDATE runs SET state = ?2 WHERE id = ?1")
        .bind(run.to_string())
        .bind(state.as_str())
        .execute(&store.writer)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_run_comes_back_as_it_went_in_and_the_newest_is_found() {
    let store = fixture::store().await;
    let first = queued(&store).await;
    let second = Run {
        id: RunId::fresh(),
        started_at: Some(now()),
        ended_at: Some(now()),
        failure: Some("out of paper".to_owned()),
        state: RunState::Failed,
        stage: Stage::Verify,
        interruptions: 2,
        ..first.clone()
    };
    store.queue(&second).await.unwrap();
    assert_eq!(store.run(first.id).await.unwrap(), first);
    assert_eq!(store.newest_run(first.document_id).await.unwrap(), Some(second.clone()));
    assert_eq!(store.newest_run(DocumentId::fresh()).await.unwrap(), None);
    assert_eq!(store.runs_in(RunState::Failed).await.unwrap(), [second]);
    assert_eq!(store.runs_in(RunState::Queued).await.unwrap(), [first]);
    assert!(matches!(
        store.run(RunId::fresh()).await,
        Err(StoreError::NotFound { what: "run", .. })
    ));
}

#[tokio::test]
async fn every_queued_run_is_claimed_by_exactly_one_hand() {
    let store = fixture::store().await;
    let mut queue = Vec::new();
    for _ in 0..12 {
        queue.push(queued(&store).await.id);
    }
    let hands = (0..20).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { store.claim_next().await.unwrap() })
    });
    let mut claimed = Vec::new();
    for hand in hands.collect::<Vec<_>>() {
        claimed.extend(hand.await.unwrap());
    }
    assert!(
        claimed
            .iter()
            .all(|run| run.state == RunState::Running && run.started_at.is_some())
    );
    let mut ids: Vec<RunId> = claimed.iter().map(|run| run.id).collect();
    ids.sort_unstable();
    assert_eq!(ids, queue);
    assert_eq!(store.claim_next().await.unwrap(), None);
}

#[tokio::test]
async fn runs_are_claimed_in_the_order_they_were_queued() {
    let store = fixture::store().await;
    let (first, second) = (queued(&store).await, queued(&store).await);
    for run in [first, second] {
        assert_eq!(
            store.claim_next().await.unwrap().map(|claimed| claimed.id),
            Some(run.id)
        );
    }
}

#[tokio::test]
async fn a_transition_wins_only_from_the_states_it_names() {
    use RunState::{Cancelled, Done, Failed, Queued, Running};
    let rows: [(&str, &[RunState], RunState); 4] = [
        ("claim", &[Queued], Running),
        ("requeue", &[Running], Queued),
        ("fail", &[Running], Failed),
        ("cancel", &[Queued, Running], Cancelled),
    ];
    let store = fixture::store().await;
    for (transition, wins_from, to) in rows {
        for from in RunState::ALL {
            let run = queued(&store).await.id;
            set_state(&store, run, from).await;
            let won = match transition {
                "claim" => store.claim(run).await,
                "requeue" => store.requeue(run, "stopped").await,
                "fail" => store.fail_run(run, "no paper").await,
                _ => store.cancel_run(run).await,
            };
            let expected = wins_from.contains(&from);
            assert_eq!(won.unwrap(), expected, "{transition} from {from:?}");
            let after = store.run(run).await.unwrap();
            assert_eq!(
                after.state,
                if expected { to } else { from },
                "{transition} from {from:?}"
            );
            let ended = expected && matches!(to, Failed | Cancelled | Done);
            assert_eq!(after.ended_at.is_some(), ended, "{transition} from {from:?}");
            assert_eq!(after.failure.as_deref(), (ended && to == Failed).then_some("no paper"));
        }
    }
    assert!(!store.claim(RunId::fresh()).await.unwrap());
}

#[tokio::test]
async fn recovery_queues_what_was_running_and_names_what_had_started() {
    let store = fixture::store().await;
    let waiting = queued(&store).await;
    let crashed = fixture::running(&store, Stage::Extract).await;
    let paused = fixture::running(&store, Stage::Extract).await;
    let attempts = [
        fixture::attempt(crashed.id, Some(1), "extract", 1),
        fixture::attempt(paused.id, Some(1), "extract", 1),
    ];
    for attempt in &attempts {
        store.start_attempt(attempt).await.unwrap();
    }
    assert!(store.requeue(paused.id, "paused: no connection").await.unwrap());
    let mut listener = store.subscribe();
    let recovered = store.recover().await.unwrap();
    assert_eq!(recovered.runs, [crashed.id]);
    assert_eq!(recovered.attempts, [(crashed.id, attempts[0].id)]);

    let after = store.run(crashed.id).await.unwrap();
    assert_eq!(
        (after.state, after.interruptions, after.stage),
        (RunState::Queued, 1, Stage::Extract)
    );
    assert_eq!(after.started_at, crashed.started_at);
    assert_eq!(store.run(paused.id).await.unwrap().interruptions, 0);
    for run in [crashed.id, paused.id] {
        let attempt = store.attempts(run).await.unwrap().remove(0).attempt;
        assert_eq!(attempt.state, AttemptState::Interrupted);
        assert!(attempt.ended_at.is_some());
        // A pause has a reason; a crash has none.
        let why = (run == paused.id).then_some("paused: no connection");
        assert_eq!(attempt.summary.as_deref(), why);
    }
    assert_eq!(store.run(waiting.id).await.unwrap(), waiting);
    assert_eq!(store.recover().await.unwrap(), Recovered::default());

    let finished = Event::AttemptFinished {
        run: crashed.id,
        attempt: attempts[0].id,
    };
    let queued = Event::RunQueued {
        run: crashed.id,
        document: crashed.document_id,
    };
    assert_eq!(listener.next().await, Some(Received::Event(finished)));
    assert_eq!(listener.next().await, Some(Received::Event(queued)));
}

#[tokio::test]
async fn a_damaged_row_is_named() {
    let store = fixture::store().await;
    let run = queued(&store).await;
    sqlx::query("UPDATE runs SET settings = '{\"engine\": \"secret text\"}'")
        .execute(&store.writer)
        .await
        .unwrap();
    let error = store.run(run.id).await.unwrap_err().to_string();
    let expected = format!(
        "the stored record runs {} is damaged: column `settings` has an unexpected value at character 24",
        run.id
    );
    assert_eq!(error, expected);
}

#[tokio::test]
async fn a_run_of_no_document_is_refused() {
    let store = fixture::store().await;
    let error = store
        .queue(&fixture::run(DocumentId::fresh()))
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("cannot queue a run: ") && error.contains("FOREIGN KEY"),
        "{error}"
    );
}

#[tokio::test]
async fn a_document_queued_anew_is_at_no_moment_without_a_run() {
    let store = fixture::store().await;
    let first = queued(&store).await;
    let claimed = store.claim_next().await.unwrap().unwrap();
    assert_eq!(claimed.id, first.id);
    let mut listener = store.subscribe();
    let second = Run {
        id: RunId::fresh(),
        ..first.clone()
    };
    store.queue_anew(&second).await.unwrap();
    assert_eq!(store.run(first.id).await.unwrap().state, RunState::Cancelled);
    assert_eq!(store.newest_run(first.document_id).await.unwrap(), Some(second.clone()));
    // Both events are sent together: the end of the first run is not reported before the second is queued.
    assert!(matches!(
        listener.next().await,
        Some(Received::Event(Event::RunFinished { run, state: RunState::Cancelled, .. })) if run == first.id
    ));
    assert!(matches!(
        listener.next().await,
        Some(Received::Event(Event::RunQueued { run, .. })) if run == second.id
    ));
    // A run that had already ended is unchanged.
    assert!(store.cancel_run(second.id).await.unwrap());
    store
        .queue_anew(&Run {
            id: RunId::fresh(),
            ..first.clone()
        })
        .await
        .unwrap();
    assert_eq!(store.runs_of(first.document_id).await.unwrap().len(), 3);
}
