//! A workspace of ten thousand documents, written by SQL: the first rows appear within a second, and it scrolls.

use crate::seed::seed;
use crate::stage::Stage;
use serde_json::json;
use std::path::Path;
use std::time::Instant;

/// Whether every visible row whose page can be drawn shows its thumbnail; a locked one has none.
const DRAWN: &str = "(() => {
    const grid = document.querySelector('[role=grid]').getBoundingClientRect();
    const inView = (row) => { const at = row.getBoundingClientRect(); return at.top >= grid.top && at.bottom <= grid.bottom; };
    const rows = [...document.querySelectorAll('[role=grid] .rows [role=row]')].filter(inView);
    const open = rows.filter((row) => !row.innerText.includes('Password'));
    const shown = (row) => { const page = row.querySelector('.thumb img'); return page?.complete && page.naturalWidth > 0; };
    return open.length > 10 && open.every(shown);
})()";

#[tokio::test]
async fn window_ten_thousand_documents_are_listed_at_once_and_scroll() {
    let prepare = |workspace: &Path| {
        let workspace = workspace.to_owned();
        std::thread::spawn(move || seed(&workspace, 10_000)).join().unwrap();
    };
    let Some(stage) = Stage::prepared(prepare).await else {
        return;
    };
    stage
        .until(
            "the first rows",
            "document.querySelectorAll('[role=grid] .rows [role=row]').length > 10",
        )
        .await;
    let query = |offset: u32| {
        json!({"query": {"search": "", "states": [], "labels": [], "years": [], "cases": [], "trash": false,
            "sort": {"column": "name", "descending": false}, "offset": offset, "limit": 100}})
    };
    let begun = Instant::now();
    let page = stage.call("library", query(9_900)).await.unwrap();
    eprintln!("the last hundred of ten thousand rows in {:?}", begun.elapsed());
    assert_eq!(
        (&page["total"], page["rows"].as_array().unwrap().len()),
        (&json!(10_000), 100)
    );
    assert_eq!(page["rows"][99]["file_name"], "paper 10000.pdf");

    // Scrolls to the end in thirty steps: the table never holds more rows than are visible, and ends at the last one.
    let frames = stage
        .driver
        .execute_async(
            "const done = arguments[0]; const grid = document.querySelector('[role=grid]'); let step = 0; const times = [];
             let last = performance.now();
             const next = (now) => { times.push(now - last); last = now;
               if (step++ < 30) { grid.scrollTop = step * grid.scrollHeight / 30; requestAnimationFrame(next); }
               else done({ most: document.querySelectorAll('[role=grid] .rows [role=row]').length,
                           median: times.sort((a, b) => a - b)[15] }); };
             requestAnimationFrame(next);",
            vec![],
        )
        .await
        .unwrap()
        .json()
        .clone();
    eprintln!("frames while scrolling: {frames}");
    assert!(frames["most"].as_u64().unwrap() < 120, "{frames}");
    stage
        .until(
            "the end",
            "document.querySelector('[role=grid]').innerText.includes('paper 00001.pdf')",
        )
        .await;
    eprintln!("scrolled to the end {:?} after the first rows", begun.elapsed());
    stage.until("the pages of the rows in view", DRAWN).await;
    stage.picture("large").await;
    let all = stage.call("overview", json!({})).await.unwrap()["counts"].clone();
    for state in ["accepted", "needs_review", "failed", "password"] {
        assert!(all[state].as_u64().unwrap() > 10, "{state}: {all}");
    }
    let found = stage
        .value("return document.querySelector('[role=grid]').getAttribute('aria-rowcount')")
        .await;
    assert_eq!(found, json!("10001"));
    stage.close().await;
}
