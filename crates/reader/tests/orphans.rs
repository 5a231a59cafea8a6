//! Tests that a reader never outlives the program it works for, even in the middle of an endless page.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use support::{open, pool, stream};

/// Names the file into which the parent under test writes the process id of its reader.
const VARIABLE: &str = "TOUCHSTONE_TEST_READER_ID";

/// A page whose form draws itself, which keeps PDFium busy until memory runs out.
fn endless() -> Vec<u8> {
    let form = stream(
        "/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>",
        "/X Do /X Do",
    );
    support::one_page("/MediaBox[0 0 600 800]", "/XObject<</X 6 0 R>>", "/X Do /X Do", &[form])
}

#[tokio::test]
async fn parent_under_test() {
    let Some(file) = std::env::var_os(VARIABLE) else { return };
    let document = open(&pool(1), &endless()).await.unwrap();
    let id = document.reader_id().await.unwrap();
    std::fs::write(file, id.to_string()).unwrap();
    document.page(1).await.unwrap();
}

fn is_running(id: &str) -> bool {
    let state = std::fs::read_to_string(Path::new("/proc").join(id).join("stat"));
    state.is_ok_and(|state| !state.contains(") Z "))
}

fn within(time: Duration, mut holds: impl FnMut() -> bool) -> bool {
    for _ in 0..time.as_millis() / 20 {
        if holds() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    holds()
}

#[test]
fn a_busy_reader_ends_with_its_killed_parent() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("id");
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .args(["parent_under_test", "--exact"])
        .env(VARIABLE, &file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut id = String::new();
    let started = within(Duration::from_secs(20), || {
        id = std::fs::read_to_string(&file).unwrap_or_default();
        !id.is_empty()
    });
    assert!(started, "no reader was started");
    std::thread::sleep(Duration::from_millis(300));
    assert!(is_running(&id), "the page should still be keeping the reader busy");
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert!(
        within(Duration::from_secs(3), || !is_running(&id)),
        "reader {id} outlived its parent"
    );
}
