//! Measures the window for `make bench`: time to the first rows, time to read a document, time to draw a page, memory
//! of an idle window. Prints figures; asserts nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, dead_code)]

#[path = "../tests/window/press.rs"]
mod press;
#[path = "../tests/window/seed.rs"]
mod seed;
#[path = "../tests/window/stage.rs"]
mod stage;

use serde_json::json;
use stage::{Stage, Start, root};
use std::path::Path;
use std::time::{Duration, Instant};

const ROWS: &str = "document.querySelectorAll('[role=grid] .rows [role=row]').length > 5";

const SCROLL: &str = "const done = arguments[0], grid = document.querySelector('[role=grid]'), times = [];
    let last = performance.now();
    const next = (now) => { times.push(now - last); last = now; grid.scrollTop += 90;
      if (times.length < 240) requestAnimationFrame(next);
      else { times.sort((one, other) => one - other); done([times[120], times[239]]); } };
    requestAnimationFrame(next);";

#[tokio::main]
async fn main() {
    first_rows(1_000).await;
    first_rows(10_000).await;
    let begun = Instant::now();
    let Some(stage) = Stage::started(|_| {}, &as_shipped()).await else {
        return;
    };
    println!(
        "window: empty workspace, start to window          {:>7.0} ms",
        millis(begun)
    );
    let paper = root().join("tests/fixtures/samples/w2-001-official.pdf");
    let options = json!({"pack": "tax", "expected_year": null, "case": null, "skip_duplicates": false});
    let begun = Instant::now();
    stage
        .call("import", json!({"paths": [paper], "options": options}))
        .await
        .unwrap();
    while stage
        .rows(false)
        .await
        .first()
        .is_none_or(|row| row["state"] != "accepted" && row["state"] != "needs_review")
    {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!(
        "window: drop to first result, one W-2              {:>7.0} ms",
        millis(begun)
    );
    let id = stage.rows(false).await[0]["document_id"].as_str().unwrap().to_owned();
    for (zoom, width) in [("100 %", 816), ("200 %", 1632)] {
        let script = "const [id, width, done] = arguments; (async () => { const times = [];
            for (let n = 0; n < 12; n++) { const image = new Image(); const begun = performance.now();
              image.src = `page://localhost/${id}/1?width=${width + n}`; await image.decode(); times.push(performance.now() - begun); }
            times.sort((a, b) => a - b); done([times[6], times[11]]); })();";
        let times = stage
            .driver
            .execute_async(script, vec![json!(id), json!(width)])
            .await
            .unwrap()
            .json()
            .clone();
        println!(
            "window: page picture at {zoom}, median and slowest   {:>7.0} {:>7.0} ms",
            times[0].as_f64().unwrap(),
            times[1].as_f64().unwrap()
        );
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    println!(
        "window: resident when idle, program and web view   {:>7} {:>7} MB",
        resident(&stage, "touchstone-desk"),
        resident(&stage, "WebKit")
    );
    stage.close().await;
}

/// Composites as the shipped program does. The tests composite in software, for the sake of their pictures.
fn as_shipped() -> Start {
    Start {
        draws_as_shipped: true,
        ..Start::default()
    }
}

async fn first_rows(documents: u32) {
    let prepare = move |workspace: &Path| {
        let workspace = workspace.to_owned();
        std::thread::spawn(move || seed::seed(&workspace, documents))
            .join()
            .unwrap();
    };
    let begun = Instant::now();
    let Some(stage) = Stage::started(prepare, &as_shipped()).await else {
        return;
    };
    stage.until("rows", ROWS).await;
    // Seeding and starting the session are excluded: the page knows when the program began to load it.
    let ready = stage.value("return performance.now()").await.as_f64().unwrap();
    println!(
        "window: {documents:>6} documents, page load to first rows   {ready:>7.0} ms (whole session {:.0} ms)",
        millis(begun)
    );
    // Scrolls as a wheel does, by two rows and more per frame.
    let frames = stage.driver.execute_async(SCROLL, vec![]).await.unwrap();
    let frames = frames.json();
    println!(
        "window: {documents:>6} documents, a frame while scrolling, median and slowest   {:>4.0} {:>4.0} ms",
        frames[0].as_f64().unwrap(),
        frames[1].as_f64().unwrap()
    );
    stage.close().await;
}

fn millis(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1000.0
}

/// Megabytes of this window's processes whose name begins with `name`; shared pages count in each.
fn resident(stage: &Stage, name: &str) -> u64 {
    let mut pages = 0;
    for folder in stage::processes(&stage.workspace()) {
        let own = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        if own("comm").starts_with(name) {
            pages += own("statm")
                .split(' ')
                .nth(1)
                .and_then(|pages| pages.parse::<u64>().ok())
                .unwrap_or(0);
        }
    }
    pages * 4096 / 1_000_000
}
