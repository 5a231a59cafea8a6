//! A workspace of any number of documents, written by SQL: types, confidences, years, issues, states as in a real
//! one, and originals whose first pages can be drawn.

use sha2::{Digest, Sha256};
use sqlx::Connection;
use sqlx::sqlite::SqliteConnectOptions;
use std::fs;
use std::path::Path;

/// Documents drawn as thumbnails: the shipped samples. Every seeded document gets a file.
const PAPERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/samples");

/// One statement per table, ordered so that each row of the library is computed from rows that already exist. `kind`
/// depends on the number: eleven of twenty are W-2s; one of seven has issues, one of fifty failed, one of two hundred
/// is locked.
const ROWS: [&str; 11] = [
    "CREATE TEMP TABLE numbers AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     SELECT i, printf('%08x-0000-7000-8000-%012x', i, i) AS id, printf('%08x-1111-7000-8000-%012x', i, i) AS run,
         printf('%08x-2222-7000-8000-%012x', i, i) AS attempt,
         CASE WHEN i % 20 < 11 THEN 'W-2' ELSE CASE i % 20 WHEN 11 THEN '1099-INT' WHEN 12 THEN '1099-NEC'
             WHEN 13 THEN '1099-DIV' WHEN 14 THEN '1099-MISC' WHEN 15 THEN 'K-1' WHEN 16 THEN 'STATEMENT'
             WHEN 17 THEN 'OTHER' ELSE 'RECEIPT' END END AS kind,
         i % 7 = 3 AS doubted, i % 50 = 49 AS failed, i % 200 = 100 AS locked FROM n",
    "INSERT INTO documents (id, sha256, file_name, path, media_type, bytes, page_count, pack, case_name, received_at,
         state, outcome)
     SELECT id, '', printf('paper %05d.pdf', i), printf('/papers/%d.pdf', i), 'application/pdf', 1, 1 + i % 9, 'tax',
         'Client ' || (i % 200), '2026-01-01T00:00:00.000Z', 'active', iif(locked, 'password_needed', 'ok')
     FROM numbers WHERE ?1 > 0",
    "INSERT INTO pages (document_id, number, width, height, has_tables, text_source, block_kinds)
     SELECT id, 1, 612, 792, 0, 'embedded', '[]' FROM numbers WHERE ?1 > 0 AND NOT locked",
    "INSERT INTO layouts (page_id, rulings, cells, widgets, pictures) SELECT id, '[]', '[]', '[]', '[]' FROM pages",
    "INSERT INTO readings (page_id, number, whole, source, words, blocks)
     SELECT id, 1, 1, '\"embedded\"', '[]', '[]' FROM pages",
    "INSERT INTO runs (id, document_id, pack, pack_version, settings, stage, state, interruptions, failure, queued_at,
         started_at, ended_at)
     SELECT run, id, 'tax', '0.1.0',
         '{\"engine\":{\"kind\":\"local\",\"provider\":null,\"model\":null},\"expected_year\":null,\"grader\":\"rules\",
           \"max_attempts\":3,\"max_retries\":2,\"policy_version\":\"1\",\"pack_sha256\":\"\"}',
         iif(failed, 'extract', 'done'), iif(failed, 'failed', 'done'), 0, iif(failed, 'the reader stopped', NULL),
         '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z'
     FROM numbers WHERE ?1 > 0",
    "INSERT INTO attempts (id, run_id, form, role, number, engine_kind, state, calls, input_tokens, output_tokens,
         cached_tokens, cost_usd, seconds, score, best, started_at, ended_at)
     SELECT attempt, run, 1, 'extract', 1, 'local', 'done', 0, 0, 0, 0, 0.0, 0.1, 97.0, 1,
         '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z'
     FROM numbers WHERE ?1 > 0 AND NOT locked AND NOT failed",
    "INSERT INTO forms (id, attempt_id, number, segment, label, first_page, last_page, confidence, fields)
     SELECT printf('%08x-3333-7000-8000-%012x', i, i), attempt, 1, 0, kind, 1, 1, 0.97,
         json_object('tax_year', json_object('value', 2022 + i % 3, 'raw', NULL, 'confidence', 0.97, 'evidence', json('[]')))
     FROM numbers WHERE ?1 > 0 AND NOT locked AND NOT failed",
    "INSERT INTO verifications (run_id, pass, decision, quality_score, fixes, issue_ids, fingerprint)
     SELECT run, 0, iif(doubted, 'ESCALATE_TO_SME', 'AUTO_ACCEPT'), iif(doubted, 0.8, 1.0), '[]', '[]', ''
     FROM numbers WHERE ?1 > 0 AND NOT locked AND NOT failed",
    "INSERT INTO issues (run_id, id, pass, raised_by, code, severity, subject, message, auto_fixable, evidence)
     SELECT run, 'V2-0001', 0, 'V2', 'inconsistent', iif(i % 3 = 0, 'BLOCKER', 'MAJOR'), 'forms[0]', 'it does not add up',
         0, '[]' FROM numbers WHERE ?1 > 0 AND doubted AND NOT locked AND NOT failed",
    "INSERT INTO classifications (run_id, attempt_id, stage, label, candidates, confidence, rationale,
         number_of_segments, segments, mixture, vendor_signals)
     SELECT run, attempt, 'classify', kind, '[]', 0.99 - (i % 7) * 0.01 - doubted * 0.2, '', 1, '[]', '[]', '[]'
     FROM numbers WHERE ?1 > 0 AND NOT locked AND NOT failed",
];
/// Names the bytes of a document's original; a file with other bytes counts as damaged.
const ORIGINAL: &str =
    "UPDATE documents SET sha256 = ?2, bytes = ?3 WHERE id = printf('%08x-0000-7000-8000-%012x', ?1, ?1)";
