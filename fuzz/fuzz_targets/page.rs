//! The target `page`; see ../bodies/page.rs.
#![no_main]

#[path = "../bodies/page.rs"]
mod page;

libfuzzer_sys::fuzz_target!(|data: &[u8]| page::run(data));
