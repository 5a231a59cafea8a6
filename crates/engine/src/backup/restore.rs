//! Restores a backup into a new workspace.

use super::DATABASE;
use super::folder::NewFolder;
use super::manifest::Manifest;
use super::pieces::{Piece, copy};
use super::verify::verify;
use crate::store::{Kept, ORIGINALS, WORKSPACE_DATABASE, check_schema, place_of};
use anyhow::{bail, ensure};
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

/// Faults named in the message of a refusal; `verify` lists all.
const FAULTS_NAMED: usize = 3;

/// Verifies a backup and copies it to a new folder, which is then a workspace. `progress` is called with the bytes that
/// are done, and their total: everything is read twice, first to verify, then to copy.
pub async fn restore(
    from: &Path,
    into: &Path,
    stop: &CancellationToken,
    progress: impl Fn(u64, u64),
) -> anyhow::Result<Manifest> {
    let folder = NewFolder::begin(into)?;
    let verified = verify(from, stop, |done, total| progress(done, 2 * total)).await?;
    refuse_damaged(from, &verified.faults)?;
    let manifest = verified.manifest;
    check_schema(from, manifest.database_schema)?;
    let total = manifest.bytes();
    let mut done = total;
    for (source, target, piece) in pieces(&manifest, from, folder.path()) {
        let copied = copy(&source, &target, piece, stop).await?;
        ensure!(
            copied == Piece::Whole,
            "could not restore {}: {} changed while it was copied",
            from.display(),
            source.display()
        );
        done += piece.bytes;
        progress(done, 2 * total);
    }
    folder.finish()?;
    Ok(manifest)
}

/// Each file of a backup with its place in a workspace.
fn pieces<'m>(manifest: &'m Manifest, from: &Path, to: &Path) -> Vec<(PathBuf, PathBuf, &'m Kept)> {
    let database = (from.join(DATABASE), to.join(WORKSPACE_DATABASE), &manifest.database);
    let (from, to) = (from.join(ORIGINALS), to.join(ORIGINALS));
    let originals = manifest.originals.iter().filter_map(|original| {
        let (source, target) = (place_of(&from, &original.sha256)?, place_of(&to, &original.sha256)?);
        Some((source, target, original))
    });
    std::iter::once(database).chain(originals).collect()
}

fn refuse_damaged(from: &Path, faults: &[String]) -> anyhow::Result<()> {
    let Some(named) = faults
        .get(..faults.len().min(FAULTS_NAMED))
        .filter(|named| !named.is_empty())
    else {
        return Ok(());
    };
    let others = match faults.len() - named.len() {
        0 => String::new(),
        others => format!("; and {others} more, see `touchstone verify`"),
    };
    bail!(
        "could not restore {}: it is damaged: {}{others}",
        from.display(),
        named.join("; ")
    )
}
