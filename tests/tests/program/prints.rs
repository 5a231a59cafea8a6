//! What a person settles teaches: the next paper of the same print is read by the places of its values, shown as such,
//! until the print is forgotten.

use crate::models::submitted;
use crate::shell::{Output, Shell};
use serde_json::Value;
use std::path::PathBuf;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::EngineId;
use touchstone_engine::review::Judgement;
use touchstone_engine::store::{Access, Place};
use touchstone_engine::views::{DocumentView, Edit, FieldView, Remarks, WordSpan};
use touchstone_engine::{Desk, DeskOptions};
use touchstone_tests::{Case, random};

/// A random layout whose boxes the local engine reads in part only.
const SEED: u64 = 31;
const LAYOUT: usize = 2;

/// Papers of one print.
fn papers(count: u64) -> Vec<Case> {
    random::papers("random-w2", SEED, LAYOUT + 1, count).swap_remove(LAYOUT)
}

fn written(shell: &Shell, case: &Case) -> PathBuf {
    case.write(&shell.path("in")).expect("writing");
    shell.path("in").join(&case.file_name)
}

fn classified(shell: &Shell, case: &Case) -> Value {
    let file = written(shell, case);
    let output = shell.run([
        "classify".as_ref(),
        file.as_os_str(),
        "--ndjson".as_ref(),
        "-q".as_ref(),
        "--again".as_ref(),
    ]);
    output.lines().remove(0)
}

fn truth(case: &Case) -> &serde_json::Map<String, Value> {
    &case.truth.forms[0].fields
}

/// Single values that differ from the truth, with the true one.
fn wrong<'t>(result: &Value, case: &'t Case) -> Vec<(&'t str, &'t Value)> {
    let read = |name: &str| &result["forms"][0]["fields"][name]["value"];
    let single = truth(case)
        .iter()
        .filter(|(_, value)| value.is_string() || value.is_number());
    single
        .filter(|(name, value)| read(name) != *value)
        .map(|(name, value)| (name.as_str(), value))
        .collect()
}

/// Settles a document with its true values.
fn settled(shell: &Shell, result: &Value, case: &Case) {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let sets: Vec<String> = wrong(result, case)
        .into_iter()
        .map(|(name, value)| format!("forms[0].{name}={}", text(value)))
        .collect();
    let folder = shell.path("truth");
    let verdict = if sets.is_empty() { "agrees" } else { "corrects" };
    let mut arguments = vec!["review", "save", id(result), "--verdict", verdict, "--despite-blockers"];
    arguments.extend(["--out", folder.to_str().expect("a path")]);
    for set in &sets {
        arguments.extend(["--set", set]);
    }
    shell.run(arguments).expect_code(0);
}

fn id(result: &Value) -> &str {
    result["document"]["id"].as_str().expect("an id")
}

fn prints(shell: &Shell) -> Vec<Value> {
    shell.run(["prints", "--json"]).expect_code(0).results()
}

/// The fields that were read by the memory.
fn taken(result: &Value) -> Vec<&str> {
    let remembered = result["remembered"].as_array().expect("a list");
    let taken = remembered.iter().filter(|one| one["taken"] == true);
    taken
        .map(|one| one["path"].as_str().expect("a path").trim_start_matches("forms[0]."))
        .collect()
}

fn replayed(shell: &Shell, result: &Value) -> Output {
    shell.run(["replay", result["run_id"].as_str().expect("a run")])
}

#[test]
fn a_settled_paper_teaches_its_print() {
    let (shell, papers) = (Shell::new(), papers(3));
    let untaught = classified(&shell, &papers[1]);
    assert!(taken(&untaught).is_empty() && prints(&shell).is_empty());
    let first = classified(&shell, &papers[0]);
    settled(&shell, &first, &papers[0]);
    let known = prints(&shell);
    assert_eq!(
        (known.len(), &known[0]["papers"], &known[0]["held_back"]),
        (1, &1.into(), &Value::Null)
    );

    let taught = classified(&shell, &papers[1]);
    let by_print = taken(&taught);
    let (before, after) = (wrong(&untaught, &papers[1]), wrong(&taught, &papers[1]));
    assert!(
        !by_print.is_empty() && after.len() <= before.len(),
        "{before:?}, {after:?}"
    );
    assert!(
        by_print.iter().all(|name| after.iter().all(|(other, _)| other != name)),
        "{by_print:?}, {after:?}"
    );
    let explained = shell.run(["explain", id(&taught), by_print[0]]).expect_code(0).stdout;
    assert!(
        explained.contains("by the memory of its print") && explained.contains("as a settled paper has it"),
        "{explained}"
    );
    let shown = shell.run(["show", id(&taught)]).expect_code(0).stdout;
    assert!(shown.contains("Read by the memory of the print"), "{shown}");

    // The decision is recomputed alike, also once the print is forgotten; the next reading does without it.
    replayed(&shell, &taught).expect_code(0);
    shell.run(["prints", "forget", "--all"]).expect_code(0);
    replayed(&shell, &taught).expect_code(0);
    assert!(prints(&shell).is_empty());
    assert_eq!(wrong(&classified(&shell, &papers[1]), &papers[1]), before);
}

