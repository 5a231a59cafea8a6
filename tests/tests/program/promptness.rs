//! How soon the program ends after Ctrl-C: with thousands of files in the queue, and while two dense pages are read on
//! two cores. Prints lines of the scorecard.

use crate::models::submitted;
use crate::shell::{Output, Shell, data, fixtures};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use touchstone_core::record::EngineId;
use touchstone_engine::store::{Access, Place};
use touchstone_engine::{Desk, DeskOptions};
use touchstone_tests::damaged;

/// What the program promises. The time limits `GRACE` and `AFTER_STOP` of the command line keep it.
const PROMISED: Duration = Duration::from_secs(2);
/// The promise is one of the release build. An unoptimized build computes several times longer, and tests may run
/// beside a compiler.
const UNOPTIMIZED: u32 = 4;

const FILES: usize = 5_000;

/// The program interrupted some time after its start, and how long it took to end.
fn interrupted(shell: &Shell, arguments: &[OsString], after: Duration) -> (Output, Duration) {
    let running = shell.start(&mut shell.command(arguments));
    std::thread::sleep(after);
    let begun = Instant::now();
    running.interrupt();
    let output = running.wait();
    (output, begun.elapsed())
}

fn assert_prompt(what: &str, times: &[Duration]) {
    let longest = times.iter().max().copied().unwrap_or_default();
    eprintln!(
        "scorecard: {what}: {} interruptions, longest time to stop {:.2} s",
        times.len(),
        longest.as_secs_f64()
    );
    let limit = PROMISED * if cfg!(debug_assertions) { UNOPTIMIZED } else { 1 };
    assert!(longest <= limit, "{what}: {times:.2?}");
}

/// Queues all files without reading them.
fn queue_all(shell: &Shell, files: &[PathBuf]) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let place = Place::Folder(shell.workspace());
        let desk = Desk::open(&place, Access::Own, DeskOptions::default())
            .await
            .expect("opening the workspace");
        for file in files {
            submitted(&desk, file.clone(), EngineId::local()).await;
        }
        desk.close().await.expect("closing the workspace");
    });
}

/// One line for each file, and a summary that counts all of them.
fn assert_tells_of_all(output: &Output, files: &[PathBuf]) {
    let paths = output.stdout.lines().map(|line| {
        let result: Value = serde_json::from_str(line).expect("a result a line");
        let is_told = result["error"]["message"].is_string() || result["decision"].is_object();
        assert!(is_told, "{line}");
        PathBuf::from(result["document"]["path"].as_str().expect("a path"))
    });
    let paths: Vec<PathBuf> = paths.collect();
    assert_eq!(paths.len(), files.len(), "{}", output.stderr);
    assert_eq!(paths.iter().collect::<BTreeSet<_>>(), files.iter().collect());
    let summary = format!("{FILES} documents: ");
    assert!(
        output.stderr.contains(&summary) && output.stderr.contains(" unfinished"),
        "{}",
        output.stderr
    );
}

/// Interrupted again and again while thousands of files are taken in, and then with all of them queued.
#[test]
fn heavy_ctrl_c_ends_soon_with_thousands_of_files() {
    let shell = Shell::new();
    let letter = std::fs::read(fixtures("samples").join("letter.pdf")).expect("a sample");
    let files: Vec<PathBuf> = (0..FILES)
        .map(|number| {
            let bytes = [&letter[..], format!("%{number}\n").as_bytes()].concat();
            shell.file(&format!("batch/{number:04}.pdf"), &bytes)
        })
        .collect();
    let arguments = ["classify".into(), "--ndjson".into(), shell.path("batch").into()];
    let mut times = Vec::new();
    for (seconds, is_queued) in [(1, false), (3, false), (7, false), (2, true), (4, true)] {
        if is_queued {
            queue_all(&shell, &files);
        }
        let (output, time) = interrupted(&shell, &arguments, Duration::from_secs(seconds));
        let output = output.expect_code(130);
        assert_tells_of_all(&output, &files);
        times.push(time);
    }
    assert_prompt(&format!("{FILES} files"), &times);
}

/// One page for each core, made denser than any document, and one at the limit of what is analyzed.
#[test]
fn heavy_ctrl_c_ends_soon_while_two_dense_pages_are_read() {
    let shell = Shell::new();
    let mut pages = vec![("19,000 words", damaged::crowded("Total", 19_000))];
    if let Some(folder) = data("reports/reliability") {
        let page = std::fs::read(folder.join("d4_captions60k.pdf")).expect("a dense page");
        pages.push(("60,000 words", page));
    }
    for (name, page) in pages {
        let twice = ["one", "two"].map(|copy| {
            let bytes = [&page[..], format!("%{copy}\n").as_bytes()].concat();
            shell.file(&format!("{copy}.pdf"), &bytes)
        });
        let options = ["classify", "--ndjson", "--jobs", "2", "--workspace", ":memory:"];
        let mut arguments = options.map(OsString::from).to_vec();
        arguments.extend(twice.map(PathBuf::into_os_string));
        let mut times = Vec::new();
        for milliseconds in [300, 600, 1_000, 1_500, 2_500, 4_000, 8_000] {
            let (output, time) = interrupted(&shell, &arguments, Duration::from_millis(milliseconds));
            if output.code() != Some(130) {
                // Done before: read, or refused as too dense.
                assert!(matches!(output.code(), Some(0 | 1)), "{name}: {}", output.stderr);
                break;
            }
            times.push(time);
        }
        assert!(!times.is_empty(), "{name}: it is done before it can be interrupted");
        assert_prompt(name, &times);
    }
}
