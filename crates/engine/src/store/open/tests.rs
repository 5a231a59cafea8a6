//! Opening: owners and readers side by side, every refusal, and the state after a full disk.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::error::Code;
use crate::store::{Depth, DocumentFilter, StoreError, fixture};
use touchstone_core::record::{Document, RunState, Stage};

mod disk;
mod processes;

/// A folder for a workspace, removed after the test.
fn somewhere() -> (tempfile::TempDir, Place) {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Folder(folder.path().join("deep/workspace"));
    (folder, place)
}

fn folder_of(place: &Place) -> &Path {
    match place {
        Place::Folder(folder) => folder,
        Place::Memory => Path::new(":memory:"),
    }
}

async fn own_it(place: &Place) -> Store {
    Store::open(place, Access::Own).await.unwrap()
}

async fn add_document(store: &Store) -> Document {
    let document = fixture::document();
    store.insert_document(&document).await.unwrap();
    document
}

async fn all(store: &Store) -> Vec<Document> {
    store.documents(&DocumentFilter::default()).await.unwrap()
}

#[tokio::test]
async fn one_owner_at_a_time_and_the_next_finds_everything() {
    let (_folder, place) = somewhere();
    let first = own_it(&place).await;
    let document = add_document(&first).await;
    let refused = Store::open(&place, Access::Own).await.unwrap_err();
    let path = folder_of(&place).display();
    assert_eq!(
        refused.to_string(),
        format!("cannot open the workspace {path}: another Touchstone is using it")
    );
    assert_eq!(refused.code(), Code::WorkspaceInUse);
    first.close().await.unwrap();
    assert!(
        Store::open(&place, Access::Own).await.is_err(),
        "the lock is held until the last clone is gone"
    );
    drop(first);
    let second = own_it(&place).await;
    assert_eq!(all(&second).await, [document]);
}

#[tokio::test]
async fn closing_leaves_one_file_and_a_crash_leaves_a_log_that_is_read_back() {
    let (_folder, place) = somewhere();
    let log = folder_of(&place).join("touchstone.db-wal");
    let store = own_it(&place).await;
    let first = add_document(&store).await;
    store.close().await.unwrap();
    drop(store);
    assert!(!log.exists());
    let store = own_it(&place).await;
    let second = add_document(&store).await;
    assert!(log.exists());
    // As after a crash: the files as they are now, before closing.
    let copy = folder_of(&place).with_file_name("copy");
    fs::create_dir(&copy).unwrap();
    for name in ["touchstone.db", "touchstone.db-wal"] {
        fs::copy(folder_of(&place).join(name), copy.join(name)).unwrap();
    }
    let recovered = own_it(&Place::Folder(copy)).await;
    assert_eq!(all(&recovered).await, [first, second]);
}

#[tokio::test]
async fn a_reader_sees_what_the_owner_commits_and_writes_nothing() {
    let (_folder, place) = somewhere();
    let owner = own_it(&place).await;
    let run = fixture::running(&owner, Stage::Intake).await;
    let reader = Store::open(&place, Access::ReadOnly).await.unwrap();
    assert_eq!(all(&reader).await.len(), 1);
    owner
        .put_pages(run.document_id, &[fixture::page(1, &["tips"])])
        .await
        .unwrap();
    assert_eq!(reader.search("tips", 5).await.unwrap().len(), 1);
    assert!(
        reader
            .integrity(Depth::Full, |_, _| ())
            .await
            .unwrap()
            .problems
            .is_empty()
    );
    let refusals = [
        reader.insert_document(&fixture::document()).await.unwrap_err(),
        reader.set_case(run.document_id, None).await.unwrap_err(),
        reader.claim(run.id).await.unwrap_err(),
        reader.put_pages(run.document_id, &[]).await.unwrap_err(),
    ];
    for refusal in refusals {
        assert!(matches!(refusal, StoreError::ReadOnly { .. }), "{refusal:?}");
    }
    reader.close().await.unwrap();
    add_document(&owner).await;
    owner.close().await.unwrap();
    let later = Store::open(&place, Access::ReadOnly).await.unwrap();
    assert_eq!(all(&later).await.len(), 2);
}

