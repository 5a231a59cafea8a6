//! Systems without a cage: macOS (`sandbox_init`), Windows (job objects and restricted tokens) and other processors.
//! Never run: these functions are the seam for them. A reader reaches the level of its resource limits only.

use super::{Probe, Profile};

#[expect(clippy::unnecessary_wraps, reason = "it can fail on Linux")]
pub(super) fn begin() -> anyhow::Result<()> {
    Ok(())
}

#[expect(clippy::unnecessary_wraps, reason = "it can fail on Linux")]
pub(super) fn give_up_files(_: &Profile) -> anyhow::Result<bool> {
    Ok(false)
}

pub(super) fn give_up_calls(_: &Profile, _: &mut Vec<String>) -> bool {
    false
}

pub(super) fn probe(_: &Profile, _: bool, _: Option<u64>) -> Vec<Probe> {
    Vec::new()
}
