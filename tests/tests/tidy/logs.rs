//! Events that the program logs have a constant name and listed fields, so that nothing of a document can be in them.

use crate::house::{File, enforce};
use touchstone_engine::logs::FIELDS;

const LEVELS: [&str; 5] = ["error", "warn", "info", "debug", "trace"];

fn logged(file: &File) -> Vec<String> {
    let of_program = file.path.starts_with("crates/") || file.path.starts_with("src-tauri/");
    if !file.is_rust() || !of_program || file.path == "crates/engine/src/logs.rs" {
        return Vec::new();
    }
    let code = with_quotes(file);
    let mut complaints = Vec::new();
    for level in LEVELS {
        let call = format!("tracing::{level}!(");
        for (at, _) in code.match_indices(&call) {
            let line = code[..at].matches('\n').count() + 1;
            for complaint in complaints_about(arguments(&code[at + call.len()..])) {
                complaints.push(format!("{}:{line}: {complaint}", file.path));
            }
        }
    }
    complaints
}

/// The code, in which a string is blanks between quotes.
fn with_quotes(file: &File) -> String {
    let scan = file.scan();
    let both = scan.code.chars().zip(file.text.chars());
    both.map(|(code, text)| if text == '"' { text } else { code }).collect()
}

fn complaints_about(arguments: Vec<&str>) -> Vec<String> {
    // A comma may stand after the last one.
    let mut arguments = arguments
        .into_iter()
        .map(str::trim)
        .filter(|argument| !argument.is_empty());
    if !arguments.next().is_some_and(|first| first.starts_with("name:")) {
        return vec!["a logged event begins with `name: \"...\"`".to_owned()];
    }
    let names = arguments.map(|argument| argument.split('=').next().unwrap_or(argument).trim());
    let names = names.map(|name| name.trim_start_matches(['%', '?']));
    names
        .filter(|name| !FIELDS.contains(name))
        .map(|name| format!("`{name}` is not a field of `logs::FIELDS`; a message would not be printed"))
        .collect()
}

/// What stands between commas, up to the closing parenthesis.
fn arguments(code: &str) -> Vec<&str> {
    let (mut depth, mut from, mut found) = (0_u32, 0, Vec::new());
    for (at, letter) in code.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ')' => {
                found.push(&code[from..at]);
                break;
            }
            ',' if depth == 0 => {
                found.push(&code[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    found
}

#[test]
fn events_have_constant_names_and_listed_fields() {
    enforce(logged);
}

#[test]
fn messages_and_other_fields_are_seen() {
    for (call, complaints) in [
        ("tracing::warn!(name: \"no picture\", page = one(1, 2), outcome)", 0),
        (
            "tracing::warn!(name: \"no picture\", run = %id, kind = ?error.kind())",
            0,
        ),
        ("tracing::warn!(\"no picture of {text}\")", 1),
        ("tracing::warn!(page = 1, \"no picture\")", 1),
        ("tracing::warn!(name: \"no picture\", page = 1, \"of {text}\")", 1),
        ("tracing::error!(name: \"no picture\", %error, text = 1)", 2),
        ("tracing::debug!(\n    name: \"a\",\n    holder,\n)", 1),
    ] {
        let found = logged(&File::new("crates/engine/src/a.rs", call));
        assert_eq!(found.len(), complaints, "{call}: {found:?}");
    }
}
