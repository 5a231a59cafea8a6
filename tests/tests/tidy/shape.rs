//! Limits the length of files and functions, and checks that each source file begins with its purpose.

use crate::house::{File, enforce, files, report};

const MOST_LINES: usize = 500;
const LONG_FUNCTION: usize = 60;
/// Max lines of the local engine, without its tests. Lower it as the engine shrinks; never raise it.
const LOCAL: usize = 27_060;

/// Functions longer than the goal, with the reason why they are not split.
const LONG_ON_PURPOSE: [(&str, &str, &str); 13] = [
    (
        "src-tauri/src/lib.rs",
        "bindings",
        "the one list of all commands, a line a command",
    ),
    (
        "crates/core/src/pack/fields.rs",
        "field",
        "the checks of one field one after another, then the field itself, a line a key",
    ),
    (
        "crates/local/src/values/areas.rs",
        "areas",
        "four sides of one box, each bounded by the same few lines and neighbours",
    ),
    (
        "tests/src/markings/page.rs",
        "named",
        "the styles of made pages, a few lines a style",
    ),
    (
        "tests/src/payers/official.rs",
        "states",
        "the drawing of one paper from top to bottom, a few lines a box",
    ),
    (
        "tests/src/payers/official.rs",
        "around",
        "the drawing of one paper from top to bottom, a few lines a box",
    ),
    (
        "tests/src/payers/parts.rs",
        "of_partner",
        "the drawing of one paper from top to bottom, a few lines a box",
    ),
    (
        "tests/src/payers/parts.rs",
        "rest_of_partner",
        "the drawing of one paper from top to bottom, a few lines a box",
    ),
    (
        "tests/src/payers/parts.rs",
        "of_shareholder",
        "the drawing of one paper from top to bottom, a few lines a box",
    ),
    (
        "tests/src/payers/substitutes.rs",
        "bank",
        "the drawing of one paper from top to bottom, a few lines a box",
    ),
    (
        "tests/src/payers/others.rs",
        "table",
        "the drawing of one paper from top to bottom, a few lines a box",
    ),
    (
        "tests/src/payers/other_schedules.rs",
        "grid",
        "the drawing of one paper from top to bottom, a few lines a box",
    ),
    (
        "tests/src/payers/other_schedules.rs",
        "mirrored",
        "the drawing of one paper from top to bottom, a few lines a box",
    ),
];

const SOURCE: [&str; 9] = [".rs", ".ts", ".tsx", ".css", ".sql", ".sh", ".py", ".js", ".mjs"];

fn length(file: &File) -> Vec<String> {
    let lines = file.text.lines().count();
    let source = SOURCE.iter().any(|ending| file.path.ends_with(ending)) && !file.path.contains("bindings");
    if source && lines > MOST_LINES {
        return vec![format!(
            "{}: {lines} lines; {MOST_LINES} are the most, aim for 300",
            file.path
        )];
    }
    Vec::new()
}

/// Test files need no purpose line: they belong to the file beside them, which has one.
fn purpose(file: &File) -> Vec<String> {
    if file.path.ends_with("/tests.rs") || file.path.ends_with("_tests.rs") {
        return Vec::new();
    }
    let has_header = file.text.starts_with("//! ") && file.text.lines().next().is_some_and(|line| line.len() > 12);
    if file.is_rust() && !has_header {
        return vec![format!(
            "{}:1: the first line says what the file is for (`//! ...`)",
            file.path
        )];
    }
    Vec::new()
}

/// Every function with its first line and its length in lines, except tests, which are mostly tables.
fn functions(file: &File) -> Vec<(String, usize, usize)> {
    let scan = file.scan();
    let mut found = Vec::new();
    for (name, at) in scan.functions() {
        let above = scan.code[..at].trim_end_matches(|letter| letter != '\n').trim_end();
        let is_test = above.ends_with("#[test]")
            || above
                .lines()
                .next_back()
                .is_some_and(|line| line.contains("tokio::test"));
        let Some(length) = body_lines(&scan.code[at..]).filter(|_| !is_test) else {
            continue;
        };
        found.push((name.to_owned(), scan.line_of(at), length));
    }
    found
}

/// Lines from a signature to the brace that closes its body. `None` for a declaration without a body.
fn body_lines(signature: &str) -> Option<usize> {
    let (mut depth, mut brackets) = (0_i32, 0_i32);
    for (at, letter) in signature.char_indices() {
        match letter {
            '(' | '[' => brackets += 1,
            ')' | ']' => brackets -= 1,
            ';' if depth == 0 && brackets == 0 => return None,
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(signature[..at].matches('\n').count() + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn long_functions(file: &File) -> Vec<(String, String)> {
    if !file.is_rust() {
        return Vec::new();
    }
    functions(file)
        .into_iter()
        .filter(|(_, _, length)| *length > LONG_FUNCTION)
        .map(|(name, line, length)| {
            let complaint = format!(
                "{}:{line}: `{name}` has {length} lines; aim for {LONG_FUNCTION}",
                file.path
            );
            (name, complaint)
        })
        .collect()
}

#[test]
fn no_file_is_too_long() {
    enforce(length);
}

#[test]
fn every_source_file_says_what_it_is_for() {
    enforce(purpose);
}

#[test]
fn functions_are_short_or_listed_with_a_reason() {
    let mut complaints = Vec::new();
    let mut used = Vec::new();
    for file in files() {
        for (name, complaint) in long_functions(&file) {
            if LONG_ON_PURPOSE
                .iter()
                .any(|(path, function, _)| *path == file.path && *function == name)
            {
                used.push((file.path.clone(), name));
            } else {
                complaints.push(complaint);
            }
        }
    }
    for (path, function, reason) in LONG_ON_PURPOSE {
        assert!(reason.len() > 20, "{path}: `{function}` is listed without a reason");
        if !used.contains(&(path.to_owned(), function.to_owned())) {
            complaints.push(format!("{path}: `{function}` is short now: take it off the list"));
        }
    }
    report(&complaints);
}

#[test]
fn the_local_engine_does_not_grow() {
    let files = files();
    let own = files
        .iter()
        .filter(|file| file.is_rust() && file.path.starts_with("crates/local/src/"));
    let code = own.filter(|file| !file.path.contains("/tests/"));
    let lines: usize = code.map(|file| file.text.lines().count()).sum();
    assert!(
        lines <= LOCAL,
        "crates/local has {lines} lines without its tests, {LOCAL} at most"
    );
}

#[test]
fn long_and_unexplained_things_are_seen() {
    let long = format!("//! A file that is long.\n{}", "const A: u8 = 1;\n".repeat(MOST_LINES));
    assert_eq!(length(&File::new("crates/x/src/a.rs", &long)).len(), 1);
    assert_eq!(length(&File::new("crates/x/src/a.json", &long)).len(), 0);
    assert_eq!(purpose(&File::new("crates/x/src/a.rs", &long)).len(), 0);
    assert_eq!(purpose(&File::new("crates/x/src/a.rs", "use std::fs;\n")).len(), 1);
    assert_eq!(purpose(&File::new("crates/x/src/a.rs", "//! x\n")).len(), 1);
    let body = "    let a = [(1, '{'); 3]; // }\n".repeat(LONG_FUNCTION);
    let text = format!(
        "trait T {{ fn short(&self) -> [u8; 3]; }}\nimpl S {{\n  fn long(x: &str) -> usize {{\n{body}  }}\n}}\n"
    );
    let found = long_functions(&File::new("a.rs", &text));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].1.contains("a.rs:3: `long` has 62 lines"), "{found:?}");
}
