//! A workspace of as many documents as one likes, written by SQL. Not here: anything that reads them.

use sqlx::Connection;
use sqlx::sqlite::SqliteConnectOptions;
use std::path::Path;

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
