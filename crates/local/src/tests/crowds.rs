//! Pages crowded with words that the engine looks for: they are read to their end, and the work on them ends soon after
//! it is stopped.

use super::arbitrary::{ENGINES, PACKS, read_with};
use super::paper::Pages;
use crate::LocalEngine;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use touchstone_core::stop::{Ended, unless};
use touchstone_intake::{Limits, validate};
use touchstone_tests::crowds::Crowd;

fn is_torture() -> bool {
    std::env::var_os("TOUCHSTONE_TORTURE").is_some()
}

fn crowded(crowd: Crowd, words: usize) -> Pages {
    let mut page = crowd.page(words);
    validate::page(&mut page, 1, &Limits::default()).expect("a crowded page is valid");
    assert_eq!(page.reading.words.len(), words);
    Pages(vec![page])
}

/// Even pages above the limit of what is analyzed; `make torture` makes them as large as validation allows.
#[test]
fn heavy_pages_crowded_with_anything_are_read_to_their_end() {
    let words = if is_torture() { validate::MAX_WORDS } else { 500 };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for crowd in Crowd::ALL {
        let pages = crowded(crowd, words);
        for (engine, pack) in ENGINES.iter().zip(PACKS) {
            let begun = Instant::now();
            runtime.block_on(read_with(engine, &pages));
            eprintln!(
                "{words} words, {crowd:?}, {pack}: {:.1} s",
                begun.elapsed().as_secs_f64()
            );
        }
    }
}

/// Within this time a stop ends any work.
const PROMPT: Duration = Duration::from_millis(200);

/// Stopped at three moments of the work on each page, with each pack. Fails if the work goes on to its end; how long it
/// took to end is printed only.
#[test]
fn heavy_work_on_a_crowded_page_ends_when_it_is_stopped() {
    let words = if is_torture() { validate::DENSEST } else { 3_000 };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut delays: Vec<(Duration, Crowd, &str)> = Vec::new();
    for crowd in Crowd::ALL {
        let pages = crowded(crowd, words);
        for (engine, pack) in ENGINES.iter().zip(PACKS) {
            // An engine remembers the pages it has prepared.
            let fresh = || LocalEngine::new(Arc::clone(&engine.pack.pack));
            // The first run also loads what all runs need.
            let whole = [fresh(), fresh()].map(|engine| {
                let begun = Instant::now();
                runtime.block_on(read_with(&engine, &pages));
                begun.elapsed()
            })[1];
            for percent in [0, 10, 25] {
                let (again, stop) = (fresh(), CancellationToken::new());
                let stopping = stop.clone();
                let stopper = std::thread::spawn(move || {
                    std::thread::sleep(whole * percent / 100);
                    stopping.cancel();
                    Instant::now()
                });
                let ended = runtime.block_on(unless(&stop, read_with(&again, &pages)));
                let (now, stopped) = (Instant::now(), stopper.join().unwrap());
                if percent > 0 && ended.is_ok() && now < stopped + PROMPT {
                    continue; // The work came to its end before it had to stop.
                }
                assert_eq!(
                    ended,
                    Err(Ended::Stopped),
                    "{crowd:?} with {pack}, after {percent} % of the work"
                );
                delays.push((now.saturating_duration_since(stopped), crowd, pack));
            }
        }
    }
    let longest = delays.iter().max_by_key(|(delay, ..)| *delay).unwrap();
    eprintln!(
        "scorecard: {} times stopped at a page of {words} words; ended after {:.3} s at the latest ({:?}, {})",
        delays.len(),
        longest.0.as_secs_f64(),
        longest.1,
        longest.2
    );
}
