//! Originals: kept once, verified when read, repaired by the next import, never a path outside the folder.
#![allow(clippy::unwrap_used)]
use super::*;
use crate::store::Access;
use crate::store::Place;
use crate::store::fixture;
use std::io::Read;

const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

fn read(mut file: File) -> String {
    let mut text = String::new();
    file.read_to_string(&mut text).unwrap();
    text
}

#[tokio::test]
async fn the_same_bytes_are_kept_once_and_crash_leftovers_are_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one.pdf"), folder.path().join("two.pdf"));
    fs::write(&one, "abc").unwrap();
    fs::write(&two, "abc").unwrap();
    let place = Place::Folder(folder.path().join("workspace"));
    let store = Store::open(&place, Access::Own).await.unwrap();
    let kept = store.keep_original(&one, u64::MAX).await.unwrap();
    assert_eq!((kept.sha256.as_str(), kept.bytes), (ABC, 3));
    assert_eq!(store.keep_original(&two, u64::MAX).await.unwrap(), kept);
    let originals = folder.path().join("workspace/originals");
    let names: Vec<_> = fs::read_dir(&originals)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["ba"]);

    fs::remove_file(&one).unwrap();
    let document = Document {
        sha256: kept.sha256,
        bytes: 3,
        ..fixture::document()
    };
    assert_eq!(read(store.original(&document).await.unwrap()), "abc");
    let longer = Document {
        bytes: 4,
        ..document.clone()
    };
    let error = store.original(&longer).await.unwrap_err().to_string();
    assert!(error.contains("it has 3 bytes instead of 4; "), "{error}");

    store.insert_document(&document).await.unwrap();
    fs::write(originals.join(".unfinished-x"), "ab").unwrap();
    drop(store);
    let store = Store::open(&place, Access::Own).await.unwrap();
    assert!(!originals.join(".unfinished-x").exists());
    assert_eq!(read(store.original(&document).await.unwrap()), "abc");
}

#[tokio::test]
async fn a_workspace_in_memory_leaves_originals_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.pdf");
    fs::write(&path, "abc").unwrap();
    let store = fixture::store().await;
    let kept = store.keep_original(&path, u64::MAX).await.unwrap();
    let document = Document {
        sha256: kept.sha256,
        bytes: 3,
        ..fixture::document()
    };
    assert_eq!(read(store.original(&document).await.unwrap()), "abc");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    fs::remove_file(&path).unwrap();
    assert!(matches!(
        store.original(&document).await,
        Err(StoreError::NotFound { .. })
    ));
}

#[test]
fn a_name_that_is_not_a_hash_has_no_place() {
    let folder = Path::new("/o");
    assert_eq!(place_of(folder, ABC).unwrap(), Path::new("/o/ba").join(&ABC[2..]));
    let long = format!("../../{}", "a".repeat(58));
    for name in ["", "ab", "../../etc/passwd", long.as_str(), "BA"] {
        assert_eq!(place_of(folder, name), None, "{name}");
    }
}

#[tokio::test]
async fn a_source_that_cannot_be_read_is_not_the_workspaces_fault() {
    let store = fixture::store().await;
    let error = store
        .keep_original(Path::new("/nowhere/x.pdf"), u64::MAX)
        .await
        .unwrap_err();
    assert_eq!(error.code(), None);
    assert!(error.to_string().starts_with("cannot read /nowhere/x.pdf: "), "{error}");
}

async fn kept_in_folder(folder: &Path) -> (Store, Document, PathBuf) {
    fs::write(folder.join("one.pdf"), "abc").unwrap();
    let place = Place::Folder(folder.join("workspace"));
    let store = Store::open(&place, Access::Own).await.unwrap();
    let kept = store.keep_original(&folder.join("one.pdf"), u64::MAX).await.unwrap();
    let document = Document {
        sha256: kept.sha256,
        ..fixture::document()
    };
    store.insert_document(&document).await.unwrap();
    let stored = store.path_of_original(&document.sha256).unwrap();
    (store, document, stored)
}

#[tokio::test]
async fn a_damaged_original_is_refused_and_repaired_by_the_next_import() {
    let folder = tempfile::tempdir().unwrap();
    let (store, document, stored) = kept_in_folder(folder.path()).await;
    for damage in ["abd", "ab", "", "abcd"] {
        fs::write(&stored, damage).unwrap();
        // A changed file may keep its time.
        let error = store.original(&document).await.unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
        assert!(error.is_of_one_document());
        assert!(
            error.to_string().ends_with("import the file again to repair it"),
            "{error}"
        );
        store
            .keep_original(&folder.path().join("one.pdf"), u64::MAX)
            .await
            .unwrap();
        assert_eq!(
            read(store.original(&document).await.unwrap()),
            "abc",
            "after {damage:?}"
        );
    }
}

#[cfg(unix)]
#[tokio::test]
async fn something_else_in_place_of_an_original_is_damage_of_that_document() {
    let folder = tempfile::tempdir().unwrap();
    let (store, document, stored) = kept_in_folder(folder.path()).await;
    fs::remove_file(&stored).unwrap();
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&stored)
            .status()
            .unwrap()
            .success()
    );
    let error = store.original(&document).await.unwrap_err();
    assert!(error.is_of_one_document(), "{error}");
    store
        .keep_original(&folder.path().join("one.pdf"), u64::MAX)
        .await
        .unwrap();
    assert_eq!(read(store.original(&document).await.unwrap()), "abc");
}

#[tokio::test]
async fn what_is_too_long_or_no_file_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (store, ..) = kept_in_folder(folder.path()).await;
    let long = store
        .keep_original(&folder.path().join("one.pdf"), 2)
        .await
        .unwrap_err();
    assert!(matches!(long, StoreError::Unread { .. }), "{long:?}");
    assert!(
        long.to_string().ends_with("more than the limit of 2 bytes per file"),
        "{long}"
    );
    let no_file = store.keep_original(folder.path(), u64::MAX).await.unwrap_err();
    assert!(matches!(no_file, StoreError::Unread { .. }), "{no_file:?}");
    assert_eq!(
        fs::read_dir(folder.path().join("workspace/originals")).unwrap().count(),
        1
    );
}

#[tokio::test]
async fn a_file_left_in_place_must_not_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.pdf");
    fs::write(&path, "abc").unwrap();
    let store = fixture::store().await;
    let kept = store.keep_original(&path, u64::MAX).await.unwrap();
    let document = Document {
        sha256: kept.sha256,
        ..fixture::document()
    };
    fs::write(&path, "abd").unwrap();
    assert!(matches!(
        store.original(&document).await,
        Err(StoreError::Damaged { .. })
    ));
}
