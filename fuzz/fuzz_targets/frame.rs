//! The target `frame`; see ../bodies/frame.rs.
#![no_main]

#[path = "../bodies/frame.rs"]
mod frame;
// Of this one, only what a frame contains is checked.
#[allow(dead_code)]
#[path = "../bodies/page.rs"]
mod page;

libfuzzer_sys::fuzz_target!(|data: &[u8]| frame::run(data));
