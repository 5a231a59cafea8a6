//! Makes a backup, also while another process works in the workspace.

use super::folder::NewFolder;
use super::manifest::Manifest;
use super::pieces::{Piece, copy, digest};
use super::{DATABASE, Stopped};
use crate::store::{ORIGINALS, Store, look_into, place_of};
use anyhow::{Context, ensure};
use std::path::Path;
use tokio_util::sync::CancellationToken;

/// Copies a workspace to a new folder. `progress` is called with the bytes of originals that are done, and their total.
/// An original that is missing or damaged is left out and listed in the manifest.
pub(crate) async fn back_up(
    store: &Store,
    target: &Path,
    stop: &CancellationToken,
    progress: impl Fn(u64, u64),
) -> anyhow::Result<Manifest> {
    let folder = NewFolder::begin(target)?;
    let database = folder.path().join(DATABASE);
    ensure!(store.copy_database(&database, stop).await?, Stopped);
    let copied = look_into(&database).await.context("could not read the copy back")?;
    ensure!(
        copied.problems.is_empty(),
        "the database is damaged: {}",
        copied.problems.join("; ")
    );
    let mut manifest = Manifest::new(copied.documents, copied.schema, digest(&database, stop).await?);
    let total = copied.originals.iter().map(|original| original.bytes).sum();
    let mut done = 0;
    for original in copied.originals {
        done += original.bytes;
        let places = store
            .path_of_original(&original.sha256)
            .zip(place_of(&folder.path().join(ORIGINALS), &original.sha256));
        let piece = match places {
            Some((from, to)) => copy(&from, &to, &original, stop).await?,
            None => Piece::Missing,
        };
        if piece == Piece::Whole {
            manifest.originals.push(original);
        } else {
            manifest.unavailable.push(original);
        }
        progress(done, total);
    }
    manifest.write(folder.path())?;
    folder.finish()?;
    Ok(manifest)
}
