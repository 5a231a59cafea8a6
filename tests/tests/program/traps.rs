//! Documents that are read correctly and are not what they seem, through the whole program; and a form that only the
//! second attempt can read.

use crate::shell::Shell;
use serde_json::Value;
use touchstone_tests::w2::trapped;

fn classified(shell: &Shell, folder: &str) -> Vec<Value> {
    let folder = shell.path(folder);
    let output = shell.run(["classify".as_ref(), "--json".as_ref(), folder.as_os_str()]);
    output.results()
}

/// The codes of V3's issues, worst first as the result lists them.
fn sprung(result: &Value) -> Vec<&str> {
    let issues = result["issues"].as_array().expect("issues").iter();
    issues
        .filter(|issue| issue["raised_by"] == "V3")
        .map(|issue| issue["code"].as_str().expect("a code"))
        .collect()
}

fn named<'r>(results: &'r [Value], name: &str) -> &'r Value {
    let found = results.iter().find(|result| result["document"]["file_name"] == name);
    found.unwrap_or_else(|| panic!("no result for {name}"))
}

/// The values of a stamped form are read as exactly as ever; only the decision changes.
#[test]
fn stamps_are_seen_and_what_looks_like_them_is_not() {
    let shell = Shell::new();
    let all = trapped::stamped(5);
    for trapped in &all {
        trapped.case.write(&shell.path("stamped")).expect("writing");
    }
    let results = classified(&shell, "stamped");
    for trapped in &all {
        let result = named(&results, &trapped.case.file_name);
        assert_eq!(sprung(result), trapped.springs, "{}", trapped.case.file_name);
        assert_eq!(result["classification"]["label"], "W-2", "{}", trapped.case.file_name);
        let blocked = trapped.springs.iter().any(|name| *name != "duplicate");
        if blocked {
            assert_eq!(result["decision"]["rule"], 1, "{}", trapped.case.file_name);
        }
        let truth = &trapped.case.truth.forms[0].fields;
        for (name, value) in truth.iter().filter(|(name, _)| *name != "control_number") {
            let read = &result["forms"][0]["fields"][name]["value"];
            if value.is_string() || value.is_number() {
                assert_eq!(read, value, "{} of {}", name, trapped.case.file_name);
            }
        }
    }
}

fn contradicted(result: &Value) -> bool {
    sprung(result).contains(&"conflicting_forms") && result["decision"]["outcome"] == "ESCALATE_TO_SME"
}

/// Two workers, so that both documents are verified at about the same time; and one document accepted long before the
/// other was added. In the end both are in doubt, each names the other, and every decision, including the earlier
/// one, replays.
#[test]
fn contradicting_documents_are_both_escalated() {
    for together in [true, false] {
        let shell = Shell::new();
        let [one, two] = trapped::contradicting(8);
        one.write(&shell.path("pair")).expect("writing");
        let mut runs = Vec::new();
        if !together {
            let alone = classified(&shell, "pair");
            assert_eq!(alone[0]["decision"]["outcome"], "AUTO_ACCEPT");
            runs.push(alone[0]["run_id"].clone());
        }
        two.write(&shell.path("pair")).expect("writing");
        let folder = shell.path("pair");
        let two_workers = ["--ndjson", "--jobs", "2"].map(str::as_ref);
        let arguments = ["classify".as_ref(), folder.as_os_str()].into_iter().chain(two_workers);
        shell.run(arguments.collect::<Vec<_>>());
        let results = classified(&shell, "pair");
        assert_eq!(results.len(), 2);
        for result in &results {
            let own = result["document"]["file_name"].as_str().expect("a name");
            assert!(contradicted(result), "{own}, together: {together}");
            let other = if own.contains("one") {
                "trap-two.pdf"
            } else {
                "trap-one.pdf"
            };
            let issues = result["issues"].as_array().expect("issues").iter();
            let mut messages = issues.filter_map(|issue| issue["message"].as_str());
            assert!(messages.any(|message| message.contains(other)), "{own} names {other}");
            runs.push(result["run_id"].clone());
        }
        for run in runs {
            shell.run(["replay", run.as_str().expect("a run")]).expect_code(0);
        }
        let exported = shell
            .run(["export", "--state", "all", "--format", "jsonl"])
            .expect_code(0);
        assert!(!exported.stdout.contains(r#""state":"settled""#), "{}", exported.stdout);
    }
}

#[test]
fn the_same_paper_under_another_name_is_told_and_accepted() {
    let shell = Shell::new();
    let [case, _] = trapped::contradicting(9);
    shell.file("twice/first.pdf", &case.bytes);
    assert_eq!(sprung(&classified(&shell, "twice")[0]), Vec::<&str>::new());
    shell.file("twice/second.pdf", &case.bytes);
    let results = classified(&shell, "twice");
    assert_eq!(sprung(named(&results, "first.pdf")), Vec::<&str>::new());
    let second = named(&results, "second.pdf");
    assert_eq!(sprung(second), ["duplicate_document"]);
    let first = &named(&results, "first.pdf")["document"]["id"];
    let message = second["issues"]
        .as_array()
        .expect("issues")
        .iter()
        .find(|issue| issue["raised_by"] == "V3");
    let message = message.expect("the issue")["message"].as_str().expect("a message");
    assert!(message.contains(first.as_str().expect("an id")), "{message}");
    assert_eq!(
        second["decision"]["outcome"],
        named(&results, "first.pdf")["decision"]["outcome"]
    );
}

#[test]
fn forms_for_different_years_are_told() {
    let shell = Shell::new();
    trapped::two_years(4).write(&shell.path("years")).expect("writing");
    assert_eq!(sprung(&classified(&shell, "years")[0]), ["mixed_years"]);
}

/// Misspelled captions fail the first attempt; the second tolerates spelling errors, finds every value, and takes no
/// wrong one.
#[test]
fn the_second_attempt_reads_misspelt_captions() {
    let shell = Shell::new();
    let case = trapped::misspelt(6);
    case.write(&shell.path("misspelt")).expect("writing");
    let result = &classified(&shell, "misspelt")[0];
    let attempts = result["attempts"].as_array().expect("attempts");
    let best = attempts
        .iter()
        .find(|attempt| attempt["best"] == true)
        .expect("a best attempt");
    assert_eq!(best["number"], 2, "{attempts:#?}");
    assert_eq!(attempts[1]["pass"], false, "{attempts:#?}");
    assert!(!attempts[1]["feedback"].as_str().expect("feedback").is_empty());
    assert_eq!(result["classification"]["label"], "W-2");
    for (name, value) in &case.truth.forms[0].fields {
        if value.is_string() || value.is_number() {
            assert_eq!(&result["forms"][0]["fields"][name]["value"], value, "{name}");
        }
    }
}
