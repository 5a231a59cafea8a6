//! The target `tools`; see ../bodies/tools.rs.
#![no_main]

#[path = "../bodies/tools.rs"]
mod tools;

libfuzzer_sys::fuzz_target!(|data: &[u8]| tools::run(data));
