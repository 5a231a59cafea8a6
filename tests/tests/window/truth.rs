//! The screen of ground truth by keyboard: kinds, the chain, provenance, the sample that switches acceptance off, and on
//! again with an undo.

use crate::stage::{Stage, root};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

async fn rows(stage: &Stage) -> Vec<Value> {
    let rows = stage.call("ground_truths", json!({})).await.unwrap();
    rows.as_array().unwrap().clone()
}

#[tokio::test]
async fn window_ground_truth_is_audited_by_keyboard() {
    let Some(stage) = Stage::open().await else { return };
    let rules = json!({"rules": {"percent": 100, "limit_percent": 2}});
    stage.call("set_audit_rules", rules).await.unwrap();
    let samples = root().join("tests/fixtures/samples");
    let names = ["w2-001-official.pdf", "w2-002-official-centered.pdf", "1099-int.pdf"];
    stage.import(&names.map(|name| samples.join(name))).await;
    stage.settled().await;
    let accepted = rows(&stage).await;
    assert!(accepted.len() >= 2, "{accepted:?}");

    stage.find("body").await.send_keys(Key::Control + "4").await.unwrap();
    stage.shows("Log verified").await;
    let focused = "document.activeElement?.classList.contains('settled')";
    stage.until("the focus", focused).await;
    stage.shows("automatic").await;
    stage.picture("ground-truth-light").await;
    stage.theme("dark").await;
    stage.picture("ground-truth-dark").await;
    stage.theme("light").await;

    // Two rejections prove that too much is wrong.
    for row in &accepted[..2] {
        let remarks = json!({"reviewer": null, "notes": null, "despite_blockers": true});
        let rejection = json!({"documentId": row["document_id"], "judgement": "reject", "remarks": remarks});
        stage.call("save_review", rejection).await.unwrap();
    }
    stage.shows("automatic acceptance off").await;
    stage.shows("Automatic acceptance of the pack tax is off").await;
    stage.picture("acceptance-off").await;
    stage.press("Switch on").await;
    stage.shows("Automatic acceptance of tax is on").await;
    stage.keys(Key::Control + "z").await;
    stage.shows("Undid: switched automatic acceptance of tax on").await;
    stage.shows("automatic acceptance off").await;
    stage.close().await;
}

#[tokio::test]
async fn window_a_settled_document_is_reviewed_blind_and_taken_back() {
    let Some(stage) = Stage::open().await else { return };
    let sample = root().join("tests/fixtures/samples/w2-001-official.pdf");
    stage.import(&[sample]).await;
    stage.settled().await;
    let rules = json!({"rules": {"percent": 100, "seed": 1}});
    stage.call("set_second_rules", rules).await.unwrap();
    let id = rows(&stage).await[0]["document_id"].clone();
    let remarks = json!({"reviewer": "Dana", "notes": null, "despite_blockers": true});
    let verdict = json!({"documentId": id, "judgement": "accept", "remarks": remarks});
    stage.call("save_review", verdict).await.unwrap();

    stage.find("body").await.send_keys(Key::Control + "4").await.unwrap();
    stage.press("Review 1 document blind").await;
    let picture = "document.querySelector('.paper img')?.naturalWidth > 0";
    stage.until("the picture of the page", picture).await;
    let blank = "[...document.querySelectorAll('[role=alertdialog] input')].every((input) => input.value === '')";
    stage.until("no value", blank).await;
    stage.choose("Type", "W-2").await;
    stage
        .until(
            "blank fields",
            "document.querySelectorAll('.entries fieldset input').length > 5",
        )
        .await;
    stage.until("no value", blank).await;
    stage.picture("second-review").await;
    stage.press("Save second review").await;
    stage.shows("Second review saved").await;
    let state = async || stage.call("second_reviews", json!({})).await.unwrap()["documents"][0]["state"].clone();
    assert_eq!(state().await, "differs");
    stage.shows("Adjudicate 1 document").await;
    stage.keys(Key::Control + "z").await;
    stage.shows("Undid: reviewed a document blind").await;
    assert_eq!(state().await, "waits");
    stage.close().await;
}
