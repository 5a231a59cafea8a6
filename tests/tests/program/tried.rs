//! A model without a description is probed before its first document, or on request; the findings are used from then
//! on.

use crate::models::{nearby, paper};
use crate::shell::Shell;
use serde_json::json;
use std::path::PathBuf;
use tokio_util::sync::CancellationToken;
use touchstone_engine::store::{Access, Place};
use touchstone_engine::{Desk, DeskOptions, Submission};
use touchstone_tests::model::{Asked, ModelServer, Pace, Reader, Reply};

/// Answers to the probe: the model calls tools and does not see pictures.
fn tried(asked: &Asked) -> Option<Reply> {
    let words = asked.words();
    let number = json!({"number": 7, "parity": "odd"});
    if words.contains("Count from 1 to 10") {
        Some(Reply::Text("1 2 3 4".to_owned()))
    } else if words.contains("Give the number seven") {
        Some(Reply::Text(number.to_string()))
    } else if asked.offers("report_number") {
        Some(Reply::Calls(vec![("report_number", number)]))
    } else if words.contains("Which colour") {
        Some(Reply::Text("There is no picture.".to_owned()))
    } else {
        None
    }
}

fn server() -> ModelServer {
    let reader = Reader::new(paper().truth, 0);
    let answer = move |asked: &Asked| tried(asked).unwrap_or_else(|| reader.answer(asked));
    ModelServer::answering(Pace::default(), answer).unwrap()
}

/// How often the model was probed, and whether it was offered the tools of a form.
fn seen(server: &ModelServer) -> (usize, bool) {
    let asked = server.asked();
    let trials = asked
        .iter()
        .filter(|asked| asked.words().contains("Count from 1 to 10"));
    (trials.count(), asked.iter().any(|asked| asked.offers("extract_fields")))
}

async fn read(folder: PathBuf, catalog: PathBuf, papers: &[PathBuf]) {
    let options = DeskOptions {
        jobs: Some(2),
        catalog: Some(catalog),
        ..DeskOptions::default()
    };
    let desk = Desk::open(&Place::Folder(folder), Access::Own, options).await.unwrap();
    for path in papers {
        let submission = Submission {
            path: path.clone(),
            pack: "tax".into(),
            expected_year: None,
            case: None,
            engine: nearby(),
            again: true,
        };
        desk.submit(&submission).await.unwrap();
    }
    desk.work(&[], &CancellationToken::new()).await.unwrap();
    desk.close().await.unwrap();
}

#[tokio::test]
async fn a_model_that_nobody_described_is_tried_out_once_before_its_first_document() {
    let (shell, server) = (Shell::new(), server());
    let catalog = shell.file("catalog.toml", server.undescribed().as_bytes());
    let case = paper();
    let paper = shell.file(&case.file_name, &case.bytes);
    let other = shell.file("again.pdf", &case.bytes);
    read(shell.workspace(), catalog.clone(), &[paper.clone(), other]).await;
    assert_eq!(
        seen(&server),
        (1, true),
        "it is given real tools, which the catalog says nothing of"
    );
    // The findings are kept for the next start of the program.
    read(shell.workspace(), catalog, &[paper]).await;
    assert_eq!(seen(&server).0, 1);
}

#[test]
fn what_the_doctor_finds_counts_for_the_documents_after_it() {
    let (shell, server) = (Shell::new(), server());
    shell.file("data/touchstone/catalog.toml", server.undescribed().as_bytes());
    let doctor = || shell.run(["doctor", "--provider", "Nearby:small-1"]).stdout;
    // There is no workspace yet to keep the findings in.
    let report = doctor();
    assert!(
        report.contains("calls tools: yes") && report.contains("NOT KEPT: there is no workspace yet"),
        "{report}"
    );
    let case = paper();
    let paper = shell.file(&case.file_name, &case.bytes);
    let local = shell.run(["classify", "--json", paper.to_str().unwrap()]);
    local.expect_code(0);
    let report = doctor();
    assert!(report.contains("kept in this workspace"), "{report}");
    assert_eq!(seen(&server), (2, false));
    let read = [
        "classify",
        "--json",
        "--engine",
        "Nearby:small-1",
        paper.to_str().unwrap(),
    ];
    shell.run(read).expect_code(0);
    assert_eq!(seen(&server), (2, true), "it was not tried out again");
}
