//! Calls to models: committed before they are sent, answered once, and never repeated for the same piece of work.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::provider::{Stop, Tokens};
use crate::store::fixture;
use serde_json::json;
use touchstone_core::record::{Sent, SentRequest, Stage};

const AT_MOST: Usage = Usage {
    calls: 1,
    input_tokens: 4_000,
    output_tokens: 9_000,
    cached_tokens: 0,
    cost_usd: 0.5,
    seconds: 0.0,
};

pub(in crate::store) fn call(document: DocumentId, run: Option<RunId>, attempt: Option<AttemptId>) -> ModelCall {
    ModelCall {
        id: CallId::fresh(),
        document_id: document,
        run_id: run,
        attempt_id: attempt,
        purpose: Purpose::Extract,
        provider: "acme".to_owned(),
        origin: "https://models.acme.example".to_owned(),
        model: "m-1".to_owned(),
        digest: "f00d".to_owned(),
        state: CallState::Started,
        sent: Sent {
            bytes: 1234,
            text_of: vec![1, 2],
            pictures_of: vec![2],
        },
        tries: 1,
        usage: Usage {
            calls: 1,
            ..Usage::default()
        },
        at_most: AT_MOST,
        error: None,
        started_at: now(),
        ended_at: None,
    }
}

pub(in crate::store) fn turn(text: &str) -> Turn {
    Turn {
        blocks: vec![json!({"type": "text", "text": text, "signature": "kept as it came"})],
        text: text.to_owned(),
        calls: Vec::new(),
        stop: Stop::Done,
        tokens: Tokens::default(),
        model: None,
        id: None,
    }
}

/// A call and its answer, for tests of other tables.
pub(in crate::store) fn answered(document: DocumentId, text: &str) -> (ModelCall, Turn) {
    (call(document, None, None), turn(text))
}

pub(in crate::store) async fn answer(store: &Store, call: CallId, turn: Result<&Turn, &str>) -> bool {
    let usage = fixture::usage();
    let answered = Answered {
        call,
        turn,
        usage,
        tries: 2,
    };
    store.end_call(&answered).await.unwrap()
}

#[tokio::test]
async fn a_call_is_there_before_its_answer_and_ends_once() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Extract).await;
    let call = call(run.document_id, Some(run.id), None);
    store.start_call(&call, &SentRequest::default()).await.unwrap();
    assert_eq!(
        store.calls_of(run.document_id).await.unwrap(),
        std::slice::from_ref(&call)
    );
    let mut listener = store.subscribe();
    assert!(answer(&store, call.id, Ok(&turn("W-2"))).await);
    let (document, run) = (run.document_id, Some(run.id));
    assert_eq!(
        listener.next().await,
        Some(crate::event::Received::Event(Event::ModelAsked { document, run }))
    );
    assert!(!answer(&store, call.id, Err("too late")).await);
    let ended = store.calls_of(document).await.unwrap().remove(0);
    assert_eq!(
        (ended.state, ended.tries, ended.error.as_deref()),
        (CallState::Done, 2, None)
    );
    assert_eq!(
        ended.usage,
        Usage {
            calls: 1,
            ..fixture::usage()
        }
    );
    let so_far = store.asked_so_far().await.unwrap();
    assert_eq!((so_far.calls, so_far.input_tokens), (1, 1000));
    assert!((so_far.cost_usd - 0.3).abs() < 1e-9);
}

#[tokio::test]
async fn an_answer_counts_for_the_same_piece_of_work_only() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Extract).await;
    let before = fixture::attempt(run.id, Some(1), "extract", 1);
    store.start_attempt(&before).await.unwrap();
    let failed = call(run.document_id, Some(run.id), Some(before.id));
    let done = call(run.document_id, Some(run.id), Some(before.id));
    for call in [&failed, &done] {
        store.start_call(call, &SentRequest::default()).await.unwrap();
    }
    assert!(answer(&store, failed.id, Err("overloaded")).await);
    assert!(answer(&store, done.id, Ok(&turn("answered"))).await);
    store.recover().await.unwrap();

    let again = fixture::attempt(run.id, Some(1), "extract", 1);
    let other_form = fixture::attempt(run.id, Some(2), "extract", 1);
    let later = fixture::attempt(run.id, Some(1), "extract", 2);
    for attempt in [&again, &other_form, &later] {
        store.start_attempt(attempt).await.unwrap();
    }
    let same = AskedFor {
        run: run.id,
        attempt: Some(again.id),
        purpose: Purpose::Extract,
        digest: "f00d",
    };
    let found = store.answer_to(&same).await.unwrap();
    assert_eq!(found, Some(turn("answered")), "as it came, to the last block");
    let elsewhere = fixture::running(&store, Stage::Extract).await.id;
    for (name, asked) in [
        (
            "another form",
            AskedFor {
                attempt: Some(other_form.id),
                ..same
            },
        ),
        (
            "another attempt",
            AskedFor {
                attempt: Some(later.id),
                ..same
            },
        ),
        ("no attempt", AskedFor { attempt: None, ..same }),
        (
            "another purpose",
            AskedFor {
                purpose: Purpose::Grade,
                ..same
            },
        ),
        ("another question", AskedFor { digest: "beef", ..same }),
        ("another run", AskedFor { run: elsewhere, ..same }),
    ] {
        assert_eq!(store.answer_to(&asked).await.unwrap(), None, "{name}");
    }
}

