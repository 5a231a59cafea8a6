//! Exports in every format, each loaded back by the tool it is made for.

use crate::shell::{Shell, fixtures};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use touchstone_engine::export::{FORMATS, STACK_FORMATS};

/// The Python of `scripts/export-tools.sh`, which says at the end of its last line where it is.
fn tools() -> PathBuf {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/export-tools.sh");
    let output = Command::new(script).output().expect("the script");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let folder = said.trim().rsplit(", ").next().expect("a folder");
    PathBuf::from(folder).join("bin/python")
}

fn classified() -> Shell {
    let shell = Shell::new();
    let folder = fixtures("samples");
    shell.run(["classify".as_ref(), folder.as_os_str(), "--quiet".as_ref()]);
    shell
}

fn export(shell: &Shell, format: &str, name: &str, more: &[&str]) -> crate::shell::Output {
    let out = shell.path(name);
    let mut arguments = vec!["export", "--format", format, "--out", out.to_str().expect("a path")];
    arguments.extend(more);
    shell.run(arguments)
}

/// The same documents as a table, in every format of tables.
fn stacked(shell: &Shell) {
    let documents = shell.run(["list", "--json"]).results();
    let ids = documents.iter().filter_map(|document| document["id"].as_str());
    shell.run(["stack", "new", "all"].into_iter().chain(ids)).expect_code(0);
    shell.run(["stack", "fill", "all"]).expect_code(0);
    for format in STACK_FORMATS {
        let out = shell.path(&format!("out/stack-{}", format.name));
        let to = ["--out", out.to_str().expect("a path")];
        let export = ["stack", "export", "all", "--format", format.name];
        shell.run([&export[..], &to].concat()).expect_code(0);
    }
}

fn states(shell: &Shell) -> Vec<Value> {
    shell
        .run(["list", "--json"])
        .results()
        .into_iter()
        .map(|one| one["state"].clone())
        .collect()
}

#[test]
fn heavy_every_export_is_loaded_back_by_its_own_tool() {
    let shell = classified();
    std::fs::create_dir_all(shell.path("out")).expect("a folder");
    for format in FORMATS {
        let said = export(&shell, format.name, &format!("out/{}", format.name), &[]).expect_code(0);
        assert!(said.stderr.contains("exported to"), "{}", said.stderr);
    }
    stacked(&shell);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/load_exports.py");
    let output = Command::new(tools())
        .arg(script)
        .arg(shell.path("out"))
        .output()
        .expect("Python");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    // The tools print too.
    let printed = String::from_utf8_lossy(&output.stdout);
    let loaded: Value = serde_json::from_str(printed.lines().last().unwrap_or_default()).expect("JSON");
    println!("{loaded:#}");

    let settled = states(&shell).iter().filter(|state| *state == "settled").count();
    assert!(
        settled > 0 && settled < states(&shell).len(),
        "some are settled and some are not"
    );
    assert_eq!(loaded["csv"]["states"], serde_json::json!(["settled"]));
    assert_eq!(loaded["csv"]["sources"], serde_json::json!(["AUTO_ACCEPTED"]));
    assert_eq!(loaded["json"]["documents"], settled);
    assert_eq!(loaded["csv-long"]["wages"], loaded["parquet"]["wages"]);
    assert_eq!(loaded["xlsx"]["wages"], loaded["parquet"]["wages"]);
    for format in ["xlsx", "parquet", "cells", "json"] {
        assert_eq!(loaded["stack"][format], loaded["stack"]["csv"], "{format}");
    }
    assert!(loaded["stack"]["csv"].as_array().is_some_and(|wages| wages.len() > 10));
    assert_eq!(loaded["coco"]["has_wages"], true);
    assert_eq!(loaded["funsd"]["linked"], true);
    assert_eq!(
        loaded["label-studio"]["types"],
        serde_json::json!(["choices", "rectanglelabels", "textarea"])
    );
}

#[test]
fn only_what_is_settled_is_exported_unless_asked_otherwise() {
    let shell = classified();
    let all = states(&shell);
    let settled = all.iter().filter(|state| *state == "settled").count();
    let printed = shell.run(["export", "--format", "jsonl"]).expect_code(0);
    assert_eq!(printed.lines().len(), settled);
    let left_out = format!("{} documents left out (", all.len() - settled);
    assert!(printed.stderr.contains(&left_out), "{}", printed.stderr);
    let everything = shell
        .run(["export", "--format", "jsonl", "--state", "all"])
        .expect_code(0);
    assert_eq!(everything.lines().len(), all.len());
}

