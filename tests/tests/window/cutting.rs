//! Segments on the thumbnails: joined, begun and labeled by keys, a boundary dragged, and undone.

use crate::stage::{Stage, root};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

const NAME: &str = "chart-typed-001.pdf";

/// Waits until the program has these segments: first page, last page and label.
async fn saved(stage: &Stage, expected: &[(u32, u32, &str)]) {
    let id = stage.rows(false).await[0]["document_id"].clone();
    let expected: Vec<Value> = expected.iter().map(|part| json!(part)).collect();
    let begun = Instant::now();
    loop {
        let view = stage.call("document", json!({"documentId": id})).await.unwrap();
        let segments = view["classification"]["segments"].as_array().unwrap().iter();
        let parts: Vec<Value> = segments
            .map(|one| json!([one["first_page"], one["last_page"], one["label"]]))
            .collect();
        if parts == expected {
            return;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "{parts:?}, not {expected:?}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test]
async fn window_a_chart_is_cut_on_its_thumbnails_by_keys_and_by_drag() {
    let Some(stage) = Stage::open().await else { return };
    let paths = [root().join("packs/clinical/examples").join(NAME)];
    let options = json!({"pack": "clinical", "expected_year": null, "case": null, "skip_duplicates": false});
    stage.import_as(&paths, options).await;
    stage.settled().await;
    stage.open_first().await;
    stage.find(".seg-bar").await;
    let id = stage.rows(false).await[0]["document_id"].clone();
    let view = stage.call("document", json!({"documentId": id})).await.unwrap();
    assert_eq!(view["pages"].as_array().unwrap().len(), 6);
    let first = view["classification"]["segments"][0]["label"]
        .as_str()
        .unwrap()
        .to_owned();

    stage.find("body").await.send_keys("g").await.unwrap();
    stage.find(".seg-legend").await;
    stage.keys(Key::Home).await;
    for _ in 1..6 {
        stage.keys(Key::Down).await;
        stage.keys("m").await;
    }
    saved(&stage, &[(1, 6, &first)]).await;

    stage.keys(Key::Home).await;
    stage.keys(Key::Down).await;
    stage.keys(Key::Down).await;
    stage.keys("b").await;
    stage.keys("2").await;
    saved(&stage, &[(1, 2, &first), (3, 6, "Pathology Report")]).await;
    stage.picture("cutting").await;

    let seam = stage
        .value(
            "const box = document.querySelector('.seg-seam').getBoundingClientRect();
             const line = document.querySelector('.strip-line').getBoundingClientRect();
             return [box.left + box.width / 2, box.top + box.height / 2, line.height];",
        )
        .await;
    let [x, y, step] = [0, 1, 2].map(|at| seam[at].as_f64().unwrap());
    let below = y + 2.0 * step;
    stage.xdotool(&format!(
        "mousemove {x:.0} {y:.0} sleep 0.2 mousedown 1 sleep 0.2 mousemove {x:.0} {:.0} sleep 0.2 mousemove {x:.0} {below:.0} sleep 0.3 mouseup 1",
        y + step
    ));
    saved(&stage, &[(1, 4, &first), (5, 6, "Pathology Report")]).await;

    stage.find("body").await.send_keys(Key::Control + "z").await.unwrap();
    saved(&stage, &[(1, 2, &first), (3, 6, "Pathology Report")]).await;
    stage.close().await;
}
