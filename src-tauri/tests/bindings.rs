//! Tests that the committed TypeScript bindings match the generated ones. `TOUCHSTONE_BLESS=1` rewrites them.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn generated() -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bindings.ts");
    let header =
        "// Generated from the commands and events of the program (src-tauri/tests/bindings.rs). Not edited by hand.\n";
    let typescript = specta_typescript::Typescript::default().header(header);
    touchstone_desktop::bindings().export(typescript, &file).unwrap();
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn the_committed_bindings_are_fresh() {
    let (file, fresh) = (root().join("ui/src/ipc/bindings.ts"), generated());
    if std::env::var_os("TOUCHSTONE_BLESS").is_some() {
        std::fs::write(&file, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        committed == fresh,
        "ui/src/ipc/bindings.ts is stale: run this test with TOUCHSTONE_BLESS=1"
    );
}

/// The handler, the build script and the capability name the same commands.
#[test]
fn the_window_may_call_exactly_the_commands_there_are() {
    let text = generated();
    let calls = text.split("__TAURI_INVOKE").skip(1).filter_map(|rest| {
        let (before, rest) = rest.split_once('"')?;
        before
            .ends_with('(')
            .then(|| rest.split('"').next().unwrap().to_owned())
    });
    let handled: BTreeSet<String> = calls.collect();
    let named: BTreeSet<String> = touchstone_desktop::COMMANDS
        .iter()
        .map(|name| (*name).to_owned())
        .collect();
    assert_eq!(handled, named);

    let capability = std::fs::read_to_string(root().join("src-tauri/capabilities/main.json")).unwrap();
    let capability: serde_json::Value = serde_json::from_str(&capability).unwrap();
    let permissions = capability["permissions"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|entry| entry.as_str());
    let allowed: BTreeSet<String> = permissions
        .clone()
        .filter_map(|name| name.strip_prefix("allow-"))
        .map(|name| name.replace('-', "_"))
        .collect();
    assert_eq!(allowed, named);

    let plugins: Vec<&str> = permissions.filter(|name| !name.starts_with("allow-")).collect();
    assert_eq!(
        plugins,
        ["core:event:allow-listen", "core:event:allow-unlisten"],
        "it opens no dialog"
    );
}

/// Commands take tickets. The only paths among their arguments are those of values in a form.
#[test]
fn no_command_takes_a_path_from_the_page() {
    let text = generated();
    let commands = text
        .split_once("export const commands")
        .unwrap()
        .1
        .split_once("};")
        .unwrap()
        .0;
    let takes = |line: &&str| {
        ["path: string", "paths: string", "folder: string", "file: string"]
            .iter()
            .any(|one| line.contains(one))
    };
    let named = commands
        .lines()
        .filter(takes)
        .map(|line| line.trim().split(':').next().unwrap());
    assert_eq!(
        named.collect::<Vec<_>>(),
        ["checkValue", "correct", "removeRow", "relabel"]
    );
}
