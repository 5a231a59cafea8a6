//! Panic containment: a bug ends only the piece of work it occurs in. Only the source location is reported, because a
//! panic message may quote the document.

use futures::FutureExt;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::RefCell;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    /// Where this thread last panicked.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic that was caught.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("internal error at {place}")]
pub struct Panicked {
    /// File and line, or a note that they are unknown.
    pub place: String,
}

/// Installs a hook that prints the location of a panic instead of its message. Front ends call it
/// through `dumps`.
pub fn print_places_only() {
    panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(|at| format!("{}:{}", from_crate(at.file()), at.line()));
        let shown = place.as_deref().unwrap_or(UNKNOWN);
        let mut stderr = std::io::stderr().lock();
        let _unheard = writeln!(stderr, "touchstone: internal error at {shown}");
        // A backtrace names functions and lines, and is captured only if the user's environment asks for it.
        let trace = Backtrace::capture();
        if trace.status() == BacktraceStatus::Captured {
            let _unheard = writeln!(stderr, "{trace}");
        }
        PLACE.replace(place);
    }));
}

/// Runs work until it finishes or panics. Everything the work held is dropped in either case.
pub async fn caught<T>(work: impl Future<Output = T>) -> Result<T, Panicked> {
    let ended = AssertUnwindSafe(work).catch_unwind().await;
    ended.map_err(|_message| Panicked {
        place: PLACE.take().unwrap_or_else(|| UNKNOWN.to_owned()),
    })
}

const UNKNOWN: &str = "an unknown place";

/// Shortens a source path to start at its crate's folder; the part before it is a folder of the build machine.
pub(crate) fn from_crate(file: &str) -> String {
    let parts: Vec<&str> = file.split(['/', '\\']).collect();
    let source = parts.iter().rposition(|part| *part == "src");
    let from = source.map_or(parts.len() - 1, |source| source.saturating_sub(1));
    parts[from..].join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_caught_with_its_place_and_without_its_message() {
        print_places_only();
        let quoted = "123-45-6789";
        let line = line!() + 1;
        let ended: Result<(), Panicked> = caught(async { panic!("cannot split {quoted}") }).await;
        let message = ended.map_err(|panicked| panicked.to_string());
        assert_eq!(
            message,
            Err(format!("internal error at engine/src/error/panics.rs:{line}"))
        );
        assert_eq!(caught(async { 7 }).await, Ok(7));
    }

    #[test]
    fn a_place_begins_with_its_crate() {
        let check = |file: &str, wanted: &str| assert_eq!(from_crate(file), wanted);
        check(
            "crates/engine/src/local/ledger/item.rs",
            "engine/src/local/ledger/item.rs",
        );
        check(
            "/u/.cargo/registry/src/index.crates.io-1949cf8c/rust_decimal-1.43.0/src/decimal.rs",
            "rust_decimal-1.43.0/src/decimal.rs",
        );
        check(r"C:\build\src-tauri\src\page.rs", "src-tauri/src/page.rs");
        check("/rustc/ab12/library/core/src/slice/index.rs", "core/src/slice/index.rs");
        check("build.rs", "build.rs");
    }
}
