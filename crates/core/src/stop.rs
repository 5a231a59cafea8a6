//! Ends a computation from outside, or when it has used its processor time. The engine computes for seconds between two
//! awaits, and its functions have no return value for that, so they unwind to where the work began.

use futures::FutureExt;
use std::cell::Cell;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;
use thiserror::Error;
use tokio_util::sync::CancellationToken;

/// Points that are passed between two looks at the clock, which is a system call.
const BETWEEN_LOOKS: u32 = 16;

tokio::task_local! {
    static WORK: Meter;
}

/// Why work ended before it was finished. Also the payload it unwinds with, raised with `resume_unwind`, so panic hooks
/// do not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Ended {
    #[error("stopped")]
    Stopped,
    #[error("used more than {} s of processor time", .0.as_secs_f32())]
    OverBudget(Duration),
}

/// The token of a piece of work, and the processor time it has used.
struct Meter {
    stop: CancellationToken,
    budget: Duration,
    /// Used by earlier polls; the thread may have been another one.
    used: Cell<Duration>,
    /// Time of this thread when it was last polled.
    since: Cell<Duration>,
    points: Cell<u32>,
}

impl Meter {
    fn total(&self) -> Duration {
        self.used.get() + thread_time().saturating_sub(self.since.get())
    }

    fn over(&self) -> Result<(), Ended> {
        if self.total() > self.budget {
            return Err(Ended::OverBudget(self.budget));
        }
        Ok(())
    }

    fn look(&self) -> Result<(), Ended> {
        if self.stop.is_cancelled() {
            return Err(Ended::Stopped);
        }
        self.points.set(self.points.get().wrapping_add(1));
        if self.points.get().is_multiple_of(BETWEEN_LOOKS) {
            self.over()
        } else {
            Ok(())
        }
    }
}

/// Runs `work`; fails if `stop` is canceled and the work reaches a [`point`]. Other panics propagate.
pub async fn unless<T>(stop: &CancellationToken, work: impl Future<Output = T>) -> Result<T, Ended> {
    within(stop, Duration::MAX, work).await
}

/// Like [`unless`]; also fails at a point after `budget` of processor time. Only time between awaits counts, on the
/// threads that run the work.
pub async fn within<T>(stop: &CancellationToken, budget: Duration, work: impl Future<Output = T>) -> Result<T, Ended> {
    let meter = Meter {
        stop: stop.clone(),
        budget,
        used: Cell::default(),
        since: Cell::default(),
        points: Cell::default(),
    };
    let metered = async {
        let mut work = pin!(work);
        poll_fn(|context| {
            WORK.with(|meter| meter.since.set(thread_time()));
            let polled = work.as_mut().poll(context);
            WORK.with(|meter| {
                meter.used.set(meter.total());
                // Finished work is kept.
                match polled {
                    Poll::Ready(done) => Poll::Ready(Ok(done)),
                    Poll::Pending => meter
                        .over()
                        .map_or_else(|ended| Poll::Ready(Err(ended)), |()| Poll::Pending),
                }
            })
        })
        .await
    };
    match AssertUnwindSafe(WORK.scope(meter, metered)).catch_unwind().await {
        Ok(ended) => ended,
        Err(cause) => match cause.downcast::<Ended>() {
            Ok(ended) => Err(*ended),
            Err(cause) => resume_unwind(cause),
        },
    }
}

/// Where work may end early, for loops over lines, phrases and pages. Does nothing outside [`unless`] and [`within`].
pub fn point() {
    if let Ok(Err(ended)) = WORK.try_with(Meter::look) {
        resume_unwind(Box::new(ended));
    }
}

/// Processor time of this thread; on systems that do not report it, time since a moment in the past.
fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.try_into().unwrap_or(0))
    }
    #[cfg(not(unix))]
    {
        use std::sync::LazyLock;
        use std::time::Instant;
        static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGIN.elapsed()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn compute_for_ever() {
        loop {
            point();
        }
    }

    #[tokio::test]
    async fn a_computation_that_never_waits_is_ended() {
        let stop = CancellationToken::new();
        let from_outside = stop.clone();
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            from_outside.cancel();
        });
        assert_eq!(unless(&stop, async { compute_for_ever() }).await, Err(Ended::Stopped));
        other.join().unwrap();
    }

    #[tokio::test]
    async fn a_computation_ends_with_its_budget_and_waiting_costs_none() {
        let (stop, budget) = (CancellationToken::new(), Duration::from_millis(50));
        let over = Ended::OverBudget(budget);
        assert_eq!(within(&stop, budget, async { compute_for_ever() }).await, Err(over));
        assert_eq!(over.to_string(), "used more than 0.05 s of processor time");
        // In small pieces, none of which reaches a point.
        let pieces = async {
            loop {
                std::hint::black_box((0..10_000_u64).sum::<u64>());
                tokio::task::yield_now().await;
            }
        };
        assert_eq!(within::<()>(&stop, budget, pieces).await, Err(over));
        let waiting = async {
            tokio::time::sleep(2 * budget).await;
            7
        };
        assert_eq!(within(&stop, budget, waiting).await, Ok(7));
    }

    #[tokio::test]
    async fn other_work_is_left_alone() {
        let stop = CancellationToken::new();
        stop.cancel();
        // Outside `unless`, so nothing happens.
        point();
        assert_eq!(unless(&stop, async { 7 }).await, Ok(7));
        let broken = AssertUnwindSafe(unless::<()>(&stop, async { panic!("broken") })).catch_unwind();
        assert!(broken.await.is_err());
    }
}
