//! Backups: whole again after a restore, refused when damaged, absent when stopped.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::store::files::create_private;
use crate::store::{Access, DocumentFilter, Kept, Place, Store, WORKSPACE_DATABASE, fixture};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;
use touchstone_core::record::Document;

struct Setting {
    folder: tempfile::TempDir,
    store: Store,
    documents: Vec<Document>,
}

impl Setting {
    /// A workspace that is open, with two documents of different bytes.
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::Folder(folder.path().join("workspace"));
        let store = Store::open(&place, Access::Own).await.unwrap();
        let mut documents = Vec::new();
        for text in ["one", "two"] {
            let path = folder.path().join(text);
            fs::write(&path, text).unwrap();
            let Kept { sha256, bytes } = store.keep_original(&path, u64::MAX).await.unwrap();
            let document = Document {
                sha256,
                bytes,
                ..fixture::document()
            };
            store.insert_document(&document).await.unwrap();
            store
                .put_pages(document.id, &[fixture::page(1, &[text])])
                .await
                .unwrap();
            documents.push(document);
        }
        Self {
            folder,
            store,
            documents,
        }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    async fn back_up(&self, name: &str) -> anyhow::Result<Manifest> {
        back_up(&self.store, &self.at(name), &CancellationToken::new(), |_, _| ()).await
    }

    async fn verify(&self, name: &str) -> anyhow::Result<Verified> {
        verify(&self.at(name), &CancellationToken::new(), |_, _| ()).await
    }

    async fn restore(&self, name: &str, into: &str) -> anyhow::Result<Manifest> {
        restore(&self.at(name), &self.at(into), &CancellationToken::new(), |_, _| ()).await
    }

    fn original_in(&self, name: &str) -> PathBuf {
        crate::store::place_of(&self.at(name).join("originals"), &self.documents[0].sha256).unwrap()
    }
}

