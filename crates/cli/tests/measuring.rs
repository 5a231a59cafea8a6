//! Tests of `touchstone evaluate` and `touchstone pack` as used by scripts: output, errors and exit status. Runs over
//! real documents are in tests/tests/program.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::Command;
use tempfile::TempDir;

struct Answer {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Runs the program in a folder with these files.
fn run(files: &[(&str, &str)], arguments: &[&str]) -> Answer {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_touchstone"))
        .args(arguments)
        .current_dir(folder.path())
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    Answer {
        status: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

const TRUTH: &str = r#"{"file_name": "a.pdf", "label": "W-2", "layout": "x", "split": "unseen", "expect": "accept",
    "forms": [{"label": "W-2", "fields": {"wages_tips": "7.00", "tax_year": 2024}}]}"#;
const RIGHT: &str = r#"{"document": {"path": "a.pdf", "file_name": "a.pdf"}, "outcome": "ok",
    "classification": {"label": "W-2", "confidence": 0.9}, "decision": {"outcome": "AUTO_ACCEPT"},
    "forms": [{"label": "W-2", "fields": {"wages_tips": {"value": "7.00", "confidence": 0.9},
        "tax_year": {"value": 2024, "confidence": 0.9}}}]}"#;

#[test]
fn gates_decide_the_exit_status() {
    let wrong = RIGHT.replace("\"7.00\"", "\"9.00\"");
    let check = |predictions: &str, require: &str, status: i32, told: &str| {
        let answer = run(
            &[("a.truth.json", TRUTH), ("results.ndjson", predictions)],
            &["evaluate", ".", "--predictions", "results.ndjson", "--require", require],
        );
        assert_eq!(answer.status, Some(status), "{require}: {}", answer.stderr);
        assert!(answer.stderr.contains(told), "{require}: {}", answer.stderr);
        assert!(answer.stdout.contains("types correct"), "{}", answer.stdout);
    };
    check(RIGHT, "exact=1,unseen.wrong_accepted=0,types=1,documents=1", 0, "");
    check(&wrong, "exact=0.9", 1, "exact is 0.50000, at least 0.9 is required");
    check(
        &wrong,
        "unseen.wrong_accepted=0",
        1,
        "unseen.wrong_accepted is 1.00000, at most 0",
    );
    check(RIGHT, "tuned.exact=0.9", 1, "tuned.exact was not measured");
}

#[test]
fn json_and_html_hold_the_same_score() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("score.html");
    let answer = run(
        &[("truth.json", TRUTH), ("results.json", &format!("[{RIGHT}]"))],
        &[
            "evaluate",
            "truth.json",
            "--predictions",
            "results.json",
            "--json",
            "--html",
            page.to_str().unwrap(),
        ],
    );
    assert_eq!(answer.status, Some(0), "{}", answer.stderr);
    let score: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(
        (&score["schema"], &score["splits"]["unseen"]["exact"]["hits"]),
        (&"touchstone.score/1".into(), &2.into())
    );
    assert!(fs::read_to_string(page).unwrap().contains("layouts never tuned on"));
}

#[test]
fn what_cannot_be_meant_is_refused_with_the_reason() {
    let check = |files: &[(&str, &str)], arguments: &[&str], told: &str| {
        let answer = run(files, arguments);
        assert_eq!(answer.status, Some(2), "{arguments:?}: {}", answer.stderr);
        assert!(answer.stderr.contains(told), "{arguments:?}: {}", answer.stderr);
        assert_eq!(answer.stdout, "", "{arguments:?}");
    };
    let both = [("a.truth.json", TRUTH), ("r.json", RIGHT)];
    check(&[], &["evaluate", "nowhere"], "could not read nowhere");
    check(&[("x/y", "")], &["evaluate", "."], "no truths in .");
    check(
        &[("t.json", "{\"label\": \"W-2\"}")],
        &["evaluate", "t.json"],
        "missing field `file_name`",
    );
    check(
        &[("t.csv", "name\nx\n")],
        &["evaluate", "t.csv"],
        "no column `file_name`",
    );
    check(
        &both,
        &["evaluate", ".", "--predictions", "none.json"],
        "could not read the predictions in none.json",
    );
    check(
        &both,
        &["evaluate", ".", "--predictions", "a.truth.json"],
        "could not parse the predictions",
    );
    check(&both, &["evaluate", "."], "no prediction matches a truth");
    check(
        &both,
        &["evaluate", ".", "--require", "exactness=1"],
        "no figure is named `exactness`",
    );
    check(
        &both,
        &["evaluate", ".", "--run", "--predictions", "r.json"],
        "cannot be used with",
    );
    check(
        &both,
        &["evaluate", ".", "--mapping", "r.json"],
        "could not parse the mapping r.json",
    );
    let twice = format!("{RIGHT}{RIGHT}");
    let files = [("a.truth.json", TRUTH), ("r.json", &*twice)];
    check(
        &files,
        &["evaluate", ".", "--predictions", "r.json"],
        "two predictions for a.pdf",
    );
    check(
        &[("t.json", &format!("{TRUTH}{TRUTH}"))],
        &["evaluate", "t.json"],
        "two truths for",
    );
    check(&[], &["pack", "test", "nosuch"], "no pack is named `nosuch`");
    check(
        &[("a.truth.json", TRUTH)],
        &["pack", "calibrate", "tax", "."],
        "at least two layouts",
    );
}

#[test]
fn a_pack_says_whether_it_is_calibrated() {
    let check = |calibration: Option<&str>, status: i32, told: &str| {
        let pack = "name = \"p\"\nversion = \"1\"\ndescription = \"d\"\nmode = \"form\"\nfallback = \"OTHER\"\n\
                    [[labels]]\nname = \"OTHER\"\ndescription = \"any\"\n\
                    [[templates]]\nlabel = \"OTHER\"\ntitle = \"any\"\nconfidence_threshold = 0.5\nmin_fields = 1\n\
                    [[templates.fields]]\nname = \"title\"\ndescription = \"t\"\n";
        let mut files = vec![("p/pack.toml", pack)];
        files.extend(calibration.map(|text| ("p/calibration.toml", text)));
        let answer = run(&files, &["pack", "check", "p"]);
        assert_eq!(answer.status, Some(status), "{}{}", answer.stdout, answer.stderr);
        assert!(
            format!("{}{}", answer.stdout, answer.stderr).contains(told),
            "{}{}",
            answer.stdout,
            answer.stderr
        );
    };
    let made = |pack: &str, weight: &str| {
        format!(
            "schema = \"touchstone.calibration/1\"\n[made_for]\npack = \"{pack}\"\nversion = \"1\"\nrules_sha256 = \"0\"\n\
             documents = 12\nwithheld_percent = 30\nlayouts = [\"a\", \"b\"]\nmethod = \"m\"\n[fields]\noffset = 1.0\n\
             [fields.weights]\nread = {weight}\n[fields.measured]\njudged = 1\nwrong = 0\nece = 0.0\nbrier = 0.0\nbins = []\n"
        )
    };
    check(None, 0, "not calibrated");
    check(
        Some(&made("p", "2.0")),
        0,
        "calibrated on 12 documents of 2 layouts, before the rules were last changed",
    );
    check(Some(&made("p", "-2.0")), 1, "not negative");
    check(Some(&made("q", "2.0")), 1, "made for the pack `q`");
    check(Some("schema = 1"), 1, "calibration.toml");
}