/// Last, as in verification: this insert updates the library.
const DECIDED: &str = "INSERT INTO decisions (run_id, outcome, rule, cause, reasons, policy_version)
    SELECT run, iif(doubted, 'ESCALATE_TO_SME', 'AUTO_ACCEPT'), iif(doubted, 4, 7), 'rule', '[]', '1'
    FROM numbers WHERE ?1 > 0 AND NOT locked AND NOT failed";

/// Fills a workspace created by the program, while no program has it open.
pub(crate) fn seed(workspace: &Path, documents: u32) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let place = touchstone_engine::store::Place::Folder(workspace.to_owned());
        let access = touchstone_engine::store::Access::Own;
        touchstone_engine::store::Store::open(&place, access)
            .await
            .unwrap()
            .close()
            .await
            .unwrap();
        let options = SqliteConnectOptions::new().filename(workspace.join("touchstone.db"));
        let mut connection = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::query("BEGIN").execute(&mut connection).await.unwrap();
        for sql in ROWS.into_iter().chain([DECIDED]) {
            let mut query = sqlx::query(sql);
            if sql.contains("?1") {
                query = query.bind(documents);
            }
            query.execute(&mut connection).await.unwrap();
        }
        let papers = papers();
        for number in 1..=documents {
            let original = original(&papers[number as usize % papers.len()], number);
            let sha256 = keep(workspace, &original);
            let query = sqlx::query(ORIGINAL)
                .bind(number)
                .bind(sha256)
                .bind(original.len() as u32);
            query.execute(&mut connection).await.unwrap();
        }
        sqlx::query("COMMIT").execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
}

fn papers() -> Vec<Vec<u8>> {
    let papers = fs::read_dir(PAPERS).unwrap().map(|entry| entry.unwrap().path());
    let papers = papers.filter(|path| path.extension().is_some_and(|kind| kind == "pdf"));
    papers.map(|path| fs::read(path).unwrap()).collect()
}

/// A sample with its number in a comment after its end, so that no two documents have the same bytes.
fn original(paper: &[u8], number: u32) -> Vec<u8> {
    [paper, format!("\n% {number}\n").as_bytes()].concat()
}

/// Writes an original where the program looks for it, and returns its SHA-256.
fn keep(workspace: &Path, original: &[u8]) -> String {
    let sha256 = format!("{:x}", Sha256::digest(original));
    let folder = workspace.join("originals").join(&sha256[..2]);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(&sha256[2..]), original).unwrap();
    sha256
}
