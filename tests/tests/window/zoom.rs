//! The page at different sizes: by the wheel, on a screen of twice the pixels, and in a document of a hundred pages.

use crate::stage::{Stage, Start, root};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use thirtyfour::prelude::*;
use touchstone_tests::prose;

async fn open_first(stage: &Stage, file: PathBuf) {
    let name = file.file_name().unwrap().to_str().unwrap().to_owned();
    stage.import(&[file]).await;
    stage.click("[role=gridcell]", &name).await;
    stage.find("[role=grid]").await.send_keys(Key::Enter).await.unwrap();
    stage
        .until(
            "the picture",
            "document.querySelector('.sheet[data-page=\"1\"] img')?.complete",
        )
        .await;
}

/// Width of the first sheet in CSS pixels, and of the requested picture in its own pixels.
async fn widths(stage: &Stage) -> (f64, f64) {
    let found = stage
        .value(
            "const sheet = document.querySelector('.sheet[data-page=\"1\"]');
             const asked = [...sheet.querySelectorAll('img')].map((one) => Number(new URL(one.src).searchParams.get('width')));
             return [sheet.getBoundingClientRect().width, Math.max(...asked)];",
        )
        .await;
    (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
}

fn sample() -> PathBuf {
    root().join("tests/fixtures/samples/w2-001-official.pdf")
}

#[tokio::test]
async fn window_the_wheel_zooms_towards_the_pointer() {
    let Some(stage) = Stage::open().await else { return };
    open_first(&stage, sample()).await;
    let (before, _) = widths(&stage).await;
    stage.xdotool("mousemove 600 400 sleep 0.2 keydown ctrl click 4 sleep 0.2 click 4 sleep 0.2 keyup ctrl");
    let sheet = "document.querySelector('.sheet[data-page=\"1\"]').getBoundingClientRect()";
    stage
        .until("it is larger", &format!("{sheet}.width > {}", before * 1.15))
        .await;
    stage
        .until(
            "what is under the pointer stays there",
            &format!("{sheet}.left < 600 && {sheet}.right > 600"),
        )
        .await;
    // The picture follows: it has as many pixels as are shown.
    stage
        .until(
            "a finer picture",
            "[...document.querySelectorAll('.sheet[data-page=\"1\"] img')].some((one) => one.complete
                && Number(new URL(one.src).searchParams.get('width')) >= document.querySelector('.sheet').clientWidth - 1)",
        )
        .await;
    stage.xdotool("keydown ctrl click 5 sleep 0.2 click 5 sleep 0.2 click 5 sleep 0.2 keyup ctrl");
    stage.until("it is smaller", &format!("{sheet}.width < {before}")).await;
    stage.close().await;
}

#[tokio::test]
async fn window_a_finer_screen_gets_a_finer_picture() {
    let start = Start {
        variables: vec![("GDK_SCALE", "2")],
        ..Start::default()
    };
    let Some(stage) = Stage::started(|_| {}, &start).await else {
        return;
    };
    assert_eq!(stage.value("return window.devicePixelRatio").await, json!(2));
    open_first(&stage, sample()).await;
    let (sheet, asked) = widths(&stage).await;
    assert!(
        asked >= 2.0 * sheet - 2.0 && asked < 2.0 * sheet * 1.5,
        "{asked} pixels for {sheet} points of the screen"
    );
    stage.picture("fine").await;
    stage.close().await;
}

#[tokio::test]
async fn window_a_hundred_pages_are_turned_without_holding_them_all() {
    let Some(stage) = Stage::open().await else { return };
    let file = stage.folder.path().join("hundred.pdf");
    fs::write(&file, prose::pages_of_text(7, 100, 300).bytes).unwrap();
    open_first(&stage, file).await;
    stage
        .driver
        .execute(
            "const pages = document.querySelector('.pages'); pages.scrollTop = pages.scrollHeight;",
            vec![],
        )
        .await
        .unwrap();
    stage
        .until(
            "the last page",
            "document.querySelector('.sheet[data-page=\"100\"] img')?.complete",
        )
        .await;
    let held = stage.value("return document.querySelectorAll('.sheet').length").await;
    assert!(held.as_u64().unwrap() < 8, "{held} sheets for one view");
    let strip = stage
        .value("return document.querySelectorAll('.strip img').length")
        .await;
    assert!(strip.as_u64().unwrap() < 40, "{strip} thumbnails for one view");
    stage.picture("hundred").await;
    stage.close().await;
}
