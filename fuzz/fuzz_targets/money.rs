//! The target `money`; see ../bodies/money.rs.
#![no_main]

#[path = "../bodies/money.rs"]
mod money;

libfuzzer_sys::fuzz_target!(|data: &[u8]| money::run(data));
