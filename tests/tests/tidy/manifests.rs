//! Checks the manifests of the workspace: one set of lints, one set of versions, dependencies only where allowed.

use crate::house::{File, enforce, report, root};
use toml::{Table, Value};

/// A dependency that only the listed members may name.
const HOMES: [(&str, &[&str]); 12] = [
    ("sqlx", &["crates/engine", "tests"]),
    ("reqwest", &["crates/engine"]),
    ("pdfium-render", &["crates/reader"]),
    ("rten", &["crates/reader"]),
    ("imageproc", &["crates/reader"]),
    ("image", &["crates/local", "crates/engine", "crates/reader", "tests"]),
    ("keyring-core", &["src-tauri"]),
    ("specta", &["crates/core", "crates/engine", "src-tauri"]),
    ("thirtyfour", &["tests"]),
    ("tauri", &["src-tauri"]),
    ("lopdf", &["crates/intake", "crates/reader", "tests"]),
    ("pdf-writer", &["crates/intake", "crates/reader", "tests"]),
];

fn member(file: &File) -> Vec<String> {
    let Some(folder) = file.path.strip_suffix("/Cargo.toml") else {
        return Vec::new();
    };
    let manifest: Table = match file.text.parse() {
        Ok(manifest) => manifest,
        Err(error) => return vec![format!("{}: {error}", file.path)],
    };
    // The fuzz targets are a workspace of their own, built by another compiler.
    if manifest.contains_key("workspace") {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    let inherits = |section: &str, key: &str| {
        let value = manifest.get(section).and_then(|section| section.get(key));
        value.and_then(|value| value.get("workspace")).and_then(Value::as_bool) == Some(true)
    };
    let lints = manifest.get("lints").and_then(|lints| lints.get("workspace"));
    if lints.and_then(Value::as_bool) != Some(true) {
        complaints.push(format!("{}: the lints of the workspace are not inherited", file.path));
    }
    for key in ["version", "edition", "rust-version", "license", "publish"] {
        if !inherits("package", key) {
            complaints.push(format!("{}: `{key}` is not inherited from the workspace", file.path));
        }
    }
    for name in dependencies(&manifest) {
        if let Some((_, homes)) = HOMES.iter().find(|(dependency, _)| *dependency == name)
            && !homes.contains(&folder)
        {
            complaints.push(format!("{}: `{name}` belongs to {}", file.path, homes.join(", ")));
        }
    }
    complaints
}

fn dependencies(manifest: &Table) -> Vec<String> {
    let mut tables: Vec<&Table> = vec![manifest];
    if let Some(targets) = manifest.get("target").and_then(Value::as_table) {
        tables.extend(targets.values().filter_map(Value::as_table));
    }
    let sections = ["dependencies", "dev-dependencies", "build-dependencies"];
    tables
        .iter()
        .flat_map(|table| sections.iter().filter_map(|section| table.get(*section)?.as_table()))
        .flat_map(|section| section.keys().cloned())
        .collect()
}

#[test]
fn members_inherit_and_keep_to_their_dependencies() {
    enforce(member);
}

/// The lints that the invariants rely on must not be relaxed.
#[test]
fn the_workspace_denies_what_the_house_forbids() {
    let text = std::fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    let manifest: Table = text.parse().expect("Cargo.toml is TOML");
    let lints = &manifest["workspace"]["lints"];
    let mut complaints = Vec::new();
    for (group, lint) in [
        ("rust", "unsafe_code"),
        ("rust", "unused_must_use"),
        ("clippy", "unwrap_used"),
        ("clippy", "expect_used"),
        ("clippy", "dbg_macro"),
        ("clippy", "print_stdout"),
        ("clippy", "await_holding_lock"),
    ] {
        if !matches!(lints[group].get(lint).and_then(Value::as_str), Some("deny" | "forbid")) {
            complaints.push(format!("Cargo.toml: the lint {group}::{lint} is not denied"));
        }
    }
    report(&complaints);
}

#[test]
fn strange_members_are_seen() {
    let good = "[package]\nname = \"a\"\nversion.workspace = true\nedition.workspace = true\nrust-version.workspace = true\n\
                license.workspace = true\npublish.workspace = true\n[lints]\nworkspace = true\n";
    let check = |path: &str, text: &str| member(&File::new(path, text)).len();
    assert_eq!(check("crates/cli/Cargo.toml", good), 0);
    assert_eq!(
        check(
            "crates/cli/Cargo.toml",
            &good.replace(
                "workspace = true\n[lints]\nworkspace",
                "workspace = true\n[lints]\nother"
            )
        ),
        1
    );
    assert_eq!(
        check(
            "crates/cli/Cargo.toml",
            &good.replace("edition.workspace = true", "edition = \"2021\"")
        ),
        1
    );
    assert_eq!(
        check(
            "crates/cli/Cargo.toml",
            &format!("{good}[dependencies]\nsqlx.workspace = true\n")
        ),
        1
    );
    assert_eq!(
        check(
            "crates/cli/Cargo.toml",
            &format!("{good}[target.'cfg(unix)'.dependencies]\nrten = \"1\"\n")
        ),
        1
    );
    assert_eq!(
        check(
            "crates/reader/Cargo.toml",
            &format!("{good}[dependencies]\nrten = \"1\"\n")
        ),
        0
    );
}
