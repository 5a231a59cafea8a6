//! The target `dates`; see ../bodies/dates.rs.
#![no_main]

#[path = "../bodies/dates.rs"]
mod dates;

libfuzzer_sys::fuzz_target!(|data: &[u8]| dates::run(data));
