//! Table `remembered`: what the memory of prints read of the document of a run.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json};
use sqlx::SqliteConnection;
use touchstone_core::record::{Remembered, RunId};

impl Store {
    /// Stores what the memory read, in place of what was stored for the run.
    pub async fn remember(&self, run: RunId, remembered: &[Remembered]) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO remembered (run_id, content) VALUES (?1, ?2) ON CONFLICT (run_id) DO UPDATE SET content = ?2",
        )
        .bind(run.to_string())
        .bind(json(remembered)?)
        .execute(&self.writer)
        .await
        .doing("store what the memory of prints read")?;
        Ok(())
    }

    /// Returns what the memory read; `None` before it was asked.
    pub async fn remembered(&self, run: RunId) -> Result<Option<Vec<Remembered>>, StoreError> {
        of_run(&mut *self.look("read what the memory of prints read").await?, run).await
    }
}

pub(super) async fn of_run(
    connection: &mut SqliteConnection,
    run: RunId,
) -> Result<Option<Vec<Remembered>>, StoreError> {
    let content: Option<String> = sqlx::query_scalar("SELECT content FROM remembered WHERE run_id = ?1")
        .bind(run.to_string())
        .fetch_optional(connection)
        .await
        .doing("read what the memory of prints read")?;
    let at = At::new("remembered", &format!("of run {run}"));
    content.map(|content| at.json("content", &content)).transpose()
}

/// Deletes what was read on pages that are read again.
pub(super) async fn forget(connection: &mut SqliteConnection, run: RunId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM remembered WHERE run_id = ?1")
        .bind(run.to_string())
        .execute(connection)
        .await
        .doing("delete what the memory of prints read")?;
    Ok(())
}
