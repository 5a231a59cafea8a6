//! From document to values: dropped, read, viewed beside the page, corrected, undone, exported.

use crate::stage::{Stage, root};
use serde_json::{Value, json};
use std::fs;
use std::time::Duration;
use thirtyfour::prelude::*;

/// The field of a document with the given path.
pub(crate) fn field<'v>(document: &'v Value, path: &str) -> &'v Value {
    let forms = document["forms"].as_array().unwrap().iter();
    let groups = forms.flat_map(|form| form["groups"].as_array().unwrap());
    let mut fields = groups.flat_map(|group| group["fields"].as_array().unwrap());
    fields
        .find(|field| field["path"] == path)
        .unwrap_or_else(|| panic!("no field {path}"))
}

pub(crate) async fn document(stage: &Stage, id: &str) -> Value {
    stage.call("document", json!({"documentId": id})).await.unwrap()
}

#[tokio::test]
async fn window_dropped_files_are_read_shown_corrected_and_exported() {
    let Some(stage) = Stage::open().await else { return };
    let client = stage.folder.path().join("Hodges & Söhne 2024");
    fs::create_dir_all(&client).unwrap();
    let samples = root().join("tests/fixtures/samples");
    let (one, two) = (client.join("w2 ü.pdf"), client.join("interest.pdf"));
    fs::copy(samples.join("w2-001-official.pdf"), &one).unwrap();
    fs::copy(samples.join("1099-int.pdf"), &two).unwrap();

    stage
        .until(
            "the empty screen",
            "document.body.innerText.includes('Try the sample documents')",
        )
        .await;
    stage.picture("empty").await;
    stage
        .drop_files(&[one, two], async || {
            stage
                .until("the overlay", "document.body.innerText.includes('2 ')")
                .await;
            stage.picture("drop").await;
        })
        .await;
    stage
        .until("the sheet", "document.querySelector('[role=dialog]')")
        .await;
    stage.picture("import").await;
    stage.press("Add 2 documents").await;
    stage.settled().await;
    stage
        .until(
            "both rows",
            "document.querySelectorAll('[role=grid] .rows [role=row]').length === 2",
        )
        .await;
    stage
        .until(
            "no chip of a running one",
            "![...document.querySelectorAll('.tag')].some((tag) => tag.classList.contains('run'))",
        )
        .await;
    stage.picture("library").await;

    let rows = stage.rows(false).await;
    let w2 = rows.iter().find(|row| row["file_name"] == "w2 ü.pdf").unwrap();
    assert_eq!(
        (w2["label"].as_str(), w2["forms"].as_u64()),
        (Some("W-2"), Some(1)),
        "{w2}"
    );
    let id = w2["document_id"].as_str().unwrap().to_owned();
    look_at_a_value(&stage, &id).await;
    correct_and_take_back(&stage, &id).await;
    export(&stage, &id).await;
    stage.close().await;
}

/// Clicks a value; its words are highlighted on the page.
async fn look_at_a_value(stage: &Stage, id: &str) {
    stage.click("[role=gridcell]", "w2 ü.pdf").await;
    let grid = stage.find("[role=grid]").await;
    grid.send_keys(Key::Enter).await.unwrap();
    stage.click("[data-field=wages_tips] button", "").await;
    stage
        .until(
            "the mark",
            "document.querySelector('.mark.chosen[data-path=wages_tips]')",
        )
        .await;
    stage
        .until(
            "the picture",
            "document.querySelector('.sheet[data-page=\"1\"] img')?.complete",
        )
        .await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    stage.picture("document").await;

    let before = document(stage, id).await;
    let wages = field(&before, "wages_tips");
    let place = &wages["evidence"][0]["regions"][0];
    let words = stage
        .call("page_words", json!({"documentId": id, "page": 1}))
        .await
        .unwrap();
    let owned = words["words"].as_array().unwrap().iter();
    let owned: Vec<&Value> = owned.filter(|word| word["owner"]["path"] == "wages_tips").collect();
    assert!(!owned.is_empty(), "no word belongs to the wages");
    for word in &owned {
        assert!(
            (word["x"].as_f64().unwrap() - place["x"].as_f64().unwrap()).abs() < 80.0,
            "{word} beside {place}"
        );
    }
    // The box on the screen, in points of the page, contains the box of the words.
    let shown = stage
        .value(
            "const sheet = document.querySelector('.sheet[data-page=\"1\"]').getBoundingClientRect();
             const mark = document.querySelector('.mark.chosen').getBoundingClientRect();
             return { x: mark.x - sheet.x, y: mark.y - sheet.y, width: mark.width, height: mark.height, sheet: sheet.width };",
        )
        .await;
    let scale = shown["sheet"].as_f64().unwrap() / before["pages"][0]["width"].as_f64().unwrap();
    for (side, slack) in [("x", 4.0), ("y", 4.0), ("width", 6.0), ("height", 6.0)] {
        let (seen, real) = (shown[side].as_f64().unwrap() / scale, place[side].as_f64().unwrap());
        assert!(
            (seen - real).abs() < slack,
            "{side}: {seen} on the screen, {real} on the page; {shown} {place}"
        );
    }
}

