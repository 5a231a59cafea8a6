//! The fuzz targets of `fuzz` on a stable compiler: the same bodies, run on the stored seeds and on mutants of them.
//! `TOUCHSTONE_SEED=NUMBER` repeats a run.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod documents;
mod pages;
mod seeds;
#[path = "../provider/streams.rs"]
mod streams;

#[path = "../../../fuzz/bodies/csv.rs"]
mod csv_export;
#[path = "../../../fuzz/bodies/dates.rs"]
mod dates;
#[path = "../../../fuzz/bodies/frame.rs"]
mod frame;
#[path = "../../../fuzz/bodies/money.rs"]
mod money;
#[path = "../../../fuzz/bodies/page.rs"]
mod page;
#[path = "../../../fuzz/bodies/sse.rs"]
mod sse;
#[path = "../../../fuzz/bodies/tools.rs"]
mod tools;

use std::time::{SystemTime, UNIX_EPOCH};
use touchstone_tests::{Dice, mutants};

/// Mutants of each target in a normal run; `make torture` runs a hundred times as many.
const MUTANTS: usize = 2_000;

fn torture() -> bool {
    std::env::var_os("TOUCHSTONE_TORTURE").is_some()
}

/// The seed of this run: the named one; under torture a new one, printed; otherwise always the same.
fn seed() -> u64 {
    let named = std::env::var("TOUCHSTONE_SEED").ok();
    let seed = match named {
        Some(named) => named.parse().expect("TOUCHSTONE_SEED is a number"),
        None if torture() => {
            let now = SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .expect("a clock after 1970");
            now.as_secs()
        }
        None => 1,
    };
    eprintln!("seed: TOUCHSTONE_SEED={seed}");
    seed
}

/// Prints an input when its run panics, so that it can be kept as a seed.
struct Running<'a> {
    target: &'a str,
    input: &'a [u8],
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!(
                "{}: this input failed: {:?}",
                self.target,
                self.input.escape_ascii().to_string()
            );
        }
    }
}

fn replay(target: &str, run: fn(&[u8])) {
    let seeds = seeds::stored(target);
    assert!(!seeds.is_empty(), "no seeds in fuzz/seeds/{target}");
    let one = |input: &[u8]| {
        let running = Running { target, input };
        run(running.input);
    };
    one(b"");
    for seed in &seeds {
        one(seed);
    }
    let mut dice = Dice::new(seed());
    for _ in 0..MUTANTS * if torture() { 100 } else { 1 } {
        let (original, other) = (dice.index(seeds.len()), dice.index(seeds.len()));
        one(&mutants::bytes(&seeds[original], &seeds[other], &mut dice));
    }
}

#[test]
fn frames_of_a_reader_are_decoded_or_refused() {
    replay("frame", frame::run);
}

#[test]
fn a_page_that_passes_is_sound() {
    replay("page", page::run);
}

#[test]
fn streamed_replies_end_in_a_turn_or_an_error() {
    replay("sse", sse::run);
}

#[test]
fn every_tool_call_is_answered_and_saves_only_what_is_printed() {
    replay("tools", tools::run);
}

#[test]
fn an_export_can_be_read_back_and_runs_nothing() {
    replay("csv", csv_export::run);
}

#[test]
fn amounts_are_stored_as_they_are_read() {
    replay("money", money::run);
}

#[test]
fn dates_are_stored_as_they_are_read() {
    replay("dates", dates::run);
}
