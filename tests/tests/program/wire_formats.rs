//! The whole loop over every wire format: two attempts at a form, parallel calls, and a picture, with a server that
//! refuses what a provider refuses.

use crate::models::{nearby, paper, submitted};
use crate::shell::Shell;
use async_trait::async_trait;
use secrecy::SecretString;
use serde_json::json;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{CallState, Purpose, RunState};
use touchstone_engine::provider::{Endpoint, Key, KeyHolder};
use touchstone_engine::store::{Access, Place};
use touchstone_engine::{Desk, DeskOptions};
use touchstone_intake::{PoolConfig, ReaderPool};
use touchstone_tests::Dice;
use touchstone_tests::model::{Asked, ModelServer, Reader, Reply, Wire};
use touchstone_tests::scanning::scanned;

const KEY: &str = "the-key-of-this-address";

#[derive(Debug)]
struct OneKey(&'static str);

#[async_trait]
impl KeyHolder for OneKey {
    async fn key(&self, endpoint: &Endpoint) -> anyhow::Result<Option<Key>> {
        Ok(Key::new(endpoint, &SecretString::from(self.0)))
    }

    fn advice(&self, _: &Endpoint) -> String {
        "there is one".to_owned()
    }
}

/// Reads the words and views the page in the same turn; the grader fails the first attempt.
fn server(wire: Wire) -> ModelServer {
    let reader = Reader::new(paper().truth, 1);
    let answer = move |asked: &Asked| match reader.answer(asked) {
        Reply::Calls(mut calls) if asked.turn() == 0 => {
            calls.push(("view_page", json!({"page": 1})));
            Reply::Calls(calls)
        }
        reply => reply,
    };
    ModelServer::speaking(wire, KEY, answer).unwrap()
}

async fn desk(shell: &Shell, server: &ModelServer, key: &'static str) -> Desk {
    let catalog = shell.file("catalog.toml", server.keyed("SPOKEN_KEY").as_bytes());
    let options = DeskOptions {
        jobs: Some(1),
        catalog: Some(catalog),
        keys: Some(Arc::new(OneKey(key))),
        ..DeskOptions::default()
    };
    Desk::open(&Place::Memory, Access::Own, options).await.unwrap()
}

#[tokio::test]
async fn a_form_is_filled_in_two_attempts_over_every_format() {
    for wire in Wire::ALL {
        let (shell, server, case) = (Shell::new(), server(wire), paper());
        let desk = desk(&shell, &server, KEY).await;
        let ticket = submitted(&desk, shell.file(&case.file_name, &case.bytes), nearby()).await;
        desk.work(&[], &CancellationToken::new()).await.unwrap();
        assert_eq!(server.refused(), Vec::<String>::new(), "{wire:?}");
        let run_record = desk.run_record(ticket.run_id).await.unwrap();
        assert_eq!(
            run_record.run.state,
            RunState::Done,
            "{wire:?}: {:?}",
            run_record.run.failure
        );
        let fills: Vec<u32> = run_record
            .attempts
            .iter()
            .filter(|row| row.attempt.form.is_some() && row.attempt.usage.calls > 0)
            .map(|row| row.attempt.number)
            .collect();
        assert_eq!(fills, [1, 2], "{wire:?}");
        let truth = &case.truth.forms[0].fields;
        for name in ["wages_tips", "federal_tax_withheld", "employee_ssn"] {
            assert_eq!(
                run_record.forms[0].field(name).unwrap().value,
                truth[name],
                "{wire:?} {name}"
            );
        }
        // A picture came with the tool results of the first turn and stayed in the conversation.
        let asked = server.asked();
        let turns: Vec<u64> = asked
            .iter()
            .filter(|asked| asked.shape().is_none())
            .map(Asked::pictures)
            .collect();
        assert!(
            turns.iter().filter(|pictures| **pictures > 0).count() >= 4,
            "{wire:?}: {turns:?}"
        );
        let calls = desk.sent(ticket.document_id).await.unwrap();
        assert!(
            calls
                .iter()
                .all(|call| call.state == CallState::Done && call.usage.input_tokens > 0),
            "{wire:?}"
        );
        assert_eq!(calls.len(), asked.len(), "{wire:?}");
        let cached: u64 = calls.iter().map(|call| call.usage.cached_tokens).sum();
        assert!(cached > 0, "{wire:?}: beginnings stay the same from turn to turn");
    }
}

/// OCR may misread, so both the filling and the grading model see the page.
#[tokio::test(flavor = "multi_thread")]
async fn heavy_a_scan_is_filled_and_graded_by_a_model_that_sees_it() {
    let (shell, server, case) = (Shell::new(), server(Wire::Chat), paper());
    let pool = ReaderPool::new(PoolConfig::for_this_machine().unwrap());
    let scanner = "clean:200".parse().unwrap();
    let bytes = scanned(&pool, &case.bytes, scanner, &mut Dice::new(1)).await.unwrap();
    let desk = desk(&shell, &server, KEY).await;
    let ticket = submitted(&desk, shell.file("scan.pdf", &bytes.unwrap()), nearby()).await;
    desk.work(&[], &CancellationToken::new()).await.unwrap();
    assert_eq!(server.refused(), Vec::<String>::new());
    let run_record = desk.run_record(ticket.run_id).await.unwrap();
    assert_eq!(run_record.run.state, RunState::Done, "{:?}", run_record.run.failure);
    let wages = &run_record.forms[0].field("wages_tips").unwrap().value;
    assert_eq!(*wages, case.truth.forms[0].fields["wages_tips"]);
    let asked = server.asked();
    for shape in [None, Some("grade")] {
        let mut of_shape = asked.iter().filter(|asked| asked.shape() == shape);
        assert!(of_shape.next().is_some_and(|asked| asked.pictures() > 0), "{shape:?}");
    }
    let calls = desk.sent(ticket.document_id).await.unwrap();
    let grades = calls.iter().find(|call| call.purpose == Purpose::Grade).unwrap();
    assert_eq!(grades.sent.pictures_of, [1], "and it is told that they were sent");
}

/// Checks that the server can see what it looks for.
#[tokio::test]
async fn a_key_of_another_address_is_refused_over_every_format() {
    for wire in Wire::ALL {
        let (shell, server, case) = (Shell::new(), server(wire), paper());
        let desk = desk(&shell, &server, "the-key-of-another-one").await;
        let ticket = submitted(&desk, shell.file(&case.file_name, &case.bytes), nearby()).await;
        desk.work(&[], &CancellationToken::new()).await.unwrap();
        assert!(server.refused()[0].contains("a key of another address"), "{wire:?}");
        assert_eq!(
            desk.run_record(ticket.run_id).await.unwrap().run.state,
            RunState::Failed,
            "{wire:?}"
        );
    }
}
