//! Evaluation by keyboard: from a figure to its documents and back to the figure, in all sizes and both themes.

use crate::sizes::in_all_sizes;
use crate::stage::{Stage, root};
use serde_json::json;
use thirtyfour::prelude::*;

/// The cell of the document whose type a person changed.
const MISSED: &str = "document.activeElement?.ariaLabel?.includes('settled as OTHER')";

#[tokio::test]
async fn window_figures_lead_to_their_documents_and_back_by_keyboard() {
    let Some(stage) = Stage::open().await else { return };
    stage.find("body").await.send_keys(Key::Control + "5").await.unwrap();
    stage.shows("Nothing to compare yet").await;
    let samples = root().join("tests/fixtures/samples");
    let names = ["w2-001-official.pdf", "w2-002-official-centered.pdf", "1099-int.pdf"];
    stage.import(&names.map(|name| samples.join(name))).await;
    stage.settled().await;
    let remarks = json!({"reviewer": null, "notes": null, "despite_blockers": true});
    for row in &stage.rows(false).await {
        let id = &row["document_id"];
        if row["file_name"] == "1099-int.pdf" {
            let relabelled = json!({"documentId": id, "path": "label", "label": "OTHER"});
            stage.call("relabel", relabelled).await.unwrap();
        }
        let acceptance = json!({"documentId": id, "judgement": "accept", "remarks": remarks});
        stage.call("save_review", acceptance).await.unwrap();
    }
    stage.press("Compare again").await;
    stage.shows("against what people settled: 3 documents").await;
    let focused = "document.activeElement?.classList.contains('evaluation')";
    stage.until("the focus", focused).await;

    // Tab reaches every figure.
    let mut steps = 0;
    while stage.value(&format!("return Boolean({MISSED})")).await != json!(true) {
        steps += 1;
        assert!(steps < 40, "no cell of the matrix gets the focus");
        stage.keys(Key::Tab).await;
    }
    stage.keys(Key::Enter).await;
    stage.shows("from Evaluate").await;
    stage
        .until(
            "one row",
            "document.querySelectorAll('[role=row][id^=row-]').length === 1",
        )
        .await;
    stage.picture("evaluate-documents").await;
    stage.keys(Key::Alt + Key::Left).await;
    stage.until("the focus on the cell", MISSED).await;

    stage.picture("evaluate-light").await;
    stage.theme("dark").await;
    stage.picture("evaluate-dark").await;
    stage.theme("light").await;
    for (width, height) in [(1024, 768), (1600, 1000)] {
        stage.resize(width, height).await;
        stage
            .value("document.querySelector('.evaluation').scrollTo(0, 1e6)")
            .await;
        stage.picture(&format!("evaluate-plots-{width}")).await;
    }
    let strays = in_all_sizes(&stage, "evaluate").await;
    assert!(strays.is_empty(), "{strays:?}");
    stage.close().await;
}
