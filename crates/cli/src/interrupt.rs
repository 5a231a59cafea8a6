//! Ctrl-C: the first press finishes cleanly, the second ends at once.

use std::io;
use tokio_util::sync::CancellationToken;

/// Requests by the user since the start.
#[derive(Debug, Clone)]
pub(crate) struct Requests {
    /// Set by the first request: work in progress goes back into the queue, so the same command can continue it later.
    pub(crate) stop: CancellationToken,
    /// Set by the second request, which ends without waiting for that. Committed data is not lost either way.
    pub(crate) at_once: CancellationToken,
}

pub(crate) fn watch() -> Requests {
    let requests = Requests {
        stop: CancellationToken::new(),
        at_once: CancellationToken::new(),
    };
    let for_task = requests.clone();
    tokio::spawn(async move {
        if request_to_end().await.is_ok() {
            eprintln!("\ntouchstone: stopping; interrupt again to stop immediately");
            for_task.stop.cancel();
            if request_to_end().await.is_ok() {
                for_task.at_once.cancel();
            }
        }
    });
    requests
}

#[cfg(unix)]
async fn request_to_end() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn request_to_end() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
