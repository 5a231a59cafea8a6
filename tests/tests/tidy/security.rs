//! `SECURITY.md` names the tests of its promises: each exists, and the page stays short enough to be read.

use crate::house::{File, files, report};
use std::collections::BTreeSet;

/// Max size of the page, in bytes.
const LONGEST: usize = 9_000;

/// Names of tests in backticks: words of small letters joined by at least two underscores.
fn named_tests(page: &str) -> BTreeSet<&str> {
    let quoted = page.split('`').skip(1).step_by(2);
    quoted.filter(|name| is_test_name(name)).collect()
}

fn is_test_name(name: &str) -> bool {
    let is_word = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.matches('_').count() >= 2 && name.split('_').all(is_word)
}

fn complaints(page: &str, files: &[File]) -> Vec<String> {
    let is_there = |name: &str| {
        let signature = format!("fn {name}(");
        files
            .iter()
            .any(|file| file.is_rust() && file.text.contains(&signature))
    };
    let missing = named_tests(page).into_iter().filter(|name| !is_there(name));
    let mut complaints: Vec<String> = missing
        .map(|name| format!("SECURITY.md names no test: `{name}`"))
        .collect();
    if page.len() > LONGEST {
        complaints.push(format!("SECURITY.md has {} bytes, more than {LONGEST}", page.len()));
    }
    complaints
}

#[test]
fn promises_are_tested_as_the_page_says() {
    let files = files();
    let page = files
        .iter()
        .find(|file| file.path == "SECURITY.md")
        .expect("SECURITY.md");
    assert!(named_tests(&page.text).len() > 30);
    report(&complaints(&page.text, &files));
}

#[test]
fn a_missing_test_is_seen() {
    let files = [File::new("a.rs", "#[test]\nfn all_is_well_here() {}\n")];
    assert_eq!(
        complaints("Tests: `all_is_well_here`, `TOUCHSTONE_A_B_C`.", &files).len(),
        0
    );
    assert_eq!(complaints("Tests: `all_is_lost_here`.", &files).len(), 1);
    assert_eq!(complaints(&"x".repeat(LONGEST + 1), &files).len(), 1);
}
