//! Integrity: an undamaged workspace passes, and each kind of damage is named.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::{Access, Place, fixture};
use std::fs;
use touchstone_core::record::{Document, Stage};

#[tokio::test]
async fn rows_bytes_and_damage_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let original = folder.path().join("one.pdf");
    fs::write(&original, "abc").unwrap();
    let place = Place::Folder(folder.path().join("w"));
    let store = Store::open(&place, Access::Own).await.unwrap();
    let kept = store.keep_original(&original, u64::MAX).await.unwrap();
    let there = Document {
        sha256: kept.sha256,
        ..fixture::document()
    };
    let copy = Document {
        id: DocumentId::fresh(),
        ..there.clone()
    };
    for document in [&there, &copy] {
        store.insert_document(document).await.unwrap();
    }
    store.put_pages(there.id, &[fixture::page(1, &["one"])]).await.unwrap();
    let whole = store.integrity(Depth::Full, |_, _| ()).await.unwrap();
    assert!(whole.is_whole(), "{whole:?}");
    assert_eq!((whole.original_bytes, whole.schema), (3, whole.known_schema));
    let rows = |table: &str| whole.rows.iter().find(|(name, _)| name == table).map(|row| row.1);
    assert_eq!(
        (rows("documents"), rows("pages"), rows("runs")),
        (Some(2), Some(1), Some(0))
    );

    let lost = fixture::document();
    store.insert_document(&lost).await.unwrap();
    sqlx::raw_sql("PRAGMA foreign_keys = OFF; INSERT INTO form_plans VALUES ('no such run', 1, '{}');")
        .execute(&store.writer)
        .await
        .unwrap();
    let broken = store.integrity(Depth::Full, |_, _| ()).await.unwrap();
    assert!(!broken.is_whole());
    assert_eq!(broken.missing_originals, [lost.id]);
    assert_eq!(broken.dangling, ["form_plans 1 -> runs"]);
}

#[tokio::test]
async fn each_damaged_row_is_named_with_its_document_and_column() {
    let store = fixture::store().await;
    let run = fixture::running(&store, Stage::Classify).await;
    let attempt = fixture::attempt(run.id, None, "survey", 1);
    store.start_attempt(&attempt).await.unwrap();
    store
        .put_pages(run.document_id, &[fixture::page(1, &["one"])])
        .await
        .unwrap();
    assert_eq!(
        store.integrity(Depth::Full, |_, _| ()).await.unwrap().damaged_rows,
        [""; 0]
    );
    sqlx::raw_sql(
        "UPDATE runs SET settings = '{'; UPDATE attempts SET state = 'asleep'; UPDATE layouts SET cells = 'x';
         UPDATE documents SET received_at = 'yesterday';",
    )
    .execute(&store.writer)
    .await
    .unwrap();
    let found = store.integrity(Depth::Full, |_, _| ()).await.unwrap();
    assert!(!found.is_whole());
    let wanted = [
        ("documents", "`received_at`"),
        ("runs", "`settings`"),
        ("attempts", "`state`"),
        ("layouts", "`cells`"),
    ];
    assert_eq!(found.damaged_rows.len(), wanted.len(), "{:?}", found.damaged_rows);
    for (row, (table, column)) in found.damaged_rows.iter().zip(wanted) {
        let document = format!("document {}: ", run.document_id);
        assert!(row.starts_with(&document), "{row}");
        assert!(row.contains(table) && row.contains(column), "{row}");
    }
}
