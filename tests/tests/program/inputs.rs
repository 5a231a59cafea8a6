//! Bad input: each gets a clear, typed outcome, and the documents around it are read as if it were absent.

use crate::shell::{Shell, fixtures};
use serde_json::Value;
use touchstone_tests::damaged;

/// The part of a result that must not depend on neighbors: everything but ids and times.
pub(crate) fn essence(result: &Value) -> Value {
    serde_json::json!([
        result["outcome"],
        result["classification"]["label"],
        result["classification"]["confidence"],
        result["forms"]
            .as_array()
            .map(|forms| forms.iter().map(|form| &form["fields"]).collect::<Vec<_>>()),
        result["decision"]["outcome"],
    ])
}

#[test]
fn damaged_files_do_not_touch_their_neighbours() {
    let form = fixtures("samples").join("w2-001-official.pdf");
    let letter = fixtures("samples").join("letter.pdf");
    let alone = {
        let shell = Shell::new();
        let output = shell.run([
            "classify".as_ref(),
            "--json".as_ref(),
            form.as_os_str(),
            letter.as_os_str(),
        ]);
        output.expect_code(0).results()
    };
    let shell = Shell::new();
    let mut paths = vec![form];
    for case in damaged::unreadable_files() {
        paths.push(shell.file(&case.file_name, &case.bytes));
    }
    paths.push(shell.path("missing.pdf"));
    paths.push(letter);
    let mut arguments: Vec<&std::ffi::OsStr> = vec!["classify".as_ref(), "--json".as_ref()];
    arguments.extend(paths.iter().map(|path| path.as_os_str()));
    let results = shell.run(&arguments).expect_code(1).results();
    assert_eq!(results.len(), paths.len());
    assert_eq!(essence(&results[0]), essence(&alone[0]));
    assert_eq!(essence(&results[results.len() - 1]), essence(&alone[1]));
    for result in &results[1..results.len() - 1] {
        let outcome = result["outcome"].as_str().expect("an outcome");
        assert!(!matches!(outcome, "ok" | "partial"), "{}", result["document"]["path"]);
        if outcome != "empty" {
            let message = result["error"]["message"].as_str().expect("a message");
            assert!(message.len() > 10 && !message.ends_with('.'), "{outcome}: {message}");
        }
    }
}

/// A bad sector, or a network drive that drops: the file opens, and its bytes do not arrive.
#[test]
#[cfg(target_os = "linux")]
fn a_file_that_breaks_off_while_it_is_read_costs_nobody_else() {
    let shell = Shell::new();
    let letter = std::fs::read(fixtures("samples").join("letter.pdf")).expect("a sample");
    shell.file("batch/a.pdf", &letter);
    std::os::unix::fs::symlink("/proc/self/mem", shell.path("batch/b.pdf")).expect("a link");
    let folder = shell.path("batch");
    shell.file("batch/c.pdf", &[&letter[..], b"%\n"].concat());
    let output = shell.run(["classify".as_ref(), "--json".as_ref(), folder.as_os_str()]);
    let results = output.expect_code(1).results();
    let outcomes: Vec<&Value> = results.iter().map(|result| &result["outcome"]).collect();
    assert_eq!(outcomes, ["ok", "io", "ok"]);
    let message = results[1]["error"]["message"].as_str().expect("a message");
    assert_eq!(message.matches("could not read").count(), 1, "{message}");
}

#[test]
fn a_page_that_is_too_dense_is_left_to_a_person() {
    let shell = Shell::new();
    let page = shell.file("dense.pdf", &damaged::crowded("Total", 20_100));
    let output = shell.run(["classify".as_ref(), "--json".as_ref(), page.as_os_str()]);
    let result = &output.expect_code(1).results()[0];
    assert_eq!(result["outcome"], "page_too_large");
    assert_eq!(result["decision"]["outcome"], "ESCALATE_TO_SME");
    let message = result["error"]["message"].as_str().expect("a message");
    assert!(message.contains("too dense"), "{message}");
}

#[test]
fn too_many_pages_are_refused() {
    let shell = Shell::new();
    let case = damaged::too_many_pages();
    let path = shell.file(&case.file_name, &case.bytes);
    let results = shell
        .run(["classify".as_ref(), "--json".as_ref(), path.as_os_str()])
        .expect_code(1)
        .results();
    assert_eq!(results[0]["outcome"], "too_many_pages");
}

