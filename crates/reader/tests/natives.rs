//! Native files are compared with their pins before they are loaded. The reader is linked into folders of its own, with
//! genuine and altered files where it looks for them.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::path::{Path, PathBuf};
use tempfile::TempDir;
use touchstone_intake::{Greeting, Outcome, PoolConfig, ReaderPool, Recogniser};

const READER: &str = env!("CARGO_BIN_EXE_touchstone-reader");

/// The native files beside the reader built with this test.
fn genuine() -> PathBuf {
    Path::new(READER).parent().unwrap().join("../native")
}

/// An empty field of a number that no model has, as models are encoded. No loader notices it at the end of a file.
const MORE: [u8; 3] = [0xa0, 0x06, 0x00];

/// An installation with a library and two models; those named in `altered` differ from the pinned ones by their end.
fn installed(altered: &[&str]) -> TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for part in ["bin", "native/models"] {
        std::fs::create_dir_all(folder.path().join(part)).unwrap();
    }
    std::fs::hard_link(READER, folder.path().join("bin/touchstone-reader")).unwrap();
    for file in ["libpdfium.so", "models/det.onnx", "models/rec.onnx"] {
        let mut bytes = std::fs::read(genuine().join(file)).unwrap();
        if altered.contains(&file) {
            bytes.extend(MORE);
        }
        std::fs::write(folder.path().join("native").join(file), bytes).unwrap();
    }
    folder
}

fn pool_of(folder: &TempDir, is_named: bool) -> ReaderPool {
    let native = folder.path().join("native");
    ReaderPool::new(PoolConfig {
        library: is_named.then(|| native.join("libpdfium.so")),
        models: is_named.then(|| native.join("models")),
        ..PoolConfig::new(folder.path().join("bin/touchstone-reader"), 1)
    })
}

/// The self-description of both roles.
async fn greetings(pool: &ReaderPool) -> [Result<Greeting, touchstone_intake::Failure>; 2] {
    [pool.probe().await, pool.probe_recognition(Recogniser::BuiltIn).await]
}

#[tokio::test]
async fn pinned_files_are_loaded_without_a_remark() {
    let folder = installed(&[]);
    for greeting in greetings(&pool_of(&folder, false)).await {
        let place = greeting.unwrap().library;
        assert!(place.contains("native") && !place.contains("pinned"), "{place}");
    }
}

#[tokio::test]
async fn an_altered_file_is_refused_with_its_name_and_both_hashes() {
    for (file, role, pinned, variable) in [
        (
            "libpdfium.so",
            0,
            "c76dc0f7839644bfa7c3e3107a6068df",
            "TOUCHSTONE_PDFIUM",
        ),
        (
            "models/det.onnx",
            1,
            "090f04abcd9d9a7498bc4ebf677e4cb9",
            "TOUCHSTONE_MODELS",
        ),
        (
            "models/rec.onnx",
            1,
            "6f327246b50388f3c176ae304bd95767",
            "TOUCHSTONE_MODELS",
        ),
    ] {
        let folder = installed(&[file]);
        let mut answers = greetings(&pool_of(&folder, false)).await.into_iter();
        let failure = answers.nth(role).unwrap().expect_err(file);
        assert_eq!(failure.outcome, Outcome::Io);
        for part in [file, "SHA-256", pinned, variable] {
            assert!(failure.message.contains(part), "{part} is not in: {failure}");
        }
    }
}

#[tokio::test]
async fn an_altered_file_that_is_named_is_loaded_with_a_remark() {
    let folder = installed(&["libpdfium.so", "models/rec.onnx"]);
    let [library, models] = greetings(&pool_of(&folder, true)).await;
    let (library, models) = (library.unwrap().library, models.unwrap().library);
    assert!(library.contains("TOUCHSTONE_PDFIUM names it"), "{library}");
    assert!(
        models.contains("rec.onnx (not the pinned file; used because TOUCHSTONE_MODELS names it)"),
        "{models}"
    );
    assert!(!models.contains("det.onnx"), "{models}");
}
