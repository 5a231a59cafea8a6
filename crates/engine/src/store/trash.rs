//! The trash: moves documents there and back, and erases them so that none of their bytes remain in the workspace
//! except a tombstone: an id, a hash, a time.

use super::audit_log::{Logged, NewEntry, append};
use super::error::{Doing, StoreError};
use super::row::{At, json, json_or_null, time};
use super::{Place, Store, copies, doomed, runs};
use crate::event::Event;
use sqlx::SqliteConnection;
use touchstone_core::record::{DocumentId, RunState, now};

/// The setting that is present from the moment rows are erased until the free pages hold nothing of them.
const SWEEP_OWED: &str = "erasing";

impl Store {
    /// Moves documents to the trash; returns those that were not there already. Their queued runs wait with them and
    /// their running ones end: no document in the trash is worked on or sent anywhere.
    pub async fn trash(&self, ids: &[DocumentId]) -> Result<Vec<DocumentId>, StoreError> {
        const WHAT: &str = "move documents to the trash";
        let mut tx = self.begin(WHAT).await?;
        let changed: Vec<String> = sqlx::query_scalar(
            "UPDATE documents SET state = 'trashed', trashed_at = ?2
             WHERE id IN (SELECT value FROM json_each(?1)) AND state = 'active' RETURNING id",
        )
        .bind(json(&ids)?)
        .bind(time(now()))
        .fetch_all(&mut *tx)
        .await
        .doing(WHAT)?;
        let changed = parsed(&changed)?;
        let stopped = runs::cancel_of(&mut tx, &changed, &[RunState::Running]).await?;
        tx.commit().await.doing(WHAT)?;
        self.notify_cancelled(&stopped);
        Ok(self.moved(changed))
    }

    /// Restores documents from the trash unchanged; returns those that were in it.
    pub async fn restore(&self, ids: &[DocumentId]) -> Result<Vec<DocumentId>, StoreError> {
        const WHAT: &str = "restore documents from the trash";
        let mut tx = self.begin(WHAT).await?;
        let changed: Vec<String> = sqlx::query_scalar(
            "UPDATE documents SET state = 'active', trashed_at = NULL
             WHERE id IN (SELECT value FROM json_each(?1)) AND state = 'trashed' RETURNING id",
        )
        .bind(json(&ids)?)
        .fetch_all(&mut *tx)
        .await
        .doing(WHAT)?;
        tx.commit().await.doing(WHAT)?;
        Ok(self.moved(parsed(&changed)?))
    }

    fn moved(&self, ids: Vec<DocumentId>) -> Vec<DocumentId> {
        for &document in &ids {
            self.events.send(Event::DocumentChanged { document });
        }
        ids
    }

    /// Erases every document in the trash.
    pub async fn empty_trash(&self) -> Result<u32, StoreError> {
        self.erase_trashed(None).await
    }

    /// Erases the documents in the trash, or those of `only`: rows, index, mentions in rows of other documents, originals
    /// that no other document shares, and the free pages of the database. No worker may hold them meanwhile, and nothing
    /// is taken in. The rows go first: rows without an original could be seen. What is left to do after that is stored
    /// with it, and is made up for when the workspace is opened next.
    pub async fn erase_trashed(&self, only: Option<&[DocumentId]>) -> Result<u32, StoreError> {
        let _alone = self.originals.alone().await;
        let erased = self.erase_rows(only).await?;
        for &document in &erased {
            self.events.send(Event::DocumentChanged { document });
        }
        self.finish_erasing().await?;
        Ok(erased.len() as u32)
    }

    /// Erases the rows, and stores what is left to do; returns the documents.
    async fn erase_rows(&self, only: Option<&[DocumentId]>) -> Result<Vec<DocumentId>, StoreError> {
        const WHAT: &str = "empty the trash";
        let mut tx = self.begin(WHAT).await?;
        let erased: Vec<(String, String)> = sqlx::query_as(
            "SELECT id, sha256 FROM documents WHERE state = 'trashed'
                 AND (?1 IS NULL OR id IN (SELECT value FROM json_each(?1))) ORDER BY seq",
        )
        .bind(json_or_null(only.as_ref())?)
        .fetch_all(&mut *tx)
        .await
        .doing(WHAT)?;
        for (id, sha256) in &erased {
            let entry = NewEntry {
                document: Some(At::new("documents", id).parse("id", id)?),
                ..NewEntry::of(Logged::Erased)
            };
            append(&mut tx, &entry, &[]).await?;
            erase(&mut tx, id, sha256).await?;
            doomed::doom(&mut tx, sha256).await?;
        }
        if !erased.is_empty() {
            sqlx::query("INSERT OR REPLACE INTO settings (key, value) VALUES (?1, 'true')")
                .bind(SWEEP_OWED)
                .execute(&mut *tx)
                .await
                .doing(WHAT)?;
        }
        tx.commit().await.doing(WHAT)?;
        let ids: Vec<String> = erased.into_iter().map(|(id, _)| id).collect();
        parsed(&ids)
    }

