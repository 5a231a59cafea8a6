//! The public result: it conforms to its schema, names every input, and has evidence for every accepted value.

use crate::shell::{Shell, fixtures, root};
use serde_json::Value;

fn schema() -> jsonschema::Validator {
    let text = std::fs::read_to_string(root().join("docs/result.schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("a valid schema")
}

#[track_caller]
fn keeps_to_schema(results: &[Value]) {
    let schema = schema();
    for result in results {
        let faults: Vec<String> = schema
            .iter_errors(result)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(
            faults.is_empty(),
            "{}: {}",
            result["document"]["path"],
            faults.join("\n")
        );
    }
}

/// All fixtures, read once. One of them keeps drawing until a limit stops it.
#[test]
fn all_fixtures() {
    let shell = Shell::new();
    let passwords = shell.file("passwords.txt", b"wrong\ncorrect horse\n");
    let output = shell.run([
        "classify".as_ref(),
        "--json".as_ref(),
        "--password-file".as_ref(),
        passwords.as_os_str(),
        fixtures("samples").as_os_str(),
        fixtures("oddities").as_os_str(),
    ]);
    let results = output.expect_code(1).results();
    let documents = |folder: &str| std::fs::read_dir(fixtures(folder)).expect("listing").count() / 2;
    assert_eq!(results.len(), documents("samples") + documents("oddities"));
    keeps_to_schema(&results);
    let mut broken = results[0].clone();
    broken["decision"]["outcome"] = "PERHAPS".into();
    assert!(!schema().is_valid(&broken), "the schema refuses what is wrong");
    have_expected_outcomes(&results);
    have_evidence_on_the_page(&results);
}

#[track_caller]
fn have_expected_outcomes(results: &[Value]) {
    for result in results {
        let path = std::path::Path::new(result["document"]["path"].as_str().expect("a path"));
        let truth = std::fs::read_to_string(path.with_extension("truth.json")).expect("the truth beside the file");
        let truth: touchstone_tests::Truth = serde_json::from_str(&truth).expect("a truth");
        let expected = if truth.password.is_some() {
            "ok"
        } else {
            truth.outcome.as_str()
        };
        // A page that draws itself without end hits whichever limit the machine reaches first.
        let expected = match (expected, result["outcome"].as_str()) {
            ("timed_out", Some("out_of_memory")) => "out_of_memory",
            (expected, _) => expected,
        };
        assert_eq!(result["outcome"], expected, "{}: {}", path.display(), result["error"]);
        let unread = !matches!(expected, "ok" | "partial" | "empty");
        assert_eq!(result["error"].is_object(), unread, "{}", path.display());
        if unread || expected == "empty" {
            assert_eq!(result["classification"]["label"], Value::Null, "{}", path.display());
            assert_eq!(result["decision"]["outcome"], "ESCALATE_TO_SME", "{}", path.display());
        } else {
            assert_eq!(result["document"]["page_count"], truth.pages, "{}", path.display());
        }
    }
}

/// Every non-null value has a place inside the page, and accepted values have a quote.
#[track_caller]
fn have_evidence_on_the_page(results: &[Value]) {
    let (mut accepted, mut values) = (0, 0);
    for result in results {
        let name = &result["document"]["file_name"];
        let settled = result["decision"]["outcome"] == "AUTO_ACCEPT";
        accepted += usize::from(settled);
        for form in result["forms"].as_array().expect("forms") {
            for (field, content) in form["fields"].as_object().expect("fields") {
                if content["value"].is_null() || content["value"].is_array() {
                    continue;
                }
                let evidence = content["evidence"].as_array().expect("evidence");
                if settled {
                    assert!(!evidence.is_empty(), "{name}: {field} was accepted without evidence");
                }
                for span in evidence {
                    values += 1;
                    let pages = result["document"]["page_count"].as_u64().expect("a page count");
                    assert!(
                        (1..=pages).contains(&span["page"].as_u64().expect("a page")),
                        "{name}: {field}"
                    );
                    for region in span["regions"].as_array().expect("regions") {
                        let side = |key: &str| region[key].as_f64().expect("a length");
                        assert!(side("width") > 0.0 && side("height") > 0.0, "{name}: {field}: {region}");
                        assert!(
                            side("x") >= -1.0 && side("x") + side("width") <= 1200.0,
                            "{name}: {field}: {region}"
                        );
                    }
                }
            }
        }
    }
    assert!(accepted >= 5 && values > 150, "{accepted} accepted, {values} spans");
}

#[test]
fn each_input_path_gets_its_result_duplicates_included() {
    let shell = Shell::new();
    let letter = fixtures("samples").join("letter.pdf");
    let missing = shell.path("missing.pdf");
    let copy = shell.file("copy.pdf", &std::fs::read(&letter).expect("reading"));
    let inputs = [&letter, &missing, &letter, &copy];
    let mut arguments: Vec<&std::ffi::OsStr> = vec!["classify".as_ref(), "--json".as_ref()];
    arguments.extend(inputs.iter().map(|path| path.as_os_str()));
    let results = shell.run(&arguments).expect_code(1).results();
    let paths: Vec<&str> = results
        .iter()
        .filter_map(|result| result["document"]["path"].as_str())
        .collect();
    let expected: Vec<&str> = inputs.iter().filter_map(|path| path.to_str()).collect();
    assert_eq!(paths, expected);
    assert_eq!(results[0]["run_id"], results[2]["run_id"], "the same file is read once");
    assert_eq!(results[0]["document"]["sha256"], results[3]["document"]["sha256"]);
    keeps_to_schema(&results);
}

#[test]
fn lines_folders_and_standard_input() {
    use std::io::Write;
    let shell = Shell::new();
    let letter = fixtures("samples").join("letter.pdf");
    let stub = fixtures("samples").join("pay-stub.pdf");
    let out = shell.path("out");
    let mut command = shell.command(["classify", "--ndjson", "--quiet", "--out"]);
    command.arg(&out).arg("-").stdin(std::process::Stdio::piped());
    let (stdout, mut child) = {
        command
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null());
        let mut child = command.spawn().expect("starting");
        (child.stdout.take().expect("a pipe"), child)
    };
    writeln!(
        child.stdin.take().expect("a pipe"),
        "{}\n{}",
        letter.display(),
        stub.display()
    )
    .expect("writing paths");
    let text = std::io::read_to_string(stdout).expect("reading");
    assert_eq!(child.wait().expect("waiting").code(), Some(0));
    let results: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON a line"))
        .collect();
    assert_eq!(results.len(), 2);
    keeps_to_schema(&results);
    assert_eq!(
        std::fs::read_dir(&out).expect("the folder was made").count(),
        2,
        "a file an input"
    );
}
