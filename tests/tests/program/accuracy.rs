//! Values read from the shipped and made documents, against their truth.

use crate::shell::{Shell, TIME_LIMIT, fixtures};
use std::ffi::OsStr;
use std::path::Path;
use touchstone_engine::evaluate::{Prediction, Truth, score, table};
use touchstone_tests::{Case, w2};

pub(crate) type Pairs = Vec<(Prediction, Truth)>;

/// Classifies a folder of documents and pairs each result with the truth beside its file.
pub(crate) fn judged(shell: &Shell, folder: &Path) -> Pairs {
    judged_by(shell, folder, "tax")
}

/// The same with another pack.
pub(crate) fn judged_by(shell: &Shell, folder: &Path, pack: &str) -> Pairs {
    let words = ["classify", "--json", "--pack", pack].map(OsStr::new);
    let output = shell.run(words.into_iter().chain([folder.as_os_str()]));
    let pairs: Pairs = output
        .results()
        .into_iter()
        .map(|result| {
            let prediction: Prediction = serde_json::from_value(result).expect("a result");
            let truth = Path::new(&prediction.document.path).with_extension("truth.json");
            let truth = std::fs::read_to_string(&truth).expect("the truth beside the file");
            (prediction, serde_json::from_str(&truth).expect("a truth"))
        })
        .collect();
    let documents = std::fs::read_dir(folder).expect("listing").count() / 2;
    assert_eq!(pairs.len(), documents, "a result for each document");
    pairs
}

/// The score printed by `touchstone pack test`, which succeeds only when nothing in the pack's examples was read
/// wrong. Waits longer than usual, because a pack has about a hundred examples.
pub(crate) fn tested(shell: &Shell, pack: &str) -> serde_json::Value {
    let running = shell.start(&mut shell.command(["pack", "test", pack, "--json"]));
    let output = running.wait_for(4 * TIME_LIMIT).expect_code(0);
    output.results().remove(0)
}

pub(crate) fn write(cases: &[Case], folder: &Path) {
    for case in cases {
        case.write(folder).expect("writing a made document");
    }
}

#[test]
fn samples_are_read_without_a_miss() {
    let shell = Shell::new();
    let pairs = judged(&shell, &fixtures("samples"));
    let score = score(&pairs);
    let report = table(&score, 40);
    eprintln!("{report}");
    assert_eq!(score.accepted_wrong, Vec::<String>::new(), "{report}");
    assert_eq!(score.all.types.hits, score.all.types.of, "{report}");
    assert_eq!(score.all.normalised.hits, score.all.normalised.of, "{report}");
    let invented =
        |miss: &&touchstone_engine::evaluate::Miss| miss.file_name.starts_with("w2-") && miss.expected.is_null();
    assert_eq!(score.misses.iter().filter(invented).count(), 0, "{report}");
}

#[test]
fn blank_forms_are_called_blank() {
    let shell = Shell::new();
    let folder = shell.path("blank");
    write(&w2::blanks(77), &folder);
    let output = shell.run(["classify".as_ref(), "--json".as_ref(), folder.as_os_str()]);
    for result in output.results() {
        let name = &result["document"]["file_name"];
        assert_eq!(result["classification"]["label"], "OTHER", "{name}");
        assert!(
            result["classification"]["confidence"].as_f64().expect("a number") <= 0.5,
            "{name}"
        );
        assert_eq!(result["decision"]["outcome"], "ESCALATE_TO_SME", "{name}");
        let blank = |issue: &serde_json::Value| issue["severity"] == "BLOCKER";
        assert!(
            result["issues"].as_array().expect("issues").iter().any(blank),
            "{name}: {}",
            result["issues"]
        );
    }
}

/// The same layouts with other people. No wrong value may be accepted, and most correct ones should be.
#[test]
fn made_forms_are_read_and_nothing_wrong_is_accepted() {
    let shell = Shell::new();
    let folder = shell.path("made");
    write(&w2::cases(4711, 4 * w2::LAYOUTS.len()), &folder);
    let score = score(&judged(&shell, &folder));
    let report = table(&score, 60);
    eprintln!("{report}");
    assert_eq!(score.accepted_wrong, Vec::<String>::new(), "{report}");
    assert!(
        score.all.normalised.hits * 1000 >= score.all.normalised.of * 995,
        "{report}"
    );
    assert!(
        score.all.accepted_of_clean.hits * 10 >= score.all.accepted_of_clean.of * 7,
        "{report}"
    );
}

/// Layouts that nothing was tuned on. The score is for people (`--no-capture`); the floor only catches a collapse.
#[test]
fn unseen_layouts_are_recognised_and_measured() {
    let shell = Shell::new();
    let folder = shell.path("unseen");
    write(&w2::unseen_cases(2, 4 * w2::UNSEEN.len()), &folder);
    let score = score(&judged(&shell, &folder));
    let report = table(&score, 60);
    eprintln!("{report}");
    assert_eq!(score.all.types.hits, score.all.types.of, "{report}");
    assert!(
        score.all.normalised.hits * 100 >= score.all.normalised.of * 90,
        "{report}"
    );
    // On a layout that nothing was tuned on, much may be missed, but no miss is accepted.
    assert_eq!(score.accepted_wrong, Vec::<String>::new(), "{report}");
}

/// Documents broken on purpose are never accepted.
#[test]
fn broken_arithmetic_is_escalated() {
    let shell = Shell::new();
    let folder = shell.path("broken");
    let broken = |case: &Case| {
        case.truth
            .remarks
            .iter()
            .any(|remark| remark.contains("wrong on purpose"))
    };
    let cases: Vec<Case> = w2::cases(31, 60).into_iter().filter(broken).collect();
    assert!(cases.len() >= 4, "only {} broken forms were made", cases.len());
    write(&cases, &folder);
    let output = shell.run(["classify".as_ref(), "--json".as_ref(), folder.as_os_str()]);
    for result in output.results() {
        let name = &result["document"]["file_name"];
        assert_eq!(
            result["decision"]["outcome"], "ESCALATE_TO_SME",
            "{name}: {}",
            result["issues"]
        );
    }
}
