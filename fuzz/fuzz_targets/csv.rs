//! The target `csv`; see ../bodies/csv.rs.
#![no_main]

#[path = "../bodies/csv.rs"]
mod csv;

libfuzzer_sys::fuzz_target!(|data: &[u8]| csv::run(data));
