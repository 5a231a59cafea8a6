//! Errors of the store. A damaged row is named by table and id, so that the person learns which document is affected.

use crate::error::Code;
use crate::error::panics::Panicked;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Advice for a database that another program keeps locked longer than the busy timeout.
const LOCKED: &str = "close that program or wait until it is done, then try again";

/// Why a workspace could not be opened. Every message names the path.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("cannot open the workspace {path}: another Touchstone is using it")]
    InUse { path: PathBuf },
    #[error("cannot open {path} as a workspace: {reason}")]
    NotAWorkspace { path: PathBuf, reason: String },
    #[error("cannot write in the workspace {path}: it is read-only")]
    ReadOnly { path: PathBuf },
    #[error(
        "cannot open the workspace {path}: its schema {found} is newer than {known}, the newest this version knows"
    )]
    NewerSchema { path: PathBuf, found: i64, known: i64 },
    #[error("cannot read the workspace {path}: its schema {found} is older than {known}; open it for writing once")]
    OlderSchema { path: PathBuf, found: i64, known: i64 },
    /// On read-only media, the log beside the database cannot be merged.
    #[error("cannot read the workspace {path}: it was not closed properly and is read-only; copy it first")]
    NotClosed { path: PathBuf },
    #[error("cannot open the workspace {path}: the database is damaged: {reason}")]
    Damaged { path: PathBuf, reason: String },
    #[error("cannot open the workspace {path}: the disk is full")]
    DiskFull { path: PathBuf },
    #[error(
        "cannot open the workspace {path}: another program keeps its database locked; {}",
        LOCKED
    )]
    Locked { path: PathBuf },
    #[error("cannot open the workspace {path}: SQLite {version} can lose data under write-ahead logging")]
    UnsafeSqlite { path: PathBuf, version: String },
    #[error("cannot open the workspace {path}: {cause}")]
    Io { path: PathBuf, cause: io::Error },
    #[error("cannot open the workspace {path}: {}", describe(.cause))]
    Database { path: PathBuf, cause: sqlx::Error },
}

impl OpenError {
    pub fn code(&self) -> Code {
        match self {
            OpenError::InUse { .. } | OpenError::Locked { .. } => Code::WorkspaceInUse,
            OpenError::ReadOnly { .. } => Code::ReadOnly,
            OpenError::NewerSchema { .. } => Code::NewerSchema,
            OpenError::DiskFull { .. } => Code::DiskFull,
            _ => Code::WorkspaceUnusable,
        }
    }

    pub(super) fn io(path: &Path, cause: io::Error) -> Self {
        let path = path.to_owned();
        match Trouble::of_io(&cause) {
            Some(Trouble::DiskFull) => OpenError::DiskFull { path },
            Some(Trouble::ReadOnly) => OpenError::ReadOnly { path },
            _ => OpenError::Io { path, cause },
        }
    }

    pub(super) fn database(path: &Path, cause: sqlx::Error) -> Self {
        let path = path.to_owned();
        match Trouble::of(&cause) {
            Some(Trouble::DiskFull) => OpenError::DiskFull { path },
            Some(Trouble::ReadOnly) => OpenError::ReadOnly { path },
            Some(Trouble::Damaged) => OpenError::Damaged {
                path,
                reason: cause.to_string(),
            },
            Some(Trouble::Locked) => OpenError::Locked { path },
            None if cannot_open(&cause) && is_full(&path) => OpenError::DiskFull { path },
            None => OpenError::Database { path, cause },
        }
    }
}

/// Why an operation on an open store failed. `what` completes "cannot ...".
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("cannot {what}: {}", describe(.cause))]
    Database { what: String, cause: sqlx::Error },
    #[error("cannot {what}: the database file is damaged: {reason}")]
    FileDamaged { what: String, reason: String },
    #[error("cannot {what}: the disk is full")]
    DiskFull { what: String },
    #[error("cannot {what}: the workspace is read-only")]
    ReadOnly { what: String },
    #[error("cannot {what}: another program keeps {file} locked; {}", LOCKED)]
    Locked { what: String, file: String },
    /// A row or an original was changed after it was written.
    #[error("the stored record {table} {id} is damaged: {reason}")]
    Damaged {
        table: &'static str,
        id: String,
        reason: String,
    },
    /// The record holds a value that could not be read back, such as a number that is not finite.
    #[error("cannot {what}: {reason}")]
    Unstorable { what: String, reason: String },
    #[error("there is no {what} {id}")]
    NotFound { what: &'static str, id: String },
    #[error("cannot {what}: {cause}")]
    Io { what: String, cause: io::Error },
    /// A source file could not be read. The workspace is unaffected.
    #[error("cannot read {path}: {cause}")]
    Unread { path: PathBuf, cause: io::Error },
}