#[test]
fn passwords_open_what_is_locked() {
    let shell = Shell::new();
    let locked = fixtures("oddities").join("w2-001-official-locked.pdf");
    let results = shell
        .run(["classify".as_ref(), "--json".as_ref(), locked.as_os_str()])
        .expect_code(1)
        .results();
    assert_eq!(results[0]["outcome"], "password_needed");
    let wrong = shell.file("wrong.txt", b"not it\n");
    let right = shell.file("right.txt", b"not it\ncorrect horse\n");
    for (file, code, outcome) in [(wrong, 1, "password_needed"), (right, 0, "ok")] {
        let output = shell.run([
            "classify".as_ref(),
            "--json".as_ref(),
            "--again".as_ref(),
            "--password-file".as_ref(),
            file.as_os_str(),
            locked.as_os_str(),
        ]);
        assert!(!output.stderr.contains("correct horse") && !output.stdout.contains("correct horse"));
        assert_eq!(output.expect_code(code).results()[0]["outcome"], outcome);
    }
}

#[test]
fn wrong_usage_is_status_two() {
    let shell = Shell::new();
    let letter = fixtures("samples").join("letter.pdf");
    let letter = letter.to_str().expect("a path");
    for arguments in [
        vec!["classify", letter, "--colour"],
        vec!["classify"],
        vec!["classify", letter, "--pack", "astrology"],
        vec!["classify", letter, "--year", "last"],
        vec!["classify", letter, "--json", "--ndjson"],
        vec!["classify", letter, "--engine", "oracle"],
        vec!["export", "--format", "papyrus"],
        vec!["divine"],
    ] {
        let output = shell.run(&arguments);
        assert_eq!(output.code(), Some(2), "{arguments:?}: {}", output.stderr);
        assert!(
            !output.stderr.trim().is_empty() && output.stdout.is_empty(),
            "{arguments:?}"
        );
    }
}

/// Nothing is sent to a provider without consent, and consent is remembered.
#[test]
fn a_model_elsewhere_needs_consent_and_a_key() {
    let shell = Shell::new();
    let letter = fixtures("samples").join("letter.pdf");
    let letter = letter.to_str().expect("a path");
    let asked = ["classify", letter, "--engine", "openrouter:a/b"];
    for (more, reason) in [
        (
            None,
            "will be sent from this computer to OpenRouter at https://openrouter.ai",
        ),
        (Some("--consent"), "none in OPENROUTER_API_KEY"),
        (None, "none in OPENROUTER_API_KEY"),
    ] {
        let output = shell.run(asked.into_iter().chain(more));
        assert!(output.stderr.contains(reason), "{more:?}: {}", output.stderr);
        assert!(output.expect_code(2).stdout.is_empty());
    }
}

#[test]
fn a_wrong_year_is_a_blocker() {
    let shell = Shell::new();
    let form = fixtures("samples").join("w2-001-official.pdf");
    let output = shell.run([
        "classify".as_ref(),
        "--json".as_ref(),
        "--year".as_ref(),
        "1999".as_ref(),
        form.as_os_str(),
    ]);
    let result = &output.expect_code(0).results()[0];
    assert_eq!(result["document"]["expected_year"], 1999);
    assert_eq!(result["decision"]["outcome"], "ESCALATE_TO_SME");
    let wrong = |issue: &&Value| issue["code"] == "wrong_year" && issue["severity"] == "BLOCKER";
    assert!(
        result["issues"]
            .as_array()
            .expect("issues")
            .iter()
            .any(|issue| wrong(&issue)),
        "{}",
        result["issues"]
    );
}

#[test]
fn a_pack_with_a_mistake_is_named_with_file_key_and_reason() {
    let shell = Shell::new();
    let folder = shell.path("packs/broken");
    shell.file(
        "packs/broken/pack.toml",
        b"name = \"broken\"\nversion = \"1\"\nmode = \"sideways\"\n",
    );
    let output = shell.run(["packs".as_ref(), "check".as_ref(), folder.as_os_str()]);
    assert_eq!(output.code(), Some(1), "{}", output.stderr);
    let printed = format!("{}{}", output.stdout, output.stderr);
    assert!(printed.contains("pack.toml") && printed.contains("mode"), "{printed}");
}

