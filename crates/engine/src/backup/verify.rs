//! Verifies a backup: every file is read and compared with the manifest, and the manifest with the database.

use super::manifest::Manifest;
use super::pieces::{Piece, check};
use super::{DATABASE, MANIFEST};
use crate::store::{ORIGINALS, look_into, place_of};
use std::collections::BTreeSet;
use std::path::Path;
use tokio_util::sync::CancellationToken;

/// A backup that was read to its end.
#[derive(Debug)]
pub struct Verified {
    pub manifest: Manifest,
    /// What is damaged, for people; empty if the backup can be restored.
    pub faults: Vec<String>,
}

/// Whether a folder is a backup rather than a workspace.
pub fn is_backup(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// Reads a whole backup. `progress` is called with the bytes that are done, and their total.
pub async fn verify(folder: &Path, stop: &CancellationToken, progress: impl Fn(u64, u64)) -> anyhow::Result<Verified> {
    let manifest = Manifest::read(folder)?;
    let mut faults = Vec::new();
    let (mut done, total) = (0, manifest.bytes());
    let mut judge = |name: &str, piece: Piece| match piece {
        Piece::Whole => {}
        Piece::Missing => faults.push(format!("{name} is missing")),
        Piece::Changed => faults.push(format!("{name} has changed since the backup was made")),
    };
    let database = folder.join(DATABASE);
    let piece = check(&database, &manifest.database, stop).await?;
    judge(DATABASE, piece);
    done += manifest.database.bytes;
    progress(done, total);
    for original in &manifest.originals {
        let place = place_of(&folder.join(ORIGINALS), &original.sha256);
        let found = match place {
            Some(place) => check(&place, original, stop).await?,
            None => Piece::Missing,
        };
        judge(&format!("the original {}", original.sha256), found);
        done += original.bytes;
        progress(done, total);
    }
    if piece == Piece::Whole {
        faults.extend(contradictions(&manifest, &database).await);
    }
    Ok(Verified { manifest, faults })
}

/// Where the database is damaged, or names other originals than the manifest.
async fn contradictions(manifest: &Manifest, database: &Path) -> Vec<String> {
    let copied = match look_into(database).await {
        Ok(copied) => copied,
        Err(error) => return vec![error.to_string()],
    };
    let mut faults: Vec<String> = copied
        .problems
        .iter()
        .map(|problem| format!("{DATABASE}: {problem}"))
        .collect();
    let listed = manifest.originals.iter().chain(&manifest.unavailable);
    let listed: BTreeSet<_> = listed.map(|original| (&original.sha256, original.bytes)).collect();
    let named: BTreeSet<_> = copied
        .originals
        .iter()
        .map(|original| (&original.sha256, original.bytes))
        .collect();
    let unlisted = named.difference(&listed);
    faults.extend(unlisted.map(|(sha256, _)| format!("the original {sha256} is not in {MANIFEST}")));
    let surplus = listed.difference(&named);
    faults.extend(surplus.map(|(sha256, _)| format!("the original {sha256} in {MANIFEST} is of no document")));
    faults
}
