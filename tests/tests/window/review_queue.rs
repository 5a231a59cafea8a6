//! The review screen: documents in their order, skipped and deferred, with an undo; several accepted at once.

use crate::stage::{Stage, root};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

async fn queue(stage: &Stage) -> Vec<Value> {
    let query = json!({"order": "oldest", "minutes": 0, "held": []});
    let queue = stage.call("review_queue", json!({"query": query})).await.unwrap();
    queue["rows"].as_array().unwrap().clone()
}

#[tokio::test]
async fn window_documents_are_skipped_deferred_and_taken_back_in_review() {
    let Some(stage) = Stage::open().await else { return };
    let samples = root().join("tests/fixtures/samples");
    let paths = ["w2-001-official.pdf", "1099-int.pdf"].map(|name| samples.join(name));
    // Neither is of the year that is expected, so both wait.
    let options = json!({"pack": "tax", "expected_year": 1999, "case": null, "skip_duplicates": false});
    stage.import_as(&paths, options).await;
    stage.settled().await;
    stage.find("body").await.send_keys("r").await.unwrap();
    stage
        .until("both rows", "document.querySelectorAll('.queue-row').length === 2")
        .await;
    stage
        .until("the focus", "document.activeElement?.classList.contains('queue')")
        .await;
    stage.picture("review").await;
    let name = stage
        .value("return document.querySelector('.queue-row.active .readable').innerText")
        .await;
    let place = async |name: &Value| {
        let rows = queue(&stage).await;
        let row = rows.into_iter().find(|row| row["file_name"] == *name).unwrap();
        row["claim"].clone()
    };

    stage.keys("s").await;
    stage.shows("Skipped ").await;
    assert_eq!(place(&name).await["place"], "skipped");
    stage.keys(Key::Control + "z").await;
    stage.shows("Undid: skipped").await;
    assert_eq!(place(&name).await["place"], "open");

    stage.keys(Key::Home + "d").await;
    let note = stage.find("[role=dialog] input").await;
    note.send_keys("waits for the client").await.unwrap();
    note.send_keys(Key::Enter).await.unwrap();
    stage.shows("Deferred ").await;
    let deferred = place(&name).await;
    assert_eq!(
        (&deferred["place"], &deferred["note"], &deferred["author"]),
        (&json!("deferred"), &json!("waits for the client"), &json!("R. Reader"))
    );
    // Its row stays where it is, and it comes last when the list is taken again.
    stage
        .until(
            "the note",
            "document.querySelector('.queue-row.active')?.innerText.includes('waits for the client')",
        )
        .await;
    stage.picture("deferred").await;

    // Both have an open blocker, so neither is accepted with others.
    stage.press("Accept several…").await;
    stage
        .until(
            "what is unverified",
            "document.querySelector('[role=dialog]')?.innerText.includes('because of open blockers')",
        )
        .await;
    stage.picture("accept-several").await;
    stage.keys(Key::Escape).await;
    assert_eq!(queue(&stage).await.len(), 2);
    stage.close().await;
}
