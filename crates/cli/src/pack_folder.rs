//! Finds the pack named by an argument.

use crate::status::UsageError;
use crate::workspace::shelf;
use anyhow::Context;
use std::path::Path;
use std::sync::Arc;
use touchstone_core::pack::Pack;

/// A pack by name or by folder.
pub(crate) fn located(name: &str) -> anyhow::Result<Arc<Pack>> {
    let folder = Path::new(name);
    if folder.join("pack.toml").is_file() {
        let pack = Pack::load(folder).with_context(|| format!("could not use the pack in {}", folder.display()))?;
        return Ok(Arc::new(pack));
    }
    shelf().get(name).map_err(|error| UsageError(error.to_string()).into())
}
