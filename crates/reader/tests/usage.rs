//! Tests of the reader started from a shell: version, usage and refusals.
#![allow(clippy::unwrap_used)]

use std::process::Command;

fn check(arguments: &[&str], code: i32, said: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_touchstone-reader"))
        .args(arguments)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    assert!(text.contains(said), "{arguments:?}: {text}");
}

#[test]
fn roles_and_options() {
    check(&["--version"], 0, "PDFium 8149");
    check(&[], 2, "usage:");
    check(&["vision"], 2, "unknown role \"vision\"");
    check(&["pdf", "--address-space", "much"], 2, "requires a number of bytes");
    check(&["--frobnicate"], 2, "unexpected arguments");
}
