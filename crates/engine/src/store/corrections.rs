//! Table `corrections`: every edit of a result, by a person or the correction agent, append-only.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, json_or_null, time, word};
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{Correction, DocumentId};

impl Store {
    /// Stores one edit as an act; see `write_act`.
    pub async fn insert_correction(&self, correction: &Correction) -> Result<(), StoreError> {
        self.write_act(std::slice::from_ref(correction), None).await.map(|_| ())
    }

    /// Returns all edits of a document in the order they were made, including those that undo others.
    pub async fn corrections(&self, document: DocumentId) -> Result<Vec<Correction>, StoreError> {
        let mut connection = self.look("list corrections").await?;
        of_document(&mut connection, document).await
    }
}

pub(super) async fn insert(connection: &mut SqliteConnection, correction: &Correction) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO corrections (id, document_id, review_id, path, before_value, after_value, evidence, form_label,
             undoes, made_by, author, made_at, act)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )
    .bind(correction.id.to_string())
    .bind(correction.document_id.to_string())
    .bind(correction.review_id.map(|id| id.to_string()))
    .bind(&correction.path)
    .bind(json(&correction.before)?)
    .bind(json(&correction.after)?)
    .bind(json_or_null(correction.evidence.as_ref())?)
    .bind(&correction.form_label)
    .bind(correction.undoes.map(|id| id.to_string()))
    .bind(word(correction.by)?)
    .bind(&correction.author)
    .bind(time(correction.at))
    .bind(correction.act.to_string())
    .execute(connection)
    .await
    .doing("store a correction")?;
    Ok(())
}

pub(super) async fn of_document(
    connection: &mut SqliteConnection,
    document: DocumentId,
) -> Result<Vec<Correction>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as("SELECT * FROM corrections WHERE document_id = ?1 ORDER BY seq")
        .bind(document.to_string())
        .fetch_all(connection)
        .await
        .doing("list corrections")?;
    rows.into_iter().map(Correction::try_from).collect()
}

#[derive(FromRow)]
pub(super) struct Row {
    id: String,
    act: Option<String>,
    document_id: String,
    review_id: Option<String>,
    path: String,
    before_value: String,
    after_value: String,
    evidence: Option<String>,
    form_label: Option<String>,
    undoes: Option<String>,
    made_by: String,
    author: Option<String>,
    made_at: String,
}

impl Row {
    /// The edit; `table` names where it is stored, for errors.
    pub(super) fn read(self, table: &'static str) -> Result<Correction, StoreError> {
        let row = self;
        let at = At::new(table, &row.id);
        Ok(Correction {
            id: at.parse("id", &row.id)?,
            act: at.parse("act", row.act.as_ref().unwrap_or(&row.id))?,
            document_id: at.parse("document_id", &row.document_id)?,
            review_id: at.parse_or_null("review_id", row.review_id.as_deref())?,
            path: row.path,
            before: at.json("before_value", &row.before_value)?,
            after: at.json("after_value", &row.after_value)?,
            evidence: at.json_or_null("evidence", row.evidence.as_deref())?,
            form_label: row.form_label,
            undoes: at.parse_or_null("undoes", row.undoes.as_deref())?,
            by: at.word("made_by", row.made_by)?,
            author: row.author,
            at: at.parse("made_at", &row.made_at)?,
        })
    }
}

impl TryFrom<Row> for Correction {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        row.read("corrections")
    }
}
