//! The bill of materials and the third-party notices that a package contains, as `scripts/notices.py` writes them.

use crate::house::{report, root};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Runs the script for a target; returns the list of components and the notices.
fn made(target: &str) -> (Value, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = root().join("scripts/notices.py");
    let ran = Command::new("python3")
        .args([script.as_path(), folder.path()])
        .arg(target)
        .output()
        .expect("starting Python");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("reading what was written");
    let bill = serde_json::from_str(&read("touchstone.cdx.json")).expect("JSON");
    (bill, read("THIRD-PARTY-NOTICES.txt"))
}

/// What is wrong with a component: each has a license, and all but our own crates a hash and a line in the notices.
fn complaints(component: &Value, notices: &str) -> Vec<String> {
    let text = |key: &str| component[key].as_str().unwrap_or_default();
    let (name, version) = (text("name"), text("version"));
    let mut complaints = Vec::new();
    if component["licenses"][0]["expression"]
        .as_str()
        .is_none_or(str::is_empty)
    {
        complaints.push(format!("{name} {version} has no license"));
    }
    let is_ours = name.starts_with("touchstone-");
    let hash = component["hashes"][0]["content"].as_str().unwrap_or_default();
    let is_hash = hash.len() >= 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_ours && !is_hash {
        complaints.push(format!("{name} {version} has no hash"));
    }
    let is_named = |line: &str| line.starts_with(&format!("{name} {version}"));
    if !is_ours && !notices.lines().any(is_named) {
        complaints.push(format!("{name} {version} is not in the notices"));
    }
    complaints
}

#[test]
fn everything_shipped_is_listed_with_its_license() {
    let (bill, notices) = made("x86_64-unknown-linux-gnu");
    assert_eq!(
        (&bill["bomFormat"], &bill["specVersion"]),
        (&"CycloneDX".into(), &"1.5".into())
    );
    let components = bill["components"].as_array().expect("components");
    report(
        &components
            .iter()
            .flat_map(|one| complaints(one, &notices))
            .collect::<Vec<_>>(),
    );
    let references: BTreeSet<&str> = components.iter().filter_map(|one| one["bom-ref"].as_str()).collect();
    assert_eq!(references.len(), components.len(), "two components of one name");
    let names: BTreeSet<&str> = components.iter().filter_map(|one| one["name"].as_str()).collect();
    for shipped in [
        "PDFium",
        "det.onnx",
        "rec.onnx",
        "libsqlite3-sys",
        "tauri",
        "rten",
        "react",
        "touchstone-reader",
    ] {
        assert!(names.contains(shipped), "{shipped} is not listed");
    }
    for tested in ["proptest", "thirtyfour", "touchstone-tests", "vitest", "eslint"] {
        assert!(!names.contains(tested), "{tested} is not shipped");
    }
    for dependency in bill["dependencies"].as_array().expect("dependencies") {
        for other in dependency["dependsOn"].as_array().expect("a list") {
            let other = other.as_str().expect("a reference");
            assert!(references.contains(other), "{other} is not listed");
        }
    }
    let pinned = std::fs::read_to_string(root().join("scripts/native.lock")).expect("the lock file");
    let pdfium = components.iter().find(|one| one["name"] == "PDFium").expect("PDFium");
    assert!(pinned.contains(pdfium["hashes"][0]["content"].as_str().expect("a hash")));
    assert!(notices.contains("Permission is hereby granted, free of charge"));
}

#[test]
fn an_unlisted_component_is_seen() {
    let component = serde_json::json!({"name": "a", "version": "1.0.0", "licenses": [{"expression": "MIT"}],
        "hashes": [{"alg": "SHA-256", "content": "0".repeat(64)}]});
    assert_eq!(complaints(&component, "a 1.0.0 (MIT)\n").len(), 0);
    assert_eq!(complaints(&component, "aa 1.0.0 (MIT)\n").len(), 1);
    let bare = serde_json::json!({"name": "a", "version": "1.0.0"});
    assert_eq!(complaints(&bare, "").len(), 3);
}
