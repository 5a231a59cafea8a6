//! `touchstone notices`: prints the licenses of the works of others in this program.

use crate::output;
use crate::status::Status;
use anyhow::Context;
use touchstone_engine::notices;

pub(crate) fn run() -> anyhow::Result<Status> {
    let place = notices().context(
        "could not find the third-party notices: they belong to an installed program (in a build tree, make them with \
         `python3 scripts/notices.py target/package`)",
    )?;
    let text = std::fs::read_to_string(&place).with_context(|| format!("could not read {}", place.display()))?;
    output::print(&text)?;
    Ok(Status::Fine)
}
