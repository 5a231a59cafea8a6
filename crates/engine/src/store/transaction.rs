//! A transaction, committed or rolled back. The driver's own type is not used: on a full disk SQLite rolls back by
//! itself, the driver's rollback then fails, and from then on it takes the connection to be inside a transaction.

use super::error::{Doing, StoreError};
use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqliteConnection, SqlitePool};
use std::ops::{Deref, DerefMut};

/// An open transaction. If dropped without a commit, it is rolled back when its connection returns to the pool, before
/// the connection is reused; see `end`.
pub(super) struct Transaction(PoolConnection<Sqlite>);

impl Transaction {
    /// Takes the write lock at the start, so that the transaction cannot fail halfway for lack of it.
    pub(super) async fn write(pool: &SqlitePool, what: &str) -> Result<Self, StoreError> {
        let mut connection = pool.acquire().await.doing(what)?;
        let begun = sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await;
        begun
            .doing(what)
            .map_err(|error| error.in_file(pool.connect_options().get_filename()))?;
        Ok(Self(connection))
    }

    /// Reads a snapshot of the database as of the first read.
    pub(super) async fn read(pool: &SqlitePool, what: &str) -> Result<Self, StoreError> {
        let mut connection = pool.acquire().await.doing(what)?;
        sqlx::query("BEGIN").execute(&mut *connection).await.doing(what)?;
        Ok(Self(connection))
    }

    pub(super) async fn commit(mut self) -> Result<(), sqlx::Error> {
        sqlx::query("COMMIT").execute(&mut *self.0).await.map(drop)
    }
}

impl Deref for Transaction {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.0
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.0
    }
}

/// Runs whenever a connection returns to its pool: a transaction still open on it was abandoned.
pub(super) async fn end(connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    match sqlx::query("ROLLBACK").execute(connection).await {
        Ok(_) => Ok(true),
        // The usual case, for which SQLite has no specific code: "no transaction is active".
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some("1") => Ok(true),
        Err(error) => Err(error),
    }
}
