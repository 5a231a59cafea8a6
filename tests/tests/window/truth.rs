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
