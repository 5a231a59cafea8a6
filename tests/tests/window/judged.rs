//! A person's verdict: rows corrected, the result accepted, reopened, rejected; each is shown, kept and exported.

use crate::paper::{document, field};
use crate::stage::{Stage, root};
use serde_json::{Value, json};
use std::fs;
use std::time::Duration;
use thirtyfour::prelude::*;

async fn exported(stage: &Stage, id: &str) -> Value {
    let path = stage.folder.path().join("judged.json");
    let request = json!({"ids": [id], "filter": null, "format": "json", "settled_only": false, "mask": false});
    stage.export(request, &path).await.unwrap();
    serde_json::from_str::<Value>(&fs::read_to_string(&path).unwrap()).unwrap()[0].clone()
}

async fn chip(stage: &Stage, text: &str) {
    stage
        .until(
            text,
            &format!("document.querySelector('.doc-head').innerText.includes('{text}')"),
        )
        .await;
}

#[tokio::test]
async fn window_a_result_is_accepted_opened_again_and_rejected() {
    let Some(stage) = Stage::open().await else { return };
    let mut preferences = stage.call("overview", json!({})).await.unwrap()["preferences"].clone();
    preferences["reviewer"] = json!("Ada Reader");
    let named = json!({"preferences": preferences});
    stage.call("set_preferences", named).await.unwrap();
    stage
        .import(&[root().join("tests/fixtures/samples/w2-001-official.pdf")])
        .await;
    stage.click("[role=gridcell]", "w2-001-official.pdf").await;
    stage.find("[role=grid]").await.send_keys(Key::Enter).await.unwrap();
    stage.find("[data-field=wages_tips] button").await;
    let id = stage.rows(false).await[0]["document_id"].as_str().unwrap().to_owned();
    let rows = field(&document(&stage, &id).await, "box_12")["rows"].as_u64().unwrap();
    add_and_remove_rows(&stage, &id, rows).await;

    stage.find("body").await.send_keys("a").await.unwrap();
    chip(&stage, "Accepted · by Ada Reader").await;
    stage.picture("accepted").await;
    let truth = exported(&stage, &id).await;
    assert_eq!(
        (&truth["state"], &truth["source"]),
        (&json!("settled"), &json!("SME_CORRECTED"))
    );
    let listed = truth["forms"][0]["fields"]["box_12"]["value"]
        .as_array()
        .unwrap()
        .clone();
    assert_eq!(listed.last(), Some(&json!({"code": "D", "amount": "77.00"})));

    let edits = document(&stage, &id).await["history"].as_array().unwrap().clone();
    let mut edits = edits.iter().filter(|change| change["kind"] == "edit");
    assert!(
        edits.all(|change| change["by"] == "Ada Reader"),
        "whoever was named then"
    );

    // A later change needs review again.
    stage.call("undo", json!({"documentId": id})).await.unwrap();
    chip(&stage, "Needs review").await;
    assert_eq!(exported(&stage, &id).await["state"], "needs_review");

    stage.press("Reject").await;
    chip(&stage, "Rejected · by Ada Reader").await;
    let rejected = exported(&stage, &id).await;
    assert_eq!(
        (&rejected["state"], &rejected["source"]),
        (&json!("rejected"), &Value::Null)
    );
    stage.click(".message button", "Undo").await;
    chip(&stage, "Needs review").await;
    stage.click("[role=tab]", "History").await;
    stage
        .until(
            "both verdicts are kept",
            "document.querySelector('.history').innerText.includes('Accepted with corrections')",
        )
        .await;
    assert!(stage.shown().await.contains("Rejected"));
    stage.picture("history").await;
    stage.close().await;
}

