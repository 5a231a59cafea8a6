//! Sources and licenses of the dependencies, checked offline from Cargo.lock and the packages' own manifests.

use crate::house::{report, root};
use serde_json::Value;

/// Licenses that allow linking and shipping. Nothing GPL or AGPL.
const ALLOWED: [&str; 13] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "BSL-1.0",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "Unlicense",
    "CC0-1.0",
];

/// Packages under another license, each with the reason why it is acceptable.
const EXCEPTIONS: [(&str, &str, &str); 6] = [
    (
        "webpki-root-certs",
        "CDLA-Permissive-2.0",
        "a list of certificates, data under a permissive licence; linked on Android only, where we do not build",
    ),
    (
        "option-ext",
        "MPL-2.0",
        "file-level copyleft: it is used unchanged, through `directories`, and its source is public",
    ),
    ("cssparser", "MPL-2.0", OF_TAURI),
    ("cssparser-macros", "MPL-2.0", OF_TAURI),
    ("dtoa-short", "MPL-2.0", OF_TAURI),
    ("selectors", "MPL-2.0", OF_TAURI),
];
const OF_TAURI: &str = "file-level copyleft: Tauri uses it unchanged to read our own page, and its source is public";

/// The package index of the Rust community, as Cargo.lock names it.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Whether a license expression (SPDX, or the older form with slashes) includes an allowed choice.
fn allows(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let answer = either(&words, &mut at, allowed);
    answer && at == words.len()
}

fn either(words: &[&str], at: &mut usize, allowed: &[&str]) -> bool {
    let mut answer = both(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        // Evaluated before `||`, because it has to advance `at`.
        let other = both(words, at, allowed);
        answer = answer || other;
    }
    answer
}

fn both(words: &[&str], at: &mut usize, allowed: &[&str]) -> bool {
    let mut answer = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        let other = one(words, at, allowed);
        answer = answer && other;
    }
    answer
}

fn one(words: &[&str], at: &mut usize, allowed: &[&str]) -> bool {
    let Some(word) = words.get(*at) else {
        return false;
    };
    *at += 1;
    if *word == "(" {
        let answer = either(words, at, allowed);
        *at += 1;
        return answer && words.get(*at - 1) == Some(&")");
    }
    if words.get(*at) == Some(&"WITH") {
        let exception = words.get(*at + 1).copied().unwrap_or("");
        *at += 2;
        return allowed.contains(&format!("{word} WITH {exception}").as_str());
    }
    allowed.contains(word)
}

fn complaints(packages: &[Value]) -> Vec<String> {
    let mut complaints = Vec::new();
    for package in packages {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        let (name, licence) = (text("name"), text("license"));
        let excepted = EXCEPTIONS
            .iter()
            .any(|(other, its, _)| *other == name && *its == licence);
        if !excepted && !allows(licence, &ALLOWED) {
            complaints.push(format!(
                "{name} {}: licence `{licence}` is not allowed",
                text("version")
            ));
        }
        if !package["source"].is_null() && text("source") != REGISTRY {
            complaints.push(format!("{name} {}: comes from `{}`", text("version"), text("source")));
        }
    }
    complaints
}

fn packages() -> Vec<Value> {
    let output = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--locked", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("running cargo metadata");
    assert!(
        output.status.success(),
        "cargo metadata failed (`make setup` fetches what it needs): {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("reading the metadata");
    metadata["packages"].as_array().expect("packages").clone()
}

#[test]
fn dependencies_may_be_shipped_and_come_from_the_index() {
    let packages = packages();
    assert!(packages.len() > 100, "only {} packages found", packages.len());
    let mut found = complaints(&packages);
    for (name, _, reason) in EXCEPTIONS {
        assert!(reason.len() > 20, "{name} is excepted without a reason");
        if !packages.iter().any(|package| package["name"] == name) {
            found.push(format!("{name} is no longer used: take it off the exceptions"));
        }
    }
    report(&found);
}

#[test]
fn the_lock_file_names_only_the_index() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock");
    let lock: toml::Table = toml::from_str(&lock).expect("Cargo.lock is TOML");
    let packages = lock["package"].as_array().expect("packages");
    let strangers: Vec<String> = packages
        .iter()
        .filter_map(|package| package.get("source").and_then(toml::Value::as_str))
        .filter(|source| *source != REGISTRY)
        .map(|source| format!("Cargo.lock names the source {source}"))
        .collect();
    report(&strangers);
}

#[test]
fn expressions_are_understood() {
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0-only", false),
        ("MIT OR GPL-3.0-only", true),
        ("MIT/Apache-2.0", true),
        ("MIT AND GPL-3.0-only", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(MIT OR Apache-2.0) AND AGPL-3.0", false),
        ("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT", true),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("GPL-2.0 WITH Classpath-exception-2.0", false),
        ("MIT OR Apache-2.0 OR LGPL-2.1-or-later", true),
        ("", false),
        ("(MIT", false),
        ("MIT MIT", false),
    ] {
        assert_eq!(allows(expression, &ALLOWED), expected, "{expression}");
    }
    let stranger = serde_json::json!([
        {"name": "a", "version": "1.0.0", "license": "AGPL-3.0-only", "source": REGISTRY},
        {"name": "b", "version": "1.0.0", "license": "MIT", "source": "git+https://example.org/b"},
        {"name": "c", "version": "1.0.0", "license": "MIT", "source": null},
    ]);
    assert_eq!(complaints(stranger.as_array().expect("a list")).len(), 2);
}
