//! The trash, and the remains of erased documents.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::{Access, Answered, Depth, fixture};
use std::fs;
use std::path::Path;
use touchstone_core::record::{Document, Mark, OtherForm, SentMessage, SentPart, SentRequest, Stage, Surroundings};

/// Names of files below a folder whose bytes contain a text.
fn holding(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(holding(&path, text));
        } else if fs::read(&path)
            .unwrap()
            .windows(text.len())
            .any(|bytes| bytes == text.as_bytes())
        {
            found.push(path.display().to_string());
        }
    }
    found
}

#[tokio::test]
async fn what_is_in_the_trash_can_be_taken_out_as_it_was() {
    let store = fixture::store().await;
    let document = fixture::document();
    store.insert_document(&document).await.unwrap();
    assert_eq!(store.trash(&[document.id]).await.unwrap(), [document.id]);
    assert_eq!(store.trash(&[document.id]).await.unwrap(), []);
    assert_eq!(store.restore(&[document.id]).await.unwrap(), [document.id]);
    assert_eq!(store.document(document.id).await.unwrap(), document);
    assert_eq!(store.empty_trash().await.unwrap(), 0);
}

#[tokio::test]
async fn no_word_of_an_erased_document_is_left_in_the_workspace() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = folder.path().join("workspace");
    let paper = folder.path().join("paper.pdf");
    fs::write(&paper, "Xylophonist").unwrap();
    let store = Store::open(&Place::Folder(workspace.clone()), Access::Own)
        .await
        .unwrap();
    let kept = store.keep_original(&paper, u64::MAX).await.unwrap();
    let doomed = Document {
        sha256: kept.sha256.clone(),
        bytes: kept.bytes,
        file_name: "Xylophonist.pdf".to_owned(),
        ..fixture::document()
    };
    store.insert_document(&doomed).await.unwrap();
    let words: Vec<String> = (0..400).map(|n| format!("Xylophonist{n}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let pages: Vec<_> = (1..=20).map(|number| fixture::page(number, &words)).collect();
    store.put_pages(doomed.id, &pages).await.unwrap();

    // A model was asked about it, and its answer was kept.
    let (asked, turn) = crate::store::calls::tests::answered(doomed.id, "Xylophonist");
    let question = SentPart::Text {
        text: "Is it a Xylophonist?".to_owned(),
        page: Some(1),
    };
    let request = SentRequest {
        messages: vec![SentMessage::User(vec![question])],
        ..SentRequest::default()
    };
    store.start_call(&asked, &request).await.unwrap();
    let answered = Answered {
        call: asked.id,
        turn: Ok(&turn),
        usage: fixture::usage(),
        tries: 1,
    };
    assert!(store.end_call(&answered).await.unwrap());

    // Another document was verified while this one was there.
    let run = fixture::running(&store, Stage::Verify).await;
    let known = Surroundings {
        others: vec![OtherForm {
            document_id: doomed.id,
            file_name: doomed.file_name.clone(),
            mark: Mark {
                form: 0,
                digest: "f00d".to_owned(),
            },
            label: String::new(),
            first_page: 1,
            fields: serde_json::Map::new(),
        }],
        ..Surroundings::default()
    };
    let mut verified = fixture::verified(run.id);
    verified.issues[1].body.message = format!("the same as Xylophonist.pdf (document {})", doomed.id);
    assert!(store.finish_verify(run.id, &known, None, &verified).await.unwrap());

    crate::store::stacks::tests::tabulate(&store, doomed.id, "Xylophonist").await;

    assert!(
        !holding(&workspace, "Xylophonist").is_empty(),
        "the search finds what is there"
    );
    assert_eq!(store.trash(&[doomed.id]).await.unwrap(), [doomed.id]);
    assert_eq!(store.empty_trash().await.unwrap(), 1);
    assert_eq!(holding(&workspace, "Xylophonist"), Vec::<String>::new());
    assert_eq!(
        holding(&workspace, "xylophonist"),
        Vec::<String>::new(),
        "the index folds letters"
    );
    assert!(store.document(doomed.id).await.is_err());
    let left: (String, String) = sqlx::query_as("SELECT document_id, sha256 FROM tombstones")
        .fetch_one(&store.writer)
        .await
        .unwrap();
    assert_eq!(left, (doomed.id.to_string(), kept.sha256));
    assert_eq!(
        store.run_record(run.id).await.unwrap().surroundings,
        Some(Surroundings::default())
    );
    assert!(
        store
            .integrity(Depth::Full, |_, _| ())
            .await
            .unwrap()
            .dangling
            .is_empty()
    );
}

#[tokio::test]
async fn an_original_that_another_document_shares_stays() {
    let folder = tempfile::tempdir().unwrap();
    let paper = folder.path().join("paper.pdf");
    fs::write(&paper, "abc").unwrap();
    let place = Place::Folder(folder.path().join("workspace"));
    let store = Store::open(&place, Access::Own).await.unwrap();
    let kept = store.keep_original(&paper, u64::MAX).await.unwrap();
    let document = || Document {
        sha256: kept.sha256.clone(),
        bytes: kept.bytes,
        ..fixture::document()
    };
    let (one, two) = (document(), document());
    for document in [&one, &two] {
        store.insert_document(document).await.unwrap();
    }
    store.trash(&[one.id]).await.unwrap();
    assert_eq!(store.empty_trash().await.unwrap(), 1);
    assert!(store.original(&two).await.is_ok());
    store.trash(&[two.id]).await.unwrap();
    assert_eq!(store.empty_trash().await.unwrap(), 1);
    assert!(store.original(&two).await.is_err());
}

#[tokio::test]
async fn what_an_interruption_left_of_an_erased_document_goes_when_the_workspace_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = folder.path().join("workspace");
    let paper = folder.path().join("paper.pdf");
    fs::write(&paper, "Xylophonist").unwrap();
    let place = Place::Folder(workspace.clone());
    let store = Store::open(&place, Access::Own).await.unwrap();
    let kept = store.keep_original(&paper, u64::MAX).await.unwrap();
    let doomed = Document {
        sha256: kept.sha256,
        bytes: kept.bytes,
        ..fixture::document()
    };
    store.insert_document(&doomed).await.unwrap();
    store.trash(&[doomed.id]).await.unwrap();
    assert_eq!(store.erase_rows(None).await.unwrap().len(), 1);
    assert_eq!(
        holding(&workspace, "Xylophonist").len(),
        1,
        "its original is still there"
    );
    store.close().await.unwrap();
    drop(store);
    let store = Store::open(&place, Access::Own).await.unwrap();
    assert_eq!(holding(&workspace, "Xylophonist"), Vec::<String>::new());
    assert!(!store.owes_sweep().await.unwrap());
}

