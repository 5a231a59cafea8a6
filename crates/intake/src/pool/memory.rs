//! Monitors a reader's memory from outside, and decides whether memory explains its death. The limits are in
//! `protocol.rs`.

use crate::protocol::Limits;
use std::process::ExitStatus;

/// Resident memory of a process, in bytes; `None` if the system does not report it.
#[cfg(target_os = "linux")]
pub(super) fn resident(id: u32) -> Option<u64> {
    let statm = std::fs::read_to_string(format!("/proc/{id}/statm")).ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

#[cfg(all(unix, not(target_os = "linux")))]
pub(super) fn resident(id: u32) -> Option<u64> {
    told_by_ps(id)
}

/// Asks the program that POSIX has for it, which takes milliseconds.
#[cfg(all(unix, any(test, not(target_os = "linux"))))]
fn told_by_ps(id: u32) -> Option<u64> {
    let told = std::process::Command::new("ps")
        .args(["-o", "rss=", "-p", &id.to_string()])
        .output();
    let kilobytes: u64 = String::from_utf8(told.ok()?.stdout).ok()?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(not(unix))]
pub(super) fn resident(_: u32) -> Option<u64> {
    None
}

/// Whether a death was most likely a failed allocation: the reader reported one, or aborted with high memory use. A
/// SIGKILL that we did not send, such as from the kernel's out-of-memory killer, counts too.
pub(super) fn explains(status: Option<ExitStatus>, peak: u64, printed: &str, limits: &Limits) -> bool {
    if printed.contains("memory allocation of") || printed.contains("out of memory") {
        return true;
    }
    let near_limit = peak >= limits.resident.min(limits.address_space) / 2;
    match status.and_then(signal) {
        // SIGILL 4, SIGTRAP 5, SIGABRT 6, SIGBUS 7, SIGSEGV 11: signals that end PDFium when it cannot allocate.
        Some(4..=7 | 11) => near_limit,
        Some(9) => true,
        _ => false,
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

pub(super) fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS, a forbidden system call",
        _ => "unnamed",
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn ps_tells_about_the_same_as_the_kernel() {
        let own = std::process::id();
        let (told, known) = (told_by_ps(own).unwrap(), resident(own).unwrap());
        assert!(told > known / 4 && told < known * 4, "{told} and {known} bytes");
        assert_eq!(told_by_ps(u32::MAX), None);
    }
}
