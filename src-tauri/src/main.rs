//! The desktop program. All code is in the library, so that tests can reach it.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> std::process::ExitCode {
    touchstone_desktop::run()
}
