//! Cancels a computation from outside. The engine computes for seconds between two awaits, and its functions have no
//! return value for cancellation, so they unwind to where the work began.

use futures::FutureExt;
use std::panic::{AssertUnwindSafe, resume_unwind};
use tokio_util::sync::CancellationToken;

tokio::task_local! {
    static STOP: CancellationToken;
}

/// Unwind payload. Raised with `resume_unwind`, so panic hooks do not run.
struct Stopped;

/// Runs `work`; returns `None` if `stop` is canceled and the work reaches a [`point`]. Other panics propagate.
pub async fn unless<T>(stop: &CancellationToken, work: impl Future<Output = T>) -> Option<T> {
    match AssertUnwindSafe(STOP.scope(stop.clone(), work)).catch_unwind().await {
        Ok(done) => Some(done),
        Err(cause) if cause.is::<Stopped>() => None,
        Err(cause) => resume_unwind(cause),
    }
}

/// Cancellation point, for loops over lines, phrases and pages. Does nothing outside [`unless`].
pub fn point() {
    if STOP.try_with(CancellationToken::is_cancelled).unwrap_or(false) {
        resume_unwind(Box::new(Stopped));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn a_computation_that_never_waits_is_ended() {
        let stop = CancellationToken::new();
        let from_outside = stop.clone();
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            from_outside.cancel();
        });
        let endless = async {
            loop {
                point();
            }
        };
        assert_eq!(unless::<()>(&stop, endless).await, None);
        other.join().unwrap();
    }

    #[tokio::test]
    async fn other_work_is_left_alone() {
        let stop = CancellationToken::new();
        stop.cancel();
        // Outside `unless`, so nothing happens.
        point();
        assert_eq!(unless(&stop, async { 7 }).await, Some(7));
        let broken = AssertUnwindSafe(unless::<()>(&stop, async { panic!("broken") })).catch_unwind();
        assert!(broken.await.is_err());
    }
}
