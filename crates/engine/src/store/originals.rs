//! The originals: copies of the documents' bytes beside the database, named by their SHA-256, written once and verified
//! when they are read. For an in-memory workspace they remain in place and only their paths are kept.

mod verified;

use super::Store;
use super::error::{Doing, StoreError};
use super::files::{Bounds, CopyError, Kept, copy_hashed, create_folder, open_regular, sync_folder};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::NamedTempFile;
use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};
use touchstone_core::record::Document;
use verified::Verified;

/// Held from before an original is kept until its document is stored: meanwhile no original is erased.
#[must_use]
#[derive(Debug)]
pub struct TakingIn {
    _held: OwnedRwLockReadGuard<()>,
}

#[derive(Debug, Clone)]
pub(super) struct Originals {
    place: Where,
    verified: Verified,
    /// Held for reading while a file is taken in, and for writing while originals are erased.
    in_use: Arc<RwLock<()>>,
}

#[derive(Debug, Clone)]
enum Where {
    Folder(PathBuf),
    /// SHA-256 to path; the path in the record is not enough, because a path may not be valid text.
    LeftInPlace(Arc<Mutex<HashMap<String, PathBuf>>>),
}

/// A file that was read, and its copy if there is one, not yet under its name.
struct Copied {
    kept: Kept,
    copy: Option<NamedTempFile>,
}

/// The condition of an original.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Condition {
    Whole,
    /// Not there, or of another length.
    Missing,
    /// Of the right length, with other bytes or unreadable.
    Changed,
}

/// Prefix of files being written; one found at startup was left by a crash.
const UNFINISHED: &str = ".unfinished-";

pub(crate) const ORIGINALS: &str = "originals";

const KEEP: &str = "keep an original";

impl Store {
    /// Keeps originals from being erased until the result is dropped.
    pub async fn take_in(&self) -> TakingIn {
        TakingIn {
            _held: Arc::clone(&self.originals.in_use).read_owned().await,
        }
    }

    /// Reads a file of at most `limit` bytes to its end, keeps a copy of it in the workspace, and returns its digest and
    /// length. The copy reaches the disk before this returns. A file that is already there is not written again, unless
    /// it is damaged. Until a document refers to the copy, the next erasure or start removes it; see `take_in`.
    pub async fn keep_original(&self, path: &Path, limit: u64) -> Result<Kept, StoreError> {
        let (originals, path) = (self.originals.clone(), path.to_owned());
        let copied = blocking(move || originals.copy(&path, limit)).await?;
        if copied.copy.is_some() {
            self.doom_original(&copied.kept.sha256).await?;
        }
        let originals = self.originals.clone();
        blocking(move || originals.settle(copied)).await
    }

    /// Path of the original with this digest; `None` if it was never kept here.
    pub(crate) fn path_of_original(&self, sha256: &str) -> Option<PathBuf> {
        self.originals.path(sha256)
    }

    /// Opens the original for reading, at its beginning. It is read through and verified first, unless that was done
    /// since the workspace was opened and the file looks the same.
    pub async fn original(&self, document: &Document) -> Result<File, StoreError> {
        let (originals, document) = (self.originals.clone(), document.clone());
        blocking(move || originals.open_file(&document)).await
    }
}

pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(io::Error::other).doing("read or write an original")?
}

impl Originals {
    fn at(place: Where) -> Self {
        Self {
            place,
            verified: Verified::default(),
            in_use: Arc::default(),
        }
    }

    pub(super) fn left_in_place() -> Self {
        Self::at(Where::LeftInPlace(Arc::default()))
    }

    pub(super) fn read(workspace: &Path) -> Self {
        Self::at(Where::Folder(workspace.join(ORIGINALS)))
    }

    /// Creates the folder and removes half-written files of a crash.
    pub(super) fn open(workspace: &Path) -> io::Result<Self> {
        let folder = workspace.join(ORIGINALS);
        create_folder(&folder)?;
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(Self::at(Where::Folder(folder)))
    }

    /// Waits until nothing is being taken in, and keeps it so until the result is dropped.
    pub(super) async fn alone(&self) -> OwnedRwLockWriteGuard<()> {
        Arc::clone(&self.in_use).write_owned().await
    }

    /// Returns the path of the original; `None` if it was never kept here.
    pub(super) fn path(&self, sha256: &str) -> Option<PathBuf> {
        match &self.place {
            Where::Folder(folder) => place_of(folder, sha256),
            Where::LeftInPlace(places) => {
                let places = places.lock().unwrap_or_else(PoisonError::into_inner);
                places.get(sha256).cloned()
            }
        }
    }

    /// Removes originals that no document refers to any more. A missing one was removed before.
    pub(super) async fn forget(&self, hashes: Vec<String>) -> Result<(), StoreError> {
        let originals = self.clone();
        blocking(move || hashes.iter().try_for_each(|sha256| originals.forget_one(sha256))).await
    }

