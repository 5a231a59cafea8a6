//! The trash: moved there and restored, then emptied, after which no word of the document is left in the workspace.

use crate::stage::{Stage, root};
use serde_json::json;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

/// Files below a folder that contain a text, ignoring case. A file the program removes meanwhile contains nothing.
pub(crate) fn holding(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(holding(&path, text));
            continue;
        }
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            read => read.unwrap().to_ascii_lowercase(),
        };
        let small = text.to_ascii_lowercase();
        if bytes.windows(small.len()).any(|window| window == small.as_bytes()) {
            found.push(path.display().to_string());
        }
    }
    found
}

#[tokio::test]
async fn window_an_emptied_trash_leaves_no_word_behind() {
    let Some(stage) = Stage::open().await else { return };
    let paper = root().join("tests/fixtures/samples/w2-001-official.pdf");
    let other = root().join("tests/fixtures/samples/1099-int.pdf");
    stage.import(&[paper, other]).await;
    let rows = stage.rows(false).await;
    let doomed = rows
        .iter()
        .find(|row| row["file_name"] == "w2-001-official.pdf")
        .unwrap();
    let id = doomed["document_id"].as_str().unwrap().to_owned();
    // Words that appear in this document only.
    let view = stage.call("document", json!({"documentId": id})).await.unwrap();
    let fields = view["forms"][0]["groups"].as_array().unwrap().iter();
    let mut fields = fields.flat_map(|group| group["fields"].as_array().unwrap());
    let employer = fields.find(|field| field["path"] == "employer_name").unwrap()["value"]
        .as_str()
        .unwrap()
        .to_owned();
    let word = employer
        .split_whitespace()
        .max_by_key(|word| word.len())
        .unwrap()
        .to_owned();
    assert!(
        !holding(&stage.workspace(), &word).is_empty(),
        "the search finds what is there"
    );

    stage.click("[role=gridcell]", "w2-001-official.pdf").await;
    stage.press("Move to trash").await;
    stage
        .until(
            "the message",
            "document.body.innerText.includes('Moved 1 document to the trash')",
        )
        .await;
    stage.press("Undo").await;
    stage
        .until("it is back", "document.body.innerText.includes('w2-001-official.pdf')")
        .await;
    // A row may still be shown, so the program is asked.
    let begun = Instant::now();
    while !stage.rows(true).await.is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(30), "it stays in the trash");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    stage.call("trash", json!({"ids": [id]})).await.unwrap();
    stage.click("nav button", "Trash").await;
    stage
        .until(
            "it lies there",
            "document.body.innerText.includes('w2-001-official.pdf')",
        )
        .await;
    stage.picture("trash").await;
    stage.press("Empty trash").await;
    stage.answer_question("Empty the trash?", false);
    assert_eq!(stage.rows(true).await.len(), 1, "nothing was erased");
    stage.press("Empty trash").await;
    stage.answer_question("Empty the trash?", true);
    stage
        .until(
            "it is erased",
            "document.body.innerText.includes('Erased 1 document for good')",
        )
        .await;

    assert_eq!(
        holding(&stage.workspace(), &word),
        Vec::<String>::new(),
        "`{word}` is left"
    );
    assert_eq!(holding(&stage.workspace(), "w2-001-official"), Vec::<String>::new());
    assert_eq!(stage.rows(false).await.len(), 1);
    stage.close().await;
}
