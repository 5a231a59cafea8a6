//! Files opened through the system: named when the program starts, or by a second start.

use crate::stage::{Stage, Start, root};
use std::path::PathBuf;

fn sample(name: &str) -> PathBuf {
    root().join("tests/fixtures/samples").join(name)
}

#[tokio::test]
async fn window_a_file_it_was_started_with_is_offered() {
    let start = Start {
        files: vec![sample("1099-int.pdf")],
        ..Start::default()
    };
    let Some(stage) = Stage::started(|_| {}, &start).await else {
        return;
    };
    stage.press("Add 1 document").await;
    stage.settled().await;
    let rows = stage.rows(false).await;
    assert_eq!((rows.len(), &rows[0]["label"]), (1, &"1099-INT".into()));
    stage.close().await;
}

#[tokio::test]
async fn window_a_second_start_hands_its_files_to_the_first() {
    let Some(stage) = Stage::open().await else { return };
    stage.start_beside(&[sample("w2-001-official.pdf"), sample("1099-int.pdf")]);
    stage.press("Add 2 documents").await;
    stage.settled().await;
    assert_eq!(stage.rows(false).await.len(), 2);
    // Files already in the library are offered as such.
    stage.start_beside(&[sample("1099-int.pdf")]);
    stage
        .until(
            "the duplicate is named",
            "document.querySelector('[role=dialog]')?.innerText.includes('1099-int.pdf is already in the library')",
        )
        .await;
    stage.picture("duplicate").await;
    stage.close().await;
}
