//! The wall clock jumps while documents are read: a day back, a year ahead, and back again, every few readings of it. No
//! result and no order changes, and nothing waits for the clock.

use crate::disturbed::{Disturbance, Shim};
use crate::inputs::essence;
use crate::models::paper;
use crate::shell::{Output, Shell};
use serde_json::Value;
use std::sync::atomic::{AtomicUsize, Ordering};
use touchstone_tests::model::{Asked, ModelServer, Pace, Reader, Reply};
use touchstone_tests::w2;

/// Readings of the clock between two jumps: a document is read in some dozens.
const READINGS: usize = 7;

/// The results of a command, with the clock of the computer and with one that jumps.
fn both(shells: &[Shell; 2], arguments: &[String]) -> [Output; 2] {
    let [steady, jumping] = shells;
    let undisturbed = steady.run(arguments).expect_code(0);
    let shim = Shim::new();
    let disturbed = shim.run(jumping, arguments, &jumping.workspace(), Disturbance::Clock(READINGS));
    [undisturbed, disturbed.expect_code(0)]
}

fn listed(shell: &Shell) -> Vec<String> {
    let list = shell.run(["list", "--json"]).expect_code(0).results();
    let name = |document: &Value| document["file_name"].as_str().expect("a name").to_owned();
    list.iter().map(name).collect()
}

#[test]
fn a_clock_that_jumps_changes_no_result_and_no_order() {
    let shells = [Shell::new(), Shell::new()];
    let folder = shells[0].path("batch");
    for case in w2::cases(41, 6) {
        case.write(&folder).expect("writing");
    }
    let arguments = ["classify", "--json", "--jobs", "1", &folder.display().to_string()].map(str::to_owned);
    let [steady, jumping] = both(&shells, &arguments).map(|output| output.results());
    assert_eq!(steady.len(), 6);
    for (steady, jumping) in steady.iter().zip(&jumping) {
        assert_eq!(essence(jumping), essence(steady), "{}", steady["document"]["path"]);
    }
    assert_eq!(listed(&shells[1]), listed(&shells[0]));
    shells[1].run(["verify"]).expect_code(0);
    // Read again with a steady clock, the batch is done.
    let again = shells[1].run(&arguments).expect_code(0).results();
    let run = |result: &Value| result["run_id"].clone();
    assert_eq!(
        again.iter().map(run).collect::<Vec<_>>(),
        jumping.iter().map(run).collect::<Vec<_>>()
    );
}

/// A provider that asks for a rest now and then, for a second or until a date: waiting is by a clock that nobody sets.
#[test]
fn a_clock_that_jumps_prolongs_no_wait_for_a_provider() {
    let case = paper();
    let shells = [Shell::new(), Shell::new()];
    let asked = AtomicUsize::new(0);
    let reader = Reader::new(case.truth.clone(), 0);
    let server = ModelServer::answering(Pace::default(), move |question: &Asked| {
        match asked.fetch_add(1, Ordering::SeqCst) % 5 {
            1 => Reply::Refusal(429, "retry-after: 1\r\n", "slow down"),
            3 => Reply::Refusal(503, "retry-after: Fri, 31 Dec 1999 23:59:59 GMT\r\n", "not now"),
            _ => reader.answer(question),
        }
    });
    let server = server.expect("a model");
    for shell in &shells {
        shell.file("data/touchstone/catalog.toml", server.catalog().as_bytes());
    }
    let path = shells[0].file(&case.file_name, &case.bytes).display().to_string();
    let arguments = ["classify", "--json", "--engine", "Nearby:small-1", &path].map(str::to_owned);
    let [steady, jumping] = both(&shells, &arguments).map(|output| essence(&output.results()[0]));
    assert_eq!(jumping, steady);
}
