//! `--compare FILE`: prior classifications of the inputs. Parsing and matching them is in the engine's `review`.

use crate::names::plain;
use crate::status::UsageError;
use crate::table::counted;
use anyhow::Context;
use std::path::Path;
use touchstone_engine::review::Priors;

pub(crate) fn read(file: &Path) -> anyhow::Result<Priors> {
    let context = || UsageError(format!("could not compare with {}", file.display()));
    let text = std::fs::read_to_string(file).with_context(context)?;
    let source = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
    Priors::read(&source, &text).with_context(context)
}

/// Reports the priors that matched no submitted document.
pub(crate) fn report_unused(priors: &Priors) {
    let mut unused = priors.unused();
    if let Some(first) = unused.next() {
        let count = counted(unused.count() + 1, "prior classification");
        eprintln!(
            "touchstone: {count} without a document in this run, such as {}",
            plain(first)
        );
    }
}
