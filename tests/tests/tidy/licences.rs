//! Licenses, bans and sources of the dependencies, by the rules of `deny.toml`, checked offline from Cargo.lock and the
//! packages' own manifests. `cargo deny check` follows the same rules with the advisories of the network.

use crate::house::{report, root};
use serde_json::Value;

/// The rules of `deny.toml`.
struct Rules {
    /// Licenses that allow linking and shipping.
    allowed: Vec<String>,
    /// Packages under another license, with that license.
    exceptions: Vec<(String, Vec<String>)>,
    /// Packages that must not be used.
    banned: Vec<String>,
    /// Package indexes, as Cargo.lock names them.
    registries: Vec<String>,
}

impl Rules {
    fn load() -> Self {
        Self::of(&std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml"))
    }

    fn of(file: &str) -> Self {
        let rules: toml::Table = toml::from_str(file).expect("deny.toml is TOML");
        let (licenses, sources) = (&rules["licenses"], &rules["sources"]);
        for unknown in ["unknown-registry", "unknown-git"] {
            assert_eq!(sources[unknown].as_str(), Some("deny"), "{unknown}");
        }
        let registry = |index: String| format!("registry+{index}");
        Self {
            allowed: texts(&licenses["allow"]),
            exceptions: list(&licenses["exceptions"])
                .iter()
                .map(|exception| (text(&exception["crate"]), texts(&exception["allow"])))
                .collect(),
            banned: list(&rules["bans"]["deny"])
                .iter()
                .map(|ban| text(&ban["crate"]))
                .collect(),
            registries: texts(&sources["allow-registry"]).into_iter().map(registry).collect(),
        }
    }

    fn allows(&self, name: &str, expression: &str) -> bool {
        let excepted = self.exceptions.iter().find(|(other, _)| other == name);
        allows(expression, &self.allowed) || excepted.is_some_and(|(_, its)| allows(expression, its))
    }
}

fn list(value: &toml::Value) -> &[toml::Value] {
    value.as_array().expect("a list")
}

fn text(value: &toml::Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn texts(value: &toml::Value) -> Vec<String> {
    list(value).iter().map(text).collect()
}

/// Whether a license expression (SPDX, or the older form with slashes) includes an allowed choice.
fn allows(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let answer = either(&words, &mut at, allowed);
    answer && at == words.len()
}

fn either(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut answer = both(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        // Evaluated before `||`, because it has to advance `at`.
        let other = both(words, at, allowed);
        answer = answer || other;
    }
    answer
}

fn both(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut answer = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        let other = one(words, at, allowed);
        answer = answer && other;
    }
    answer
}

fn one(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
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
        return allowed.contains(&format!("{word} WITH {exception}"));
    }
    allowed.iter().any(|license| license == word)
}

fn complaints(packages: &[Value], rules: &Rules) -> Vec<String> {
    let mut complaints = Vec::new();
    for package in packages {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        let (name, version, license) = (text("name"), text("version"), text("license"));
        if !rules.allows(name, license) {
            complaints.push(format!("{name} {version}: license `{license}` is not allowed"));
        }
        if rules.banned.iter().any(|banned| banned == name) {
            complaints.push(format!("{name} {version}: banned by deny.toml"));
        }
        let source = text("source");
        if !package["source"].is_null() && !rules.registries.iter().any(|registry| registry == source) {
            complaints.push(format!("{name} {version}: comes from `{source}`"));
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
    let (packages, rules) = (packages(), Rules::load());
    assert!(packages.len() > 100, "only {} packages found", packages.len());
    let mut found = complaints(&packages, &rules);
    for (name, _) in &rules.exceptions {
        if !packages.iter().any(|package| package["name"] == name.as_str()) {
            found.push(format!("{name} is no longer used: take it off the exceptions"));
        }
    }
    report(&found);
}

/// Exceptions whose table in `deny.toml` is not preceded by a reason.
fn unexplained(rules: &str) -> usize {
    let before: Vec<&str> = rules.split("[[licenses.exceptions]]").collect();
    let heads = &before[..before.len() - 1];
    let is_bare = |head: &&&str| {
        let last = head.lines().next_back().unwrap_or_default();
        !last.starts_with("# ") || last.len() < 15
    };
    heads.iter().filter(is_bare).count()
}

#[test]
fn every_exception_has_a_reason() {
    let rules = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    assert!(rules.contains("[[licenses.exceptions]]"));
    assert_eq!(unexplained(&rules), 0);
    assert_eq!(unexplained("a = 1\n\n[[licenses.exceptions]]\n"), 1);
    assert_eq!(unexplained("# Public data, unchanged.\n[[licenses.exceptions]]\n"), 0);
}

/// Both workspaces: that of the program, and that of the fuzz targets.
#[test]
fn the_lock_files_name_only_the_index() {
    let rules = Rules::load();
    let mut strangers = Vec::new();
    for file in ["Cargo.lock", "fuzz/Cargo.lock"] {
        let lock = std::fs::read_to_string(root().join(file)).expect("a lock file");
        let lock: toml::Table = toml::from_str(&lock).expect("a lock file is TOML");
        for package in list(&lock["package"]) {
            let source = package.get("source").and_then(toml::Value::as_str);
            if let Some(source) = source.filter(|source| !rules.registries.iter().any(|registry| registry == source)) {
                strangers.push(format!("{file} names the source {source}"));
            }
            if rules.banned.contains(&text(&package["name"])) {
                strangers.push(format!("{file} names {}, which is banned", package["name"]));
            }
        }
    }
    report(&strangers);
}

#[test]
fn expressions_are_understood() {
    let rules = Rules::load();
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
        assert_eq!(allows(expression, &rules.allowed), expected, "{expression}");
    }
    let index = &rules.registries[0];
    let strangers = serde_json::json!([
        {"name": "a", "version": "1.0.0", "license": "AGPL-3.0-only", "source": index},
        {"name": "b", "version": "1.0.0", "license": "MIT", "source": "git+https://example.org/b"},
        {"name": "c", "version": "1.0.0", "license": "MIT", "source": null},
        {"name": "openssl-sys", "version": "1.0.0", "license": "MIT", "source": index},
        {"name": "cssparser", "version": "1.0.0", "license": "MPL-2.0", "source": index},
        {"name": "d", "version": "1.0.0", "license": "MPL-2.0", "source": index},
    ]);
    assert_eq!(complaints(strangers.as_array().expect("a list"), &rules).len(), 4);
}
