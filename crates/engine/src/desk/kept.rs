//! Whether what the workspace keeps is whole, and backups of it.

use super::Desk;
use crate::backup::{Manifest, back_up};
use crate::store::{Depth, Integrity};
use std::path::Path;
use tokio_util::sync::CancellationToken;

impl Desk {
    /// Copies the workspace to a new folder, also while another process works in it. `progress` is called with the bytes
    /// that are done, and their total. A stop is an error, `Stopped`, and leaves nothing behind.
    pub async fn back_up(
        &self,
        target: &Path,
        stop: &CancellationToken,
        progress: impl Fn(u64, u64),
    ) -> anyhow::Result<Manifest> {
        back_up(&self.store, target, stop, progress).await
    }

    /// Checks the database and the originals; `progress` is called with the bytes of originals that are done, and their
    /// total.
    pub async fn integrity(&self, depth: Depth, progress: impl Fn(u64, u64)) -> anyhow::Result<Integrity> {
        Ok(self.store.integrity(depth, progress).await?)
    }

    /// Erases stored files that belong to no document; returns how many.
    pub async fn clear_strays(&self) -> anyhow::Result<u32> {
        Ok(self.store.clear_strays().await?)
    }
}