#[test]
fn what_a_document_taught_alone_is_forgotten_with_it() {
    let (shell, papers) = (Shell::new(), papers(2));
    let first = classified(&shell, &papers[0]);
    settled(&shell, &first, &papers[0]);
    shell.run(["trash", id(&first)]).expect_code(0);
    assert!(prints(&shell).is_empty());
    shell.run(["trash", "--undo", id(&first)]).expect_code(0);
    assert_eq!(prints(&shell).len(), 1);
    shell.run(["forget", id(&first), "--yes"]).expect_code(0);
    assert!(prints(&shell).is_empty());
    assert!(taken(&classified(&shell, &papers[1])).is_empty());
}

/// A person points at the wrong place of the first paper. The second one, settled as it was read, shows that reading by
/// this place would lose a right value.
#[tokio::test]
async fn a_print_that_would_lose_a_value_is_held_back() {
    let (shell, papers) = (Shell::new(), papers(2));
    let options = DeskOptions {
        jobs: Some(1),
        ..DeskOptions::default()
    };
    let desk = Desk::open(&Place::Memory, Access::Own, options).await.unwrap();
    let mut documents = Vec::new();
    for paper in &papers {
        let ticket = submitted(&desk, written(&shell, paper), EngineId::local()).await;
        desk.work(&[], &CancellationToken::new()).await.unwrap();
        documents.push(ticket.document_id.to_string());
    }
    let view = desk.document_view(&documents[0]).await.unwrap();
    let words = desk.page_words(&documents[0], 1).await.unwrap().words;
    let other = field(&view, POINTED_AT).raw.clone().unwrap();
    let at = words.iter().position(|word| word.text == other).unwrap() as u32;
    let span = WordSpan {
        page: 1,
        from: at,
        to: at + 1,
    };
    let form = &view.forms[0].id;
    desk.correct(&documents[0], form, WRONGED, &Edit::Words(span))
        .await
        .unwrap();
    let remarks = Remarks {
        despite_blockers: true,
        ..Remarks::default()
    };
    for (document, held_back) in documents.iter().zip([false, true]) {
        desk.save_review(document, Judgement::Accept, &remarks).await.unwrap();
        let known = desk.prints().await.unwrap();
        assert_eq!(known.len(), 1);
        assert_eq!(known[0].held_back.is_some(), held_back, "{known:?}");
    }
    let known = desk.prints().await.unwrap();
    assert!(known[0].held_back.as_ref().unwrap().contains(WRONGED), "{known:?}");
    // Taken back, the second verdict teaches nothing any more.
    desk.undo(&documents[1]).await.unwrap();
    let known = desk.prints().await.unwrap();
    assert_eq!((known[0].papers, &known[0].held_back), (1, &None));
}

fn field<'v>(view: &'v DocumentView, path: &str) -> &'v FieldView {
    let groups = view.forms.iter().flat_map(|form| &form.groups);
    groups
        .flat_map(|group| &group.fields)
        .find(|field| field.path == path)
        .unwrap()
}

/// The field that is corrected to a wrong value, and the field whose value is pointed at.
const WRONGED: &str = "wages_tips";
const POINTED_AT: &str = "federal_tax_withheld";

#[test]
fn an_exported_print_has_no_value_and_is_used_by_another_workspace() {
    let (shell, papers) = (Shell::new(), papers(3));
    for paper in &papers[..2] {
        let result = classified(&shell, paper);
        settled(&shell, &result, paper);
    }
    let folder = shell.path("packs").join("tax");
    let place = folder.to_str().expect("a path");
    shell.run(["prints", "export", place]).expect_code(0);
    let checked = shell.run(["pack", "check", place]).expect_code(0).stdout;
    assert!(checked.contains("1 known print"), "{checked}");
    let stored = std::fs::read_to_string(folder.join("prints.json")).expect("prints");
    let words: Vec<&str> = stored.split('"').collect();
    for value in papers[..2]
        .iter()
        .flat_map(|paper| truth(paper).values())
        .filter_map(Value::as_str)
    {
        let parts = value
            .split(|c: char| !c.is_alphanumeric())
            .filter(|part| part.len() > 2);
        for part in parts.map(str::to_lowercase) {
            assert!(!words.contains(&part.as_str()), "`{part}` of `{value}` is kept");
        }
    }
    let elsewhere = Shell::new();
    let file = written(&elsewhere, &papers[2]);
    let mut command = elsewhere.command([
        "classify".as_ref(),
        file.as_os_str(),
        "--ndjson".as_ref(),
        "-q".as_ref(),
    ]);
    let output = elsewhere
        .start(command.env("TOUCHSTONE_PACKS", shell.path("packs")))
        .wait();
    assert!(!taken(&output.lines()[0]).is_empty(), "{}", output.stderr);
}
