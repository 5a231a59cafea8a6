//! kill -9 at any moment: nothing is lost, nothing is doubled, the next start continues.

use crate::inputs::essence;
use crate::processes::{assert_gone, children};
use crate::shell::{Shell, torture};
use sqlx::Row;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};
use touchstone_tests::{Dice, w2};

struct Plan {
    documents: usize,
    kills: usize,
}

#[test]
fn heavy_killed_at_random_moments_nothing_is_lost_or_doubled() {
    let plan = if torture() {
        Plan {
            documents: 200,
            kills: 50,
        }
    } else {
        Plan {
            documents: 60,
            kills: 20,
        }
    };
    let shell = Shell::new();
    let folder = shell.path("batch");
    for case in w2::cases(99, plan.documents) {
        case.write(&folder).expect("writing");
    }
    let arguments = [
        "classify".as_ref(),
        "--json".as_ref(),
        "--quiet".as_ref(),
        folder.as_os_str(),
    ];
    let other = Shell::new();
    let since = Instant::now();
    let undisturbed = other.run(arguments).expect_code(0).results();
    let whole = since.elapsed();
    let attempts = "SELECT count(*) FROM attempts WHERE state = 'done'";
    let undisturbed_attempts = counted(&database(&other), attempts);

    let mut dice = Dice::new(1);
    let (mut kills, mut early) = (0, 0);
    // Kill times are spread over the whole duration of a run. A run that lasted longer leaves less for the next, so
    // the pauses shorten as the batch gets done.
    while kills < plan.kills {
        let share = dice.between(1, 1000);
        let left = plan.documents.saturating_sub(finished(&shell)) as u32;
        let pause = whole * u32::try_from(share).expect("small") / 1000 * left.max(2) / plan.documents as u32 / 3;
        let mut running = shell.start(&mut shell.command(arguments));
        std::thread::sleep(pause);
        if !running.is_running() {
            early += 1;
            let output = running.wait();
            assert_eq!(output.code(), Some(0), "{}", output.stderr);
            // Everything was done before the kill: begin with a new workspace.
            assert_whole(&shell, plan.documents);
            std::fs::remove_dir_all(shell.workspace()).expect("emptying the workspace");
            assert!(early < 200, "the batch is too small to be interrupted");
            continue;
        }
        let readers = children(running.id());
        running.kill();
        let output = running.wait();
        assert_eq!(output.code(), None, "it was killed");
        kills += 1;
        assert_gone(&readers);
    }

    let before = finished(&shell);
    let left = plan.documents - before;
    let since = Instant::now();
    let mut running = shell.start(&mut shell.command(arguments));
    while running.is_running() && finished(&shell) == before {
        std::thread::sleep(Duration::from_millis(10));
    }
    let resumed = since.elapsed();
    let results = running.wait().expect_code(0).results();
    eprintln!(
        "scorecard: {kills} kills over {} documents, {early} runs were done before the blow; an undisturbed run takes {whole:.1?}, \
         the last resume had its first new result after {resumed:.2?}, and all {left} that were left after {:.1?}",
        plan.documents,
        since.elapsed()
    );
    let since = Instant::now();
    shell.run(arguments).expect_code(0);
    eprintln!("going over the finished batch once more took {:.1?}", since.elapsed());
    assert_eq!(results.len(), plan.documents);
    for (disturbed, undisturbed) in results.iter().zip(&undisturbed) {
        assert_eq!(
            essence(disturbed),
            essence(undisturbed),
            "{}",
            undisturbed["document"]["path"]
        );
    }
    assert_whole(&shell, plan.documents);
    assert_eq!(
        counted(&database(&shell), attempts),
        undisturbed_attempts,
        "no finished attempt is made again"
    );
    shell.run(["doctor"]).expect_code(0);
}

/// Number of documents with a decision in the database.
fn finished(shell: &Shell) -> usize {
    let file = database(shell);
    if !file.exists() {
        return 0;
    }
    counted(&file, "SELECT count(*) FROM decisions").unwrap_or(0)
}

pub(crate) fn database(shell: &Shell) -> std::path::PathBuf {
    let found = walkdir::WalkDir::new(shell.workspace())
        .into_iter()
        .filter_map(Result::ok);
    let mut files = found.filter(|entry| {
        entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "db" || extension == "sqlite")
    });
    files
        .next()
        .map_or_else(|| shell.path("no-database"), walkdir::DirEntry::into_path)
}

pub(crate) fn ask(file: &Path, query: &'static str) -> Option<Vec<sqlx::sqlite::SqliteRow>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(file)
            .busy_timeout(Duration::from_secs(10));
        let pool = sqlx::SqlitePool::connect_with(options).await.ok()?;
        let rows = sqlx::query(query).fetch_all(&pool).await.ok();
        pool.close().await;
        rows
    })
}

pub(crate) fn counted(file: &Path, query: &'static str) -> Option<usize> {
    let rows = ask(file, query)?;
    usize::try_from(rows.first()?.get::<i64, _>(0)).ok()
}

/// One document per file, one finished run each, one decision per run, and no duplicate rows.
fn assert_whole(shell: &Shell, documents: usize) {
    let file = database(shell);
    let count =
        |query: &'static str| counted(&file, query).unwrap_or_else(|| panic!("cannot ask {}: {query}", file.display()));
    assert_eq!(count("SELECT count(*) FROM documents"), documents, "documents");
    assert_eq!(count("SELECT count(DISTINCT path) FROM documents"), documents, "paths");
    assert_eq!(count("SELECT count(*) FROM runs"), documents, "runs");
    assert_eq!(count("SELECT count(*) FROM decisions"), documents, "decisions");
    let truths = count("SELECT count(*) FROM truths");
    let accepted = count("SELECT count(*) FROM decisions WHERE outcome = 'AUTO_ACCEPT'");
    assert_eq!(truths, accepted, "truth for what was accepted, once");
    assert_eq!(
        count("SELECT count(*) FROM attempts WHERE state = 'started'"),
        0,
        "attempts left open"
    );
    let mut pages: BTreeMap<String, i64> = BTreeMap::new();
    for row in ask(&file, "SELECT document_id, count(*) FROM pages GROUP BY document_id").expect("pages") {
        pages.insert(row.get(0), row.get(1));
    }
    assert_eq!(pages.len(), documents, "every document has its pages");
    assert!(pages.values().all(|pages| *pages == 1), "pages are stored once");
    assert_eq!(
        ask(&file, "PRAGMA integrity_check").expect("a check")[0].get::<String, _>(0),
        "ok"
    );
}
