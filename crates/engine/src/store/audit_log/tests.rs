//! Every change of a logged row or of an entry is found, and the first broken link is the one that is named.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::{Store, Word, fixture};
use proptest::prelude::*;
use touchstone_core::record::{ActId, Review, ReviewId, ReviewState, Stage, Verdict};

/// Two documents: one accepted automatically, edited and corrected; one rejected, with the rejection taken back.
async fn audited() -> Store {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Decide).await;
    let truth = fixture::truth(run.document_id, fixture::attempt(run.id, None, "survey", 1).id);
    assert!(store.finish_decide(run.id, Some(&truth), None, None).await.unwrap());
    let edit = fixture::correction(run.document_id);
    store.insert_correction(&edit).await.unwrap();
    let review = Review {
        act: Some(ActId::fresh()),
        reviewer: Some("Dana".to_owned()),
        state: ReviewState::Completed,
        verdict: Some(Verdict::Corrects),
        ..fixture::review(&run)
    };
    let corrected = GroundTruth {
        source: TruthSource::SmeCorrected,
        review_id: Some(review.id),
        ..fixture::truth(run.document_id, truth.classification.attempt_id)
    };
    let word = Word {
        seen: None,
        review,
        truth: Some(corrected),
    };
    assert!(store.write_act(&[], Some(&word)).await.unwrap());

    let run = fixture::running(&store, Stage::Decide).await;
    let pending = fixture::review(&run);
    assert!(store.finish_decide(run.id, None, Some(&pending), None).await.unwrap());
    let rejected = Review {
        act: Some(ActId::fresh()),
        state: ReviewState::Completed,
        verdict: Some(Verdict::Rejects),
        ..pending.clone()
    };
    let word = Word {
        seen: Some(pending.clone()),
        review: rejected.clone(),
        truth: None,
    };
    assert!(store.write_act(&[], Some(&word)).await.unwrap());
    let restored = Review {
        id: ReviewId::fresh(),
        act: Some(ActId::fresh()),
        undoes: Some(rejected.id),
        ..pending
    };
    let word = Word {
        seen: Some(rejected),
        review: restored,
        truth: None,
    };
    assert!(store.write_act(&[], Some(&word)).await.unwrap());
    store
}

async fn run_sql(store: &Store, sql: String) -> u64 {
    let done = sqlx::query(AssertSqlSafe(sql)).execute(&store.writer).await;
    done.unwrap().rows_affected()
}

/// Lifts what keeps honest programs from changing settled rows.
async fn unguard(store: &Store) {
    run_sql(store, "PRAGMA foreign_keys = OFF".to_owned()).await;
    let triggers: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        .fetch_all(&store.writer)
        .await
        .unwrap();
    for name in triggers {
        run_sql(store, format!("DROP TRIGGER {name}")).await;
    }
}

#[tokio::test]
async fn each_act_is_an_entry_and_the_whole_log_holds() {
    let store = audited().await;
    let entries = store.log_entries(None).await.unwrap();
    let what: Vec<Logged> = entries.iter().map(|entry| entry.what).collect();
    let expected = [
        Logged::Begun,
        Logged::Accepted,
        Logged::Edited,
        Logged::Corrected,
        Logged::Rejected,
        Logged::TakenBack,
    ];
    assert_eq!(what, expected);
    assert_eq!(entries[3].who.as_deref(), Some("Dana"));
    assert_eq!(store.log_entries(entries[4].document_id).await.unwrap().len(), 2);
    let found = store.verify_log().await.unwrap();
    assert_eq!((found.entries, found.rows, found.broken), (6, 6, vec![]));
    assert_eq!(found.head, Some(entries[5].digest.clone()));
}

