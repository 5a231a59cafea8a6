//! A model that fails at every fifth question in one way or another: each document still reaches its end, its cost is
//! reported, and only what the model saved is kept. Single faults are in the tests of providers.

use crate::models::{bearing, nearby, submitted};
use crate::shell::Shell;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{Decided, RunState};
use touchstone_engine::provider::RetryPolicy;
use touchstone_tests::model::{Asked, ModelServer, Pace, Reader, Reply};
use touchstone_tests::{Case, Dice, catalog};

/// The faults, each as frequent as the others.
fn faults() -> Vec<Reply> {
    vec![
        Reply::Refusal(500, "", "internal"),
        Reply::Refusal(503, "", "not now"),
        Reply::Refusal(529, "", "overloaded"),
        Reply::Refusal(429, "retry-after-ms: 1\r\n", "slow down"),
        Reply::Text("{\"pages\": [".to_owned()),
        Reply::Text(String::new()),
        Reply::Calls(vec![("no_such_tool", json!({"page": 1}))]),
        Reply::Calls(vec![("update_field", json!({"path": 7}))]),
    ]
}

fn retry_policy() -> RetryPolicy {
    let moment = Duration::from_millis(5);
    RetryPolicy {
        tries: 3,
        first: moment,
        rest: moment,
        rests: 20,
        ..RetryPolicy::default()
    }
}

/// The content of a value, cell by cell: letters and digits, regardless of formatting.
fn cells(value: &Value, all: &mut Vec<String>) {
    match value {
        Value::Null => {}
        Value::Array(rows) => rows.iter().for_each(|row| cells(row, all)),
        Value::Object(row) => row.values().for_each(|cell| cells(cell, all)),
        one => all.push(
            one.to_string()
                .chars()
                .filter(|letter| letter.is_alphanumeric())
                .collect(),
        ),
    }
}

/// Whether any part of a value is wrong.
fn wrong(case: &Case, name: &str, value: &Value) -> bool {
    let (mut read, mut known) = (Vec::new(), Vec::new());
    cells(value, &mut read);
    if let Some(truth) = case.truth.forms[0].fields.get(name) {
        cells(truth, &mut known);
    }
    read.iter().any(|cell| !known.contains(cell))
}

#[tokio::test]
async fn a_model_that_fails_every_fifth_time_costs_no_document() {
    let layouts = catalog::named("tuned");
    let (mut failed, mut kept) = (0, 0);
    for (case, seed) in catalog::cases(&layouts, 5, 24).into_iter().zip(1..) {
        if case.truth.forms.len() != 1 {
            continue;
        }
        let (reader, dice) = (Reader::new(case.truth.clone(), 1), Mutex::new(Dice::new(seed)));
        let server = ModelServer::answering(Pace::default(), move |asked: &Asked| {
            let mut dice = dice.lock().unwrap();
            if dice.chance(20) {
                dice.pick(&faults()).clone()
            } else {
                reader.answer(asked)
            }
        })
        .unwrap();
        let shell = Shell::new();
        let desk = bearing(&shell, &server.catalog(), retry_policy()).await;
        let ticket = submitted(&desk, shell.file(&case.file_name, &case.bytes), nearby()).await;
        desk.work(&[], &CancellationToken::new()).await.unwrap();

        let run_record = desk.run_record(ticket.run_id).await.unwrap();
        let name = &case.file_name;
        assert_eq!(
            run_record.run.state,
            RunState::Done,
            "{name}: {:?}",
            run_record.run.failure
        );
        let decision = run_record.decision.as_ref().unwrap_or_else(|| panic!("{name}"));
        let calls = desk.sent(ticket.document_id).await.unwrap();
        failed += calls.iter().filter(|call| call.error.is_some()).count();
        let used = desk.result(ticket.run_id).await.unwrap().usage;
        let cost: f64 = calls.iter().map(|call| call.usage.cost_usd).sum();
        assert!((used.cost_usd - cost).abs() < 1e-6, "{name}: {} {cost}", used.cost_usd);
        assert!(decision.outcome != Decided::AutoRetry, "{name}");
        // A model that saves only true values has nothing else kept, however often it is interrupted.
        let fields = run_record.forms.iter().flat_map(|form| &form.fields);
        let wrong: Vec<&String> = fields
            .filter(|(field, read)| wrong(&case, field, &read.value))
            .map(|(field, _)| field)
            .collect();
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
        kept += run_record.forms.iter().filter(|form| !form.fields.is_empty()).count();
    }
    assert!(kept > 10, "{kept} forms were filled");
    assert!(failed > 0, "nothing went wrong");
}
