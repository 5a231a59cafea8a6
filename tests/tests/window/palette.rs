//! The command palette, saved filters and the size of text, by keyboard.

use crate::stage::{Stage, root};
use serde_json::json;
use thirtyfour::prelude::*;

async fn command(stage: &Stage, name: &str) {
    stage.find("body").await.send_keys(Key::Control + "k").await.unwrap();
    stage.find("[role=dialog] .palette").await;
    stage.keys(name).await;
    let one = "document.querySelectorAll('.palette [role=menuitem]').length === 1";
    stage.until(&format!("only {name} is left"), one).await;
    stage.keys(Key::Enter).await;
    stage
        .until(
            "the palette is gone",
            "!document.querySelector('[role=dialog] .palette')",
        )
        .await;
}

#[tokio::test]
async fn window_a_filter_is_saved_and_found_by_its_name() {
    let Some(stage) = Stage::open().await else { return };
    let samples = root().join("tests/fixtures/samples");
    let papers = ["w2-001-official.pdf", "letter.pdf"].map(|name| samples.join(name));
    stage.import(&papers).await;
    stage.settled().await;
    let search = stage.find(".search input").await;
    search.send_keys("official").await.unwrap();
    let one = "document.querySelectorAll('[role=grid] .rows [role=row]').length === 1";
    stage.until("one row", one).await;
    stage.press("saved filters").await;
    stage.click("[role=menuitem]", "Save this filter").await;
    stage.find("[role=dialog] input").await;
    stage.keys("Official papers").await;
    stage.keys(Key::Enter).await;
    stage.shows("Saved the filter Official papers").await;
    stage.picture("saved-filter").await;

    search.send_keys(Key::Control + "a").await.unwrap();
    search.send_keys(Key::Backspace).await.unwrap();
    let both = "document.querySelectorAll('[role=grid] .rows [role=row]').length === 2";
    stage.until("both rows", both).await;
    command(&stage, "official papers").await;
    stage.until("one row", one).await;
    stage.shows("filter: Official papers").await;
    stage.close().await;
}

#[tokio::test]
async fn window_text_is_enlarged_and_stays_so() {
    let Some(mut stage) = Stage::open().await else { return };
    let width = stage.value("return innerWidth").await.as_f64().unwrap();
    command(&stage, "settings").await;
    stage.find("#appearance").await;
    stage.choose("Text size", "200 %").await;
    let larger = format!("innerWidth < {} && innerWidth > {}", width * 0.6, width * 0.4);
    stage.until("everything is twice as large", &larger).await;
    stage.picture("text-200").await;
    let beyond = stage
        .value("return document.documentElement.scrollWidth - innerWidth")
        .await;
    assert!(beyond.as_i64().unwrap() <= 0, "the page is {beyond} pixels too wide");
    stage.quit_and_start_again().await;
    stage.until("it is as large as before", &larger).await;
    let preferences = stage.call("overview", json!({})).await.unwrap()["preferences"].clone();
    assert_eq!(preferences["text_percent"], 200);
    stage.close().await;
}
