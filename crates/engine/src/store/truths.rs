//! Table `truths`: settled results. Append-only; each names the one it supersedes, so a document's truths form one
//! chain.

use super::error::{Doing, StoreError};
use super::row::{At, json, time, word};
use super::{Store, audit_log};
use crate::event::Event;
use sqlx::{FromRow, SqliteConnection};
use std::collections::HashSet;
use touchstone_core::record::{DocumentId, GroundTruth, TruthSource};

impl Store {
    /// Settles a truth. Without `supersedes`, it supersedes the newest one; if `supersedes` is not the newest, it is
    /// refused.
    pub async fn settle_truth(&self, truth: &GroundTruth) -> Result<(), StoreError> {
        const WHAT: &str = "settle a truth";
        let mut tx = self.begin(WHAT).await?;
        insert(&mut tx, truth).await?;
        audit_log::append_truth(&mut tx, truth, None).await?;
        tx.commit().await.doing(WHAT)?;
        let (truth, document) = (truth.id, truth.document_id);
        self.events.send(Event::TruthSettled { truth, document });
        Ok(())
    }

    /// Returns the truth in force: the newest one that no person has withdrawn.
    pub async fn truth(&self, document: DocumentId) -> Result<Option<GroundTruth>, StoreError> {
        newest(&mut *self.look("read a truth").await?, document).await
    }

    /// Returns the newest truth in force that a person settled or imported, whatever was accepted automatically since.
    pub async fn truth_of_a_person(&self, document: DocumentId) -> Result<Option<GroundTruth>, StoreError> {
        const WHAT: &str = "read a person's truth";
        let row: Option<Row> = sqlx::query_as(
            "SELECT * FROM truths_in_force WHERE document_id = ?1 AND source <> ?2 ORDER BY seq DESC LIMIT 1",
        )
        .bind(document.to_string())
        .bind(TruthSource::AutoAccepted.as_str())
        .fetch_optional(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        row.map(GroundTruth::try_from).transpose()
    }

    /// Returns the documents that have such a truth.
    pub async fn settled_by_people(&self) -> Result<HashSet<DocumentId>, StoreError> {
        const WHAT: &str = "list what people settled";
        let ids: Vec<String> =
            sqlx::query_scalar("SELECT DISTINCT document_id FROM truths_in_force WHERE source <> ?1")
                .bind(TruthSource::AutoAccepted.as_str())
                .fetch_all(&mut *self.look(WHAT).await?)
                .await
                .doing(WHAT)?;
        let parsed = ids.iter().map(|id| At::new("truths", id).parse("document_id", id));
        parsed.collect()
    }

    /// Returns all truths of a document, oldest first.
    pub async fn truths(&self, document: DocumentId) -> Result<Vec<GroundTruth>, StoreError> {
        const WHAT: &str = "list truths";
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM truths WHERE document_id = ?1 ORDER BY seq")
            .bind(document.to_string())
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        rows.into_iter().map(GroundTruth::try_from).collect()
    }
}

/// See `settle_truth`; the table's indexes refuse a fork.
pub(super) async fn insert(connection: &mut SqliteConnection, truth: &GroundTruth) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO truths (id, document_id, source, classification, forms, review_id, supersedes, settled_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6,
             coalesce(?7, (SELECT id FROM truths WHERE document_id = ?2 ORDER BY seq DESC LIMIT 1)), ?8)",
    )
    .bind(truth.id.to_string())
    .bind(truth.document_id.to_string())
    .bind(word(truth.source)?)
    .bind(json(&truth.classification)?)
    .bind(json(&truth.forms)?)
    .bind(truth.review_id.map(|id| id.to_string()))
    .bind(truth.supersedes.map(|id| id.to_string()))
    .bind(time(truth.settled_at))
    .execute(connection)
    .await
    .doing("settle a truth")?;
    Ok(())
}

pub(super) async fn newest(
    connection: &mut SqliteConnection,
    document: DocumentId,
) -> Result<Option<GroundTruth>, StoreError> {
    let row: Option<Row> =
        sqlx::query_as("SELECT * FROM truths_in_force WHERE document_id = ?1 ORDER BY seq DESC LIMIT 1")
            .bind(document.to_string())
            .fetch_optional(connection)
            .await
            .doing("read a truth")?;
    row.map(GroundTruth::try_from).transpose()
}

#[derive(FromRow)]
pub(super) struct Row {
    id: String,
    document_id: String,
    source: String,
    classification: String,
    forms: String,
    review_id: Option<String>,
    supersedes: Option<String>,
    settled_at: String,
}

impl TryFrom<Row> for GroundTruth {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("truths", &row.id);
        Ok(GroundTruth {
            id: at.parse("id", &row.id)?,
            document_id: at.parse("document_id", &row.document_id)?,
            source: at.word("source", row.source)?,
            classification: at.json("classification", &row.classification)?,
            forms: at.json("forms", &row.forms)?,
            review_id: at.parse_or_null("review_id", row.review_id.as_deref())?,
            supersedes: at.parse_or_null("supersedes", row.supersedes.as_deref())?,
            settled_at: at.parse("settled_at", &row.settled_at)?,
        })
    }
}
