//! The self-test: tries from inside what the cage forbids. Each attempt is harmless where it succeeds.

use super::super::{Probe, Profile};
use libc::{c_int, c_long};
use std::ptr::null;

/// A system call and its result.
type Attempt = fn(space: usize) -> c_long;

/// Attempts that every profile refuses.
const ALL: [(&str, Attempt); 9] = [
    ("create a file", |_| open(c"/tmp", libc::O_TMPFILE | libc::O_RDWR)),
    ("open a TCP socket", |_| socket(libc::AF_INET, libc::SOCK_STREAM)),
    ("open a UDP socket", |_| socket(libc::AF_INET6, libc::SOCK_DGRAM)),
    ("open a local socket", |_| socket(libc::AF_UNIX, libc::SOCK_STREAM)),
    ("signal the parent", signal_parent),
    ("read the parent's memory", read_parent),
    ("trace a process", trace_parent),
    ("start asynchronous calls", start_asynchronous_calls),
    ("open itself for writing", |_| open(c"/proc/self/mem", libc::O_RDWR)),
];
/// Attempts refused to readers that need no file and no other program.
const ALONE: [(&str, Attempt); 5] = [
    ("read a file", |_| open(c"/etc/passwd", libc::O_RDONLY)),
    ("list a folder", |_| open(c"/", libc::O_RDONLY | libc::O_DIRECTORY)),
    ("run a program", run_program),
    ("start a process", start_process),
    ("make memory executable", |_| {
        map(4096, libc::PROT_READ | libc::PROT_EXEC)
    }),
];
/// Refused by Landlock to a reader that runs another program.
const WITH_LANDLOCK: (&str, Attempt) = ("list a folder", |_| open(c"/", libc::O_RDONLY | libc::O_DIRECTORY));
const MEMORY: (&str, Attempt) = ("exceed its address space", |space| {
    map(space, libc::PROT_READ | libc::PROT_WRITE)
});

/// Runs the attempts of a profile.
pub(super) fn run(profile: &Profile, has_landlock: bool, address_space: Option<u64>) -> Vec<Probe> {
    let (alone, landlock) = match profile {
        Profile::Documents | Profile::Networks | Profile::Library => (&ALONE[..], None),
        Profile::Program(_) => (&[][..], has_landlock.then_some(&WITH_LANDLOCK)),
    };
    let memory = address_space.map(|_| &MEMORY);
    let space = address_space.map_or(0, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    let attempts = ALL.iter().chain(alone).chain(landlock).chain(memory);
    attempts.map(|(name, attempt)| tried(name, *attempt, space)).collect()
}

pub(super) fn cannot_list_folders() -> bool {
    let (name, attempt) = WITH_LANDLOCK;
    tried(name, attempt, 0).refused_with.is_some()
}

/// Only a refusal counts: a file that does not exist says nothing about whether it could have been opened.
fn tried(name: &'static str, attempt: Attempt, space: usize) -> Probe {
    let result = attempt(space);
    let error = std::io::Error::last_os_error().raw_os_error();
    let refused = |error: &i32| [libc::EPERM, libc::EACCES, libc::ENOMEM].contains(error);
    Probe {
        name,
        refused_with: error.filter(refused).filter(|_| result == -1),
    }
}

fn open(path: &std::ffi::CStr, flags: c_int) -> c_long {
    // SAFETY: the path ends in a null; a descriptor that is opened is closed again.
    unsafe {
        let opened = libc::syscall(
            libc::SYS_openat,
            libc::AT_FDCWD,
            path.as_ptr(),
            flags | libc::O_CLOEXEC,
            0o600,
        );
        closed(opened)
    }
}

fn socket(family: c_int, kind: c_int) -> c_long {
    // SAFETY: no pointers; a descriptor that is opened is closed again.
    unsafe { closed(libc::syscall(libc::SYS_socket, family, kind | libc::SOCK_CLOEXEC, 0)) }
}

/// SAFETY: the descriptor was just opened here, or is -1.
unsafe fn closed(descriptor: c_long) -> c_long {
    if descriptor >= 0 {
        // SAFETY: see above.
        unsafe { libc::close(descriptor as c_int) };
    }
    descriptor
}

fn parent() -> c_long {
    std::os::unix::process::parent_id().into()
}

/// Signal 0 only asks whether a signal could be sent.
fn signal_parent(_: usize) -> c_long {
    // SAFETY: no pointers.
    unsafe { libc::syscall(libc::SYS_kill, parent(), 0) }
}

/// Reads no bytes.
fn read_parent(_: usize) -> c_long {
    // SAFETY: both lists of buffers are empty.
    unsafe {
        libc::syscall(
            libc::SYS_process_vm_readv,
            parent(),
            null::<u8>(),
            0,
            null::<u8>(),
            0,
            0,
        )
    }
}

/// Detaches from a process that is not being traced, which fails with another error where tracing is possible.
fn trace_parent(_: usize) -> c_long {
    // SAFETY: no pointers are followed.
    unsafe { libc::syscall(libc::SYS_ptrace, libc::PTRACE_DETACH, parent(), 0, 0) }
}

/// Without parameters, which is an error where the call is possible.
fn start_asynchronous_calls(_: usize) -> c_long {
    // SAFETY: the kernel rejects the null pointer.
    unsafe { libc::syscall(libc::SYS_io_uring_setup, 1, null::<u8>()) }
}

/// Runs a program without a name, which is an error where the call is possible.
fn run_program(_: usize) -> c_long {
    // SAFETY: the path ends in a null, and null lists are allowed.
    unsafe { libc::syscall(libc::SYS_execve, c"".as_ptr(), null::<u8>(), null::<u8>()) }
}

/// Starts a process that ends at once.
fn start_process(_: usize) -> c_long {
    // SAFETY: the child shares nothing with this process and only ends.
    unsafe {
        let child = libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0);
        match child {
            0 => libc::_exit(0),
            1.. => {
                libc::waitpid(child as c_int, std::ptr::null_mut(), 0);
            }
            _ => {}
        }
        child
    }
}

fn map(bytes: usize, protection: c_int) -> c_long {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a new mapping at a place of the kernel's choice, which is removed again.
    unsafe {
        let mapped = libc::syscall(libc::SYS_mmap, 0, bytes, protection, flags, -1, 0);
        if mapped != -1 {
            libc::syscall(libc::SYS_munmap, mapped, bytes);
        }
        mapped
    }
}
