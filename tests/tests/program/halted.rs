//! Work that stops because of the workspace, not the user: it is removed, damaged, or its disk is full. What the program
//! says then is true, and it promises to go on only where the same command does.

use crate::shell::{Running, Shell, fixtures};
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

/// What is said where the same command goes on.
const KEPT: &str = "finished documents are kept; run the same command again";

/// Files that take seconds to read.
fn batch(shell: &Shell) -> [OsString; 5] {
    let letter = std::fs::read(fixtures("samples").join("letter.pdf")).expect("a sample");
    for number in 0..200 {
        let bytes = [&letter[..], format!("%{number}\n").as_bytes()].concat();
        shell.file(&format!("batch/{number:03}.pdf"), &bytes);
    }
    let arguments = ["classify", "--ndjson", "--jobs", "1"].map(OsString::from);
    let [a, b, c, d] = arguments;
    [a, b, c, d, shell.path("batch").into()]
}

/// Waits until the first document is finished.
fn wait_for_a_result(running: &mut Running) {
    while running.is_running() && running.text("stdout").is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(running.is_running(), "{}", running.text("stderr"));
}

#[test]
fn of_a_removed_workspace_nothing_is_said_to_be_kept() {
    let shell = Shell::new();
    let mut running = shell.start(&mut shell.command(batch(&shell)));
    wait_for_a_result(&mut running);
    // Moved first: the program may write files while the folder is emptied.
    let moved = shell.path("moved");
    std::fs::rename(shell.workspace(), &moved).expect("moving the workspace");
    std::fs::remove_dir_all(&moved).expect("removing the workspace");
    running.interrupt();
    let output = running.wait();
    // The database may be needed once more for the answers, which then fail.
    let stderr = &output.stderr;
    let expected = match output.code() {
        Some(130) => "nothing is kept, because the workspace was removed",
        Some(1 | 3) => "touchstone: ",
        code => panic!("{code:?}: {stderr}"),
    };
    assert!(stderr.contains(expected) && !stderr.contains(KEPT), "{stderr}");
}

#[test]
fn of_a_damaged_workspace_nothing_is_promised() {
    let shell = Shell::new();
    let mut running = shell.start(&mut shell.command(batch(&shell)));
    wait_for_a_result(&mut running);
    // Again and again: pages in memory may be written over the damage.
    while running.is_running() {
        for name in ["touchstone.db", "touchstone.db-wal"] {
            overwrite(&shell.workspace().join(name));
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let output = running.wait().expect_code(3);
    assert!(
        output.stderr.contains("the database file is damaged"),
        "{}",
        output.stderr
    );
    assert!(!output.stderr.contains("kept"), "{}", output.stderr);
}

/// In place, so that the program goes on with the same file.
fn overwrite(file: &Path) {
    let Ok(mut opened) = std::fs::OpenOptions::new().write(true).open(file) else {
        return; // The program has ended and removed its log.
    };
    let size = opened.metadata().expect("a file of the workspace").len();
    let noise = vec![0xa5; usize::try_from(size).expect("a small file")];
    std::io::Write::write_all(&mut opened, &noise).expect("overwriting it");
}

/// Fills a small file system, whose path is in `TOUCHSTONE_SMALL_DISK`; a 3 MB tmpfs will do.
#[test]
fn after_a_full_disk_the_same_command_goes_on_as_promised() {
    let Some(disk) = std::env::var_os("TOUCHSTONE_SMALL_DISK").map(std::path::PathBuf::from) else {
        eprintln!("skipped: TOUCHSTONE_SMALL_DISK names no small file system");
        return;
    };
    let shell = Shell::new();
    let arguments = batch(&shell);
    let workspace = disk.join("filled");
    let classify = || {
        let mut command = shell.command(&arguments);
        command.env("TOUCHSTONE_WORKSPACE", &workspace);
        shell.start(&mut command).wait()
    };
    let full = classify().expect_code(3);
    assert!(full.stderr.contains("the disk is full"), "{}", full.stderr);
    assert!(full.stderr.contains(KEPT), "{}", full.stderr);
    // On a larger disk.
    let larger = shell.workspace();
    let status = std::process::Command::new("cp")
        .arg("-a")
        .args([&workspace, &larger])
        .status();
    assert!(status.expect("copying the workspace").success());
    std::fs::remove_dir_all(&workspace).expect("emptying the small disk");
    let results = shell.run(&arguments).expect_code(0).stdout;
    assert_eq!(results.lines().count(), 200);
}