    /// Does what interrupted imports and erasures left to do.
    pub(super) async fn make_up(&self) -> Result<(), StoreError> {
        let _alone = self.originals.alone().await;
        self.finish_erasing().await
    }

    /// Removes the originals of no document, and clears the free pages if that is owed. Both are tried.
    async fn finish_erasing(&self) -> Result<(), StoreError> {
        const WHAT: &str = "finish erasing documents";
        let removed = self.remove_doomed().await;
        if self.owes_sweep().await? {
            self.sweep().await?;
            sqlx::query("DELETE FROM settings WHERE key = ?1")
                .bind(SWEEP_OWED)
                .execute(&self.writer)
                .await
                .doing(WHAT)?;
        }
        removed
    }

    /// Whether the free pages may still hold text of erased documents.
    pub(super) async fn owes_sweep(&self) -> Result<bool, StoreError> {
        Ok(self.setting::<bool>(SWEEP_OWED).await?.is_some())
    }

    /// Erases stored files that no document refers to and that no import has just written; returns how many.
    pub async fn clear_strays(&self) -> Result<u32, StoreError> {
        const WHAT: &str = "erase stored files of no document";
        let _alone = self.originals.alone().await;
        let strays = self.strays().await?;
        let mut tx = self.begin(WHAT).await?;
        for stray in &strays {
            doomed::doom(&mut tx, &stray.sha256).await?;
        }
        tx.commit().await.doing(WHAT)?;
        self.remove_doomed().await?;
        Ok(strays.len() as u32)
    }

    /// Rewrites the database without its free pages, truncates the log, and removes copies of earlier schemas.
    async fn sweep(&self) -> Result<(), StoreError> {
        const WHAT: &str = "clear the free space of the database";
        // Merged first, or deleted rows would remain readable in their old parts of the index.
        sqlx::query("INSERT INTO page_text (page_text) VALUES ('optimize')")
            .execute(&self.writer)
            .await
            .doing(WHAT)?;
        sqlx::query("VACUUM").execute(&self.writer).await.doing(WHAT)?;
        if let Place::Folder(folder) = self.place() {
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
                .execute(&self.writer)
                .await
                .doing(WHAT)?;
            copies::drop_earlier(folder).doing(WHAT)?;
        }
        Ok(())
    }
}

fn parsed(ids: &[String]) -> Result<Vec<DocumentId>, StoreError> {
    let parse = |id: &String| At::new("documents", id).parse("id", id);
    ids.iter().map(parse).collect()
}

/// Removes one document. The verification of other documents may have stored its forms and quoted them in issues.
async fn erase(connection: &mut SqliteConnection, id: &str, sha256: &str) -> Result<(), StoreError> {
    const WHAT: &str = "erase a document";
    sqlx::query(
        "UPDATE surroundings SET others = iif(json_valid(others), (
             SELECT json_group_array(json(entry.value)) FROM json_each(others) AS entry
             WHERE json_extract(entry.value, '$.document_id') <> ?1), '[]')
         WHERE instr(others, ?1)",
    )
    .bind(id)
    .execute(&mut *connection)
    .await
    .doing(WHAT)?;
    sqlx::query(
        "UPDATE issues SET message = 'it concerns a document that has been erased', expected = NULL
         WHERE instr(message, ?1)",
    )
    .bind(id)
    .execute(&mut *connection)
    .await
    .doing(WHAT)?;
    // Built again from the rows when next requested.
    sqlx::query("DELETE FROM packets WHERE instr(content, ?1)")
        .bind(id)
        .execute(&mut *connection)
        .await
        .doing(WHAT)?;
    sqlx::query("INSERT OR REPLACE INTO tombstones (document_id, sha256, erased_at) VALUES (?1, ?2, ?3)")
        .bind(id)
        .bind(sha256)
        .bind(time(now()))
        .execute(&mut *connection)
        .await
        .doing(WHAT)?;
    sqlx::query("DELETE FROM documents WHERE id = ?1")
        .bind(id)
        .execute(connection)
        .await
        .doing(WHAT)?;
    Ok(())
}

#[cfg(test)]
mod tests;
