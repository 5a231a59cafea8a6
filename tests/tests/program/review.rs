//! Review in the terminal: the queue, expert packets, the text around a place, verdicts and the resulting truth.

use crate::shell::{Shell, root};
use serde_json::Value;
use std::path::PathBuf;
use touchstone_tests::w2::trapped;

/// Stamped forms that a trap keeps from being accepted, classified together with a different prior label for the first
/// one.
fn waiting(shell: &Shell) -> Vec<Value> {
    let all = trapped::stamped(5);
    let mut blocked = all
        .iter()
        .filter(|one| one.springs.iter().any(|name| *name != "duplicate"));
    for one in blocked.by_ref().take(3) {
        one.case.write(&shell.path("in")).expect("writing");
    }
    let first = &all
        .iter()
        .find(|one| one.springs.iter().any(|name| *name != "duplicate"))
        .expect("one")
        .case;
    let priors = shell.file(
        "priors.csv",
        format!("file_name,label\n{},K-1\n", first.file_name).as_bytes(),
    );
    let folder = shell.path("in");
    shell.run([
        "classify".as_ref(),
        folder.as_os_str(),
        "--quiet".as_ref(),
        "--compare".as_ref(),
        priors.as_os_str(),
    ]);
    let listed = shell.run(["review", "list", "--json"]).expect_code(0).results();
    assert_eq!(listed.len(), 3);
    // The document with the prior label comes first.
    let (mut compared, others): (Vec<Value>, Vec<Value>) = listed
        .into_iter()
        .partition(|one| one["pdf_filename"] == first.file_name.as_str());
    compared.extend(others);
    compared
}

fn id(listed: &Value) -> &str {
    listed["doc_id"].as_str().expect("an id")
}

fn saved(shell: &Shell, document: &str, rest: &[&str], code: i32) -> PathBuf {
    let folder = shell.path("truth");
    let mut arguments = vec!["review", "save", document, "--out", folder.to_str().expect("a path")];
    arguments.extend(rest);
    shell.run(arguments).expect_code(code);
    folder.join(format!("gt_{document}.json"))
}

