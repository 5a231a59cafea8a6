//! Copies of the database file: for a backup, and of an earlier schema before a migration changes it.

use super::error::{Doing, OpenError, StoreError};
use super::files::{Kept, create_private, sync_folder};
use super::migrate::Found;
use super::{Store, migrate};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use std::path::Path;
use std::{fs, io};
use tokio_util::sync::CancellationToken;

/// Name of the database in a workspace.
pub(crate) const DATABASE: &str = "touchstone.db";

/// A copy made before a migration is named `touchstone.db.schema-19`, by the schema it has.
const EARLIER: &str = ".schema-";
/// And this way until it is complete.
const UNFINISHED: &str = ".copying";

/// Instructions of SQLite between two looks at whether to stop: some milliseconds.
const LOOK_EVERY: i32 = 10_000;

/// What a copied database holds.
pub(crate) struct Copied {
    pub(crate) schema: i64,
    /// Problems that SQLite found in the file; empty if it is undamaged.
    pub(crate) problems: Vec<String>,
    pub(crate) documents: u64,
    /// The originals of the documents, each once, by digest.
    pub(crate) originals: Vec<Kept>,
}

impl Store {
    /// Copies the database to a new file, as it is at one moment, while others go on writing. Returns false if it was
    /// stopped; otherwise the copy is complete and on disk.
    pub(crate) async fn copy_database(&self, to: &Path, stop: &CancellationToken) -> Result<bool, StoreError> {
        const WHAT: &str = "copy the database";
        let mut connection = self.look(WHAT).await?;
        let goes_on = stop.clone();
        let mut handle = connection.lock_handle().await.doing(WHAT)?;
        handle.set_progress_handler(LOOK_EVERY, move || !goes_on.is_cancelled());
        drop(handle);
        let copied = vacuum_into(&mut connection, to).await;
        connection.lock_handle().await.doing(WHAT)?.remove_progress_handler();
        match copied {
            Err(_) if stop.is_cancelled() => Ok(false),
            copied => copied.doing(WHAT).map(|()| true),
        }
    }
}

/// Reads a copied database from beginning to end.
pub(crate) async fn look_into(path: &Path) -> Result<Copied, OpenError> {
    let failed = |error| OpenError::database(path, error);
    // A copy has no log, and nothing may be written beside it.
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(true);
    let mut connection = SqliteConnection::connect_with(&options).await.map_err(failed)?;
    let Found::Schema(schema) = migrate::examine(&mut connection, path).await? else {
        return Err(OpenError::NotAWorkspace {
            path: path.to_owned(),
            reason: "the database is empty".to_owned(),
        });
    };
    let answers: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_all(&mut connection)
        .await
        .map_err(failed)?;
    let documents: i64 = sqlx::query_scalar("SELECT count(*) FROM documents")
        .fetch_one(&mut connection)
        .await
        .map_err(failed)?;
    let originals: Vec<(String, u64)> = sqlx::query_as("SELECT DISTINCT sha256, bytes FROM documents ORDER BY sha256")
        .fetch_all(&mut connection)
        .await
        .map_err(failed)?;
    connection.close().await.map_err(failed)?;
    Ok(Copied {
        schema,
        problems: answers.into_iter().filter(|answer| answer != "ok").collect(),
        documents: documents.cast_unsigned(),
        originals: originals
            .into_iter()
            .map(|(sha256, bytes)| Kept { sha256, bytes })
            .collect(),
    })
}

/// Keeps a copy of a database whose schema is about to change, beside it.
pub(super) async fn keep_earlier(
    connection: &mut SqliteConnection,
    folder: &Path,
    schema: i64,
) -> Result<(), OpenError> {
    let failed = |error| OpenError::io(folder, error);
    let unfinished = folder.join(format!("{DATABASE}{UNFINISHED}"));
    remove(&unfinished).map_err(failed)?;
    let copied = vacuum_into(connection, &unfinished).await;
    copied.map_err(|error| OpenError::database(folder, error))?;
    let kept = folder.join(format!("{DATABASE}{EARLIER}{schema}"));
    fs::rename(&unfinished, kept)
        .and_then(|()| sync_folder(folder))
        .map_err(failed)
}

/// Removes the copies of earlier schemas, and an unfinished one.
pub(super) fn drop_earlier(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let rest = name.strip_prefix(DATABASE).unwrap_or_default();
        if rest.starts_with(EARLIER) || rest.starts_with(UNFINISHED) {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Writes the whole database to a new file that only its owner can read.
async fn vacuum_into(connection: &mut SqliteConnection, to: &Path) -> Result<(), sqlx::Error> {
    // SQLite takes a relative path that begins with `file:` for an address.
    let to = std::path::absolute(to)?;
    let path = to
        .to_str()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path is not valid text"))?;
    create_private(&to)?;
    sqlx::query("VACUUM INTO ?1").bind(path).execute(connection).await?;
    let file = tokio::fs::OpenOptions::new().write(true).open(&to).await?;
    Ok(file.sync_all().await?)
}
