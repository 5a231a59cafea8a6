//! Ends the reader with the program that started it.

/// Ends this process as soon as the parent is gone, even in the middle of an endless page. A thread watches the socket:
/// `PR_SET_PDEATHSIG` would fire when the parent's *thread* ends, and an async runtime ends threads.
#[cfg(unix)]
pub(super) fn die_with_parent() -> anyhow::Result<()> {
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
pub(super) fn die_with_parent() -> anyhow::Result<()> {
    Ok(())
}