impl StoreError {
    pub fn code(&self) -> Option<Code> {
        match self {
            StoreError::DiskFull { .. } => Some(Code::DiskFull),
            StoreError::ReadOnly { .. } => Some(Code::ReadOnly),
            StoreError::Locked { .. } => Some(Code::WorkspaceInUse),
            StoreError::NotFound { .. } => Some(Code::NotFound),
            StoreError::FileDamaged { .. } => Some(Code::WorkspaceUnusable),
            // It was moved or removed while it was open.
            StoreError::Database { cause, .. } if cannot_open(cause) => Some(Code::WorkspaceUnusable),
            _ => None,
        }
    }

    /// Whether only one document is affected, so that the next may still succeed.
    pub fn is_of_one_document(&self) -> bool {
        match self {
            StoreError::Damaged { .. }
            | StoreError::Unstorable { .. }
            | StoreError::NotFound { .. }
            | StoreError::Io { .. }
            | StoreError::Unread { .. } => true,
            StoreError::Database { cause, .. } => {
                matches!(cause, sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. })
            }
            StoreError::FileDamaged { .. }
            | StoreError::DiskFull { .. }
            | StoreError::ReadOnly { .. }
            | StoreError::Locked { .. } => false,
        }
    }

    /// Adds the path of a locked file.
    pub(super) fn in_file(self, path: &Path) -> Self {
        match self {
            StoreError::Locked { what, .. } => StoreError::Locked {
                what,
                file: path.display().to_string(),
            },
            other => other,
        }
    }

    pub(super) fn missing(what: &'static str, id: &(impl ToString + ?Sized)) -> Self {
        StoreError::NotFound {
            what,
            id: id.to_string(),
        }
    }
}

/// Treats a damaged record as missing, for callers that can go on without it.
pub(crate) fn readable<T>(found: Result<Option<T>, StoreError>) -> Result<Option<T>, StoreError> {
    match found {
        Err(error) if error.is_of_one_document() => {
            tracing::warn!(name: "a damaged record was passed over", code = error.code().map(Code::as_str));
            Ok(None)
        }
        other => other,
    }
}

/// Whether an error affects one document only: a damaged row, or a bug in the program.
pub fn is_of_one_document(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let stored: Option<&StoreError> = cause.downcast_ref();
        stored.is_some_and(StoreError::is_of_one_document) || cause.is::<Panicked>()
    })
}

/// SQLite's message, without the driver's wording around it.
fn describe(cause: &sqlx::Error) -> String {
    let of_database = cause.as_database_error().map(|error| error.message().to_owned());
    of_database.unwrap_or_else(|| cause.to_string())
}

/// The code of an error for the user interfaces: one given as context, or that of a store error among its causes.
pub fn code_of(error: &anyhow::Error) -> Option<Code> {
    let of_cause = |cause: &(dyn std::error::Error + 'static)| {
        let of_open = cause.downcast_ref().map(OpenError::code);
        of_open.or_else(|| cause.downcast_ref().and_then(StoreError::code))
    };
    error
        .downcast_ref()
        .copied()
        .or_else(|| error.chain().find_map(of_cause))
}

/// Turns a driver's error into a store error that says what was attempted.
pub(super) trait Doing<T> {
    /// `what` completes "cannot ...".
    fn doing(self, what: &str) -> Result<T, StoreError>;
}

impl<T> Doing<T> for Result<T, sqlx::Error> {
    fn doing(self, what: &str) -> Result<T, StoreError> {
        self.map_err(|cause| {
            let what = what.to_owned();
            match Trouble::of(&cause) {
                Some(Trouble::DiskFull) => StoreError::DiskFull { what },
                Some(Trouble::ReadOnly) => StoreError::ReadOnly { what },
                Some(Trouble::Damaged) => StoreError::FileDamaged {
                    what,
                    reason: describe(&cause),
                },
                Some(Trouble::Locked) => StoreError::Locked {
                    what,
                    file: "the database of the workspace".to_owned(),
                },
                None => StoreError::Database { what, cause },
            }
        })
    }
}