#[tokio::test]
async fn what_is_not_a_workspace_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "text").unwrap();
    for name in ["papers", "foreign", "hollow"] {
        fs::create_dir(at(name)).unwrap();
    }
    fs::write(at("papers/w2.pdf"), "text").unwrap();
    fs::write(at("hollow/touchstone.db"), "").unwrap();
    let foreign = SqliteConnectOptions::new()
        .filename(at("foreign/touchstone.db"))
        .create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&foreign).await.unwrap();
    sqlx::query("CREATE TABLE songs (title TEXT)")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();

    let rows = [
        ("file", Access::Own, "it is a file"),
        ("papers", Access::Own, "it holds other files, such as w2.pdf"),
        (
            "foreign",
            Access::Own,
            "touchstone.db is the database of another program",
        ),
        ("papers", Access::ReadOnly, "there is no touchstone.db in it"),
        (
            "foreign",
            Access::ReadOnly,
            "touchstone.db is the database of another program",
        ),
        ("hollow", Access::ReadOnly, "its touchstone.db is empty"),
    ];
    for (name, access, reason) in rows {
        let error = Store::open(&Place::Folder(at(name)), access).await.unwrap_err();
        let expected = format!("cannot open {} as a workspace: {reason}", at(name).display());
        assert_eq!((error.to_string(), error.code()), (expected, Code::WorkspaceUnusable));
    }
    let entries: Vec<_> = fs::read_dir(at("papers"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(entries, ["w2.pdf"]);
    let absent = Store::open(&Place::Folder(at("absent")), Access::ReadOnly)
        .await
        .unwrap_err();
    assert!(absent.to_string().contains("absent"), "{absent}");
    assert!(!at("absent").exists());

    // The remains of a crash during creation are accepted.
    add_document(&own_it(&Place::Folder(at("hollow"))).await).await;
}

#[tokio::test]
async fn damage_and_other_schemas_are_told_apart() {
    let (_folder, place) = somewhere();
    let store = own_it(&place).await;
    let applied = "INSERT INTO _sqlx_migrations VALUES (999, 'later', 'now', 1, x'00', 0)";
    sqlx::query(applied).execute(&store.writer).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    for access in [Access::Own, Access::ReadOnly] {
        let error = Store::open(&place, access).await.unwrap_err();
        assert!(matches!(error, OpenError::NewerSchema { found: 999, .. }), "{error:?}");
        assert_eq!(error.code(), Code::NewerSchema);
    }
    fs::write(folder_of(&place).join("touchstone.db"), "x".repeat(5000)).unwrap();
    for access in [Access::Own, Access::ReadOnly] {
        let error = Store::open(&place, access).await.unwrap_err();
        assert!(matches!(error, OpenError::Damaged { .. }), "{error:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_may_look_inside() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, place) = somewhere();
    let store = own_it(&place).await;
    add_document(&store).await;
    let rows = [
        ("", 0o700),
        ("originals", 0o700),
        ("touchstone.db", 0o600),
        ("touchstone.db-wal", 0o600),
        ("lock", 0o600),
    ];
    for (name, mode) in rows {
        let found = fs::metadata(folder_of(&place).join(name)).unwrap().permissions().mode() & 0o777;
        assert_eq!(found, mode, "{name:?} has mode {found:o}");
    }
}

#[tokio::test]
async fn every_connection_is_durable_and_wipes_what_it_deletes() {
    let (_folder, place) = somewhere();
    let store = own_it(&place).await;
    let rows = [
        ("SELECT journal_mode FROM pragma_journal_mode", "wal"),
        ("SELECT CAST(synchronous AS TEXT) FROM pragma_synchronous", "2"),
        ("SELECT CAST(foreign_keys AS TEXT) FROM pragma_foreign_keys", "1"),
        ("SELECT CAST(secure_delete AS TEXT) FROM pragma_secure_delete", "1"),
        ("SELECT CAST(timeout AS TEXT) FROM pragma_busy_timeout", "60000"),
    ];
    for (sql, expected) in rows {
        let found: String = sqlx::query_scalar(sql).fetch_one(&store.writer).await.unwrap();
        assert_eq!(found, expected, "{sql}");
    }
}

#[tokio::test]
async fn many_hands_on_one_connection_in_memory_do_not_wait_for_each_other_for_ever() {
    let store = fixture::store().await;
    let hands = (0..50u32).map(|n| {
        let store = store.clone();
        tokio::spawn(async move {
            let run = fixture::running(&store, Stage::Intake).await;
            store
                .put_pages(run.document_id, &[fixture::page(1, &[&format!("word{n}")])])
                .await
                .unwrap();
            store.run_record(run.id).await.unwrap().pages.len()
        })
    });
    for hand in hands.collect::<Vec<_>>() {
        assert_eq!(hand.await.unwrap(), 1);
    }
    assert_eq!(store.runs_in(RunState::Running).await.unwrap().len(), 50);
}

#[test]
fn versions_that_lose_data_are_refused() {
    let rows = [
        ("3.6.23", false),
        ("3.7.0", true),
        ("3.50.4", true),
        ("3.51.2", true),
        ("3.51.3", false),
        ("3.52.0", false),
        ("4.0.0", false),
    ];
    for (version, refused) in rows {
        assert_eq!(loses_data_under_wal(version), refused, "{version}");
    }
}
