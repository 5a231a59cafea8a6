//! Table `doomed_originals`: originals that no document may refer to yet, or any more. Written before a file gets its name
//! and with the erasure of a document, so that no crash leaves an original without a row.

use super::Store;
use super::error::{Doing, StoreError};
use sqlx::SqliteConnection;
use std::collections::HashSet;

/// Those that no document refers to.
const OF_NONE: &str = "SELECT sha256 FROM doomed_originals EXCEPT SELECT sha256 FROM documents";

impl Store {
    /// Marks an original as not referred to, unless a document does.
    pub(super) async fn doom_original(&self, sha256: &str) -> Result<(), StoreError> {
        const WHAT: &str = "keep an original";
        let mut tx = self.begin(WHAT).await?;
        doom(&mut tx, sha256).await?;
        tx.commit().await.doing(WHAT)
    }

    /// Removes all doomed originals that no document refers to. The caller excludes imports meanwhile.
    pub(super) async fn remove_doomed(&self) -> Result<(), StoreError> {
        const WHAT: &str = "erase originals";
        let doomed = sqlx::query_scalar(OF_NONE).fetch_all(&self.writer).await.doing(WHAT)?;
        self.originals.forget(doomed).await?;
        // The others belong to documents by now.
        sqlx::query("DELETE FROM doomed_originals")
            .execute(&self.writer)
            .await
            .doing(WHAT)?;
        Ok(())
    }
}

/// The doomed originals that no document refers to.
pub(super) async fn of_none(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let doomed = sqlx::query_scalar(OF_NONE).fetch_all(connection).await;
    doomed.doing("look for originals to erase")
}

/// The digests of all documents, and of all doomed originals.
pub(super) async fn accounted_for(connection: &mut SqliteConnection) -> Result<HashSet<String>, StoreError> {
    let known: Vec<String> =
        sqlx::query_scalar("SELECT sha256 FROM documents UNION SELECT sha256 FROM doomed_originals")
            .fetch_all(connection)
            .await
            .doing("look for files of no document")?;
    Ok(known.into_iter().collect())
}

/// Marks an original as not referred to, unless a document does.
pub(super) async fn doom(connection: &mut SqliteConnection, sha256: &str) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT OR IGNORE INTO doomed_originals (sha256)
         SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM documents WHERE sha256 = ?1)",
    )
    .bind(sha256)
    .execute(connection)
    .await
    .doing("mark an original as one to erase")?;
    Ok(())
}

/// Unmarks the original of a new document.
pub(super) async fn spare(connection: &mut SqliteConnection, sha256: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM doomed_originals WHERE sha256 = ?1")
        .bind(sha256)
        .execute(connection)
        .await
        .doing("keep the original of a document")?;
    Ok(())
}