/// An open workspace in a folder, with the path of a file to take in.
async fn workspace(folder: &Path) -> (Store, Place, std::path::PathBuf) {
    let paper = folder.join("paper.pdf");
    fs::write(&paper, "Xylophonist").unwrap();
    let place = Place::Folder(folder.join("workspace"));
    (Store::open(&place, Access::Own).await.unwrap(), place, paper)
}

async fn take_in(store: &Store, paper: &Path) -> Document {
    let kept = store.keep_original(paper, u64::MAX).await.unwrap();
    let document = Document {
        sha256: kept.sha256,
        bytes: kept.bytes,
        ..fixture::document()
    };
    store.insert_document(&document).await.unwrap();
    document
}

#[tokio::test]
async fn an_original_of_an_import_that_was_killed_goes_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let (store, place, paper) = workspace(folder.path()).await;
    store.keep_original(&paper, u64::MAX).await.unwrap();
    assert_eq!(store.owed().await.unwrap().originals, 1);
    drop(store);
    let store = Store::open(&place, Access::Own).await.unwrap();
    assert_eq!(holding(&folder.path().join("workspace"), "Xylophonist"), [""; 0]);
    assert_eq!(store.owed().await.unwrap(), crate::store::Owed::default());
    let document = take_in(&store, &paper).await;
    drop(store);
    let store = Store::open(&place, Access::Own).await.unwrap();
    assert!(store.original(&document).await.is_ok(), "that of a document stays");
}

