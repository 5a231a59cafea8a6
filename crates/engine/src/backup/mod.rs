//! Backups of a workspace: a folder with a consistent copy of the database, the originals, and a manifest with the
//! digest of each. A backup is not a workspace: it is verified and restored, and never written to.

mod folder;
mod make;
mod manifest;
mod pieces;
mod restore;
mod verify;

pub(crate) use make::back_up;
pub use manifest::Manifest;
pub use restore::restore;
pub use verify::{Verified, is_backup, verify};

/// A copy of a workspace was stopped before it was finished. It left nothing behind.
#[derive(Debug, thiserror::Error)]
#[error("stopped before it was finished")]
pub struct Stopped;

/// `None` for work that was stopped at the user's request.
pub fn unless_stopped<T>(done: anyhow::Result<T>) -> anyhow::Result<Option<T>> {
    match done {
        Err(error) if error.is::<Stopped>() => Ok(None),
        done => done.map(Some),
    }
}

/// Name of the database in a backup. It differs from a workspace's, so that a backup is not opened by mistake.
const DATABASE: &str = "database.sqlite";
const MANIFEST: &str = "manifest.json";

#[cfg(test)]
mod tests;
