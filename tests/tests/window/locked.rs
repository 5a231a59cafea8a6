//! Files that cannot be read as they are: locked, damaged, or of another type.

use crate::stage::Stage;
use crate::trash::holding;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use thirtyfour::prelude::*;
use touchstone_tests::{damaged, samples};

const PASSWORD: &str = "opal-lantern-4711";

/// A sample document under a password.
fn locked(folder: &Path, name: &str, password: &str) -> PathBuf {
    let sample = samples::samples().unwrap().remove(0);
    let path = folder.join(name);
    fs::write(&path, damaged::locked(&sample, password).unwrap().bytes).unwrap();
    path
}

#[tokio::test]
async fn window_a_password_opens_its_document_and_the_others_it_fits() {
    let Some(stage) = Stage::open().await else { return };
    let files = [
        locked(stage.folder.path(), "locked one.pdf", PASSWORD),
        locked(stage.folder.path(), "locked two.pdf", PASSWORD),
        locked(stage.folder.path(), "other.pdf", "jade"),
    ];
    stage.import(&files).await;
    let states: Vec<_> = stage.rows(false).await.iter().map(|row| row["state"].clone()).collect();
    assert_eq!(states, [json!("password"), json!("password"), json!("password")]);
    // The action of Enter depends on the state shown in the row.
    stage
        .until("the rows say so", "[...document.querySelectorAll('[role=row]')].filter((row) => row.innerText.includes('Locked')).length === 3")
        .await;

    stage.click("[role=gridcell]", "locked one.pdf").await;
    let grid = stage.find("[role=grid]").await;
    grid.send_keys(Key::Enter).await.unwrap();
    let field = stage.find("[role=dialog] input[type=password]").await;
    field.send_keys("wrong").await.unwrap();
    stage.click("[role=dialog] button", "Unlock").await;
    stage
        .until("the refusal", "document.body.innerText.includes('does not open')")
        .await;
    stage.picture("password").await;
    field.send_keys(Key::Control + "a").await.unwrap();
    field.send_keys(PASSWORD).await.unwrap();
    stage.click("[role=dialog] button", "Unlock").await;
    stage
        .until("both open", "document.body.innerText.includes('Unlocked 2 documents')")
        .await;
    stage.settled().await;
    let rows = stage.rows(false).await;
    let of = |name: &str| rows.iter().find(|row| row["file_name"] == name).unwrap().clone();
    assert_eq!(
        (&of("locked one.pdf")["label"], &of("locked two.pdf")["label"]),
        (&json!("W-2"), &json!("W-2"))
    );
    assert_eq!(of("other.pdf")["state"], "password");
    assert_eq!(
        holding(&stage.workspace(), PASSWORD),
        Vec::<String>::new(),
        "the password is stored"
    );
    stage.close().await;
}

#[tokio::test]
async fn window_broken_files_say_what_to_do_next() {
    let Some(stage) = Stage::open().await else { return };
    let folder = stage.folder.path();
    let (broken, empty, text) = (
        folder.join("broken.pdf"),
        folder.join("empty.pdf"),
        folder.join("notes.txt"),
    );
    fs::write(&broken, b"%PDF-1.7\n1 0 obj << /Type /Catalog").unwrap();
    fs::write(&empty, b"").unwrap();
    fs::write(&text, b"hello").unwrap();
    let files = [broken, empty, text];
    let ticket = stage.picked(&files).await;
    let found = stage.call("inspect", json!({"ticket": ticket})).await.unwrap();
    assert_eq!(
        (&found["files"], found["unknown"].as_array().unwrap().len()),
        (&json!(2), 1)
    );
    stage.import(&files).await;
    let rows = stage.rows(false).await;
    let broken = rows.iter().find(|row| row["file_name"] == "broken.pdf").unwrap();
    assert_eq!(broken["state"], "failed", "{broken}");
    let empty = rows.iter().find(|row| row["file_name"] == "empty.pdf").unwrap();
    assert_eq!(
        (&empty["state"], &empty["error"]["code"]),
        (&json!("failed"), &json!("empty")),
        "{empty}"
    );
    let trouble = &broken["error"];
    assert!(trouble["message"].as_str().unwrap().ends_with('.') && !trouble["advice"].as_str().unwrap().is_empty());
    stage
        .until("the row says so", "document.body.innerText.includes('Failed')")
        .await;
    stage.picture("failed").await;
    let missing = stage
        .call(
            "document",
            json!({"documentId": "00000000-0000-7000-8000-000000000000"}),
        )
        .await;
    assert_eq!(missing.unwrap_err()["code"], "not_found");
    stage.close().await;
}
