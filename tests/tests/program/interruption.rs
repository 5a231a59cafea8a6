//! Ctrl-C, a second process, other programs using the database, and resuming afterwards.

use crate::shell::{Running, Shell, fixtures};
use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use std::ffi::OsString;
use std::time::{Duration, Instant};
use touchstone_tests::{damaged, w2};

/// Waits until the program has begun to work on documents.
fn wait_for_work(shell: &Shell, running: &mut Running) {
    let since = Instant::now();
    while running.is_running() && since.elapsed() < Duration::from_mins(1) {
        if shell
            .workspace()
            .join("originals")
            .read_dir()
            .is_ok_and(|mut entries| entries.next().is_some())
        {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the program ended before it began: {}", running.text("stderr"));
}

#[test]
fn ctrl_c_ends_cleanly_and_the_same_command_goes_on() {
    let shell = Shell::new();
    let folder = shell.path("batch");
    for case in w2::cases(12, 80) {
        case.write(&folder).expect("writing");
    }
    let arguments = [
        "classify".as_ref(),
        "--json".as_ref(),
        "--jobs".as_ref(),
        "1".as_ref(),
        folder.as_os_str(),
    ];
    let mut running = shell.start(&mut shell.command(arguments));
    wait_for_work(&shell, &mut running);
    running.interrupt();
    let output = running.wait();
    assert_eq!(output.code(), Some(130), "{}", output.stderr);
    let results = shell.run(arguments).expect_code(0).results();
    assert_eq!(results.len(), 80);
    let runs: std::collections::BTreeSet<&str> =
        results.iter().filter_map(|result| result["run_id"].as_str()).collect();
    assert_eq!(runs.len(), 80, "a run each");
}

/// Time limit for shutting down after Ctrl-C, however busy the machine is.
const SOON: Duration = Duration::from_secs(20);

/// Pages that take long to analyze, at least one per worker.
#[test]
fn ctrl_c_is_heard_while_everything_computes() {
    let shell = Shell::new();
    let page = damaged::crowded("Total", 19_000);
    let mut arguments: Vec<OsString> = vec!["classify".into(), "--json".into()];
    arguments.extend((0..8).map(|number| {
        let bytes = [&page[..], format!("%{number}\n").as_bytes()].concat();
        shell.file(&format!("{number}.pdf"), &bytes).into_os_string()
    }));
    let mut running = shell.start(&mut shell.command(&arguments));
    wait_for_work(&shell, &mut running);
    // Wait until the pages are read and computing has begun.
    std::thread::sleep(Duration::from_secs(3));
    assert!(running.is_running(), "{}", running.text("stderr"));
    running.interrupt();
    let output = running.wait_for(SOON).expect_code(130);
    assert_eq!(output.results().len(), 8);
}

/// Inputs that were not started get one line each, without delay.
#[test]
fn ctrl_c_in_a_large_batch_tells_of_every_input() {
    let shell = Shell::new();
    let letter = std::fs::read(fixtures("samples").join("letter.pdf")).expect("a sample");
    for number in 0..400 {
        let bytes = [&letter[..], format!("%{number}\n").as_bytes()].concat();
        shell.file(&format!("batch/{number:04}.pdf"), &bytes);
    }
    let out = shell.path("out");
    let folder = shell.path("batch");
    let mut arguments = ["classify", "--jobs", "1", "--ndjson", "--out"]
        .map(OsString::from)
        .to_vec();
    arguments.extend([out.clone().into(), folder.into()]);
    let mut running = shell.start(&mut shell.command(&arguments));
    wait_for_work(&shell, &mut running);
    running.interrupt();
    let output = running.wait_for(SOON).expect_code(130);
    let results: Vec<Value> = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("a result a line"))
        .collect();
    assert_eq!(results.len(), 400);
    let left = results.iter().filter(|result| result["outcome"] == "cancelled");
    let left = left
        .inspect(|result| assert!(result["error"]["message"].is_string()))
        .count();
    assert!(left > 0, "the batch was done before it was interrupted");
    assert!(output.stderr.contains("unfinished"), "{}", output.stderr);
    // Results are files; inputs that were not read have none.
    let files = walkdir::WalkDir::new(&out).into_iter().filter_map(Result::ok);
    assert!(files.filter(|entry| entry.file_type().is_file()).count() <= 400 - left);
}

/// Another program that writes to the database, such as a backup, is waited for.
#[test]
fn a_lock_of_another_program_is_waited_out() {
    assert_waits(Duration::from_secs(8));
}

/// As long as a slow backup takes, which is half of what the program waits.
#[test]
fn heavy_a_lock_of_half_a_minute_is_waited_out() {
    assert_waits(Duration::from_secs(31));
}

/// Classifies a document while another program holds the database locked for some time.
fn assert_waits(held: Duration) {
    let shell = Shell::new();
    let (first, second) = (
        fixtures("samples").join("letter.pdf"),
        fixtures("samples").join("pay-stub.pdf"),
    );
    shell.run(["classify".as_ref(), first.as_os_str()]).expect_code(0);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let file = shell.workspace().join("touchstone.db");
    let lock = runtime.block_on(async {
        let options = SqliteConnectOptions::new().filename(file);
        let mut lock = SqliteConnection::connect_with(&options)
            .await
            .expect("opening the database");
        sqlx::query("BEGIN IMMEDIATE")
            .execute(&mut lock)
            .await
            .expect("locking");
        lock
    });
    let mut running = shell.start(&mut shell.command(["classify".as_ref(), "--json".as_ref(), second.as_os_str()]));
    std::thread::sleep(held);
    assert!(running.is_running(), "{}", running.text("stderr"));
    runtime.block_on(lock.close()).expect("letting go of the lock");
    let results = running.wait().expect_code(0).results();
    assert_eq!(results[0]["outcome"], "ok", "{}", results[0]);
}

#[test]
fn a_second_process_on_the_workspace_is_refused() {
    let shell = Shell::new();
    let slow = damaged::unreadable_files()
        .into_iter()
        .find(|case| case.file_name.starts_with("draws-itself"));
    let slow = slow.expect("a slow document");
    let path = shell.file(&slow.file_name, &slow.bytes);
    let mut running = shell.start(&mut shell.command(["classify".as_ref(), path.as_os_str()]));
    wait_for_work(&shell, &mut running);
    let letter = fixtures("samples").join("letter.pdf");
    let second = shell.run(["classify".as_ref(), letter.as_os_str()]);
    let first_still_running = running.is_running();
    running.interrupt();
    let first = running.wait();
    assert!(first_still_running, "the first had ended already: {}", first.stderr);
    assert_eq!(second.code(), Some(3), "{}{}", second.stdout, second.stderr);
    assert!(second.stderr.contains("using it"), "{}", second.stderr);
    shell.run(["classify".as_ref(), letter.as_os_str()]).expect_code(0);
}
