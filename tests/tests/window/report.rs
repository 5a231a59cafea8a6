//! The report for an email: copied by its button, and pasted elsewhere.

use crate::stage::Stage;
use thirtyfour::prelude::*;

#[tokio::test]
async fn window_report_is_copied_by_its_button() {
    let Some(stage) = Stage::open().await else { return };
    stage.click("nav button", "Settings").await;
    stage
        .until(
            "the facts are there",
            "document.querySelectorAll('.facts dd').length > 5",
        )
        .await;
    stage.press("Copy report").await;
    // Copied or not, the button gives feedback.
    stage
        .until(
            "an answer",
            "/Report copied|Could not copy/.test(document.body.innerText)",
        )
        .await;
    stage
        .until(
            "it says so",
            "document.body.innerText.includes('Report copied. It contains no document text.')",
        )
        .await;
    stage.click("nav button", "Library").await;
    stage.find("body").await.send_keys("?").await.unwrap();
    stage.find(".modal").await;
    stage.picture("keys").await;
    stage.press("Close").await;
    let search = stage.find("input[placeholder='Search names and page text']").await;
    search.click().await.unwrap();
    search.send_keys(Key::Control + "v").await.unwrap();
    let pasted = "document.querySelector('.search input').value";
    stage
        .until(
            "the report is pasted",
            &format!("{pasted}.includes('SQLite') && {pasted}.includes('PDFium')"),
        )
        .await;
    stage.close().await;
}
