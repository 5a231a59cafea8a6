//! Opens a workspace: the folder, its lock, the database's settings, and every reason to refuse.

use super::copies::DATABASE;
use super::error::{OpenError, cannot_open};
use super::files::{create_folder, create_private};
use super::originals::{ORIGINALS, Originals};
use super::{Store, audit_log, copies, migrate, transaction};
use crate::error::Code;
use crate::event::Events;
use migrate::Found;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection, SqlitePool};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

/// Location of a workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Leaves nothing behind; originals remain in place.
    Memory,
    Folder(PathBuf),
}

impl Place {
    /// Whether the database is there. The folder alone proves nothing: after its removal, adding a file makes it again.
    pub fn has_database(&self) -> bool {
        match self {
            Place::Memory => true,
            Place::Folder(folder) => folder.join(DATABASE).is_file(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Memory => f.write_str(":memory:"),
            Place::Folder(folder) => folder.display().fmt(f),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Reads and writes, and excludes every other owner.
    Own,
    /// Only reads, even beside an owner or on read-only media.
    ReadOnly,
}

const LOCK: &str = "lock";

const READERS: u32 = 4;
/// Busy timeout: how long a write waits for another program, such as a backup. SQLite retries with backoff.
const BUSY: Duration = Duration::from_mins(1);
/// Busy timeout for writing the log back on closing; the next start does it too.
pub(super) const BUSY_CLOSING: Duration = Duration::from_secs(1);
/// Timeout for getting a connection; long, because hundreds of documents may wait for one disk.
const TURN: Duration = Duration::from_mins(10);

impl Store {
    /// Opens a workspace, creating it if it does not exist and `access` is `Own`. An in-memory workspace is always
    /// owned.
    pub async fn open(place: &Place, access: Access) -> Result<Store, OpenError> {
        match (place, access) {
            (Place::Memory, _) => in_memory().await,
            (Place::Folder(folder), Access::Own) => own(folder).await,
            (Place::Folder(folder), Access::ReadOnly) => read_only(folder).await,
        }
    }
}

async fn in_memory() -> Result<Store, OpenError> {
    let path = Path::new(":memory:");
    let options = durable(SqliteConnectOptions::new().in_memory(true));
    let pool = pool(options, 1, path).await?;
    let mut connection = pool.acquire().await.map_err(|error| OpenError::database(path, error))?;
    migrate::run(&mut connection, path).await?;
    begin_log(&mut connection, path).await?;
    drop(connection);
    Ok(Store {
        place: Place::Memory,
        access: Access::Own,
        writer: pool.clone(),
        reader: pool,
        originals: Originals::left_in_place(),
        events: Events::new(),
        _lock: None,
    })
}

async fn own(folder: &Path) -> Result<Store, OpenError> {
    prepare(folder)?;
    let lock = lock(folder)?;
    let folder = &fs::canonicalize(folder).map_err(|error| OpenError::io(folder, error))?;
    let originals = Originals::open(folder).map_err(|error| OpenError::io(folder, error))?;
    let path = folder.join(DATABASE);
    create_private(&path).map_err(|error| OpenError::io(folder, error))?;

    let plain = SqliteConnectOptions::new()
        .filename(&path)
        .create_if_missing(false)
        .busy_timeout(BUSY);
    // Examined before anything is written: switching to WAL already writes to the file.
    let mut first = connect(&plain, folder).await?;
    match migrate::examine(&mut first, folder).await? {
        Found::Schema(found) if found < migrate::newest() => {
            copies::keep_earlier(&mut first, folder, found).await?;
        }
        Found::Schema(found) if found == migrate::newest() => {
            copies::drop_earlier(folder).map_err(|error| OpenError::io(folder, error))?;
        }
        _ => {}
    }
    first
        .close()
        .await
        .map_err(|error| OpenError::database(folder, error))?;

    let writing = durable(plain.clone()).journal_mode(SqliteJournalMode::Wal);
    let writer = pool(writing, 1, folder).await?;
    let mut connection = writer
        .acquire()
        .await
        .map_err(|error| OpenError::database(folder, error))?;
    migrate::run(&mut connection, folder).await?;
    begin_log(&mut connection, folder).await?;
    drop(connection);
    let reader = pool(plain.read_only(true), READERS, folder).await?;
    let store = Store {
        place: Place::Folder(folder.clone()),
        access: Access::Own,
        writer,
        reader,
        originals,
        events: Events::new(),
        _lock: Some(Arc::new(lock)),
    };
    // A disk that is full must not keep the workspace closed; the next start tries again.
    if let Err(error) = store.make_up().await {
        let code = error.code().map(Code::as_str);
        tracing::warn!(name: "erased documents leave traces in the workspace", code);
    }
    Ok(store)
}

async fn begin_log(connection: &mut SqliteConnection, path: &Path) -> Result<(), OpenError> {
    let begun = audit_log::begin(connection).await;
    begun.map_err(|error| OpenError::database(path, error))
}

/// The database of a workspace that exists.
fn database_in(folder: &Path) -> Result<PathBuf, OpenError> {
    let path = folder.join(DATABASE);
    let found = fs::metadata(&path);
    if let Err(error) = &found
        && error.kind() == io::ErrorKind::PermissionDenied
    {
        return Err(OpenError::io(folder, error.kind().into()));
    }
    if !found.is_ok_and(|found| found.is_file()) {
        return Err(OpenError::NotAWorkspace {
            path: folder.to_owned(),
            reason: format!("there is no {DATABASE} in it"),
        });
    }
    Ok(path)
}

async fn read_only(folder: &Path) -> Result<Store, OpenError> {
    let folder = &fs::canonicalize(folder).map_err(|error| OpenError::io(folder, error))?;
    let path = database_in(folder)?;
    let mut options = SqliteConnectOptions::new()
        .filename(&path)
        .read_only(true)
        .create_if_missing(false)
        .busy_timeout(BUSY);
    let found = match look(&options, folder).await {
        // Without write permission, SQLite cannot create the files of the log. No one else can write there either, so
        // the database file is complete, unless a log was left behind.
        Err(Refused::CannotOpen(error)) => {
            let log = fs::metadata(folder.join(format!("{DATABASE}-wal")));
            if log.is_ok_and(|log| log.len() > 0) {
                return Err(match OpenError::database(folder, error) {
                    full @ OpenError::DiskFull { .. } => full,
                    _ => OpenError::NotClosed { path: folder.clone() },
                });
            }
            options = options.immutable(true);
            look(&options, folder).await
        }
        other => other,
    };
    let known = migrate::newest();
    match found.map_err(|refused| refused.into_error(folder))? {
        Found::Schema(found) if found == known => {}
        Found::Schema(found) if found > known => {
            let path = folder.clone();
            return Err(OpenError::NewerSchema { path, found, known });
        }
        Found::Schema(found) => {
            let path = folder.clone();
            return Err(OpenError::OlderSchema { path, found, known });
        }
        Found::Fresh => {
            return Err(OpenError::NotAWorkspace {
                path: folder.clone(),
                reason: format!("its {DATABASE} is empty"),
            });
        }
    }
    let pool = pool(options, READERS, folder).await?;
    Ok(Store {
        place: Place::Folder(folder.clone()),
        access: Access::ReadOnly,
        writer: pool.clone(),
        reader: pool,
        originals: Originals::read(folder),
        events: Events::new(),
        _lock: None,
    })
}

enum Refused {
    CannotOpen(sqlx::Error),
    Otherwise(OpenError),
}

impl Refused {
    fn into_error(self, folder: &Path) -> OpenError {
        match self {
            Refused::CannotOpen(error) => OpenError::database(folder, error),
            Refused::Otherwise(error) => error,
        }
    }
}

/// Opens once, reads the schema, and closes.
async fn look(options: &SqliteConnectOptions, folder: &Path) -> Result<Found, Refused> {
    let sort = |error: sqlx::Error| {
        if cannot_open(&error) {
            Refused::CannotOpen(error)
        } else {
            Refused::Otherwise(OpenError::database(folder, error))
        }
    };
    let mut connection = SqliteConnection::connect_with(options).await.map_err(sort)?;
    // If the log cannot be created, the first statement that touches the file fails.
    let touched = sqlx::query("SELECT count(*) FROM sqlite_schema")
        .execute(&mut connection)
        .await;
    touched.map_err(sort)?;
    let found = migrate::examine(&mut connection, folder)
        .await
        .map_err(Refused::Otherwise)?;
    connection.close().await.map_err(sort)?;
    Ok(found)
}

/// Creates the folder, or returns why the existing one cannot become a workspace: a folder with other contents is more
/// likely a mistyped path.
fn prepare(folder: &Path) -> Result<(), OpenError> {
    let refuse = |reason: String| OpenError::NotAWorkspace {
        path: folder.to_owned(),
        reason,
    };
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            let ours =
                |name: &str| name == LOCK || name == ORIGINALS || name.starts_with(DATABASE) || name.starts_with('.');
            if folder.join(DATABASE).is_file() {
                return Ok(());
            }
            let stranger = entries.find_map(|entry| {
                let name = entry.ok()?.file_name().to_string_lossy().into_owned();
                (!ours(&name)).then_some(name)
            });
            match stranger {
                Some(name) => Err(refuse(format!("it holds other files, such as {name}"))),
                None => Ok(()),
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            create_folder(folder).map_err(|error| OpenError::io(folder, error))
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Err(refuse("it is a file".to_owned())),
        Err(error) => Err(OpenError::io(folder, error)),
    }
}

fn lock(folder: &Path) -> Result<File, OpenError> {
    let failed = |error| OpenError::io(folder, error);
    let path = folder.join(LOCK);
    create_private(&path).map_err(failed)?;
    let file = File::options().write(true).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse {
            path: folder.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Options by which every commit reaches the disk and deleted data is overwritten.
fn durable(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options
        .foreign_keys(true)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY)
        .pragma("secure_delete", "ON")
        // Only macOS has a sync that does not reach the disk; elsewhere these two have no effect.
        .pragma("fullfsync", "ON")
        .pragma("checkpoint_fullfsync", "ON")
        .pragma("temp_store", "MEMORY")
        .pragma("journal_size_limit", "67108864")
}

async fn connect(options: &SqliteConnectOptions, folder: &Path) -> Result<SqliteConnection, OpenError> {
    let connection = SqliteConnection::connect_with(options).await;
    connection.map_err(|error| OpenError::database(folder, error))
}

/// Creates a pool that keeps its connections: closing that of an in-memory workspace would lose it.
async fn pool(options: SqliteConnectOptions, connections: u32, folder: &Path) -> Result<SqlitePool, OpenError> {
    let failed = |error| OpenError::database(folder, error);
    let pool = SqlitePoolOptions::new()
        .max_connections(connections)
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(TURN)
        .acquire_slow_threshold(TURN)
        .after_release(|connection, _| Box::pin(transaction::end(connection)))
        .connect_with(options)
        .await
        .map_err(failed)?;
    let version: String = sqlx::query_scalar("SELECT sqlite_version()")
        .fetch_one(&pool)
        .await
        .map_err(failed)?;
    if loses_data_under_wal(&version) {
        let path = folder.to_owned();
        return Err(OpenError::UnsafeSqlite { path, version });
    }
    Ok(pool)
}

/// SQLite 3.7.0 to 3.51.2 can lose committed pages when two connections write and checkpoint at once
/// (<https://www.sqlite.org/wal.html>, "the WAL-reset bug").
fn loses_data_under_wal(version: &str) -> bool {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    let version: (u32, u32, u32) = (next(), next(), next());
    ((3, 7, 0)..=(3, 51, 2)).contains(&version)
}

#[cfg(test)]
mod tests;
