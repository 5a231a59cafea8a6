//! Ordered, bounded prefetch of pages.

use futures::stream::{self, StreamExt};
use tokio::sync::mpsc;

/// Runs up to `together` reads at a time and sends their results, in order, to `take`; returns when `take` does. Stops
/// after the first read that fails. Reads make progress while `take` awaits, because a read may hold what `take` waits
/// for, such as the only connection of an in-memory workspace; a plain loop over `buffered` would deadlock there.
pub(super) async fn in_order<R, E, F, T, O>(reads: Vec<F>, together: usize, take: T) -> O::Output
where
    F: Future<Output = Result<R, E>>,
    T: FnOnce(mpsc::Receiver<Result<R, E>>) -> O,
    O: Future,
{
    let (sender, receiver) = mpsc::channel(2 * together);
    // A read starts only once the channel has room for its result, so sending never waits.
    let begin = |read: F| {
        let room = sender.clone().reserve_owned();
        async move { (room.await, read.await) }
    };
    let reads: Vec<_> = reads.into_iter().map(begin).collect();
    drop(sender);
    let reading = async move {
        let mut done = stream::iter(reads).buffered(together);
        while let Some((Ok(room), read)) = done.next().await {
            let failed = read.is_err();
            room.send(read);
            if failed {
                break;
            }
        }
    };
    let taking = take(receiver);
    tokio::pin!(reading, taking);
    tokio::select! {
        taken = &mut taking => return taken,
        () = &mut reading => {}
    }
    taking.await
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::pin::pin;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Poll, Waker};
    use tokio::sync::Semaphore;

    /// Polls work that waits for nothing outside itself; panics if it never ends.
    fn ends<T>(work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..10_000 {
            if let Poll::Ready(done) = work.as_mut().poll(&mut context) {
                return done;
            }
        }
        panic!("it waits for itself");
    }

    async fn turns(count: u64) {
        for _ in 0..count {
            tokio::task::yield_now().await;
        }
    }

    #[test]
    fn reads_and_takers_that_share_one_connection_all_get_it() {
        let connection = Semaphore::new(1);
        let reads: Vec<_> = (0..50)
            .map(|number: u64| {
                let connection = &connection;
                async move {
                    let held = connection.acquire().await.unwrap();
                    turns(number * 7 % 5).await;
                    drop(held);
                    turns(number * 3 % 4).await;
                    Ok::<u64, ()>(number)
                }
            })
            .collect();
        let all = in_order(reads, 3, async |mut pages| {
            let mut taken = Vec::new();
            while let Some(Ok(number)) = pages.recv().await {
                let held = connection.acquire().await.unwrap();
                turns(2).await;
                drop(held);
                taken.push(number);
            }
            taken
        });
        assert_eq!(ends(all), (0..50).collect::<Vec<u64>>());
    }

    #[test]
    fn nothing_is_read_far_ahead_of_a_slow_taker() {
        let begun = AtomicUsize::new(0);
        let reads = (0..40).map(|number| {
            let begun = &begun;
            async move {
                begun.fetch_add(1, Ordering::Relaxed);
                Ok::<usize, ()>(number)
            }
        });
        let all = in_order(reads.collect(), 3, async |mut pages| {
            let mut most = 0;
            while let Some(Ok(number)) = pages.recv().await {
                turns(10).await;
                most = most.max(begun.load(Ordering::Relaxed) - number);
            }
            most
        });
        let most = ends(all);
        assert!((3..=10).contains(&most), "{most}");
    }

    #[test]
    fn what_was_read_before_a_failure_is_taken_and_nothing_after_it() {
        let read = async |number: u32| if number == 4 { Err("page 4") } else { Ok(number) };
        let all = in_order((1..9).map(read).collect(), 2, async |mut pages| {
            let mut taken = Vec::new();
            while let Some(page) = pages.recv().await {
                taken.push(page);
            }
            taken
        });
        assert_eq!(ends(all), [Ok(1), Ok(2), Ok(3), Err("page 4")]);
        let read = async |number: u32| Ok::<u32, ()>(number);
        let all = in_order((1..9).map(read).collect(), 2, async |mut pages| pages.recv().await);
        assert_eq!(ends(all), Some(Ok(1)));
    }
}
