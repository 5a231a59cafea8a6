//! A workspace of ten thousand documents, written by SQL: its first rows come within a second and it scrolls.

use crate::stage::Stage;
use serde_json::json;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnectOptions;
use std::path::Path;
use std::time::Instant;

/// Fills a workspace that the program has made, while nobody has it open.
pub(crate) fn seed(workspace: &Path, documents: u32) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let place = touchstone_engine::store::Place::Folder(workspace.to_owned());
        let access = touchstone_engine::store::Access::Own;
        touchstone_engine::store::Store::open(&place, access).await.unwrap().close().await.unwrap();
        let options = SqliteConnectOptions::new().filename(workspace.join("touchstone.db"));
        let mut connection = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
        let mut run = async |sql: &'static str| {
            sqlx::query(sql).bind(documents).execute(&mut connection).await.unwrap();
        };
        run("CREATE TEMP TABLE numbers AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
             SELECT i, printf('%08x-0000-7000-8000-%012x', i, i) AS id FROM n").await;
        run("INSERT INTO documents (id, sha256, file_name, path, media_type, bytes, page_count, pack, case_name,
                 received_at, state, outcome)
             SELECT id, printf('%064x', i), printf('paper %05d.pdf', i), printf('/papers/%d.pdf', i), 'application/pdf',
                 1000, 1 + i % 9, 'tax', 'Client ' || (i % 200), '2026-01-01T00:00:00.000Z', 'active', 'ok'
             FROM numbers WHERE ?1 > 0").await;
        run("INSERT INTO runs (id, document_id, pack, pack_version, settings, stage, state, interruptions, queued_at,
                 started_at, ended_at)
             SELECT printf('%08x-1111-7000-8000-%012x', i, i), id, 'tax', '0.1.0',
                 '{\"engine\":{\"kind\":\"local\",\"provider\":null,\"model\":null},\"expected_year\":null,\"grader\":\"rules\",
                   \"max_attempts\":3,\"max_retries\":2,\"policy_version\":\"1\",\"pack_sha256\":\"\"}',
                 'done', 'done', 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z'
             FROM numbers WHERE ?1 > 0").await;
        connection.close().await.unwrap();
    });
}

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

    // To the end in a hundred steps: the table never holds more than what is seen, and ends at the last row.
    let frames = stage
        .driver
        .execute_async(
            "const done = arguments[0]; const grid = document.querySelector('[role=grid]'); let step = 0; const times = [];
             let last = performance.now();
             const next = (now) => { times.push(now - last); last = now;
               if (step++ < 100) { grid.scrollTop = step * grid.scrollHeight / 100; requestAnimationFrame(next); }
               else done({ most: document.querySelectorAll('[role=grid] .rows [role=row]').length,
                           median: times.sort((a, b) => a - b)[50] }); };
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
    stage.picture("large").await;
    let found = stage
        .value("return document.querySelector('[role=grid]').getAttribute('aria-rowcount')")
        .await;
    assert_eq!(found, json!("10001"));
    stage.close().await;
}
