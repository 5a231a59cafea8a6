//! The audit of ground truth: a row that was edited behind the log is named, and errors in the sample switch off the
//! automatic acceptance of the pack until a person switches it on.

use crate::shell::{Output, Shell, fixtures};
use serde_json::Value;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnectOptions;

/// One of the samples, which is accepted automatically while nothing speaks against it.
fn classified(shell: &Shell, name: &str) -> Value {
    let file = fixtures("samples").join(name);
    let output = shell.run(["classify".as_ref(), file.as_os_str(), "--json".as_ref()]);
    output.results().remove(0)
}

fn id(result: &Value) -> &str {
    result["document"]["id"].as_str().expect("an id")
}

fn review(shell: &Shell, result: &Value, more: &[&str]) {
    let out = shell.path("truth");
    let mut arguments = vec!["review", "save", id(result), "--out", out.to_str().unwrap()];
    arguments.extend(["--reviewer", "Dana", "--despite-blockers"]);
    arguments.extend(more);
    shell.run(arguments).expect_code(0);
}

fn audit(shell: &Shell, arguments: &[&str]) -> Output {
    shell.run([&["audit"], arguments].concat())
}

/// Edits the workspace as another program would.
fn edit(shell: &Shell, sql: &'static [&'static str]) {
    let options = SqliteConnectOptions::new().filename(shell.workspace().join("touchstone.db"));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut connection = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
        for statement in sql {
            sqlx::query(*statement).execute(&mut connection).await.unwrap();
        }
        connection.close().await.unwrap();
    });
}

#[test]
fn an_edit_behind_the_log_is_found_and_named() {
    let shell = Shell::new();
    let result = classified(&shell, "w2-001-official.pdf");
    review(
        &shell,
        &result,
        &["--verdict", "corrects", "--set", "forms[0].wages_tips=1200.00"],
    );
    let whole = audit(&shell, &["verify", "-q"]).expect_code(0);
    assert!(whole.stdout.starts_with("verified: "), "{}", whole.stdout);
    let head = whole.stdout.trim().rsplit(' ').next().unwrap().to_owned();
    audit(&shell, &["verify", "-q", "--had", &head]).expect_code(0);
    let other = audit(&shell, &["verify", "-q", "--had", "00"]).expect_code(1);
    assert!(other.stdout.contains("no entry has the digest"), "{}", other.stdout);
    let entries = audit(&shell, &["log", "--ndjson"]).lines();
    assert_eq!(entries[0]["what"], "begun");
    let corrected = entries
        .iter()
        .find(|entry| entry["what"] == "corrected")
        .expect("the verdict");
    assert_eq!(corrected["who"], "Dana");

    edits_are_named(&shell, &corrected["number"]);
}

fn edits_are_named(shell: &Shell, corrected: &Value) {
    // The results below the truth, which an export shows.
    edit(
        shell,
        &["UPDATE forms SET fields = json_set(fields, '$.federal_tax_withheld.value', '1.00')"],
    );
    let shown = audit(shell, &["verify", "-q"]).expect_code(1);
    let place = format!("broken: entry {corrected}, ");
    assert!(
        shown.stdout.starts_with(&place) && shown.stdout.contains("w2-001-official.pdf"),
        "{}",
        shown.stdout
    );
    assert!(
        shown.stdout.contains("are not those that were settled"),
        "{}",
        shown.stdout
    );

    edit(
        shell,
        &[
            "DROP TRIGGER truths_are_settled",
            "UPDATE truths SET forms = replace(forms, '1200.00', '9200.00') WHERE source = 'SME_CORRECTED'",
        ],
    );
    let changed = audit(shell, &["verify", "-q"]).expect_code(1);
    assert!(changed.stdout.starts_with(&place), "{}", changed.stdout);
    assert!(
        changed.stdout.contains("was changed behind the log"),
        "{}",
        changed.stdout
    );

    edit(
        shell,
        &[
            "DROP TRIGGER audit_log_is_never_changed",
            "UPDATE audit_log SET who = 'Kim' WHERE number = 1",
        ],
    );
    let forged = audit(shell, &["verify", "-q"]).expect_code(1);
    assert!(forged.stdout.starts_with("broken: entry 1, "), "{}", forged.stdout);
    assert!(
        forged.stdout.contains("its content has another digest"),
        "{}",
        forged.stdout
    );
}

#[test]
fn errors_in_the_sample_switch_acceptance_off_until_a_person_switches_it_on() {
    let shell = Shell::new();
    let decision = |result: &Value| result["decision"]["outcome"].clone();
    let names = [
        "w2-001-official.pdf",
        "w2-002-official-centered.pdf",
        "w2-008-payroll-ruled.pdf",
        "w2-009-payroll-bare.pdf",
    ];
    classified(&shell, "letter.pdf");
    audit(&shell, &["rules", "--percent", "100"]).expect_code(0);
    let drawn: Vec<Value> = names[..2].iter().map(|name| classified(&shell, name)).collect();
    assert!(
        drawn.iter().all(|result| decision(result) == "AUTO_ACCEPT"),
        "{drawn:#?}"
    );
    let waiting = audit(&shell, &["sample"]).stdout;
    assert_eq!(waiting.matches("waits").count(), 2, "{waiting}");

    review(
        &shell,
        &drawn[0],
        &["--verdict", "corrects", "--set", "forms[0].wages_tips=1200.00"],
    );
    let on = audit(&shell, &["sample"]).stdout;
    assert!(
        on.contains("1 of 1 checked were wrong") && on.contains("acceptance is on"),
        "{on}"
    );
    review(&shell, &drawn[1], &["--verdict", "rejects"]);
    let off = audit(&shell, &["sample"]).stdout;
    assert!(
        off.contains("acceptance is off: 2 of 2 audited acceptances were wrong"),
        "{off}"
    );

    let file = fixtures("samples").join(names[2]);
    let output = shell.run(["classify".as_ref(), file.as_os_str(), "--json".as_ref()]);
    assert!(
        output.stderr.contains("Automatic acceptance of the pack tax is off"),
        "{}",
        output.stderr
    );
    let held = output.results().remove(0);
    assert_eq!(decision(&held), "ESCALATE_TO_SME");
    let issues = held["issues"].as_array().expect("issues");
    assert!(
        issues.iter().any(|issue| issue["code"] == "acceptance_off"),
        "{issues:#?}"
    );
    shell
        .run(["replay", held["run_id"].as_str().expect("a run")])
        .expect_code(0);

    audit(&shell, &["acceptance", "tax", "on"]).expect_code(0);
    assert_eq!(decision(&classified(&shell, names[3])), "AUTO_ACCEPT");
    audit(&shell, &["verify", "-q"]).expect_code(0);
    audit(&shell, &["acceptance", "taxes", "on"]).expect_code(2);
}