    fn forget_one(&self, sha256: &str) -> Result<(), StoreError> {
        self.verified.forget(sha256);
        match &self.place {
            Where::Folder(folder) => {
                let Some(path) = place_of(folder, sha256) else {
                    return Ok(());
                };
                match fs::remove_file(&path) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                    removed => removed
                        .and_then(|()| sync_folder(path.parent().unwrap_or(folder)))
                        .doing("erase an original"),
                }
            }
            // The file belongs to the user; only its path is forgotten.
            Where::LeftInPlace(places) => {
                places.lock().unwrap_or_else(PoisonError::into_inner).remove(sha256);
                Ok(())
            }
        }
    }

    /// Digests and lengths of the files in the folder, as their names and sizes claim.
    pub(super) fn stored(&self) -> io::Result<Vec<Kept>> {
        let Where::Folder(folder) = &self.place else {
            return Ok(Vec::new());
        };
        let mut stored = Vec::new();
        for entry in fs::read_dir(folder)? {
            let start = entry?;
            if !start.file_type()?.is_dir() {
                continue;
            }
            for entry in fs::read_dir(start.path())? {
                let entry = entry?;
                let names = [start.file_name(), entry.file_name()].map(|name| name.to_string_lossy().into_owned());
                let sha256 = names.concat();
                if place_of(folder, &sha256).is_some_and(|place| place == entry.path()) {
                    let bytes = entry.metadata()?.len();
                    stored.push(Kept { sha256, bytes });
                }
            }
        }
        Ok(stored)
    }

    fn copy(&self, path: &Path, limit: u64) -> Result<Copied, StoreError> {
        // An error reading the source must not be reported as a read-only workspace.
        let unread = |cause| StoreError::Unread {
            path: path.to_owned(),
            cause,
        };
        let either = |error| match error {
            CopyError::Written(cause) => Err::<Kept, _>(cause).doing(KEEP),
            other => Err(unread(other.into_io())),
        };
        let mut source = open_regular(path).map_err(unread)?;
        let bounds = Bounds { limit, stop: None };
        match &self.place {
            Where::Folder(folder) => {
                let mut copy = tempfile::Builder::new()
                    .prefix(UNFINISHED)
                    .tempfile_in(folder)
                    .doing(KEEP)?;
                let kept = copy_hashed(&mut source, copy.as_file_mut(), &bounds).or_else(either)?;
                let copy = Some(copy);
                Ok(Copied { kept, copy })
            }
            Where::LeftInPlace(places) => {
                let kept = copy_hashed(&mut source, &mut io::sink(), &bounds).or_else(either)?;
                let path = fs::canonicalize(path).map_err(unread)?;
                let mut places = places.lock().unwrap_or_else(PoisonError::into_inner);
                places.insert(kept.sha256.clone(), path);
                Ok(Copied { kept, copy: None })
            }
        }
    }

    /// Gives a finished copy its name, unless the same bytes are already there. A damaged original is replaced.
    fn settle(&self, copied: Copied) -> Result<Kept, StoreError> {
        let Copied { kept, copy } = copied;
        let (Where::Folder(folder), Some(copy)) = (&self.place, copy) else {
            return Ok(kept);
        };
        let place = place_of(folder, &kept.sha256).ok_or_else(|| damaged(&kept.sha256, "its name is not a SHA-256"))?;
        let exists = place.exists();
        if exists && self.condition(&kept, true) == Condition::Whole {
            return Ok(kept);
        }
        let parent = place.parent().unwrap_or(folder);
        create_folder(parent).doing(KEEP)?;
        copy.as_file().sync_all().doing(KEEP)?;
        let file = copy.persist(&place).map_err(|error| error.error).doing(KEEP)?;
        sync_folder(parent).and_then(|()| sync_folder(folder)).doing(KEEP)?;
        if exists {
            tracing::warn!(name: "a stored original was damaged and is repaired", sha256 = kept.sha256);
        }
        self.verified.note(&kept.sha256, &file);
        Ok(kept)
    }

    /// The condition of an original; its bytes are read only if they are to be, and not again if its file looks the same
    /// as when they were.
    pub(super) fn condition(&self, wanted: &Kept, reads: bool) -> Condition {
        let opened = self.path(&wanted.sha256).and_then(|path| open_regular(&path).ok());
        let Some(mut file) = opened else {
            return Condition::Missing;
        };
        match file.metadata() {
            Ok(facts) if facts.len() == wanted.bytes => {}
            _ => return Condition::Missing,
        }
        if !reads || self.verified.check(&wanted.sha256, &mut file).is_ok_and(|whole| whole) {
            Condition::Whole
        } else {
            Condition::Changed
        }
    }

    fn open_file(&self, document: &Document) -> Result<File, StoreError> {
        const WHAT: &str = "open an original";
        let missing = || StoreError::missing("original of document", &document.id);
        let path = self.path(&document.sha256).ok_or_else(missing)?;
        let mut file = match open_regular(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(missing()),
            other => other.doing(WHAT)?,
        };
        let length = file.metadata().doing(WHAT)?.len();
        if length != document.bytes {
            let reason = format!("it has {length} bytes instead of {}", document.bytes);
            return Err(damaged(&document.sha256, &reason));
        }
        if !self
            .verified
            .check(&document.sha256, &mut file)
            .doing("read an original")?
        {
            return Err(damaged(&document.sha256, "its bytes have changed since it was stored"));
        }
        file.rewind().doing(WHAT)?;
        Ok(file)
    }
}

fn damaged(sha256: &str, reason: &str) -> StoreError {
    StoreError::Damaged {
        table: "originals",
        id: sha256.to_owned(),
        reason: format!("{reason}; import the file again to repair it"),
    }
}

/// `ab/cdef...` under the folder; `None` if `sha256` is not a hash, so that no row can name a path elsewhere.
pub(crate) fn place_of(folder: &Path, sha256: &str) -> Option<PathBuf> {
    let is_hash = sha256.len() == 64 && sha256.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let (start, rest) = is_hash.then(|| sha256.split_at(2))?;
    Some(folder.join(start).join(rest))
}

#[cfg(test)]
mod tests;
