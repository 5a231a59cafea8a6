//! The integrity check behind `doctor`: whether the workspace is undamaged, and how much it holds.

mod damage;
mod files;

use super::error::{Doing, StoreError};
use super::files::Kept;
use super::{Store, migrate};
use sqlx::{AssertSqlSafe, SqliteConnection};
use touchstone_core::record::DocumentId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Integrity {
    pub sqlite_version: String,
    pub schema: i64,
    /// The newest schema this version of the program knows.
    pub known_schema: i64,
    /// Problems that SQLite found in the file; empty if it is undamaged.
    pub problems: Vec<String>,
    /// Rows with dangling references, as `table row -> table`.
    pub dangling: Vec<String>,
    /// Tables by name with their row counts.
    pub rows: Vec<(String, u64)>,
    /// Total size of the originals, each counted once.
    pub original_bytes: u64,
    /// Documents whose original is missing or has another length.
    pub missing_originals: Vec<DocumentId>,
    /// Documents whose original has other bytes than were stored. Always empty if it was not read.
    pub changed_originals: Vec<DocumentId>,
    /// Stored files that belong to no document, other than those that are yet to be erased.
    pub strays: Vec<Kept>,
    /// Work that an interruption left over; the next start does it.
    pub owed: Owed,
    /// Rows that cannot be read back, each with its document, table and column.
    pub damaged_rows: Vec<String>,
}

impl Integrity {
    pub fn is_whole(&self) -> bool {
        self.problems.is_empty()
            && self.dangling.is_empty()
            && self.missing_originals.is_empty()
            && self.changed_originals.is_empty()
            && self.damaged_rows.is_empty()
    }

    /// What is damaged, for people.
    pub fn faults(&self) -> Vec<String> {
        let again = "import the file again";
        let found = self.problems.iter().chain(&self.dangling).chain(&self.damaged_rows);
        let missing = self
            .missing_originals
            .iter()
            .map(|document| format!("the original of document {document} is missing or incomplete; {again}"));
        let changed = self
            .changed_originals
            .iter()
            .map(|document| format!("the original of document {document} has changed; {again}"));
        found.cloned().chain(missing).chain(changed).collect()
    }
}

/// How closely the originals are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Only at their presence and length.
    Quick,
    /// Each is read and its digest compared.
    Full,
}

/// Work that is done when the workspace is opened for writing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Owed {
    /// Originals to erase. While a file is being taken in, its original is counted here too.
    pub originals: usize,
    /// Whether the free pages of the database may hold text of erased documents.
    pub sweep: bool,
}

impl Store {
    /// Reads the whole database file once, and looks at each original. `progress` is called with the bytes of originals
    /// looked at and their total.
    pub async fn integrity(&self, depth: Depth, progress: impl Fn(u64, u64)) -> Result<Integrity, StoreError> {
        const WHAT: &str = "check the workspace";
        let mut connection = self.look(WHAT).await?;
        let answers: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
            .fetch_all(&mut *connection)
            .await
            .doing(WHAT)?;
        let dangling: Vec<(String, Option<i64>, String)> =
            sqlx::query_as("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check")
                .fetch_all(&mut *connection)
                .await
                .doing(WHAT)?;
        let row = |row: Option<i64>| row.map_or_else(|| "without number".to_owned(), |row| row.to_string());
        let (sqlite_version, schema) =
            sqlx::query_as("SELECT sqlite_version(), (SELECT coalesce(max(version), 0) FROM _sqlx_migrations)")
                .fetch_one(&mut *connection)
                .await
                .doing(WHAT)?;
        let rows = count(&mut connection).await?;
        let damaged_rows = damage::find(&mut connection).await?;
        drop(connection);
        let strays = self.strays().await?;
        let owed = self.owed().await?;
        let originals = self.check_originals(depth, progress).await?;
        Ok(Integrity {
            sqlite_version,
            schema,
            known_schema: migrate::newest(),
            problems: answers.into_iter().filter(|answer| answer != "ok").collect(),
            dangling: dangling
                .into_iter()
                .map(|(table, id, parent)| format!("{table} {} -> {parent}", row(id)))
                .collect(),
            rows,
            original_bytes: originals.bytes,
            missing_originals: originals.missing,
            changed_originals: originals.changed,
            strays,
            owed,
            damaged_rows,
        })
    }
}

async fn count(connection: &mut SqliteConnection) -> Result<Vec<(String, u64)>, StoreError> {
    const WHAT: &str = "count rows";
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> '_sqlx_migrations'
         ORDER BY name",
    )
    .fetch_all(&mut *connection)
    .await
    .doing(WHAT)?;
    let mut rows = Vec::new();
    for table in tables {
        // The names come from our own schema.
        let count = sqlx::query_scalar(AssertSqlSafe(format!("SELECT count(*) FROM \"{table}\"")))
            .fetch_one(&mut *connection)
            .await
            .doing(WHAT)?;
        rows.push((table, count));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests;