#[test]
fn numbers_of_persons_are_masked_and_not_only_in_their_fields() {
    let shell = classified();
    let document = &shell.run(["export", "--format", "jsonl"]).lines()[0];
    let fields = &document["forms"][0]["fields"];
    let number = ["employee_ssn", "recipient_tin"]
        .iter()
        .find_map(|name| fields[*name]["value"].as_str());
    let number = number.expect("a number").to_owned();
    for format in ["jsonl", "csv", "csv-long", "json"] {
        let masked = shell
            .run(["export", "--format", format, "--mask"])
            .expect_code(0)
            .stdout;
        let open = shell.run(["export", "--format", format]).expect_code(0).stdout;
        assert!(open.contains(&number) && !masked.contains(&number), "{format}");
        assert!(masked.contains(&number[number.len() - 4..]), "{format}");
    }
    export(&shell, "chat", "chat", &["--mask"]).expect_code(0);
    let chat = std::fs::read_to_string(shell.path("chat/chat.jsonl")).expect("messages");
    assert!(!chat.contains(&number));
    let refused = export(&shell, "coco", "coco", &["--mask"]).expect_code(2);
    assert!(refused.stderr.contains("would stay visible"), "{}", refused.stderr);
    assert!(!shell.path("coco").exists());
}

#[test]
fn a_folder_is_named_and_never_written_over() {
    let shell = classified();
    let unnamed = shell.run(["export", "--format", "csv-labels"]).expect_code(2);
    assert!(unnamed.stderr.contains("name it with --out"), "{}", unnamed.stderr);
    export(&shell, "csv-labels", "tables", &[]).expect_code(0);
    let before = std::fs::read(shell.path("tables/manifest.json")).expect("a manifest");
    let again = export(&shell, "csv-labels", "tables", &[]).expect_code(1);
    assert!(again.stderr.contains("something is there already"), "{}", again.stderr);
    assert_eq!(
        std::fs::read(shell.path("tables/manifest.json")).expect("a manifest"),
        before
    );
}

/// A corrected truth leaves a workspace as a file and enters another one, where what is settled otherwise stays.
#[test]
fn truths_are_imported_and_nothing_settled_is_overwritten() {
    let (first, second) = (Shell::new(), Shell::new());
    let paper = fixtures("samples").join("w2-001-official.pdf");
    for shell in [&first, &second] {
        shell
            .run(["classify".as_ref(), paper.as_os_str(), "--quiet".as_ref()])
            .expect_code(0);
    }
    let id = second.run(["list", "--json"]).results()[0]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let import = |path: &str, code: i32| {
        let file = second.path(path);
        let arguments = [
            "truth",
            "import",
            file.to_str().expect("a path"),
            "--author",
            "R. Reader",
        ];
        second.run(arguments).expect_code(code).stdout
    };
    let agrees = first.run(["export", "--format", "jsonl"]).expect_code(0).stdout;
    second.file("same.jsonl", agrees.as_bytes());
    assert!(import("same.jsonl", 0).contains("imported; the result agrees"));
    assert!(import("same.jsonl", 0).contains("settled already, and the same"));
    let exported = |shell: &Shell| shell.run(["export", "--format", "jsonl"]).lines().remove(0);
    assert_eq!(exported(&second)["source"], "IMPORTED");

    second.file("other.csv", b"Document,Form,Box 1\nw2-001-official.pdf,wage,1.00\n");
    let mapping = "file = \"Document\"\nlabel = \"Form\"\n[labels]\nwage = \"W-2\"\n[fields.\"W-2\"]\n\"Box 1\" = \"wages_tips\"\n";
    let mapping = second.file("mapping.toml", mapping.as_bytes());
    let mapped = |code: i32| {
        let (file, mapping) = (second.path("other.csv"), mapping.to_str().expect("a path"));
        let arguments = ["truth", "import", file.to_str().expect("a path"), "--mapping", mapping];
        second.run(arguments).expect_code(code).stdout
    };
    let conflict = mapped(1);
    assert!(
        conflict.contains("conflict, nothing changed: forms[0].wages_tips is"),
        "{conflict}"
    );
    assert_ne!(exported(&second)["forms"][0]["fields"]["wages_tips"]["value"], "1.00");
    second
        .run(["review", "save", &id, "--verdict", "rejects"])
        .expect_code(0);
    let imported = mapped(0);
    assert!(imported.contains("imported; 1 value changed"), "{imported}");
    let document = exported(&second);
    assert_eq!(document["source"], "IMPORTED");
    assert_eq!(document["forms"][0]["fields"]["wages_tips"]["value"], "1.00");

    second.file("nowhere.csv", b"file_name,label\nnowhere.pdf,W-2\n");
    assert!(import("nowhere.csv", 1).contains("no such document"));
}
