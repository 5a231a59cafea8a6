//! Tests of the program as used by scripts: exit status, output streams, and that bad input never stops the rest.
//! Nothing here needs a readable PDF; reading is tested in the workspace's own tests.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

struct Answer {
    status: i32,
    stdout: String,
    stderr: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }
}

fn touchstone(workspace: &Path, arguments: &[&str], stdin: &str) -> Answer {
    let mut child = Command::new(env!("CARGO_BIN_EXE_touchstone"))
        .args(arguments)
        .env("TOUCHSTONE_WORKSPACE", workspace)
        .env("HOME", workspace.parent().unwrap())
        .env_remove("XDG_DATA_HOME")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(stdin.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    Answer {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn file(&self, name: &str, content: &str) -> String {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn run(&self, arguments: &[&str]) -> Answer {
        touchstone(&self.folder.path().join("workspace"), arguments, "")
    }
}

fn schema_complaints(result: &Value) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/result.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    validator
        .iter_errors(result)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

/// Label, outcome and error code of a result.
fn gist(result: &Value) -> (Option<&str>, &str, Option<&str>) {
    assert_eq!(schema_complaints(result), Vec::<String>::new());
    assert_eq!(result["decision"]["outcome"], "ESCALATE_TO_SME");
    (
        result["classification"]["label"].as_str(),
        result["outcome"].as_str().unwrap(),
        result["error"]["code"].as_str(),
    )
}

#[test]
fn what_cannot_be_meant_ends_with_2_and_a_reason() {
    let place = Place::new();
    let pdf = place.file("a.pdf", "x");
    let check = |arguments: &[&str], reason: &str| {
        let answer = place.run(arguments);
        assert_eq!(
            (answer.status, answer.stdout.as_str()),
            (2, ""),
            "{arguments:?}: {}",
            answer.stderr
        );
        assert!(answer.stderr.contains(reason), "{arguments:?}: {}", answer.stderr);
    };
    check(&["classify"], "<PATH>");
    check(&["classify", &pdf, "--fast"], "unexpected argument '--fast'");
    check(
        &["classify", &pdf, "--engine", "nobody:gpt-9"],
        "no provider is named `nobody`",
    );
    check(&["classify", &pdf, "--pack", "taxes"], "taxes");
    check(&["classify", &pdf, "--pack", "taxes", "--json"], "taxes");
    check(
        &["classify", &pdf, "--password-file", &place.path("none")],
        "could not read the password file",
    );
    check(&["show"], "<ID>");
    check(&["export", "--format", "papyrus"], "csv, csv-labels, csv-long");
    check(&["export", "--format", "xlsx"], "name it with --out");
}

#[test]
fn without_a_workspace_there_is_nothing_to_look_at() {
    for command in [
        &["list"][..],
        &["show", "01"],
        &["export", "--format", "csv"],
        &["search", "word"],
        &["replay", "01"],
    ] {
        let answer = Place::new().run(command);
        assert_eq!(
            (answer.status, answer.stdout.as_str()),
            (2, ""),
            "{command:?}: {}",
            answer.stderr
        );
        assert!(
            answer.stderr.contains("there is no workspace at"),
            "{command:?}: {}",
            answer.stderr
        );
    }
}

#[test]
fn a_batch_in_memory_does_not_wait_for_itself() {
    let place = Place::new();
    let notes: Vec<String> = (0..40)
        .map(|n| place.file(&format!("{n}.pdf"), &format!("note {n}")))
        .collect();
    let mut arguments = vec!["classify", "--workspace", ":memory:", "--json", "--jobs", "8"];
    arguments.extend(notes.iter().map(String::as_str));
    let results = place.run(&arguments).json();
    let outcomes: Vec<&str> = results
        .as_array()
        .unwrap()
        .iter()
        .map(|result| gist(result).1)
        .collect();
    assert_eq!(outcomes, ["not_a_document"; 40]);
}

#[test]
fn a_missing_file_is_one_typed_answer() {
    let place = Place::new();
    let path = place.path("gone.pdf");
    let answer = place.run(&["classify", &path, "--json", "--year", "2025", "--case", "Smith"]);
    assert_eq!(answer.status, 1, "{}", answer.stderr);
    let result = answer.json();
    assert_eq!(gist(&result), (None, "io", Some("io")));
    assert_eq!(result["document"]["id"], Value::Null);
    assert_eq!(result["document"]["path"], path.as_str());
    assert_eq!(result["document"]["expected_year"], 2025);
    assert_eq!(result["document"]["case"], "Smith");
    assert_eq!(result["pack"]["name"], "tax");
    assert!(result["pack"]["version"].is_string());
    assert!(result["error"]["message"].as_str().unwrap().contains("gone.pdf"));
}

#[test]
fn every_input_is_answered_once_duplicates_included() {
    let place = Place::new();
    let (gone, note) = (place.path("gone.pdf"), place.file("note.txt", "not a PDF"));
    for format in ["--json", "--ndjson"] {
        let answer = place.run(&["classify", &gone, &gone, &note, &note, format]);
        assert_eq!(answer.status, 1, "{}", answer.stderr);
        let results: Vec<Value> = match format {
            "--json" => answer.json().as_array().unwrap().clone(),
            _ => answer
                .stdout
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect(),
        };
        let mut paths: Vec<&str> = results
            .iter()
            .map(|result| result["document"]["path"].as_str().unwrap())
            .collect();
        paths.sort_unstable();
        assert_eq!(paths, [&gone, &gone, &note, &note]);
        for result in &results {
            let outcome = if result["document"]["path"] == gone.as_str() {
                "io"
            } else {
                "not_a_document"
            };
            assert_eq!(gist(result), (None, outcome, Some(outcome)));
        }
    }
}

#[test]
fn a_folder_is_an_array_even_of_one_or_none() {
    let place = Place::new();
    place.file("in/deep/a.PDF", "not really");
    place.file("in/b.txt", "not looked at");
    let answer = place.run(&["classify", &place.path("in"), "--json"]);
    assert_eq!(answer.json().as_array().unwrap().len(), 1);
    fs::create_dir(place.path("none")).unwrap();
    let answer = place.run(&["classify", &place.path("none"), "--json"]);
    assert_eq!((answer.status, answer.json()), (0, serde_json::json!([])));
    assert!(
        answer.stderr.contains("no documents in the folder"),
        "{}",
        answer.stderr
    );
}

#[test]
fn an_empty_file_is_an_answer_and_not_an_error() {
    let place = Place::new();
    let answer = place.run(&["classify", &place.file("zero.pdf", ""), "--json"]);
    assert_eq!(answer.status, 0, "{}", answer.stderr);
    assert_eq!(gist(&answer.json()), (None, "empty", None));
}

#[test]
fn paths_come_from_the_standard_input() {
    let place = Place::new();
    let lines = format!("{}\n\n{}\r\n", place.path("one.pdf"), place.path("two.pdf"));
    let workspace = place.folder.path().join("workspace");
    let answer = touchstone(&workspace, &["classify", "-", "--json"], &lines);
    assert_eq!(answer.json().as_array().unwrap().len(), 2);
    let answer = touchstone(&workspace, &["classify", "-", "--json"], "");
    assert_eq!((answer.status, answer.json()), (0, serde_json::json!([])));
}

#[test]
fn people_get_a_table_and_progress_apart_from_it() {
    let place = Place::new();
    let gone = place.path("gone.pdf");
    let answer = place.run(&["classify", &gone]);
    assert!(
        answer.stdout.contains("gone.pdf") && answer.stdout.contains("failed"),
        "{}",
        answer.stdout
    );
    assert!(answer.stderr.contains("[1/1] gone.pdf: failed"), "{}", answer.stderr);
    assert!(answer.stderr.contains("1 document: 1 failed"), "{}", answer.stderr);
    let quiet = place.run(&["classify", &gone, "--quiet"]);
    assert_eq!((quiet.stdout, quiet.stderr.as_str()), (answer.stdout, ""));
}

#[test]
fn results_are_written_to_a_folder_under_safe_names() {
    let place = Place::new();
    let (note, out) = (place.file("a b/Nóte (1).pdf", "x"), place.path("out/results"));
    let answer = place.run(&["classify", &note, &note, &place.path("gone.pdf"), "--out", &out]);
    assert_eq!(answer.status, 1, "{}", answer.stderr);
    let mut names: Vec<String> = fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(
        names[0].starts_with("Nóte-1-") && names[1].starts_with("Nóte-1-"),
        "{names:?}"
    );
    assert_eq!(names[2], "gone-unread.json");
    for name in names {
        let result: Value = serde_json::from_str(&fs::read_to_string(Path::new(&out).join(name)).unwrap()).unwrap();
        assert_eq!(schema_complaints(&result), Vec::<String>::new());
    }
}

#[test]
fn a_workspace_that_cannot_be_used_ends_with_3() {
    let place = Place::new();
    let pdf = place.file("a.pdf", "x");
    let not_a_folder = place.file("file", "x");
    let foreign = place.file(
        "foreign/touchstone.db",
        "this is not a database, and long enough to be looked at",
    );
    let foreign = Path::new(&foreign).parent().unwrap().to_str().unwrap();
    for workspace in [not_a_folder.as_str(), foreign] {
        let answer = place.run(&["classify", &pdf, "--workspace", workspace]);
        assert_eq!(
            (answer.status, answer.stdout.as_str()),
            (3, ""),
            "{workspace}: {}",
            answer.stderr
        );
        assert!(answer.stderr.contains(workspace), "{}", answer.stderr);
    }
}

#[test]
fn what_was_read_can_be_listed_shown_exported_and_replayed() {
    let place = Place::new();
    let note = place.file("note.pdf", "not a PDF");
    let result = place.run(&["classify", &note, "--json", "--case", "Smith"]).json();
    let (document, run) = (
        result["document"]["id"].as_str().unwrap(),
        result["run_id"].as_str().unwrap(),
    );
    for id in [document, run, &document.to_uppercase()] {
        let shown = place.run(&["show", id, "--json"]);
        assert_eq!(shown.json()["run_id"], run, "{}", shown.stderr);
    }
    let report = place.run(&["show", document]).stdout;
    assert!(report.contains("not_a_document") && report.contains(run), "{report}");
    let list = place.run(&["list", "--json"]).json();
    assert_eq!(
        (list[0]["id"].as_str(), list[0]["state"].as_str()),
        (Some(document), Some("failed"))
    );
    assert_eq!(
        place.run(&["list", "--case", "Jones", "--json"]).json(),
        serde_json::json!([])
    );
    let exported = place.run(&["export", "--state", "all", "--format", "json"]).json();
    assert_eq!(
        (exported[0]["state"].as_str(), exported[0]["run_id"].as_str()),
        (Some("failed"), Some(run))
    );
    let file = place.path("out.csv");
    assert_eq!(
        place
            .run(&["export", "--state", "all", "--format", "csv", "--out", &file])
            .status,
        0
    );
    let csv = fs::read_to_string(file).unwrap();
    assert!(csv.lines().count() == 2 && csv.contains(document), "{csv}");
    let unknown = place.run(&["show", "ffffffff"]);
    assert_eq!((unknown.status, unknown.stdout.as_str()), (1, ""));
    assert!(unknown.stderr.contains("ffffffff"), "{}", unknown.stderr);
}

#[test]
fn the_same_again_is_not_read_again_unless_asked() {
    let place = Place::new();
    let empty = place.file("zero.pdf", "");
    let run = |more: &[&str]| place.run(&[&["classify", &empty, "--json"], more].concat()).json()["run_id"].clone();
    let first = run(&[]);
    assert_eq!(run(&[]), first);
    assert_ne!(run(&["--year", "2024"]), first);
    assert_ne!(run(&["--again"]), first);
}

#[test]
fn documents_are_thrown_away_taken_back_read_again_and_erased() {
    let place = Place::new();
    let (note, other) = (
        place.file("note.pdf", "not a PDF"),
        place.file("other.pdf", "no PDF either"),
    );
    let results = place.run(&["classify", &note, &other, "--json"]).json();
    let id = results[0]["document"]["id"].as_str().unwrap();
    let listed = || -> Vec<String> {
        let list = place.run(&["list", "--json"]).json();
        let names = list.as_array().unwrap().iter();
        names
            .map(|line| line["file_name"].as_str().unwrap().to_owned())
            .collect()
    };
    let done = |arguments: &[&str], told: &str| {
        let answer = place.run(arguments);
        assert_eq!(answer.status, 0, "{arguments:?}: {}", answer.stderr);
        assert!(answer.stderr.contains(told), "{arguments:?}: {}", answer.stderr);
    };
    done(&["trash", id], "1 document moved to the trash");
    assert_eq!(listed(), ["other.pdf"]);
    let refused = place.run(&["retry", id]);
    assert_eq!(refused.status, 1);
    assert!(refused.stderr.contains("--undo"), "{}", refused.stderr);
    done(&["trash", "--undo", id], "1 document restored from the trash");
    assert_eq!(listed(), ["note.pdf", "other.pdf"]);

    let run = || place.run(&["show", id, "--json"]).json()["run_id"].clone();
    let first = run();
    let again = place.run(&["retry", results[0]["run_id"].as_str().unwrap()]);
    assert_eq!(again.status, 1, "it cannot be read now either: {}", again.stderr);
    assert!(
        again.stdout.contains("note.pdf") && again.stderr.contains("1 document: 1 failed"),
        "{}",
        again.stderr
    );
    let second = run();
    assert_ne!(second, first);
    let failed = place.run(&["retry", "--failed"]);
    assert!(failed.stderr.contains("2 documents: 2 failed"), "{}", failed.stderr);
    assert_ne!(run(), second);

    let unasked = place.run(&["forget", id]);
    assert_eq!(unasked.status, 2);
    assert!(unasked.stderr.contains("--yes"), "{}", unasked.stderr);
    done(&["forget", id, "--yes"], "1 document erased");
    assert_eq!(listed(), ["other.pdf"]);
    assert_eq!(place.run(&["show", id]).status, 1);
    let folders = fs::read_dir(place.folder.path().join("workspace/originals")).unwrap();
    let kept = folders.map(|folder| fs::read_dir(folder.unwrap().path()).unwrap().count());
    assert_eq!(kept.sum::<usize>(), 1, "the copy of the file is gone as well");
    assert!(Path::new(&note).exists(), "the file itself is the user's");
    let unknown = place.run(&["trash", "ffffffff"]);
    assert_eq!(unknown.status, 1, "{}", unknown.stderr);
}

#[test]
fn where_there_are_no_packs_the_message_says_where_it_looked() {
    let place = Place::new();
    let note = place.file("note.pdf", "not a PDF");
    fs::create_dir(place.path("packs")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_touchstone"))
        .args(["classify", &note, "--workspace", ":memory:"])
        .env("TOUCHSTONE_PACKS", place.path("packs"))
        .env("HOME", place.folder.path())
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("no pack is named `tax`: there are no packs in"),
        "{stderr}"
    );
    assert!(stderr.contains(&place.path("packs")), "{stderr}");
}

#[test]
fn memory_leaves_nothing_behind() {
    let place = Place::new();
    let note = place.file("note.pdf", "not a PDF");
    let answer = place.run(&["classify", &note, "--workspace", ":memory:", "--json"]);
    assert_eq!(gist(&answer.json()).1, "not_a_document");
    let left: Vec<_> = fs::read_dir(place.folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left, ["note.pdf"]);
}

#[test]
fn packs_are_listed_and_a_mistake_is_named_with_its_place() {
    let place = Place::new();
    let listed = place.run(&["packs"]);
    assert_eq!(listed.status, 0, "{}", listed.stderr);
    assert!(listed.stdout.contains("tax"), "{}", listed.stdout);
    place.file("bad/pack.toml", "name = \"bad\"\nversion = 3\n");
    let answer = place.run(&["packs", "check", &place.path("bad")]);
    assert_eq!(answer.status, 1);
    assert!(
        answer.stderr.contains("pack.toml:2") && answer.stderr.contains("version"),
        "{}",
        answer.stderr
    );
    assert_eq!(place.run(&["packs", "check", &place.path("nowhere")]).status, 1);
}

#[test]
fn a_reader_that_leaves_ends_the_program_quietly() {
    let place = Place::new();
    let paths: Vec<String> = (0..200).map(|n| place.path(&format!("{n}.pdf"))).collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_touchstone"))
        .args(["classify", "--workspace", ":memory:", "--quiet", "--ndjson"])
        .args(&paths)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
        (Some(0), "")
    );
}
