//! The originals: copies of the documents' bytes beside the database, named by their SHA-256, written once. For an
//! in-memory workspace they remain in place and only their paths are kept.

use super::Store;
use super::error::{Doing, StoreError};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use touchstone_core::record::Document;

/// Digest and length of an original that was read completely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Lower-case hex.
    pub sha256: String,
    pub bytes: u64,
}

#[derive(Debug, Clone)]
pub(super) enum Originals {
    Folder(PathBuf),
    /// SHA-256 to path; the path in the record is not enough, because a path may not be valid text.
    LeftInPlace(Arc<Mutex<HashMap<String, PathBuf>>>),
}

/// Prefix of files being written; one found at startup was left by a crash.
const UNFINISHED: &str = ".unfinished-";

impl Store {
    /// Reads a file to its end, keeps a copy of it in the workspace, and returns its digest and length. The copy
    /// reaches the disk before this returns. A file that is already there is not written again.
    pub async fn keep_original(&self, path: &Path) -> Result<Kept, StoreError> {
        let (originals, path) = (self.originals.clone(), path.to_owned());
        blocking(move || originals.keep(&path)).await
    }

    /// Opens the original for reading.
    pub async fn original(&self, document: &Document) -> Result<File, StoreError> {
        let (originals, document) = (self.originals.clone(), document.clone());
        blocking(move || originals.open_file(&document)).await
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(io::Error::other).doing("read or write an original")?
}

impl Originals {
    pub(super) fn left_in_place() -> Self {
        Originals::LeftInPlace(Arc::default())
    }

    pub(super) fn read(workspace: &Path) -> Self {
        Originals::Folder(workspace.join(ORIGINALS))
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
        Ok(Originals::Folder(folder))
    }

    /// Returns the path of the original; `None` if it was never kept here.
    pub(super) fn path(&self, document: &Document) -> Option<PathBuf> {
        match self {
            Originals::Folder(folder) => place_of(folder, &document.sha256),
            Originals::LeftInPlace(places) => {
                let places = places.lock().unwrap_or_else(PoisonError::into_inner);
                places.get(&document.sha256).cloned()
            }
        }
    }

    /// Removes originals that no document refers to any more. A missing one was removed before.
    pub(super) async fn forget(&self, hashes: Vec<String>) -> Result<(), StoreError> {
        let originals = self.clone();
        blocking(move || hashes.iter().try_for_each(|sha256| originals.forget_one(sha256))).await
    }

    fn forget_one(&self, sha256: &str) -> Result<(), StoreError> {
        match self {
            Originals::Folder(folder) => {
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
            Originals::LeftInPlace(places) => {
                places.lock().unwrap_or_else(PoisonError::into_inner).remove(sha256);
                Ok(())
            }
        }
    }

    fn keep(&self, path: &Path) -> Result<Kept, StoreError> {
        // An error reading the source must not be reported as a read-only workspace.
        let unread = |cause| StoreError::Unread {
            path: path.to_owned(),
            cause,
        };
        let mut source = File::open(path).map_err(unread)?;
        match self {
            Originals::Folder(folder) => {
                let mut copy = tempfile::Builder::new()
                    .prefix(UNFINISHED)
                    .tempfile_in(folder)
                    .doing("keep an original")?;
                let kept = hash(&mut source, copy.as_file_mut(), unread)?;
                settle(folder, &kept, copy)?;
                Ok(kept)
            }
            Originals::LeftInPlace(places) => {
                let kept = hash(&mut source, &mut io::sink(), unread)?;
                let path = fs::canonicalize(path).map_err(unread)?;
                let mut places = places.lock().unwrap_or_else(PoisonError::into_inner);
                places.insert(kept.sha256.clone(), path);
                Ok(kept)
            }
        }
    }

    fn open_file(&self, document: &Document) -> Result<File, StoreError> {
        let missing = || StoreError::missing("original of document", &document.id);
        let path = self.path(document).ok_or_else(missing)?;
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(missing()),
            other => other.doing("open an original")?,
        };
        let length = file.metadata().doing("open an original")?.len();
        if length != document.bytes {
            return Err(StoreError::Damaged {
                table: "originals",
                id: document.sha256.clone(),
                reason: format!("it has {length} bytes instead of {}", document.bytes),
            });
        }
        Ok(file)
    }
}

/// Gives a finished copy its name, unless the same bytes are already there.
fn settle(folder: &Path, kept: &Kept, copy: tempfile::NamedTempFile) -> Result<(), StoreError> {
    const WHAT: &str = "keep an original";
    let damaged = |reason: &str| StoreError::Damaged {
        table: "originals",
        id: kept.sha256.clone(),
        reason: reason.to_owned(),
    };
    let place = place_of(folder, &kept.sha256).ok_or_else(|| damaged("its name is not a SHA-256"))?;
    match fs::metadata(&place) {
        Ok(there) if there.len() == kept.bytes => return Ok(()),
        Ok(_) => return Err(damaged("the stored file has another length")),
        Err(_) => {}
    }
    let parent = place.parent().unwrap_or(folder);
    create_folder(parent).doing(WHAT)?;
    copy.as_file().sync_all().doing(WHAT)?;
    match copy.persist_noclobber(&place) {
        Err(error) if error.error.kind() != io::ErrorKind::AlreadyExists => Err(error.error).doing(WHAT),
        _ => sync_folder(parent).and_then(|()| sync_folder(folder)).doing(WHAT),
    }
}

/// `ab/cdef...` under the folder; `None` if `sha256` is not a hash, so that no row can name a path elsewhere.
fn place_of(folder: &Path, sha256: &str) -> Option<PathBuf> {
    let is_hash = sha256.len() == 64 && sha256.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let (start, rest) = is_hash.then(|| sha256.split_at(2))?;
    Some(folder.join(start).join(rest))
}

fn hash(
    source: &mut impl Read,
    copy: &mut impl Write,
    unread: impl Fn(io::Error) -> StoreError,
) -> Result<Kept, StoreError> {
    let (mut sha, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 18]);
    loop {
        let read = match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(unread(error)),
        };
        sha.update(&buffer[..read]);
        copy.write_all(&buffer[..read]).doing("keep an original")?;
        bytes += read as u64;
    }
    Ok(Kept {
        sha256: format!("{:x}", sha.finalize()),
        bytes,
    })
}

