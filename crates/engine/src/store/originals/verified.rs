//! Which originals were read and found to have their digests since the workspace was opened.

use crate::store::files::digest;
use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// SHA-256 to what the file looked like when it had this digest.
#[derive(Debug, Clone, Default)]
pub(super) struct Verified(Arc<Mutex<HashMap<String, Stamp>>>);

/// What is known of a file without reading it. Two equal ones are taken for the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    changed: SystemTime,
}

impl Stamp {
    fn of(facts: &Metadata) -> Option<Self> {
        Some(Self {
            bytes: facts.len(),
            changed: facts.modified().ok()?,
        })
    }
}

impl Verified {
    /// Whether the file has this digest. It is read to its end, unless it looks the same as when it last was.
    pub(super) fn check(&self, sha256: &str, file: &mut File) -> io::Result<bool> {
        let before = Stamp::of(&file.metadata()?);
        if before.is_some() && self.stamps().get(sha256).copied() == before {
            return Ok(true);
        }
        if digest(file)?.sha256 != sha256 {
            return Ok(false);
        }
        if let Some(stamp) = before.filter(|_| file.metadata().is_ok_and(|now| Stamp::of(&now) == before)) {
            self.stamps().insert(sha256.to_owned(), stamp);
        }
        Ok(true)
    }

    /// Notes a file that was just written with this digest.
    pub(super) fn note(&self, sha256: &str, file: &File) {
        if let Some(stamp) = file.metadata().ok().as_ref().and_then(Stamp::of) {
            self.stamps().insert(sha256.to_owned(), stamp);
        }
    }

    pub(super) fn forget(&self, sha256: &str) {
        self.stamps().remove(sha256);
    }

    fn stamps(&self) -> MutexGuard<'_, HashMap<String, Stamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
