//! The queue: paused and resumed, interrupted by closing the window and continued, and the notification at the end of
//! a long batch.

use crate::stage::{Stage, root};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// `count` copies of the same document, each with different bytes.
fn papers(folder: &Path, count: usize) -> Vec<PathBuf> {
    let sample = fs::read(root().join("tests/fixtures/samples/1099-int.pdf")).unwrap();
    let write = |number: usize| {
        let path = folder.join(format!("paper {number:02}.pdf"));
        let note = format!("\n% {number}\n");
        fs::write(&path, [sample.as_slice(), note.as_bytes()].concat()).unwrap();
        path
    };
    (1..=count).map(write).collect()
}

async fn hand_in(stage: &Stage, files: &[PathBuf]) {
    let options = json!({"pack": "tax", "expected_year": null, "case": null, "skip_duplicates": false});
    stage.import_as(files, options).await;
}

async fn counts(stage: &Stage) -> Value {
    stage.call("overview", json!({})).await.unwrap()["counts"].clone()
}

#[tokio::test]
async fn window_paused_work_waits_and_goes_on() {
    let Some(mut stage) = Stage::open().await else { return };
    let inbox = stage.record_notifications();
    let files = papers(stage.folder.path(), 26);
    stage.call("pause", json!({})).await.unwrap();
    hand_in(&stage, &files).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(
        counts(&stage).await["queued"],
        26,
        "nothing is read while work is paused"
    );
    stage
        .until(
            "it says so",
            "document.body.innerText.includes('Paused. Finished work is saved.')",
        )
        .await;
    stage.picture("paused").await;
    stage.press("Resume").await;
    stage.settled().await;
    let settled = counts(&stage).await;
    assert_eq!(
        (&settled["all"], &settled["failed"]),
        (&json!(26), &json!(0)),
        "{settled}"
    );

    // A batch of at least twenty-five documents ends with a notification.
    let begun = Instant::now();
    while fs::read_to_string(&inbox).unwrap_or_default().is_empty() {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "no word at the end of the batch"
        );
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let sent = fs::read_to_string(&inbox).unwrap();
    assert!(sent.starts_with("Touchstone: 26 documents done"), "{sent}");
    assert_eq!(sent.lines().count(), 1, "{sent}");
    stage.close().await;
}

#[tokio::test]
async fn window_cancelled_work_is_told_and_tried_again() {
    let Some(stage) = Stage::open().await else { return };
    let files = papers(stage.folder.path(), 3);
    stage.call("pause", json!({})).await.unwrap();
    hand_in(&stage, &files).await;
    stage
        .until("they wait", "document.body.innerText.includes('0 of 3 done')")
        .await;
    stage.click(".batch button", "Cancel").await;
    stage
        .until(
            "it is told",
            "document.body.innerText.includes('Cancelled 3 documents')",
        )
        .await;
    let sums = counts(&stage).await;
    assert_eq!((&sums["cancelled"], &sums["failed"]), (&json!(3), &json!(0)), "{sums}");
    stage.picture("cancelled").await;
    stage.press("Retry 3 cancelled").await;
    stage.press("Resume").await;
    stage.settled().await;
    let counts = counts(&stage).await;
    assert_eq!(
        (&counts["all"], &counts["cancelled"]),
        (&json!(3), &json!(0)),
        "{counts}"
    );
    stage.close().await;
}

#[tokio::test]
async fn window_what_was_under_way_goes_on_after_a_restart() {
    let Some(mut stage) = Stage::open().await else { return };
    let files = papers(stage.folder.path(), 40);
    hand_in(&stage, &files).await;
    let begun = Instant::now();
    loop {
        let counts = counts(&stage).await;
        if counts["accepted"].as_u64().unwrap() + counts["needs_review"].as_u64().unwrap() >= 3 {
            assert_ne!(counts["queued"], 0, "too quick to be interrupted: {counts}");
            break;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "nothing is read: {counts}");
    }
    stage
        .until(
            "the time that is left",
            "/about .+ left/.test(document.querySelector('.batch-rate')?.innerText)",
        )
        .await;
    stage.resize(1010, 730).await;
    stage.quit_and_start_again().await;
    stage
        .until("the window is as large as it was", "Math.abs(innerWidth - 1010) < 3")
        .await;
    stage.settled().await;
    let counts = counts(&stage).await;
    assert_eq!((&counts["all"], &counts["failed"]), (&json!(40), &json!(0)), "{counts}");
    let rows = stage.rows(false).await;
    assert!(rows.iter().all(|row| row["label"] == "1099-INT"));
    stage.close().await;
}
