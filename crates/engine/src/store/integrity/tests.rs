//! Integrity: a whole workspace is called whole, and each kind of damage is named.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::record::Document;
use crate::store::{Access, Place, fixture};

#[tokio::test]
async fn rows_bytes_and_damage_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let original = folder.path().join("one.pdf");
    fs::write(&original, "abc").unwrap();
    let place = Place::Folder(folder.path().join("w"));
    let store = Store::open(&place, Access::Own).await.unwrap();
    let kept = store.keep_original(&original).await.unwrap();
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
    let whole = store.integrity().await.unwrap();
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
    let broken = store.integrity().await.unwrap();
    assert!(!broken.is_whole());
    assert_eq!(broken.missing_originals, [lost.id]);
    assert_eq!(broken.dangling, ["form_plans 1 -> runs"]);
}
