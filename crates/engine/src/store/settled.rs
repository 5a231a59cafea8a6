//! Settled documents with the truth in force of each, for the list of ground truth.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::At;
use jiff::Timestamp;
use sqlx::FromRow;
use touchstone_core::record::{DocumentId, RunId, TruthSource};

/// A settled document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    pub document_id: DocumentId,
    pub file_name: String,
    pub sha256: String,
    pub case: Option<String>,
    pub pack: String,
    /// As settled.
    pub label: String,
    /// The newest run.
    pub run_id: RunId,
    pub source: TruthSource,
    pub reviewer: Option<String>,
    pub settled_at: Timestamp,
}

impl Store {
    /// Returns all settled documents outside the trash, settled last first.
    pub async fn settled(&self) -> Result<Vec<Settled>, StoreError> {
        const WHAT: &str = "list settled documents";
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT documents.id AS document_id, file_name, documents.sha256, case_name, documents.pack, library.run_id, truth.source,
                 json_extract(truth.classification, '$.label') AS label, reviews.reviewer, truth.settled_at
             FROM truths_in_force AS truth
             JOIN documents ON documents.id = truth.document_id AND documents.state = 'active'
             JOIN library ON library.document_id = documents.id AND library.state = 'accepted'
             LEFT JOIN reviews ON reviews.id = truth.review_id
             ORDER BY truth.seq DESC",
        )
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let mut seen = std::collections::HashSet::new();
        let newest = rows.into_iter().filter(|row| seen.insert(row.document_id.clone()));
        newest.map(Settled::try_from).collect()
    }
}

#[derive(FromRow)]
struct Row {
    document_id: String,
    file_name: String,
    sha256: String,
    case_name: Option<String>,
    pack: String,
    label: Option<String>,
    run_id: Option<String>,
    source: String,
    reviewer: Option<String>,
    settled_at: String,
}

impl TryFrom<Row> for Settled {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("truths", &format!("of document {}", row.document_id));
        Ok(Settled {
            document_id: at.parse("document_id", &row.document_id)?,
            file_name: row.file_name,
            sha256: row.sha256,
            case: row.case_name,
            pack: row.pack,
            label: row.label.unwrap_or_default(),
            run_id: at.parse("run_id", &row.run_id.unwrap_or_default())?,
            source: at.word("source", row.source)?,
            reviewer: row.reviewer,
            settled_at: at.parse("settled_at", &row.settled_at)?,
        })
    }
}