#[tokio::test]
async fn the_log_of_an_older_workspace_begins_with_what_is_there() {
    let store = audited().await;
    unguard(&store).await;
    run_sql(&store, "DELETE FROM audit_log".to_owned()).await;
    let empty = store.verify_log().await.unwrap();
    assert_eq!(empty.broken[0].what, "the log has no entries");
    begin(&mut store.begin("test").await.unwrap()).await.unwrap();
    let mut tx = store.begin("test").await.unwrap();
    begin(&mut tx).await.unwrap();
    begin(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    let found = store.verify_log().await.unwrap();
    assert_eq!((found.entries, found.rows, found.broken), (1, 6, vec![]));
}

#[tokio::test]
async fn an_erased_document_leaves_a_log_that_holds() {
    let store = audited().await;
    let document = store.log_entries(None).await.unwrap()[1].document_id.unwrap();
    store.trash(&[document]).await.unwrap();
    store.empty_trash().await.unwrap();
    let found = store.verify_log().await.unwrap();
    assert_eq!((found.entries, found.rows, found.broken), (7, 2, vec![]));
}

#[derive(Debug, Clone)]
enum Tampering {
    /// Another text in a column of one of the rows.
    Change(usize, usize, usize),
    Delete(usize, usize),
}

const TABLES: [(&str, &[&str]); 4] = [
    (
        "audit_log",
        &[
            "at",
            "what",
            "who",
            "document_id",
            "run_id",
            "pack",
            "note",
            "rows",
            "previous",
            "digest",
        ],
    ),
    (
        "truths",
        &[
            "id",
            "document_id",
            "source",
            "classification",
            "forms",
            "review_id",
            "supersedes",
            "settled_at",
        ],
    ),
    (
        "reviews",
        &[
            "id",
            "document_id",
            "reviewer",
            "state",
            "verdict",
            "notes",
            "ended_at",
            "act",
            "undoes",
        ],
    ),
    (
        "corrections",
        &[
            "id",
            "path",
            "before_value",
            "after_value",
            "evidence",
            "form_label",
            "author",
            "made_at",
        ],
    ),
];

fn tampering() -> impl Strategy<Value = Tampering> {
    prop_oneof![
        (0..4usize, 0..8usize, 0..10usize).prop_map(|(table, row, column)| Tampering::Change(table, row, column)),
        (0..4usize, 0..8usize).prop_map(|(table, row)| Tampering::Delete(table, row)),
    ]
}

/// The numbered link that tampering breaks first; `None` where only a row without an entry shows it.
async fn expected(store: &Store, table: &str, rowid: i64, deleted: bool) -> Option<u64> {
    if table != "audit_log" {
        let column = "SELECT max(number) FROM audit_log WHERE instr(rows, ";
        let sql = format!("{column} (SELECT id FROM {table} WHERE rowid = ?1))");
        let number: i64 = sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(rowid)
            .fetch_one(&store.writer)
            .await
            .unwrap();
        return Some(number.unsigned_abs());
    }
    let last: i64 = sqlx::query_scalar("SELECT max(number) FROM audit_log")
        .fetch_one(&store.writer)
        .await
        .unwrap();
    match deleted {
        false => Some(rowid.unsigned_abs()),
        true if rowid < last => Some(rowid.unsigned_abs() + 1),
        true => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn any_change_is_found_and_its_link_is_named(tampering in tampering()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let store = audited().await;
            unguard(&store).await;
            let (Tampering::Change(table, row, _) | Tampering::Delete(table, row)) = tampering;
            let (table, columns) = TABLES[table];
            let rowids: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(format!("SELECT rowid FROM {table} ORDER BY rowid")))
                .fetch_all(&store.writer).await.unwrap();
            let rowid = rowids[row % rowids.len()];
            let deleted = matches!(tampering, Tampering::Delete(..));
            let expected = expected(&store, table, rowid, deleted).await;
            let sql = match tampering {
                Tampering::Change(_, _, column) => {
                    let column = columns[column % columns.len()];
                    format!("UPDATE {table} SET {column} = ifnull({column}, '') || ' ' WHERE rowid = {rowid}")
                }
                Tampering::Delete(..) => format!("DELETE FROM {table} WHERE rowid = {rowid}"),
            };
            assert_eq!(run_sql(&store, sql).await, 1);
            let found = store.verify_log().await.unwrap();
            let first = found.broken.first().unwrap_or_else(|| panic!("{tampering:?} was not found"));
            if expected.is_some() {
                assert_eq!(first.number, expected, "{tampering:?}: {:?}", found.broken);
            }
        });
    }
}