fn change_a_byte(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[tokio::test]
async fn a_restored_backup_is_the_same_workspace() {
    let setting = Setting::new().await;
    // As the command line does it, beside an owner.
    let reader = Store::open(setting.store.place(), Access::ReadOnly).await.unwrap();
    let (target, stop) = (setting.at("backup"), CancellationToken::new());
    let made = back_up(&reader, &target, &stop, |done, total| assert!(done <= total)).await;
    let made = made.unwrap();
    assert_eq!(
        (made.documents, made.originals.len(), made.unavailable.len()),
        (2, 2, 0)
    );
    // What is stored later is not in it.
    setting.store.insert_document(&fixture::document()).await.unwrap();
    let verified = setting.verify("backup").await.unwrap();
    assert_eq!((verified.faults, verified.manifest), (vec![], made));

    setting.restore("backup", "again").await.unwrap();
    let place = Place::Folder(setting.at("again"));
    let again = Store::open(&place, Access::Own).await.unwrap();
    let documents = again.documents(&DocumentFilter::default()).await.unwrap();
    assert_eq!(documents, setting.documents);
    let mut text = String::new();
    let mut original = again.original(&documents[1]).await.unwrap();
    original.read_to_string(&mut text).unwrap();
    assert_eq!(text, "two");
    assert_eq!(again.search("one", 5).await.unwrap().len(), 1);
    assert_eq!(setting.names(), ["again", "backup", "one", "two", "workspace"]);
}

#[tokio::test]
async fn a_damaged_backup_is_told_and_not_restored() {
    type Damage = fn(&Setting);
    let rows: [(&str, Damage, &str); 6] = [
        (
            "database",
            |setting| change_a_byte(&setting.at("b").join(DATABASE)),
            "database.sqlite has changed",
        ),
        (
            "no database",
            |setting| fs::remove_file(setting.at("b").join(DATABASE)).unwrap(),
            "database.sqlite is missing",
        ),
        (
            "original",
            |setting| change_a_byte(&setting.original_in("b")),
            "has changed since the backup",
        ),
        (
            "longer",
            |setting| fs::write(setting.original_in("b"), "one and more").unwrap(),
            "has changed since the backup",
        ),
        (
            "no original",
            |setting| fs::remove_file(setting.original_in("b")).unwrap(),
            "is missing",
        ),
        (
            "manifest",
            |setting| {
                let path = setting.at("b").join(MANIFEST);
                let text = fs::read_to_string(&path).unwrap();
                let hash = &setting.documents[0].sha256;
                fs::write(&path, text.replace(hash.as_str(), &"0".repeat(64))).unwrap();
            },
            "is not in manifest.json",
        ),
    ];
    for (name, damage, fault) in rows {
        let setting = Setting::new().await;
        setting.back_up("b").await.unwrap();
        damage(&setting);
        let faults = setting.verify("b").await.unwrap().faults;
        assert!(faults.iter().any(|found| found.contains(fault)), "{name}: {faults:?}");
        let refused = setting.restore("b", "again").await.unwrap_err().to_string();
        assert!(refused.contains("it is damaged"), "{name}: {refused}");
        assert_eq!(setting.names(), ["b", "one", "two", "workspace"], "{name}");
    }
    let setting = Setting::new().await;
    setting.back_up("b").await.unwrap();
    fs::write(setting.at("b").join(MANIFEST), "{}").unwrap();
    assert!(setting.verify("b").await.is_err());
}

#[tokio::test]
async fn nothing_is_overwritten_and_remains_of_an_interruption_go() {
    let setting = Setting::new().await;
    let remains = setting.at(".b.unfinished");
    fs::create_dir(&remains).unwrap();
    fs::write(remains.join("half"), "x").unwrap();
    setting.back_up("b").await.unwrap();
    assert_eq!(setting.names(), ["b", "one", "two", "workspace"]);
    assert!(!setting.at("b").join("half").exists());
    for target in ["b", "one", "workspace"] {
        let refused = setting.back_up(target).await.unwrap_err().to_string();
        assert!(refused.contains("exists already"), "{refused}");
        let refused = setting.restore("b", target).await.unwrap_err().to_string();
        assert!(refused.contains("exists already"), "{refused}");
    }
    assert_eq!(setting.verify("b").await.unwrap().faults, [""; 0]);

    // While another process builds the same folder.
    create_private(&setting.at(".c.lock")).unwrap();
    let other = fs::File::options().write(true).open(setting.at(".c.lock")).unwrap();
    other.lock().unwrap();
    let refused = setting.back_up("c").await.unwrap_err().to_string();
    assert!(refused.starts_with("another Touchstone is writing"), "{refused}");
}

#[tokio::test]
async fn a_stopped_copy_leaves_nothing() {
    let setting = Setting::new().await;
    setting.back_up("b").await.unwrap();
    let stop = CancellationToken::new();
    stop.cancel();
    let stopped = [
        back_up(&setting.store, &setting.at("c"), &stop, |_, _| ())
            .await
            .map(drop),
        restore(&setting.at("b"), &setting.at("c"), &stop, |_, _| ())
            .await
            .map(drop),
        verify(&setting.at("b"), &stop, |_, _| ()).await.map(drop),
    ];
    for stopped in stopped {
        assert!(stopped.unwrap_err().is::<Stopped>());
    }
    assert_eq!(setting.names(), ["b", "one", "two", "workspace"]);
    // A connection that was stopped once is not stopped for ever.
    setting.back_up("c").await.unwrap();
}

#[tokio::test]
async fn an_original_that_cannot_be_backed_up_is_listed_and_the_rest_is_backed_up() {
    let setting = Setting::new().await;
    change_a_byte(&setting.original_in("workspace"));
    let made = setting.back_up("b").await.unwrap();
    let lacking: Vec<_> = made.unavailable.iter().map(|original| &original.sha256).collect();
    assert_eq!(lacking, [&setting.documents[0].sha256]);
    assert_eq!(setting.verify("b").await.unwrap().faults, [""; 0]);
    setting.restore("b", "again").await.unwrap();
    assert!(setting.at("again").join(WORKSPACE_DATABASE).is_file());
    assert!(!setting.original_in("again").exists());
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_may_look_inside() {
    use std::os::unix::fs::PermissionsExt;
    let setting = Setting::new().await;
    setting.back_up("b").await.unwrap();
    let backup = setting.at("b");
    let rows = [
        (backup.clone(), 0o700),
        (backup.join(DATABASE), 0o600),
        (backup.join(MANIFEST), 0o600),
        (setting.original_in("b"), 0o600),
    ];
    for (path, mode) in rows {
        let found = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(found, mode, "{} has mode {found:o}", path.display());
    }
}
