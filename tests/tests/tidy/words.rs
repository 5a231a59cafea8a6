//! Words that must not be committed: machine-specific paths, unfinished work, vague names.

use crate::house::{File, enforce, root};
use crate::scan::has_word;

/// Split in two so that this file does not complain about itself.
const MACHINE_PATHS: [&str; 5] = [
    concat!("/wo", "rk/"),
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/Us", "ers/"),
    concat!("C:", "\\Users"),
];
const UNFINISHED: [&str; 6] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("todo", "!"),
    concat!("unimplemented", "!"),
    concat!("dbg", "!"),
    concat!("#[ig", "nore]"),
];
/// Vague endings of type and module names (house style).
const VAGUE: [&str; 7] = ["Manager", "Service", "Helper", "Util", "Utils", "Processor", "Handler"];

/// Words that code no longer uses in names: private metaphors, each with the term of `docs/glossary.md` instead.
const RETIRED: [(&str, &str); 13] = [
    ("court", "verifier"),
    ("docket", "verification input"),
    ("dossier", "run record"),
    ("hollow", "reference only"),
    ("overread", "truncated"),
    ("patience", "retry policy, or time limit"),
    ("rolls", "level lists"),
    ("sayings", "notices"),
    ("sureness", "confidence"),
    ("swallowed", "caption leak"),
    ("twins", "ambiguous captions"),
    ("veil", "redaction"),
    ("witness", "evidence status, or observer"),
];

/// Whether a file is written by hand, not by a tool or by a third party.
fn is_ours(file: &File) -> bool {
    !["Cargo.lock", "package-lock.json", "LICENSE-APACHE"].contains(&file.path.rsplit('/').next().unwrap_or(""))
}

fn words(file: &File) -> Vec<String> {
    if !is_ours(file) {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let place = format!("{}:{}", file.path, index + 1);
        for path in MACHINE_PATHS {
            if starts_a_path(line, path) {
                complaints.push(format!("{place}: `{path}` is a path of one machine"));
            }
        }
        for word in UNFINISHED {
            if has_word(line, word) {
                complaints.push(format!("{place}: `{word}` is unfinished work"));
            }
        }
    }
    if file.is_rust() {
        complaints.extend(vague_names(file));
        complaints.extend(retired_names(file));
    }
    complaints
}

/// Whether the path begins here: `/x/` in `src/x/file` is part of another path.
fn starts_a_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|letter| letter.is_alphanumeric() || "._-~}$>".contains(letter))
    })
}

fn vague_names(file: &File) -> Vec<String> {
    let scan = file.scan();
    let mut complaints = Vec::new();
    for (number, line) in scan.lines() {
        for keyword in ["struct", "enum", "trait", "mod"] {
            let Some(rest) = line
                .split(&format!("{keyword} "))
                .nth(1)
                .filter(|_| has_word(line, keyword))
            else {
                continue;
            };
            let name: String = rest
                .chars()
                .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                .collect();
            let vague = VAGUE
                .iter()
                .any(|end| name.ends_with(end) || name.eq_ignore_ascii_case(end));
            if vague {
                complaints.push(format!(
                    "{}:{number}: `{name}` says nothing; use the field's word",
                    file.path
                ));
            }
        }
    }
    complaints
}

fn retired_names(file: &File) -> Vec<String> {
    let scan = file.scan();
    let mut complaints = Vec::new();
    for (number, line) in scan.lines() {
        let names = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        for name in names.filter(|name| !name.is_empty()) {
            let words = name_words(name);
            let retired = RETIRED.iter().find(|(word, _)| words.iter().any(|own| own == word));
            if let Some((word, term)) = retired {
                complaints.push(format!(
                    "{}:{number}: `{name}`: not \"{word}\" but \"{term}\"",
                    file.path
                ));
            }
        }
    }
    complaints
}

/// The words of a name in lower case: `EvidenceStatus`, `evidence_status`.
fn name_words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for letter in name.chars() {
        if letter == '_' || small && letter.is_uppercase() {
            words.push(String::new());
        }
        small = letter.is_lowercase();
        if letter != '_' {
            words.last_mut().expect("never empty").extend(letter.to_lowercase());
        }
    }
    words
}

/// Commands (`make x`) named on a page but missing from the Makefile.
fn unknown_commands(page: &str, makefile: &str) -> Vec<String> {
    let targets: Vec<&str> = makefile
        .lines()
        .filter(|line| !line.starts_with(['\t', '#', '.', ' ']) && !line.contains(":="))
        .filter_map(|line| line.split_once(':'))
        .map(|(target, _)| target.trim())
        .collect();
    let mut unknown = Vec::new();
    for code in page.split('`').skip(1).step_by(2) {
        for line in code.lines() {
            if let Some(target) = line.trim().strip_prefix("make ") {
                let target = target.split_whitespace().next().unwrap_or("");
                if !targets.contains(&target) {
                    unknown.push(format!("README.md: `make {target}` is not in the Makefile"));
                }
            }
        }
    }
    unknown
}

/// Paths in backticks named on a page that do not exist.
fn unknown_paths(page: &str) -> Vec<String> {
    page.split('`')
        .skip(1)
        .step_by(2)
        .filter(|code| {
            let first = code.split('/').next().unwrap_or("");
            let inside = [
                "crates",
                "packs",
                "tests",
                "scripts",
                "docs",
                "migrations",
                "ui",
                "src-tauri",
            ]
            .contains(&first);
            inside && code.contains('/') && !code.contains([' ', '<', '*', '\n'])
        })
        .filter(|code| !root().join(code).exists())
        .map(|code| format!("README.md: there is no `{code}`"))
        .collect()
}

#[test]
fn no_forbidden_words() {
    enforce(words);
}

#[test]
fn the_readme_names_what_exists() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).expect(name);
    let (page, makefile) = (read("README.md"), read("Makefile"));
    for command in ["make run", "make test"] {
        assert!(page.contains(command), "README.md does not mention `{command}`");
    }
    crate::house::report(&[unknown_commands(&page, &makefile), unknown_paths(&page)].concat());
}

#[test]
fn forbidden_words_are_seen() {
    for (path, text, complaints) in [
        ("docs/a.md", "see /wo\u{72}k/shared", 1),
        ("docs/a.md", "docs/home/page and src/root/file", 0),
        ("crates/a.rs", "// TO\u{44}O later", 1),
        ("crates/a.rs", "pub struct StoreManager;", 1),
        ("crates/a.rs", "mod utils;", 1),
        ("crates/a.rs", "pub struct Modern; // a manager", 0),
        ("crates/a.rs", "fn the_dossier(all: EvidenceCourt) {}", 2),
        ("crates/a.rs", "fn courtesy() {} // by courtesy of the court", 0),
        ("Cargo.lock", "/ho\u{6d}e/x", 0),
    ] {
        let found = words(&File::new(path, text));
        assert_eq!(found.len(), complaints, "{path}: {text}: {found:?}");
    }
    assert_eq!(
        unknown_commands("`make run` and `make tea`", "run: build ## x\n\techo\n").len(),
        1
    );
    assert_eq!(
        unknown_paths("`crates/no-such-thing/src` and `crates/<name>` and `tests/src/lib.rs`").len(),
        1
    );
}
