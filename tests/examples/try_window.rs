//! Temporary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, dead_code)]
#[path = "../tests/window/press.rs"]
mod press;
#[path = "../tests/window/stage.rs"]
mod stage;
use serde_json::json;
use stage::Stage;
use std::path::PathBuf;
use std::time::Duration;

async fn shot(stage: &Stage, name: &str) {
    tokio::time::sleep(Duration::from_millis(700)).await;
    let png = stage.driver.screenshot_as_png().await.unwrap();
    std::fs::write(format!("/tmp/try/{name}.png"), png).unwrap();
}

#[tokio::main]
async fn main() {
    let files: Vec<PathBuf> = std::env::args().skip(2).map(PathBuf::from).collect();
    let pack = std::env::args().nth(1).unwrap();
    let stage = Stage::open().await.unwrap();
    stage.resize(1440, 900).await;
    let options = json!({"pack": pack, "expected_year": null, "case": null, "skip_duplicates": false});
    let begun = std::time::Instant::now();
    stage
        .call("import", json!({"paths": files, "options": options}))
        .await
        .unwrap();
    shot(&stage, "0-working").await;
    loop {
        let counts = stage.call("overview", json!({})).await.unwrap()["counts"].clone();
        if counts["queued"] == 0 && counts["running"] == 0 && counts["all"] != 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    println!("read in {:.1} s", begun.elapsed().as_secs_f64());
    shot(&stage, "1-library").await;
    for row in stage.rows(false).await {
        println!(
            "{} {} {} {} {}",
            row["file_name"], row["state"], row["label"], row["confidence"], row["issues"]
        );
    }
    stage.click("nav button", "Review").await;
    shot(&stage, "2-review").await;
    stage.open_first().await;
    for n in 0..14 {
        shot(&stage, &format!("3-doc-{n:02}")).await;
        let more = stage.value("const b = [...document.querySelectorAll('button')].find((one) => one.innerText.trim() === 'Next' && one.closest('.doc-head')); return Boolean(b && !b.disabled)").await;
        if more != json!(true) {
            break;
        }
        stage.click(".doc-head button", "Next").await;
    }
    stage.click("nav button", "Cases").await;
    shot(&stage, "4-cases").await;
    stage.close().await;
}