/// Adds a row cell by cell below the last one; removes another one and restores it by undo.
async fn add_and_remove_rows(stage: &Stage, id: &str, rows: u64) {
    stage
        .click("[data-field=box_12] ~ .rows-foot button", "Add a row")
        .await;
    let cell = |part: &str| format!("[data-field=\"box_12[{rows}].{part}\"]");
    let input = stage.find(&format!("{} input", cell("code"))).await;
    input.send_keys("D").await.unwrap();
    input.send_keys(Key::Enter).await.unwrap();
    stage
        .until(
            "the row is there",
            &format!(
                "document.querySelector('{} button')?.innerText.startsWith('D')",
                cell("code")
            ),
        )
        .await;
    let amount = stage.find(&format!("{} button", cell("amount"))).await;
    // The first click selects it, the second edits it.
    amount.click().await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    stage
        .find(&format!("{} button", cell("amount")))
        .await
        .click()
        .await
        .unwrap();
    let input = stage.find(&format!("{} input", cell("amount"))).await;
    input.send_keys("77").await.unwrap();
    input.send_keys(Key::Enter).await.unwrap();
    stage
        .until(
            "the amount",
            &format!(
                "document.querySelector('{}').innerText.includes('77.00')",
                cell("amount")
            ),
        )
        .await;
    stage.picture("rows").await;
    let form = document(stage, id).await["forms"][0]["id"].clone();
    let place = json!({"documentId": id, "form": form, "path": "box_12[0]"});
    stage.call("remove_row", place).await.unwrap();
    assert_eq!(field(&document(stage, id).await, "box_12")["rows"], rows);
    stage.call("undo", json!({"documentId": id})).await.unwrap();
    assert_eq!(field(&document(stage, id).await, "box_12")["rows"], rows + 1);
}

/// Issues of a document with the given standing: added or resolved by corrections.
fn standing<'v>(view: &'v Value, how: &str) -> Vec<&'v str> {
    let issues = view["issues"].as_array().unwrap().iter();
    let of = issues.filter(|issue| issue["standing"] == how);
    of.map(|issue| issue["code"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn window_corrections_are_checked_again() {
    let Some(stage) = Stage::open().await else { return };
    stage
        .import(&[root().join("tests/fixtures/samples/w2-001-official.pdf")])
        .await;
    stage.open_first().await;
    stage.find("[data-field=ss_tax_withheld] button").await;
    let id = stage.rows(false).await[0]["document_id"].as_str().unwrap().to_owned();
    let before = document(&stage, &id).await;
    assert!(standing(&before, "new").is_empty() && standing(&before, "settled").is_empty());
    let right = field(&before, "ss_tax_withheld")["value"].clone();

    let form = before["forms"][0]["id"].clone();
    let edit = |value: Value| json!({"documentId": id, "form": form, "path": "ss_tax_withheld", "by": {"text": value}});
    stage.call("correct", edit(json!("1.00"))).await.unwrap();
    let wrong = document(&stage, &id).await;
    assert_eq!(standing(&wrong, "new"), ["inconsistent"], "{:#}", wrong["issues"]);
    assert_eq!(field(&wrong, "ss_tax_withheld")["state"], "entered");
    stage.click("[role=tab]", "Issues").await;
    stage
        .until("the window tells", "document.body.innerText.includes('1 new issue.')")
        .await;
    // The program accepted a different result; nothing is truth until a person confirms it.
    chip(&stage, "Needs review").await;
    chip(&stage, "after a correction").await;
    assert_eq!(exported(&stage, &id).await["state"], "needs_review");
    stage.picture("checked-again").await;

    stage.call("correct", edit(right)).await.unwrap();
    let again = document(&stage, &id).await;
    assert!(standing(&again, "new").is_empty(), "{:#}", again["issues"]);
    for _ in 0..2 {
        stage.call("undo", json!({"documentId": id})).await.unwrap();
    }
    chip(&stage, "Accepted").await;
    let truth = exported(&stage, &id).await;
    assert_eq!(
        (&truth["state"], &truth["source"]),
        (&json!("settled"), &json!("AUTO_ACCEPTED"))
    );
    stage.close().await;
}
