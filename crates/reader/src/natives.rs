//! The native files that a reader loads: compared with the SHA-256 values pinned in the lock files, which are part of
//! this program.

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::path::{Path, PathBuf};

/// PDFium, one row a Rust target: target, platform, file, bytes, SHA-256.
const LIBRARIES: &str = include_str!("../../../scripts/native.lock");
/// The recognition models: file, name in the package, bytes, SHA-256.
const MODELS: &str = include_str!("../../../scripts/models.lock");

/// Where a native file was found.
pub(crate) struct Place {
    pub(crate) path: PathBuf,
    /// The environment variable that may name the place.
    pub(crate) variable: &'static str,
    /// Whether it does. Whoever names a file may use a build of their own.
    pub(crate) is_named: bool,
}

impl Place {
    pub(crate) fn named(path: PathBuf, variable: &'static str) -> Self {
        Self {
            path,
            variable,
            is_named: true,
        }
    }

    pub(crate) fn found(path: &Path, variable: &'static str) -> Self {
        Self {
            path: path.to_owned(),
            variable,
            is_named: false,
        }
    }
}

/// The pinned PDFium library of a system, as the standard library names systems: `linux`, `x86_64`.
fn pinned_library(system: &str, processor: &str) -> Option<&'static str> {
    let system = if system == "macos" { "darwin" } else { system };
    rows(LIBRARIES)
        .find(|row| {
            let target = row.first().copied().unwrap_or_default();
            let mut parts = target.split('-');
            parts.next() == Some(processor) && parts.any(|part| part == system)
        })
        .and_then(|row| row.get(4).copied())
}

fn pinned_model(file: &str) -> Option<&'static str> {
    rows(MODELS)
        .find(|row| row.first() == Some(&file))
        .and_then(|row| row.get(3).copied())
}

fn rows(lock: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = lock.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_whitespace().collect())
}

/// Checks the PDFium library before it is loaded and returns its path for display, with a remark if it is not the
/// pinned one.
pub(crate) fn library(place: &Place) -> anyhow::Result<String> {
    let found = digest_of(&place.path)?;
    let pinned = pinned_library(std::env::consts::OS, std::env::consts::ARCH);
    let remark = check(place, &place.path, pinned, &found)?;
    Ok(format!("{}{remark}", place.path.display()))
}

/// Checks a model in a folder of models; returns a remark if it is not the pinned one.
pub(crate) fn model(folder: &Place, file: &str, found: &str) -> anyhow::Result<String> {
    let remark = check(folder, &folder.path.join(file), pinned_model(file), found)?;
    Ok(if remark.is_empty() {
        remark
    } else {
        format!(", {file}{remark}")
    })
}

/// Compares hashes, in hexadecimal. A file at a named place is used anyway, with a remark.
fn check(place: &Place, file: &Path, pinned: Option<&str>, found: &str) -> anyhow::Result<String> {
    let variable = place.variable;
    if pinned == Some(found) {
        return Ok(String::new());
    }
    if place.is_named {
        return Ok(format!(" (not the pinned file; used because {variable} names it)"));
    }
    bail!(
        "{} is not the file this program was made for: its SHA-256 is {found} instead of {}; install it again (in a \
         build tree: `make setup`), or set {variable} to {} to use it as it is",
        file.display(),
        pinned.unwrap_or("one pinned for this system"),
        place.path.display()
    )
}

/// The SHA-256 of a file, in hexadecimal.
pub(crate) fn digest_of(path: &Path) -> anyhow::Result<String> {
    let what = || format!("could not read {}", path.display());
    let mut file = File::open(path).with_context(what)?;
    let mut hash = Sha256::new();
    std::io::copy(&mut file, &mut hash).with_context(what)?;
    Ok(format!("{:x}", hash.finalize()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_system_and_model_has_its_pin() {
        for (system, processor, begins) in [
            ("linux", "x86_64", Some("c76dc0f7")),
            ("linux", "aarch64", Some("4378615a")),
            ("macos", "aarch64", Some("5574cd41")),
            ("macos", "x86_64", Some("967a413d")),
            ("windows", "x86_64", Some("42d87f68")),
            ("windows", "aarch64", Some("b244ece1")),
            ("linux", "riscv64", None),
            ("freebsd", "x86_64", None),
        ] {
            let pinned = pinned_library(system, processor);
            assert_eq!(pinned.map(|pin| &pin[..8]), begins, "{system} {processor}");
        }
        for (file, begins) in [
            ("det.onnx", Some("090f04ab")),
            ("rec.onnx", Some("6f327246")),
            ("other.onnx", None),
        ] {
            assert_eq!(pinned_model(file).map(|pin| &pin[..8]), begins, "{file}");
        }
    }

    #[test]
    fn a_strange_file_is_used_only_if_it_is_named() {
        let check = |is_named, pinned, found| {
            let path = PathBuf::from("native/libpdfium.so");
            let place = Place {
                path: path.clone(),
                variable: "TOUCHSTONE_PDFIUM",
                is_named,
            };
            check(&place, &path, pinned, found)
        };
        assert_eq!(check(false, Some("aa"), "aa").unwrap(), "");
        assert_eq!(check(true, Some("aa"), "aa").unwrap(), "");
        let remark = check(true, Some("aa"), "bb").unwrap();
        assert!(remark.contains("TOUCHSTONE_PDFIUM names it"), "{remark}");
        for (pinned, expected) in [
            (Some("aa"), "SHA-256 is bb instead of aa"),
            (None, "instead of one pinned for this system"),
        ] {
            let refusal = check(false, pinned, "bb").unwrap_err().to_string();
            assert!(
                refusal.starts_with("native/libpdfium.so is not") && refusal.contains(expected),
                "{refusal}"
            );
        }
    }

    #[test]
    fn a_digest_is_that_of_the_whole_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), b"abc").unwrap();
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest_of(file.path()).unwrap(), expected);
        assert!(digest_of(Path::new("/nowhere")).is_err());
    }
}
