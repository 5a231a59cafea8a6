//! One key undoes a person's last action: a page's marking, a verdict, documents moved to the trash; and the window
//! reports it.

use crate::stage::{Stage, root};
use serde_json::json;
use thirtyfour::prelude::*;

const NAME: &str = "marked-stamped-three-pages.pdf";

async fn is_in_head(stage: &Stage, text: &str) {
    let head = format!("document.querySelector('.doc-head').innerText.includes('{text}')");
    stage.until(text, &head).await;
}

async fn undo(stage: &Stage) {
    let body = stage.find("body").await;
    body.send_keys(Key::Control + "z").await.unwrap();
}

#[tokio::test]
async fn window_what_was_done_last_is_undone_by_one_key() {
    let Some(stage) = Stage::open().await else { return };
    let paths = [root().join("packs/markings/examples").join(NAME)];
    let options = json!({"pack": "markings", "expected_year": null, "case": null, "skip_duplicates": false});
    stage.import_as(&paths, options).await;
    stage.settled().await;
    stage.open_first().await;
    stage
        .until("the page", "document.querySelector('.sheet img')?.complete")
        .await;
    let banner = "document.querySelector('.banner-line.top span')?.textContent";
    stage
        .until("the marking", &format!("{banner} === 'SECRET//NOFORN'"))
        .await;

    let line = stage.find(".pad-in .field input").await;
    line.send_keys(Key::Control + "a").await.unwrap();
    line.send_keys("TOP SECRET//NOFORN").await.unwrap();
    stage.press("Save page marking").await;
    stage
        .until("it is higher", &format!("{banner} === 'TOP SECRET//NOFORN'"))
        .await;
    stage.named(".note strong", "Corrected by R. Reader").await;
    stage.picture("corrected-page").await;
    undo(&stage).await;
    stage.shows("Undid: page 1: SECRET//NOFORN → TOP SECRET//NOFORN").await;
    stage
        .until("it is as before", &format!("{banner} === 'SECRET//NOFORN'"))
        .await;

    let before = stage.rows(false).await[0]["state"].clone();
    stage.find("body").await.send_keys("r").await.unwrap();
    is_in_head(&stage, "Rejected · by R. Reader").await;
    undo(&stage).await;
    stage.shows(&format!("Undid: rejected {NAME}")).await;
    stage
        .until(
            "the verdict is gone",
            "!document.querySelector('.doc-head').innerText.includes('Rejected')",
        )
        .await;
    assert_eq!(stage.rows(false).await[0]["state"], before);

    stage.click("nav button", "Library").await;
    stage.click("[role=gridcell]", NAME).await;
    stage.press("Move to trash").await;
    stage.shows("Moved 1 document to the trash").await;
    undo(&stage).await;
    stage.shows("Undid: moved 1 document to the trash").await;
    assert_eq!(stage.rows(false).await.len(), 1);
    stage.picture("undone").await;
    stage.close().await;
}
