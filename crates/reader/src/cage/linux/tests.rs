//! The cage from inside, each time in a process of its own: this test program, started again with one test.
#![allow(clippy::unwrap_used)]

use super::super::{Profile, give_up_files};
use super::probes;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output};

/// Names what the process under test does.
const VARIABLE: &str = "TOUCHSTONE_TEST_CAGED";

fn caged(deed: &str) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["cage::linux::tests::process_under_test", "--exact", "--nocapture"]);
    command.env(VARIABLE, deed).output().unwrap()
}

#[test]
fn process_under_test() {
    let Ok(deed) = std::env::var(VARIABLE) else { return };
    let profile = if deed == "thread" {
        Profile::Networks
    } else {
        Profile::Documents
    };
    let cage = give_up_files(profile).unwrap().give_up_calls(Some(8 << 30)).unwrap();
    match deed.as_str() {
        "unknown call" => {
            // SAFETY: no pointers; changes nothing where it is allowed.
            unsafe { libc::syscall(libc::SYS_setuid, libc::getuid()) };
        }
        "thread" => std::thread::spawn(|| assert!(std::fs::File::open("/etc/passwd").is_err()))
            .join()
            .unwrap(),
        "threadless" => assert!(std::thread::Builder::new().spawn(|| {}).is_err()),
        _ => {}
    }
    assert!(cage.probes.len() > 10);
}

#[test]
fn an_unknown_call_ends_the_process() {
    assert_eq!(caged("unknown call").status.signal(), Some(libc::SIGSYS));
    for deed in ["nothing", "thread", "threadless"] {
        let output = caged(deed);
        assert!(output.status.success(), "{deed}: {output:?}");
    }
}

/// The self-test can fail: outside the cage nothing that it tries is refused.
#[test]
fn outside_the_cage_every_attempt_is_possible() {
    let possible = probes::run(&Profile::Documents, true, Some(1 << 30));
    // What a container withholds from everybody is not counted.
    let withheld = [
        "start asynchronous calls",
        "trace a process",
        "read the parent's memory",
    ];
    for probe in possible.iter().filter(|probe| !withheld.contains(&probe.name)) {
        assert_eq!(probe.refused_with, None, "{}", probe.name);
    }
}
