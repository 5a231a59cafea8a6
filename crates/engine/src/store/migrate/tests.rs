//! Migrations: every file is listed, and workspaces of earlier versions are opened with everything in them.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::copies::DATABASE;
use crate::store::{Access, Depth, DocumentFilter, Place, Store, place_of};
use sqlx::Connection;
use sqlx::sqlite::SqliteConnectOptions;
use std::fs;
use std::path::PathBuf;
use touchstone_core::record::{ReviewState, RunState};

#[test]
fn every_file_is_listed_under_its_number_and_name() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let listed: Vec<String> = MIGRATIONS
        .iter()
        .map(|(version, name, _)| format!("{version:04}_{name}.sql"))
        .collect();
    assert_eq!(files, listed);
}

/// Stored rows of earlier versions, by schema.
const EARLIER: [(usize, &str); 2] = [
    (1, include_str!("schema_0001.sql")),
    (11, include_str!("schema_0011.sql")),
];

/// The originals of the stored rows by digest; the last is of a document whose erasure was interrupted.
const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const DEF: &str = "cb8379ac2098aa165029e3938a51da0bcecfc008fd6795f401178647f96c5b34";
const ERASED: &str = "a665a45920422f9d417e4867efdc4fb8a04a1f3fff1fa07e998e86f7f7a27ae3";

/// A workspace as an earlier version left it.
async fn workspace(folder: &Path, schema: usize, rows: &str) -> PathBuf {
    let workspace = folder.join("workspace");
    for (text, sha256) in [("abc", ABC), ("def", DEF), ("123", ERASED)] {
        let place = place_of(&workspace.join("originals"), sha256).unwrap();
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, text).unwrap();
    }
    let options = SqliteConnectOptions::new()
        .filename(workspace.join(DATABASE))
        .create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let migrator = migrator(&MIGRATIONS[..schema]);
    migrator.run_direct(None, &mut connection, false).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(rows.to_owned()))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    workspace
}

fn copies(workspace: &Path) -> Vec<String> {
    let names = fs::read_dir(workspace).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names
        .filter(|name| name.contains(".schema-") || name.contains(".copying"))
        .collect()
}

#[tokio::test]
async fn a_workspace_of_an_earlier_version_is_opened_with_everything_in_it() {
    for (schema, rows) in EARLIER {
        let folder = tempfile::tempdir().unwrap();
        let workspace = workspace(folder.path(), schema, rows).await;
        let place = Place::Folder(workspace.clone());
        // An earlier start ended while it copied.
        fs::write(workspace.join(format!("{DATABASE}.copying")), "half").unwrap();
        let refused = Store::open(&place, Access::ReadOnly).await.unwrap_err();
        assert!(matches!(refused, OpenError::OlderSchema { .. }), "{refused}");

        let store = Store::open(&place, Access::Own).await.unwrap();
        let documents = store.documents(&DocumentFilter::default()).await.unwrap();
        let [read, waiting] = documents.as_slice() else {
            panic!("schema {schema}: {documents:?}");
        };
        assert_eq!((read.case.as_deref(), read.bytes), (Some("Hodges"), 3));
        assert_eq!(store.search("wages", 5).await.unwrap().len(), 1);
        let run = store.newest_run(read.id).await.unwrap().unwrap();
        assert_eq!(store.run_record(run.id).await.unwrap().decision.unwrap().rule, 7);
        assert_eq!(store.corrections(read.id).await.unwrap().len(), 1);
        assert_eq!(store.reviews_in(ReviewState::Completed).await.unwrap().len(), 1);
        let queued = store.newest_run(waiting.id).await.unwrap().unwrap();
        assert_eq!((queued.state, queued.interruptions), (RunState::Queued, 1));
        assert!(store.claim(queued.id).await.unwrap());
        store.original(read).await.unwrap();
        let whole = store.integrity(Depth::Full, |_, _| ()).await.unwrap();
        assert!(whole.is_whole(), "schema {schema}: {whole:?}");
        let strays: Vec<_> = whole.strays.iter().map(|stray| stray.sha256.as_str()).collect();
        // Only schema 11 stores the erasure; in schema 1, the file belongs to no document.
        assert_eq!(strays, if schema == 1 { vec![ERASED] } else { vec![] });
        store.close().await.unwrap();
        drop(store);

        // The copy from before is complete, and is kept until a start that has nothing to migrate. Where an erasure was
        // finished, it went with the rest of what was erased.
        let kept = format!("{DATABASE}.schema-{schema}");
        if schema == 1 {
            assert_eq!(copies(&workspace), std::slice::from_ref(&kept));
            let copy = crate::store::look_into(&workspace.join(kept)).await.unwrap();
            assert_eq!((copy.schema, copy.documents, copy.problems), (1, 2, vec![]));
        }
        drop(Store::open(&place, Access::Own).await.unwrap());
        assert_eq!(copies(&workspace), [""; 0]);
    }
}

#[tokio::test]
async fn a_workspace_whose_creation_was_killed_is_created_again() {
    // After the list of migrations, and after the first of them.
    for migrations in 0..2 {
        let folder = tempfile::tempdir().unwrap();
        let workspace = workspace(folder.path(), migrations, "").await;
        let store = Store::open(&Place::Folder(workspace.clone()), Access::Own)
            .await
            .unwrap();
        assert_eq!(store.integrity(Depth::Quick, |_, _| ()).await.unwrap().schema, newest());
        assert_eq!(
            copies(&workspace).len(),
            migrations,
            "there is nothing to copy before the first"
        );
    }
}
