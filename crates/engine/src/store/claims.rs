//! Table `claims`: what reviewers do with documents in the review queue. Append-only; the newest row counts.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, time, word};
use crate::event::Event;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use std::collections::HashMap;
use touchstone_core::record::DocumentId;

/// Where a document is in the review queue.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum QueuePlace {
    #[default]
    Open,
    /// A reviewer is working on it.
    Claimed,
    /// To be looked at after all others.
    Skipped,
    /// Waits for something that the note names.
    Deferred,
}

/// What a reviewer decided about a document's place in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub document: DocumentId,
    pub place: QueuePlace,
    /// Marked for another look, wherever it is.
    pub flagged: bool,
    pub note: Option<String>,
    pub author: Option<String>,
    pub at: Timestamp,
}

impl Store {
    /// Returns the claim in force of each document that has one.
    pub async fn claims(&self) -> Result<HashMap<DocumentId, Claim>, StoreError> {
        const WHAT: &str = "list the claims of the review queue";
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT document_id, place, flagged, note, author, at FROM claims
             WHERE seq = (SELECT max(seq) FROM claims AS newer WHERE newer.document_id = claims.document_id)",
        )
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let claims = rows.into_iter().map(Claim::try_from);
        claims.map(|claim| claim.map(|claim| (claim.document, claim))).collect()
    }

    /// Adds a claim if the document is still at the place `from`. Returns whether it was.
    pub async fn claim_in_queue(&self, from: QueuePlace, claim: &Claim) -> Result<bool, StoreError> {
        const WHAT: &str = "store a claim of the review queue";
        let mut tx = self.begin(WHAT).await?;
        let added = sqlx::query(
            "INSERT INTO claims (document_id, place, flagged, note, author, at)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6
             WHERE ifnull((SELECT place FROM claims WHERE document_id = ?1 ORDER BY seq DESC LIMIT 1), ?7) = ?8",
        )
        .bind(claim.document.to_string())
        .bind(word(claim.place)?)
        .bind(claim.flagged)
        .bind(&claim.note)
        .bind(&claim.author)
        .bind(time(claim.at))
        .bind(word(QueuePlace::Open)?)
        .bind(word(from)?)
        .execute(&mut *tx)
        .await
        .doing(WHAT)?;
        tx.commit().await.doing(WHAT)?;
        let won = added.rows_affected() > 0;
        if won {
            let document = claim.document;
            self.events.send(Event::DocumentChanged { document });
        }
        Ok(won)
    }
}

#[derive(FromRow)]
struct Row {
    document_id: String,
    place: String,
    flagged: bool,
    note: Option<String>,
    author: Option<String>,
    at: String,
}

impl TryFrom<Row> for Claim {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("claims", &format!("of document {}", row.document_id));
        Ok(Claim {
            document: at.parse("document_id", &row.document_id)?,
            place: at.word("place", row.place)?,
            flagged: row.flagged,
            note: row.note,
            author: row.author,
            at: at.parse("at", &row.at)?,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::{Access, Place, fixture};
    use touchstone_core::record::now;

    #[tokio::test]
    async fn the_newest_claim_counts_and_an_outdated_one_is_refused() {
        let store = Store::open(&Place::Memory, Access::Own).await.unwrap();
        let document = fixture::document();
        store.insert_document(&document).await.unwrap();
        let claim = |place, note: Option<&str>| Claim {
            document: document.id,
            place,
            flagged: note.is_some(),
            note: note.map(str::to_owned),
            author: Some("Dana".to_owned()),
            at: now(),
        };
        let put = async |from, claim: &Claim| store.claim_in_queue(from, claim).await.unwrap();
        assert!(put(QueuePlace::Open, &claim(QueuePlace::Claimed, None)).await);
        assert!(!put(QueuePlace::Open, &claim(QueuePlace::Skipped, None)).await);
        assert!(
            put(
                QueuePlace::Claimed,
                &claim(QueuePlace::Deferred, Some("waits for page 2"))
            )
            .await
        );
        let claims = store.claims().await.unwrap();
        let stands = &claims[&document.id];
        assert_eq!(
            (stands.place, stands.flagged, stands.note.as_deref()),
            (QueuePlace::Deferred, true, Some("waits for page 2"))
        );
        assert_eq!(claims.len(), 1);
    }
}