async fn correct_and_take_back(stage: &Stage, id: &str) {
    let before = document(stage, id).await;
    let was = field(&before, "wages_tips")["value"].clone();
    stage.click("[data-field=wages_tips] button", "").await;
    let input = stage.find("[data-field=wages_tips] input").await;
    input.send_keys(Key::Control + "a").await.unwrap();
    input.send_keys("not money").await.unwrap();
    stage
        .until("the fault", "document.querySelector('.edit-note.fault')")
        .await;
    // Cleared by keys: the driver's own way leaves the field, which ends the editing.
    input.send_keys(Key::Control + "a").await.unwrap();
    input.send_keys("12,345.60").await.unwrap();
    stage
        .until(
            "no fault",
            "document.querySelector('.edit-note:not(.fault)')?.textContent.includes('12345.60')",
        )
        .await;
    input.send_keys(Key::Enter).await.unwrap();
    stage
        .until(
            "the new value",
            "document.querySelector('[data-field=wages_tips]').innerText.includes('12,345.60')",
        )
        .await;
    let after = document(stage, id).await;
    assert_eq!(field(&after, "wages_tips")["value"], "12345.60");
    assert_eq!((&after["can_undo"], &after["can_redo"]), (&json!(true), &json!(false)));
    let edit = after["history"]
        .as_array()
        .unwrap()
        .iter()
        .find(|change| change["kind"] == "edit")
        .unwrap();
    assert_eq!((&edit["before"], &edit["after"]), (&was, &json!("12345.60")));

    take_back(stage, id, &was).await;
}

/// The keys of undo, then a redo; text that is not an amount is refused.
async fn take_back(stage: &Stage, id: &str, was: &Value) {
    let body = stage.find("body").await;
    body.send_keys(Key::Control + "z").await.unwrap();
    stage
        .until(
            "the old value",
            "!document.querySelector('[data-field=wages_tips]').innerText.includes('12,345.60')",
        )
        .await;
    let after = document(stage, id).await;
    assert_eq!(
        (&field(&after, "wages_tips")["value"], &after["can_redo"]),
        (was, &json!(true))
    );
    stage.call("redo", json!({"documentId": id})).await.unwrap();
    let words = json!({"words": {"page": 1, "from": 0, "to": 1}});
    let refused = stage
        .call(
            "correct",
            json!({"documentId": id, "form": after["forms"][0]["id"], "path": "ss_wages", "by": words}),
        )
        .await;
    assert!(
        refused.unwrap_err()["message"]
            .as_str()
            .unwrap()
            .contains("not a currency amount")
    );
}

async fn export(stage: &Stage, id: &str) {
    for (format, expected) in [("csv", "12345.60"), ("json", "\"12345.60\""), ("jsonl", "\"12345.60\"")] {
        let path = stage.folder.path().join(format!("out.{format}"));
        let request = json!({"ids": [id], "filter": null, "format": format, "settled_only": false, "mask": false});
        let report = stage.export(request, &path).await.unwrap();
        assert_eq!(
            (&report["documents"], &report["rows"]),
            (&json!(1), &json!(1)),
            "{report}"
        );
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(expected) && text.contains("w2 ü.pdf"), "{text}");
    }
    let everything = json!({"search": "", "states": [], "labels": [], "years": [], "cases": [], "trash": false});
    let path = stage.folder.path().join("all.csv");
    let request = json!({"ids": null, "filter": everything, "format": "csv", "settled_only": false, "mask": false});
    let report = stage.export(request, &path).await.unwrap();
    assert_eq!(report["documents"], 2);
    let request = json!({"ids": [id], "filter": null, "format": "csv", "settled_only": false, "mask": false});
    let nowhere = stage.folder.path().join("no/folder.csv");
    let trouble = stage.export(request, &nowhere).await.unwrap_err();
    assert!(trouble["message"].as_str().unwrap().contains("no"), "{trouble}");
}
