//! The target `frame`; see ../bodies/frame.rs.
#![no_main]

#[path = "../bodies/frame.rs"]
mod frame;
#[path = "../bodies/page.rs"]
mod page;

libfuzzer_sys::fuzz_target!(|data: &[u8]| frame::run(data));
