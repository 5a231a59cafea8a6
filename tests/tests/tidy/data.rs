//! Checks of data files: packs, migrations, fixtures, pinned native libraries.

use crate::house::{paths, report, root};
use regex::Regex;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use touchstone_core::pack::Pack;

const LARGEST_FIXTURE: u64 = 300_000;

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    found.sort();
    found
}

#[test]
fn every_pack_is_valid() {
    let mut packs = folders_in(&root().join("packs"));
    packs.retain(|folder| folder.join("pack.toml").is_file());
    assert!(!packs.is_empty(), "there is no pack");
    let mut complaints = Vec::new();
    for folder in packs {
        if let Err(error) = Pack::load(&folder) {
            complaints.push(format!("{}: {error}", folder.display()));
        }
    }
    report(&complaints);
}

#[test]
fn a_pack_with_a_mistake_is_seen() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(
        folder.path().join("pack.toml"),
        "name = \"broken\"\nmode = \"sideways\"\n",
    )
    .expect("writing");
    assert!(Pack::load(folder.path()).is_err());
}

/// Migrations are numbered from 1 without a gap, and commented: at the top, and above every table.
fn migration_complaints(files: &[(String, String)]) -> Vec<String> {
    let name = Regex::new(r"^(\d{4})_[a-z0-9_]+\.sql$").expect("a valid expression");
    let mut complaints = Vec::new();
    for (index, (file, text)) in files.iter().enumerate() {
        let number = name.captures(file).and_then(|found| found[1].parse::<usize>().ok());
        if number != Some(index + 1) {
            complaints.push(format!(
                "migrations/{file}: expected number {:04} and a name in small letters",
                index + 1
            ));
        }
        if !text.starts_with("-- ") {
            complaints.push(format!(
                "migrations/{file}: the first line says what changes (`-- ...`)"
            ));
        }
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let table =
                line.to_uppercase().starts_with("CREATE TABLE") || line.to_uppercase().starts_with("CREATE VIRTUAL");
            if table && !(at > 0 && lines[at - 1].starts_with("--")) {
                complaints.push(format!(
                    "migrations/{file}:{}: a table without a comment above it",
                    at + 1
                ));
            }
        }
    }
    complaints
}

#[test]
fn migrations_are_numbered_and_commented() {
    let mut files: Vec<(String, String)> = Vec::new();
    for path in folders_in(&root().join("migrations")) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        files.push((name, std::fs::read_to_string(&path).expect("reading a migration")));
    }
    assert!(!files.is_empty(), "there is no migration");
    report(&migration_complaints(&files));
}

#[test]
fn careless_migrations_are_seen() {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let good = "-- First.\n\n-- Things.\nCREATE TABLE things (id TEXT);\n";
    assert!(migration_complaints(&[file("0001_first.sql", good)]).is_empty());
    assert_eq!(
        migration_complaints(&[file("0001_first.sql", good), file("0003_third.sql", good)]).len(),
        1
    );
    assert_eq!(migration_complaints(&[file("first.sql", good)]).len(), 1);
    assert_eq!(
        migration_complaints(&[file("0001_first.sql", "CREATE TABLE things (id TEXT);\n")]).len(),
        2
    );
}

#[test]
fn fixtures_are_small_and_carry_their_truth() {
    let mut complaints = Vec::new();
    let fixtures = root().join("tests/fixtures");
    for path in paths().into_iter().filter(|path| path.starts_with(&fixtures)) {
        let size = path.metadata().expect("reading a size").len();
        if size > LARGEST_FIXTURE {
            complaints.push(format!(
                "{}: {size} bytes; {LARGEST_FIXTURE} are the most",
                path.display()
            ));
        }
        let truth = path.with_extension("truth.json");
        if path.extension().is_some_and(|extension| extension == "pdf") && !truth.exists() {
            complaints.push(format!("{}: there is no {}", path.display(), truth.display()));
        }
    }
    report(&complaints);
}

struct Pinned {
    target: String,
    file: String,
    bytes: u64,
    sha256: String,
}

fn pinned() -> Vec<Pinned> {
    let text = std::fs::read_to_string(root().join("scripts/native.lock")).expect("scripts/native.lock");
    let rows = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    rows.map(|row| {
        let columns: Vec<&str> = row.split_whitespace().collect();
        let [target, _platform, file, bytes, sha256, wheel] = columns[..] else {
            panic!("scripts/native.lock: six columns expected: {row}");
        };
        assert!(
            sha256.len() == 64 && wheel.len() == 64,
            "scripts/native.lock: not a SHA-256: {row}"
        );
        Pinned {
            target: target.to_owned(),
            file: file.to_owned(),
            bytes: bytes.parse().expect("a number of bytes"),
            sha256: sha256.to_owned(),
        }
    })
    .collect()
}

#[test]
fn native_libraries_are_pinned_for_every_target() {
    let pinned = pinned();
    for target in [
        "x86_64-unknown-linux-gnu",
        "aarch64-unknown-linux-gnu",
        "aarch64-apple-darwin",
        "x86_64-apple-darwin",
        "x86_64-pc-windows-msvc",
        "aarch64-pc-windows-msvc",
    ] {
        assert_eq!(pinned.iter().filter(|row| row.target == target).count(), 1, "{target}");
    }
}

/// The library loaded by tests and program is the pinned one, without a JavaScript engine or XFA.
#[test]
fn pdfium_is_the_pinned_one_without_v8_and_xfa() {
    let folder = root().join("target/native");
    let row = pinned().into_iter().find(|row| folder.join(&row.file).exists());
    let row = row.expect("there is no PDFium in target/native: run `make setup`");
    let bytes = std::fs::read(folder.join(&row.file)).expect("reading the library");
    let digest = format!("{:x}", Sha256::digest(&bytes));
    let known: Vec<String> = pinned().into_iter().map(|row| row.sha256).collect();
    assert!(
        known.contains(&digest),
        "{} has SHA-256 {digest}, which is not pinned",
        row.file
    );
    assert_eq!(bytes.len() as u64, row.bytes);
    for part in FORBIDDEN_PARTS {
        assert!(!holds(&bytes, part), "{} contains `{part}`", row.file);
    }
    assert!(holds(&bytes, "FPDF_LoadMemDocument"), "the search finds what is there");
    assert!(folder.join("licenses").is_dir(), "the licences of PDFium are missing");
}

/// Exported functions and class names that exist only in builds with V8 or XFA.
const FORBIDDEN_PARTS: [&str; 5] = [
    "FPDF_GetRecommendedV8Flags",
    "FPDF_GetArrayBufferAllocatorSharedInstance",
    "_ZN2v8",
    "cppgc",
    "CXFA_",
];

fn holds(bytes: &[u8], part: &str) -> bool {
    bytes.windows(part.len()).any(|window| window == part.as_bytes())
}