#[tokio::test]
async fn what_a_failed_run_paid_for_is_not_paid_for_again() {
    let store = fixture::store().await;
    for fails in [true, false] {
        let run = fixture::running(&store, Stage::Extract).await;
        let before = fixture::attempt(run.id, Some(1), "extract", 1);
        store.start_attempt(&before).await.unwrap();
        let call = call(run.document_id, Some(run.id), Some(before.id));
        store.start_call(&call, &SentRequest::default()).await.unwrap();
        assert!(answer(&store, call.id, Ok(&turn("answered"))).await);
        if fails {
            store.fail_run(run.id, "the disk was full").await.unwrap();
        } else {
            store.cancel_run(run.id).await.unwrap();
        }
        let next = fixture::run(run.document_id);
        store.queue(&next).await.unwrap();
        let again = fixture::attempt(next.id, Some(1), "extract", 1);
        store.start_attempt(&again).await.unwrap();
        let asked = AskedFor {
            run: next.id,
            attempt: Some(again.id),
            purpose: Purpose::Extract,
            digest: "f00d",
        };
        let found = store.answer_to(&asked).await.unwrap();
        assert_eq!(found.is_some(), fails, "who stops it and reads again asks anew");
    }
}

#[tokio::test]
async fn calls_without_an_attempt_are_answered_from_their_run() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Verify).await;
    let call = call(run.document_id, Some(run.id), None);
    store.start_call(&call, &SentRequest::default()).await.unwrap();
    let asked = AskedFor {
        run: run.id,
        attempt: None,
        purpose: Purpose::Extract,
        digest: "f00d",
    };
    assert_eq!(
        store.answer_to(&asked).await.unwrap(),
        None,
        "not before it is answered"
    );
    assert!(answer(&store, call.id, Ok(&turn("fits"))).await);
    assert_eq!(store.answer_to(&asked).await.unwrap(), Some(turn("fits")));
}

/// If a run is ended between two questions, the second is not asked.
#[tokio::test]
async fn nothing_is_asked_for_what_nobody_works_on() {
    let store = fixture::store().await;
    let [stopped, thrown] = [
        fixture::running(&store, Stage::Extract).await,
        fixture::running(&store, Stage::Extract).await,
    ];
    let begins = async |document, run| {
        let call = call(document, run, None);
        let begun = store.start_call(&call, &SentRequest::default()).await.unwrap();
        assert_eq!(store.calls_of(document).await.unwrap().contains(&call), begun);
        begun
    };
    assert!(begins(stopped.document_id, Some(stopped.id)).await);
    store.cancel_run(stopped.id).await.unwrap();
    assert!(!begins(stopped.document_id, Some(stopped.id)).await);
    assert!(
        begins(stopped.document_id, None).await,
        "a correction in words needs no run"
    );
    assert!(begins(thrown.document_id, Some(thrown.id)).await);
    store.trash(&[thrown.document_id]).await.unwrap();
    assert_eq!(
        store.run(thrown.id).await.unwrap().state,
        touchstone_core::record::RunState::Cancelled
    );
    assert!(!begins(thrown.document_id, None).await);
}

#[tokio::test]
async fn what_a_stopped_call_cost_is_kept_and_its_answer_is_not() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Extract).await;
    let [late, dropped] = [
        call(run.document_id, Some(run.id), None),
        call(run.document_id, Some(run.id), None),
    ];
    for call in [&late, &dropped] {
        store.start_call(call, &SentRequest::default()).await.unwrap();
    }
    store.cancel_run(run.id).await.unwrap();
    assert!(!answer(&store, late.id, Ok(&turn("W-2"))).await);
    store.drop_call(dropped.id, &fixture::usage(), 3).await.unwrap();
    for (kept, tries) in store.calls_of(run.document_id).await.unwrap().iter().zip([2, 3]) {
        assert_eq!((kept.state, kept.tries), (CallState::Interrupted, tries));
        assert_eq!(kept.usage.input_tokens, fixture::usage().input_tokens);
    }
    let spent = store.asked_so_far().await.unwrap();
    assert!((spent.cost_usd - 0.6).abs() < 1e-9, "{spent:?}");
    let asked = AskedFor {
        run: run.id,
        attempt: None,
        purpose: Purpose::Extract,
        digest: &late.digest,
    };
    assert_eq!(store.answer_to(&asked).await.unwrap(), None);
}

#[tokio::test]
async fn what_nobody_waits_for_is_named_as_interrupted() {
    let store = fixture::store().await;
    let stopped = fixture::running(&store, Stage::Extract).await;
    let killed = fixture::running(&store, Stage::Extract).await;
    let calls = [
        call(stopped.document_id, Some(stopped.id), None),
        call(killed.document_id, Some(killed.id), None),
        call(killed.document_id, None, None),
    ];
    for call in &calls {
        store.start_call(call, &SentRequest::default()).await.unwrap();
    }
    let states = async |document| {
        let calls = store.calls_of(document).await.unwrap();
        calls.iter().map(|call| call.state).collect::<Vec<_>>()
    };
    assert!(store.requeue(stopped.id, "stopped").await.unwrap());
    assert_eq!(states(stopped.document_id).await, [CallState::Interrupted]);
    assert_eq!(
        states(killed.document_id).await,
        [CallState::Started, CallState::Started]
    );
    let named = store.recover().await.unwrap().calls;
    assert_eq!(named, [calls[1].id, calls[2].id]);
    assert_eq!(states(killed.document_id).await, [CallState::Interrupted; 2]);
    // Nothing tells what was paid for them.
    for call in store.calls_of(killed.document_id).await.unwrap() {
        assert_eq!(call.usage, AT_MOST);
    }
}
