//! Backups from the settings: made, verified, damaged and restored, with the folders chosen in dialogs.

use crate::stage::{Stage, root};
use std::fs;
use std::path::PathBuf;

fn only_entry(folder: &std::path::Path) -> PathBuf {
    let entries: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries[0].clone()
}

#[tokio::test]
async fn window_a_workspace_is_backed_up_verified_and_restored() {
    let Some(stage) = Stage::open().await else { return };
    stage
        .import(&[root().join("tests/fixtures/samples/w2-001-official.pdf")])
        .await;
    let place = tempfile::tempdir().unwrap();
    let (backups, restored) = (place.path().join("backups"), place.path().join("restored"));
    fs::create_dir(&backups).unwrap();
    fs::create_dir(&restored).unwrap();
    stage.press("Settings").await;

    stage.prepare_answer("Back up to a folder", &[&backups]);
    stage.press("Back up…").await;
    let shown = |text: &str| format!("document.body.innerText.includes({text:?})");
    stage.until("the backup", &shown("Backed up 1 document to")).await;
    let backup = only_entry(&backups);

    stage.prepare_answer("Verify a backup", &[&backup]);
    stage.press("Verify a backup…").await;
    stage.until("the verification", &shown("1 document, all intact")).await;

    stage.prepare_answer("Restore a backup", &[&backup]);
    stage.prepare_answer("Restore to a folder", &[&restored]);
    stage.prepare_answer("Use the restored workspace?", &[std::path::Path::new("no")]);
    stage.press("Restore a backup…").await;
    stage
        .until("the restored workspace", &shown("Restored 1 document to"))
        .await;
    assert!(only_entry(&restored).join("touchstone.db").is_file());

    stage.press("Verify this workspace").await;
    stage.until("the verification", &shown("1 document, all intact")).await;

    fs::write(backup.join("database.sqlite"), "changed").unwrap();
    stage.prepare_answer("Verify a backup", &[&backup]);
    stage.press("Verify a backup…").await;
    stage
        .until(
            "the fault",
            &shown("database.sqlite has changed since the backup was made"),
        )
        .await;
    stage.picture("backups").await;
    stage.close().await;
}