/// Syncs the folder, which makes a new name durable. Windows has no such call and does this with the file.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}

pub(super) const ORIGINALS: &str = "originals";

/// Creates a folder that only its owner can access, including missing parents.
pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::Access;
    use crate::store::Place;
    use crate::store::fixture;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn read(mut file: File) -> String {
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        text
    }

    #[tokio::test]
    async fn the_same_bytes_are_kept_once_and_crash_leftovers_are_cleared() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one.pdf"), folder.path().join("two.pdf"));
        fs::write(&one, "abc").unwrap();
        fs::write(&two, "abc").unwrap();
        let place = Place::Folder(folder.path().join("workspace"));
        let store = Store::open(&place, Access::Own).await.unwrap();
        let kept = store.keep_original(&one).await.unwrap();
        assert_eq!((kept.sha256.as_str(), kept.bytes), (ABC, 3));
        assert_eq!(store.keep_original(&two).await.unwrap(), kept);
        let originals = folder.path().join("workspace/originals");
        let names: Vec<_> = fs::read_dir(&originals)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names, ["ba"]);

        fs::remove_file(&one).unwrap();
        let document = Document {
            sha256: kept.sha256,
            bytes: 3,
            ..fixture::document()
        };
        assert_eq!(read(store.original(&document).await.unwrap()), "abc");
        let longer = Document {
            bytes: 4,
            ..document.clone()
        };
        let error = store.original(&longer).await.unwrap_err().to_string();
        assert!(error.ends_with("it has 3 bytes instead of 4"), "{error}");

        fs::write(originals.join(".unfinished-x"), "ab").unwrap();
        drop(store);
        let store = Store::open(&place, Access::Own).await.unwrap();
        assert!(!originals.join(".unfinished-x").exists());
        assert_eq!(read(store.original(&document).await.unwrap()), "abc");
    }

    #[tokio::test]
    async fn a_workspace_in_memory_leaves_originals_where_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.pdf");
        fs::write(&path, "abc").unwrap();
        let store = fixture::store().await;
        let kept = store.keep_original(&path).await.unwrap();
        let document = Document {
            sha256: kept.sha256,
            bytes: 3,
            ..fixture::document()
        };
        assert_eq!(read(store.original(&document).await.unwrap()), "abc");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        fs::remove_file(&path).unwrap();
        assert!(matches!(
            store.original(&document).await,
            Err(StoreError::NotFound { .. })
        ));
    }

    #[test]
    fn a_name_that_is_not_a_hash_has_no_place() {
        let folder = Path::new("/o");
        assert_eq!(place_of(folder, ABC).unwrap(), Path::new("/o/ba").join(&ABC[2..]));
        let long = format!("../../{}", "a".repeat(58));
        for name in ["", "ab", "../../etc/passwd", long.as_str(), "BA"] {
            assert_eq!(place_of(folder, name), None, "{name}");
        }
    }

    #[tokio::test]
    async fn a_source_that_cannot_be_read_is_not_the_workspaces_fault() {
        let store = fixture::store().await;
        let error = store.keep_original(Path::new("/nowhere/x.pdf")).await.unwrap_err();
        assert_eq!(error.code(), None);
        assert!(error.to_string().starts_with("cannot read /nowhere/x.pdf: "), "{error}");
    }
}
