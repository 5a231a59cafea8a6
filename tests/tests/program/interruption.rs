//! Ctrl-C, a second process, and going on afterwards.

use crate::shell::{Running, Shell, fixtures};
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
