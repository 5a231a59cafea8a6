//! Privileges the reader drops before it reads a byte of a document. This is where the system-call sandbox (seccomp and
//! Landlock on Linux, their equivalents elsewhere) will be added.

/// Drops what the reader never needs and returns the names of what was dropped, for `touchstone doctor`. A restriction
/// the system does not support is left out of the list and does not stop the reader.
#[cfg(unix)]
pub(crate) fn deny(address_space: Option<u64>) -> Vec<String> {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let to = |most| Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    let mut denied = Vec::new();
    let mut note = |name: &str, result: rustix::io::Result<()>| {
        if result.is_ok() {
            denied.push(name.to_owned());
        }
    };
    note("no core dumps", setrlimit(Resource::Core, to(0)));
    note("no file growth", setrlimit(Resource::Fsize, to(0)));
    note("few descriptors", setrlimit(Resource::Nofile, to(32)));
    if let Some(bytes) = address_space {
        note("bounded address space", setrlimit(Resource::As, to(bytes)));
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        note("not dumpable", set_dumpable_behavior(DumpableBehavior::NotDumpable));
        note("no new privileges", rustix::thread::set_no_new_privs(true));
    }
    denied
}

#[cfg(not(unix))]
pub(crate) fn deny(_: Option<u64>) -> Vec<String> {
    Vec::new()
}

/// Ends this process as soon as the parent is gone, even in the middle of an endless page. A thread watches the socket:
/// `PR_SET_PDEATHSIG` would fire when the parent's *thread* ends, and an async runtime ends threads.
#[cfg(unix)]
pub(crate) fn die_with_parent() -> anyhow::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};

    std::thread::Builder::new()
        .name("parent".to_owned())
        .stack_size(64 << 10)
        .spawn(|| {
            loop {
                // No events are requested: a hang-up is always reported.
                let mut sockets = [PollFd::from_borrowed_fd(rustix::stdio::stdin(), PollFlags::empty())];
                let hung_up = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
                match poll(&mut sockets, None) {
                    Ok(_) if !sockets[0].revents().intersects(hung_up) => {}
                    Err(rustix::io::Errno::INTR) => {}
                    // Not a regular exit: it would run PDFium's cleanup while the main thread is still using it.
                    Ok(_) | Err(_) => std::process::abort(),
                }
            }
        })?;
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn die_with_parent() -> anyhow::Result<()> {
    Ok(())
}
