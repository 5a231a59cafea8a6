//! The files of a copy: each is read with its digest, and copied only as what it should be.

use super::Stopped;
use crate::store::Kept;
use crate::store::files::{Bounds, CopyError, copy_hashed, create_folder, new_private, open_regular};
use anyhow::{Context, anyhow};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use tokio_util::sync::CancellationToken;

/// Whether a source is what it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    Whole,
    Missing,
    /// It has other bytes, or cannot be read.
    Changed,
}

/// Reads a file to its end and compares it with what it should be.
pub(super) async fn check(from: &Path, wanted: &Kept, stop: &CancellationToken) -> anyhow::Result<Piece> {
    let (from, wanted, stop) = (from.to_owned(), wanted.clone(), stop.clone());
    blocking(move || transfer(&from, &mut io::sink(), &wanted, &stop)).await
}

/// Copies a file to a new one that is on disk when this returns. What is not as it should be is not copied.
pub(super) async fn copy(from: &Path, to: &Path, wanted: &Kept, stop: &CancellationToken) -> anyhow::Result<Piece> {
    let (from, to, wanted, stop) = (from.to_owned(), to.to_owned(), wanted.clone(), stop.clone());
    blocking(move || {
        let failed = || format!("could not write {}", to.display());
        if let Some(parent) = to.parent() {
            create_folder(parent).with_context(failed)?;
        }
        let mut copy = new_private(&to).with_context(failed)?;
        let piece = transfer(&from, &mut copy, &wanted, &stop)?;
        if piece == Piece::Whole {
            copy.sync_all().with_context(failed)?;
        } else {
            drop(copy);
            fs::remove_file(&to).with_context(failed)?;
        }
        Ok(piece)
    })
    .await
}

/// The digest and length of a file.
pub(super) async fn digest(path: &Path, stop: &CancellationToken) -> anyhow::Result<Kept> {
    let (path, stop) = (path.to_owned(), stop.clone());
    blocking(move || {
        let failed = || format!("could not read {}", path.display());
        let mut file = open_regular(&path).with_context(failed)?;
        match copy_hashed(&mut file, &mut io::sink(), &bounds(u64::MAX, &stop)) {
            Ok(kept) => Ok(kept),
            Err(CopyError::Stopped) => Err(Stopped.into()),
            Err(error) => Err(error.into_io()).with_context(failed),
        }
    })
    .await
}

fn bounds(limit: u64, stop: &CancellationToken) -> Bounds<'_> {
    Bounds {
        limit,
        stop: Some(stop),
    }
}

fn transfer(from: &Path, to: &mut impl Write, wanted: &Kept, stop: &CancellationToken) -> anyhow::Result<Piece> {
    let mut source = match open_regular(from) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Piece::Missing),
        Err(_) => return Ok(Piece::Changed),
        Ok(source) => source,
    };
    match copy_hashed(&mut source, to, &bounds(wanted.bytes, stop)) {
        Ok(found) if found == *wanted => Ok(Piece::Whole),
        Ok(_) | Err(CopyError::Read(_)) => Ok(Piece::Changed),
        Err(CopyError::Written(error)) => Err(error).context("could not write a copy"),
        Err(CopyError::Stopped) => Err(Stopped.into()),
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> anyhow::Result<T> + Send + 'static) -> anyhow::Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|ended| Err(anyhow!(ended)))
}
