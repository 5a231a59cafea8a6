//! The target `sse`; see ../bodies/sse.rs.
#![no_main]

#[path = "../bodies/sse.rs"]
mod sse;

libfuzzer_sys::fuzz_target!(|data: &[u8]| sse::run(data));
