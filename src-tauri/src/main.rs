//! The desktop program. Everything is in the library beside it, so that tests can reach it.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> std::process::ExitCode {
    touchstone_desktop::run()
}