#[test]
fn a_memory_workspace_leaves_nothing_behind() {
    let shell = Shell::new();
    let letter = fixtures("samples").join("letter.pdf");
    let before = everything(&shell);
    shell
        .run([
            "classify".as_ref(),
            "--workspace".as_ref(),
            ":memory:".as_ref(),
            letter.as_os_str(),
        ])
        .expect_code(0);
    assert_eq!(everything(&shell), before);
    assert!(!std::path::Path::new(":memory:").exists() && !crate::shell::root().join(":memory:").exists());
}

fn everything(shell: &Shell) -> Vec<std::path::PathBuf> {
    let walk = walkdir::WalkDir::new(shell.path("")).sort_by_file_name();
    let paths = walk
        .into_iter()
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path);
    paths
        .filter(|path| {
            !path
                .components()
                .any(|part| part.as_os_str().to_string_lossy().starts_with(".tmp"))
                || path == &shell.path("")
        })
        .collect()
}

#[test]
fn a_workspace_that_is_none_is_status_three() {
    let shell = Shell::new();
    let letter = fixtures("samples").join("letter.pdf");
    let file = shell.file("a-file", b"not a folder");
    let output = shell.run([
        "classify".as_ref(),
        "--workspace".as_ref(),
        file.as_os_str(),
        letter.as_os_str(),
    ]);
    assert_eq!(output.code(), Some(3), "{}", output.stderr);
    assert!(output.stderr.contains("a-file"), "{}", output.stderr);
}

/// A mounted file system, where the user may mount one.
struct Mount(std::path::PathBuf);

impl Mount {
    fn new(folder: std::path::PathBuf, options: &str) -> Option<Mount> {
        std::fs::create_dir_all(&folder).expect("creating a folder");
        let mount = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", options, "tmpfs"])
            .arg(&folder)
            .stderr(std::process::Stdio::null())
            .status();
        if mount.is_ok_and(|status| status.success()) {
            return Some(Mount(folder));
        }
        eprintln!("skipped: no file system can be mounted here");
        None
    }

    fn remount(&self, options: &str) {
        let status = std::process::Command::new("mount")
            .args(["-o", options])
            .arg(&self.0)
            .status();
        assert!(
            status.is_ok_and(|status| status.success()),
            "remounting {}",
            self.0.display()
        );
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_read_only_workspace_can_be_read_and_not_written() {
    let shell = Shell::new();
    let Some(mount) = Mount::new(shell.path("disk"), "size=64m") else {
        return;
    };
    let workspace = shell.path("disk/workspace");
    let letter = fixtures("samples").join("letter.pdf");
    let classify = |path: &std::path::Path| {
        shell.run([
            "classify".as_ref(),
            "--workspace".as_ref(),
            workspace.as_os_str(),
            path.as_os_str(),
        ])
    };
    classify(&letter).expect_code(0);
    mount.remount("remount,ro");
    let output = classify(&fixtures("samples").join("pay-stub.pdf"));
    assert_eq!(output.code(), Some(3), "{}{}", output.stdout, output.stderr);
    assert!(!output.stderr.trim().is_empty());
    let list = shell.run([
        "list".as_ref(),
        "--json".as_ref(),
        "--workspace".as_ref(),
        workspace.as_os_str(),
    ]);
    assert_eq!(list.code(), Some(0), "{}", list.stderr);
    assert!(list.stdout.contains("letter.pdf"));
    mount.remount("remount,rw");
}

#[test]
fn a_full_disk_is_said_and_loses_nothing_finished() {
    let shell = Shell::new();
    let Some(mount) = Mount::new(shell.path("disk"), "size=1500k") else {
        return;
    };
    let workspace = shell.path("disk/workspace");
    let folder = shell.path("many");
    for case in touchstone_tests::w2::cases(8, 60) {
        case.write(&folder).expect("writing");
    }
    let run = || {
        shell.run([
            "classify".as_ref(),
            "--json".as_ref(),
            "--workspace".as_ref(),
            workspace.as_os_str(),
            folder.as_os_str(),
        ])
    };
    let output = run();
    assert!(
        matches!(output.code(), Some(1 | 3)),
        "{:?} {}",
        output.code(),
        output.stderr
    );
    assert!(
        output.stderr.to_lowercase().contains("disk") || output.stderr.to_lowercase().contains("space"),
        "{}",
        output.stderr
    );
    mount.remount("remount,size=200m");
    let results = run().expect_code(0).results();
    assert_eq!(results.len(), 60);
    assert!(results.iter().all(|result| result["outcome"] == "ok"));
}