#[tokio::test]
async fn a_file_that_is_taken_in_while_its_twin_is_erased_is_there_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _, paper) = workspace(folder.path()).await;
    for _ in 0..20 {
        let old = take_in(&store, &paper).await;
        store.trash(&[old.id]).await.unwrap();
        let taking = async {
            let _taking_in = store.take_in().await;
            let kept = store.keep_original(&paper, u64::MAX).await.unwrap();
            tokio::task::yield_now().await;
            let document = Document {
                sha256: kept.sha256,
                bytes: kept.bytes,
                ..fixture::document()
            };
            store.insert_document(&document).await.unwrap();
            document
        };
        let (new, erased) = tokio::join!(taking, store.empty_trash());
        assert_eq!(erased.unwrap(), 1);
        assert!(store.original(&new).await.is_ok());
        store.trash(&[new.id]).await.unwrap();
        store.empty_trash().await.unwrap();
    }
    assert_eq!(holding(&folder.path().join("workspace"), "Xylophonist"), [""; 0]);
}

#[tokio::test]
async fn an_original_that_cannot_be_erased_now_is_erased_later_and_keeps_nothing_else_back() {
    let folder = tempfile::tempdir().unwrap();
    let (store, place, paper) = workspace(folder.path()).await;
    let document = take_in(&store, &paper).await;
    store
        .put_pages(document.id, &[fixture::page(1, &["Xylophonist"])])
        .await
        .unwrap();
    let stored = store.path_of_original(&document.sha256).unwrap();
    fs::remove_file(&stored).unwrap();
    // A folder is not removed as a file is.
    fs::create_dir(&stored).unwrap();
    store.trash(&[document.id]).await.unwrap();
    assert!(store.empty_trash().await.is_err());
    assert!(store.document(document.id).await.is_err());
    assert!(!store.owes_sweep().await.unwrap(), "the database is swept nevertheless");
    assert_eq!(store.owed().await.unwrap().originals, 1);
    fs::remove_dir(&stored).unwrap();
    fs::write(&stored, "Xylophonist").unwrap();
    drop(store);
    let _store = Store::open(&place, Access::Own).await.unwrap();
    assert_eq!(holding(&folder.path().join("workspace"), "Xylophonist"), [""; 0]);
}

#[tokio::test]
async fn files_of_no_document_are_found_and_cleared_but_not_those_of_an_import() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _, paper) = workspace(folder.path()).await;
    let document = take_in(&store, &paper).await;
    let stray = store.path_of_original(&"ab".repeat(32)).unwrap();
    fs::create_dir_all(stray.parent().unwrap()).unwrap();
    fs::write(&stray, "old").unwrap();
    let other = folder.path().join("other.pdf");
    fs::write(&other, "other").unwrap();
    let taking_in = store.take_in().await;
    let kept = store.keep_original(&other, u64::MAX).await.unwrap();
    let found = store.integrity(Depth::Full, |_, _| ()).await.unwrap();
    let strays: Vec<_> = found.strays.iter().map(|stray| stray.sha256.clone()).collect();
    assert_eq!((strays, found.owed.originals), (vec!["ab".repeat(32)], 1));

    let clearing = tokio::spawn({
        let store = store.clone();
        async move { store.clear_strays().await.unwrap() }
    });
    tokio::task::yield_now().await;
    let second = Document {
        sha256: kept.sha256,
        bytes: kept.bytes,
        ..fixture::document()
    };
    store.insert_document(&second).await.unwrap();
    drop(taking_in);
    assert_eq!(clearing.await.unwrap(), 1);
    assert!(!stray.exists());
    for document in [&document, &second] {
        assert!(store.original(document).await.is_ok());
    }
}