fn read(file: &PathBuf) -> Value {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_packet_holds_what_an_expert_needs() {
    let shell = Shell::new();
    let listed = waiting(&shell);
    let first = id(&listed[0]);
    assert_eq!(
        (&listed[0]["v5_decision"], &listed[0]["rule"]),
        (&"ESCALATE_TO_SME".into(), &1.into())
    );

    let packet = &shell
        .run(["review", "packet", first, "--json"])
        .expect_code(0)
        .results()[0];
    assert_eq!(packet["review_status"], "pending");
    assert_eq!(packet["production_differs"], true);
    assert_eq!(packet["comparison"]["differences"][0]["theirs"], "K-1");
    assert_eq!(packet["issues_summary"][0]["severity"], "BLOCKER");
    assert_eq!(
        packet["total_issues"],
        packet["issues_summary"].as_array().expect("issues").len()
    );
    assert_eq!(packet["model_phases"][0]["skipped"], "no model is set");
    let other = &shell.run(["review", "packet", id(&listed[1]), "--json"]).results()[0];
    assert_eq!(other["production_differs"], Value::Null);

    let folder = shell.path("packets");
    shell
        .run(["review", "packet", first, "--out", folder.to_str().expect("a path")])
        .expect_code(0);
    let written = read(&folder.join(format!("sme_packet_{first}.json")));
    let bundle = read(&folder.join(written["document_bundle_path"].as_str().expect("a name")));
    assert!(
        bundle["pages"][0]["paragraphs"]
            .as_array()
            .is_some_and(|all| !all.is_empty())
    );
    let page = std::fs::read_to_string(folder.join(format!("sme_packet_{first}.html"))).expect("a page");
    assert!(page.contains("data:image/png;base64,") && !page.contains("<script"));

    let around = shell
        .run([
            "review",
            "context",
            first,
            "--page",
            "1",
            "--quote",
            "Wage and Tax Statement",
        ])
        .expect_code(0);
    assert!(around.stdout.contains("  > "), "{}", around.stdout);
    let text = shell.run(["review", "packet", first]).expect_code(0).stdout;
    assert!(text.contains("[BLOCKER] V3-0001 (Agent: V3)\n  Message:   "), "{text}");
}

#[test]
fn verdicts_settle_truth_and_leave_the_queue() {
    let shell = Shell::new();
    let listed = waiting(&shell);
    let [corrected, agreed, rejected] = [0, 1, 2].map(|at| id(&listed[at]));

    // A correction with the wrong verdict, none with the right one, and one unknown to the pack.
    saved(&shell, corrected, &["--verdict", "agrees", "--set", "label=OTHER"], 2);
    saved(&shell, corrected, &["--verdict", "corrects"], 2);
    saved(
        &shell,
        corrected,
        &["--verdict", "corrects", "--set", "label=Invoice"],
        1,
    );
    let arguments = [
        "--verdict",
        "corrects",
        "--set",
        "label=OTHER",
        "--set",
        "forms[0].wages_tips=1,200.5",
    ];
    let by = ["--reviewer", "R. Reader", "--notes", "void"];
    // Each is blocked by a trap, which must be acknowledged to accept it.
    let despite = ["--despite-blockers"];
    saved(&shell, corrected, &[&arguments[..], &by[..]].concat(), 1);
    let truth = read(&saved(
        &shell,
        corrected,
        &[&arguments[..], &by[..], &despite[..]].concat(),
        0,
    ));
    assert_eq!(truth["ground_truth_source"], "SME_CORRECTED");
    assert_eq!(truth["ground_truth_classification"]["label"], "OTHER");
    assert_eq!(truth["ground_truth_classification"]["segments"][0]["label"], "OTHER");
    assert_eq!(truth["forms"][0]["fields"]["wages_tips"]["value"], "1200.50");
    assert_eq!(
        (&truth["reviewer"], &truth["correction_notes"]),
        (&"R. Reader".into(), &"void".into())
    );

    let unseen = shell
        .run(["review", "save", agreed, "--verdict", "agrees"])
        .expect_code(1);
    assert!(unseen.stderr.contains("add --despite-blockers"), "{}", unseen.stderr);
    let truth = read(&saved(
        &shell,
        agreed,
        &["--verdict", "agrees", "--despite-blockers"],
        0,
    ));
    assert_eq!(truth["ground_truth_source"], "SME_VALIDATED");
    assert_eq!(truth["ground_truth_classification"]["label"], "W-2");

    assert!(!saved(&shell, rejected, &["--verdict", "rejects"], 0).exists());
    let left = shell.run(["review", "list", "--json"]).expect_code(0);
    assert_eq!(left.results(), Vec::<Value>::new());
    let packet = &shell.run(["review", "packet", corrected, "--json"]).results()[0];
    assert_eq!(
        (&packet["review_status"], &packet["review_verdict"]),
        (&"completed".into(), &"corrects".into())
    );
    for document in [corrected, agreed, rejected] {
        let replay = shell.run(["replay", document, "--json"]).expect_code(0).results();
        assert_eq!(replay[0]["matches"], true);
    }
    let register = shell
        .run(["export", "--state", "all", "--format", "register"])
        .expect_code(0);
    assert_eq!(
        register.stdout.lines().count(),
        1,
        "papers without markings are not in it"
    );
}

/// A refused verdict changes nothing: none of the call's corrections is saved, and the document stays as it was.
#[test]
fn corrections_are_saved_together_or_not_at_all() {
    let shell = Shell::new();
    let listed = waiting(&shell);
    let document = id(&listed[0]);
    let pages = |shell: &Shell| {
        let packet = &shell.run(["review", "packet", document, "--json"]).results()[0];
        (packet["classification"]["segments"].clone(), packet["forms"].clone())
    };
    let before = pages(&shell);
    for (set, code) in [
        (&["segments[0].last_page=9"][..], 1),
        (&["forms[0].wages_tips=1.00", "forms[0].federal_tax_withheld=a lot"], 1),
        (&["label=OTHER", "forms[7].wages_tips=1.00"], 1),
        (&["forms[0].wages_tips=1.00", "label=Invoice"], 1),
    ] {
        let mut arguments = vec!["--verdict", "corrects"];
        arguments.extend(set.iter().flat_map(|one| ["--set", one]));
        saved(&shell, document, &arguments, code);
        assert_eq!(pages(&shell), before, "{set:?}");
    }
    saved(&shell, document, &["--verdict", "agrees"], 1);
    let truth = read(&saved(
        &shell,
        document,
        &["--verdict", "agrees", "--despite-blockers"],
        0,
    ));
    assert_eq!(truth["ground_truth_source"], "SME_VALIDATED");
}

/// The register, the truth and the document's own marking reflect a person's correction of one page; its verdict
/// counts as a correction.
#[test]
fn the_marking_of_one_page_is_put_right() {
    let shell = Shell::new();
    let name = "marked-unseen-slide-two-pages.pdf";
    let file = root().join("packs/markings/examples").join(name);
    let read_it = [
        "classify".as_ref(),
        "--pack".as_ref(),
        "markings".as_ref(),
        file.as_os_str(),
    ];
    let result = &shell.run([&read_it[..], &["--json".as_ref()]].concat()).results()[0];
    assert_eq!(result["pages"].as_array().map(Vec::len), Some(2), "{result}");
    let document = result["document"]["id"].as_str().expect("an id").to_owned();
    let before = register(&shell, name);

    saved(
        &shell,
        &document,
        &["--verdict", "corrects", "--set", "pages[2].marking=SECRET"],
        1,
    );
    saved(
        &shell,
        &document,
        &["--verdict", "corrects", "--set", "pages[1].marking=SECRT"],
        1,
    );
    let arguments = [
        "--verdict",
        "corrects",
        "--set",
        "pages[1].marking=TOP SECRET//SI//NOFORN",
        "--reviewer",
        "R. Reader",
    ];
    let truth = read(&saved(&shell, &document, &arguments, 0));
    assert_eq!(truth["ground_truth_source"], "SME_CORRECTED");
    assert_eq!(truth["highest_marking"], "TOP SECRET//SI//NOFORN");
    assert_eq!(
        truth["page_markings"][1]["marking"], "TOP SECRET//SI//NOFORN",
        "{truth}"
    );
    assert_eq!(truth["ground_truth_classification"]["label"], "TOP SECRET");
    let after = register(&shell, name);
    assert_eq!(
        before[1], after[1],
        "the first page is as it was, but for who looked at it"
    );
    assert_eq!(
        (after[0].as_str(), after[2].as_str()),
        ("TOP SECRET//SI//NOFORN", "TOP SECRET//SI//NOFORN")
    );
    let table = shell
        .run(["export", "--state", "all", "--format", "register"])
        .expect_code(0)
        .stdout;
    let entered: Vec<&str> = table
        .lines()
        .filter(|row| row.contains("entered by R. Reader"))
        .collect();
    assert_eq!(entered.len(), 2, "the document and its second page: {table}");
    let replay = shell.run(["replay", &document, "--json"]).expect_code(0).results();
    assert_eq!(replay[0]["matches"], true);

    // Corrected again, it is lowered: the document follows its pages.
    let arguments = ["--verdict", "corrects", "--set", "pages[1].marking=CONFIDENTIAL"];
    let truth = read(&saved(&shell, &document, &arguments, 0));
    assert_eq!(truth["page_markings"][1]["marking"], "CONFIDENTIAL");
    assert_ne!(truth["highest_marking"], "TOP SECRET//SI//NOFORN", "{truth}");
}

/// The markings of a document and of its pages in the register.
fn register(shell: &Shell, name: &str) -> Vec<String> {
    let register = shell
        .run(["export", "--state", "all", "--format", "register"])
        .expect_code(0)
        .stdout;
    let rows = register.lines().filter(|row| row.starts_with(name));
    rows.map(|row| row.split(',').nth(3).expect("a marking").to_owned())
        .collect()
}