impl<T> Doing<T> for Result<T, io::Error> {
    fn doing(self, what: &str) -> Result<T, StoreError> {
        self.map_err(|cause| {
            let what = what.to_owned();
            match Trouble::of_io(&cause) {
                Some(Trouble::DiskFull) => StoreError::DiskFull { what },
                Some(Trouble::ReadOnly) => StoreError::ReadOnly { what },
                _ => StoreError::Io { what, cause },
            }
        })
    }
}

/// The causes that callers act on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    DiskFull,
    ReadOnly,
    Damaged,
    /// Locked by another program for longer than the busy timeout.
    Locked,
}

/// SQLite's result codes, <https://www.sqlite.org/rescode.html>; the low byte is the primary code.
const SQLITE_BUSY: i32 = 5;
const SQLITE_READONLY: i32 = 8;
const SQLITE_CORRUPT: i32 = 11;
const SQLITE_FULL: i32 = 13;
const SQLITE_CANTOPEN: i32 = 14;
const SQLITE_NOTADB: i32 = 26;
/// The shared-memory index beside the log could not grow, which means that the disk is full.
const SQLITE_IOERR_SHMSIZE: i32 = 4874;

impl Trouble {
    pub(super) fn of(error: &sqlx::Error) -> Option<Self> {
        if let sqlx::Error::Io(error) = error {
            return Self::of_io(error);
        }
        match result_code(error)? {
            SQLITE_IOERR_SHMSIZE => Some(Trouble::DiskFull),
            code => match code & 0xff {
                SQLITE_FULL => Some(Trouble::DiskFull),
                SQLITE_BUSY => Some(Trouble::Locked),
                SQLITE_READONLY => Some(Trouble::ReadOnly),
                SQLITE_CORRUPT | SQLITE_NOTADB => Some(Trouble::Damaged),
                _ => None,
            },
        }
    }

    fn of_io(error: &io::Error) -> Option<Self> {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Some(Trouble::DiskFull),
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => Some(Trouble::ReadOnly),
            _ => None,
        }
    }
}

/// Whether there is no room for another file in the folder, which SQLite does not tell from other reasons for not
/// creating one.
fn is_full(folder: &Path) -> bool {
    let written = tempfile::NamedTempFile::new_in(folder).and_then(|mut file| file.write_all(b"room"));
    written.is_err_and(|error| Trouble::of_io(&error) == Some(Trouble::DiskFull))
}

/// Whether SQLite could not open or create a file it needs, as on read-only media without the log's files.
pub(super) fn cannot_open(error: &sqlx::Error) -> bool {
    result_code(error).is_some_and(|code| matches!(code & 0xff, SQLITE_CANTOPEN | SQLITE_READONLY))
}

fn result_code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.code()?.parse().ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use anyhow::Context;

    #[test]
    fn the_code_is_found_under_any_context() {
        let full = StoreError::DiskFull {
            what: "store pages".to_owned(),
        };
        let error = anyhow::Error::from(full).context("run 7").context("batch");
        assert_eq!(code_of(&error), Some(Code::DiskFull));
        let path = PathBuf::from("/here");
        let refused: Result<(), _> = Err(OpenError::InUse { path });
        assert_eq!(
            code_of(&refused.context("start").unwrap_err()),
            Some(Code::WorkspaceInUse)
        );
        assert_eq!(code_of(&anyhow::anyhow!("something else")), None);
        let marked = anyhow::anyhow!("no such id").context(Code::NotFound).context("show");
        assert_eq!(code_of(&marked), Some(Code::NotFound));
    }

    #[test]
    fn a_full_disk_is_told_from_other_trouble() {
        let rows = [
            (io::ErrorKind::StorageFull, Some(Code::DiskFull)),
            (io::ErrorKind::QuotaExceeded, Some(Code::DiskFull)),
            (io::ErrorKind::ReadOnlyFilesystem, Some(Code::ReadOnly)),
            (io::ErrorKind::UnexpectedEof, None),
        ];
        for (kind, code) in rows {
            let error: StoreError = Err::<(), _>(io::Error::from(kind))
                .doing("keep the original")
                .unwrap_err();
            assert_eq!(error.code(), code, "{error}");
        }
    }
}
