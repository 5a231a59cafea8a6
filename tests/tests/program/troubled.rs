//! One document that the program, or its stored rows, cannot handle: it is named, and every other is read, listed and
//! exported as if it were absent.

use crate::shell::{Shell, fixtures};
use sqlx::{Connection, SqliteConnection};
use tokio_util::sync::CancellationToken;
use touchstone_engine::store::{Access, Place};
use touchstone_engine::views::{ExportRequest, LibraryFilter};
use touchstone_engine::{Desk, DeskOptions};
use touchstone_tests::prose;

/// The documents that an export of the window leaves out, with reasons.
fn left_out(shell: &Shell) -> Vec<(String, String)> {
    let choice = ExportRequest {
        ids: None,
        filter: Some(LibraryFilter::default()),
        format: "csv".to_owned(),
        settled_only: false,
        mask: false,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let report = runtime.expect("a runtime").block_on(async {
        let place = Place::Folder(shell.workspace());
        let desk = Desk::open(&place, Access::ReadOnly, DeskOptions::default()).await?;
        let report = desk
            .export(&choice, &shell.path("window.csv"), &CancellationToken::new(), |_, _| ())
            .await?;
        desk.close().await?;
        anyhow::Ok(report.expect("it was not stopped"))
    });
    let skipped = report.expect("an export").skipped.into_iter();
    skipped.map(|document| (document.file_name, document.reason)).collect()
}

/// Changes rows directly in the database.
fn damage(shell: &Shell, change: &'static str) {
    let file = shell.workspace().join("touchstone.db");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let changed = runtime.expect("a runtime").block_on(async {
        let mut connection = SqliteConnection::connect(&format!("sqlite:{}", file.display())).await?;
        let changed = sqlx::query(change).execute(&mut connection).await?;
        connection.close().await?;
        Ok::<_, sqlx::Error>(changed.rows_affected())
    });
    assert_eq!(changed.expect("the change"), 1, "{change}");
}

#[test]
fn numbers_too_long_to_multiply_end_nothing() {
    let shell = Shell::new();
    let line = prose::line("Pens 9999999999999999999999999.999 99999.99 5.00");
    let endless = shell.file("endless.pdf", &line);
    let letter = fixtures("samples").join("letter.pdf");
    let arguments = [
        "classify".as_ref(),
        "--json".as_ref(),
        endless.as_os_str(),
        letter.as_os_str(),
    ];
    let results = shell.run(arguments).expect_code(0).results();
    let outcomes: Vec<_> = results.iter().map(|result| result["outcome"].as_str()).collect();
    assert_eq!(outcomes, [Some("ok"), Some("ok")]);
}

#[test]
fn a_damaged_row_is_the_trouble_of_its_own_document() {
    let shell = Shell::new();
    let papers = ["one.pdf", "two.pdf", "three.pdf", "four.pdf"].map(|name| shell.file(name, &prose::line(name)));
    let classify = |index: usize| shell.run(["classify".as_ref(), "--json".as_ref(), papers[index].as_os_str()]);
    let first = classify(0).expect_code(0).results().remove(0);
    let id = first["document"]["id"].as_str().expect("an id");
    damage(&shell, "UPDATE runs SET settings = '{' WHERE seq = 1");
    let second = classify(1).expect_code(0).results().remove(0);

    let list = shell.run(["list"]).expect_code(1);
    let row = |name: &str| {
        list.stdout
            .lines()
            .find(|line| line.contains(name))
            .unwrap_or_default()
            .to_owned()
    };
    assert!(
        row("one.pdf").contains(id) && row("one.pdf").contains("damaged"),
        "{}",
        list.stdout
    );
    assert!(row("two.pdf").contains("OTHER"), "{}", list.stdout);
    assert!(
        list.stderr.contains("one.pdf") && list.stderr.contains("column `settings`"),
        "{}",
        list.stderr
    );
    let states: Vec<String> = shell
        .run(["list", "--json"])
        .expect_code(1)
        .results()
        .iter()
        .map(|line| line["state"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(
        states.iter().filter(|state| *state == "damaged").count(),
        1,
        "{states:?}"
    );

    let export = shell
        .run(["export", "--state", "all", "--format", "json"])
        .expect_code(1);
    assert_eq!(export.results().len(), 1);
    assert!(
        export.stderr.contains("one.pdf") && export.stderr.contains(id),
        "{}",
        export.stderr
    );
    let skipped = left_out(&shell);
    assert_eq!(skipped.len(), 1, "{skipped:?}");
    assert!(
        skipped[0].0 == "one.pdf" && skipped[0].1.contains("column `settings`"),
        "{skipped:?}"
    );
    shell
        .run(["show", second["document"]["id"].as_str().expect("an id")])
        .expect_code(0);
    let doctor = shell.run(["doctor"]).expect_code(1);
    let named = format!("DAMAGED: document {id}: the stored record runs ");
    assert!(
        doctor.stdout.contains(&named) && doctor.stdout.contains("column `settings`"),
        "{}",
        doctor.stdout
    );

    // Runs that wait or were interrupted fail, and those behind them are read.
    damage(&shell, "UPDATE runs SET settings = '{', state = 'queued' WHERE seq = 1");
    damage(
        &shell,
        "UPDATE runs SET settings = '{', state = 'running' WHERE seq = 2",
    );
    classify(2).expect_code(0);
    damage(
        &shell,
        "UPDATE runs SET queued_at = 'yesterday', state = 'queued' WHERE seq = 3",
    );
    classify(3).expect_code(0);
    assert_eq!(
        shell
            .run(["export", "--state", "all", "--format", "json"])
            .expect_code(1)
            .results()
            .len(),
        1
    );
    // What can no longer be loaded is read again from the start.
    for index in 0..3 {
        classify(index).expect_code(0);
    }
    assert_eq!(
        shell
            .run(["export", "--state", "all", "--format", "json"])
            .expect_code(0)
            .results()
            .len(),
        4
    );
    shell.run(["list"]).expect_code(0);
}
