//! Evaluation of a workspace: the command line, its files and the facade of the window give the same figures.

use crate::shell::{Shell, fixtures};
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use touchstone_engine::store::{Access, Place};
use touchstone_engine::views::{EvaluationQuery, EvaluationView};
use touchstone_engine::{Desk, DeskOptions};

const FILES: [&str; 3] = ["w2-001-official.pdf", "w2-002-official-centered.pdf", "1099-int.pdf"];

/// Three documents, of which a person corrected one and accepted another.
fn workspace() -> (Shell, Vec<Value>) {
    let shell = Shell::new();
    let files = FILES.map(|name| fixtures("samples").join(name));
    let mut arguments = vec!["classify".into(), "--json".into(), "-q".into()];
    arguments.extend(files.map(std::path::PathBuf::into_os_string));
    let results = shell.run(arguments).results();
    let corrected = ["--verdict", "corrects", "--set", "forms[0].wages_tips=1200.00"];
    for (result, verdict) in results.iter().zip([&corrected[..], &["--verdict", "agrees"]]) {
        let (id, out) = (result["document"]["id"].as_str().unwrap(), shell.path("truth"));
        let save = [
            "review",
            "save",
            id,
            "--out",
            out.to_str().unwrap(),
            "--despite-blockers",
        ];
        let save = shell.run([&save[..], &["--reviewer", "Dana"], verdict].concat());
        save.expect_code(0);
    }
    (shell, results)
}

async fn shown(shell: &Shell) -> EvaluationView {
    let place = Place::Folder(shell.workspace());
    let desk = Desk::open(&place, Access::ReadOnly, DeskOptions::default())
        .await
        .unwrap();
    let query = EvaluationQuery {
        of: "local".to_owned(),
        against: "truth".to_owned(),
        pack: None,
    };
    let view = desk.evaluation(query, &CancellationToken::new(), |_, _| ()).await;
    desk.close().await.unwrap();
    view.unwrap().unwrap()
}

#[test]
fn the_command_line_and_the_window_give_the_same_figures() {
    let (shell, results) = workspace();
    let score = shell.run(["evaluate", "--of", "local", "--json", "-q"]).expect_code(0);
    let score = score.results().remove(0);
    assert_eq!(
        (&score["against"], &score["all"]["documents"]),
        (&"truth".into(), &2.into())
    );
    let wages = &score["fields"]["W-2"]["wages_tips"]["exact"];
    assert_eq!((&wages["hits"], &wages["of"]), (&1.into(), &2.into()));
    assert!(score["all"]["effort"]["seconds"].as_f64().unwrap() > 0.0);

    // The same documents as files: an export as truth, and what was printed as predictions.
    let (truth, predictions) = (shell.path("truth.json"), shell.path("predictions.json"));
    let export = ["export", "--format", "json", "--out", truth.to_str().unwrap()];
    shell.run(export).expect_code(0);
    let settled = Value::Array(results[..2].to_vec());
    std::fs::write(&predictions, settled.to_string()).unwrap();
    let (truth, predictions) = (truth.to_str().unwrap(), predictions.to_str().unwrap());
    let files = shell.run(["evaluate", truth, "--predictions", predictions, "--json"]);
    let files = files.expect_code(0).results().remove(0);
    for part in ["all", "types", "fields", "confusion"] {
        assert_eq!(score[part], files[part], "{part}");
    }

    let runtime = tokio::runtime::Runtime::new().unwrap();
    let view = runtime.block_on(shown(&shell));
    let table = shell.run(["evaluate", "--of", "local", "-q"]).expect_code(0).stdout;
    for figure in &view.summary {
        assert!(table.contains(&figure.value), "{figure:?} is not in\n{table}");
    }
    let field = view.fields.iter().find(|one| one.field == "wages_tips").unwrap();
    assert_eq!((field.exact.hits, field.exact.of, field.differ.len()), (1, 2, 1));
    assert_eq!(view.documents[field.differ[0] as usize], results[0]["document"]["id"]);
    assert_eq!(
        Some(u64::from(view.errors)),
        score["all"]["reviewed"]["errors"].as_u64()
    );
}

#[test]
fn what_is_not_there_is_named() {
    let (shell, _) = workspace();
    let unknown = shell.run(["evaluate", "--of", "nobody:none"]).expect_code(2);
    assert!(unknown.stderr.contains("there is truth, local"), "{}", unknown.stderr);
    let itself = shell
        .run(["evaluate", "--of", "local", "--against", "local"])
        .expect_code(2);
    assert!(itself.stderr.contains("with itself"), "{}", itself.stderr);
    let both = shell.run(["evaluate", "truth", "--of", "local"]).expect_code(2);
    assert!(both.stderr.contains("cannot be used with"), "{}", both.stderr);
}
