//! Table `marks`: digests by which forms of different documents are recognized as being about the same thing.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, word};
use indexmap::IndexMap;
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{DocumentState, Field, Mark, OtherForm, Run, RunId};

/// Max forms of other documents to return; more would add nothing.
const MOST: u32 = 32;

impl Store {
    /// Returns forms of other documents of the same pack and case that share a mark with a run, each from the
    /// document's newest run that has marks; oldest document first. The result depends on the time of the query, so it
    /// is stored with the run.
    pub async fn others(&self, run: &Run) -> Result<Vec<OtherForm>, StoreError> {
        const WHAT: &str = "look for documents with the same content";
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT documents.id, documents.file_name, marks.form, marks.digest,
                 forms.label, forms.first_page, forms.fields
             FROM marks AS own
             JOIN marks ON marks.digest = own.digest
             JOIN runs ON runs.id = marks.run_id
             JOIN documents ON documents.id = runs.document_id
             JOIN documents AS this ON this.id = ?2
             LEFT JOIN attempts ON attempts.run_id = runs.id AND attempts.form = marks.form AND attempts.best = 1
             LEFT JOIN forms ON forms.attempt_id = attempts.id
             WHERE own.run_id = ?1 AND documents.id <> this.id AND documents.pack = this.pack
                 AND documents.case_name IS this.case_name AND documents.state = ?3
                 AND runs.seq = (SELECT max(newer.seq) FROM runs AS newer
                                 WHERE newer.document_id = documents.id AND newer.id IN (SELECT run_id FROM marks))
             GROUP BY documents.id, marks.form, marks.digest
             ORDER BY documents.seq, marks.form, marks.digest LIMIT ?4",
        )
        .bind(run.id.to_string())
        .bind(run.document_id.to_string())
        .bind(word(DocumentState::Active)?)
        .bind(MOST)
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        // A damaged row affects its own document only.
        Ok(rows
            .into_iter()
            .filter_map(|row| OtherForm::try_from(row).ok())
            .collect())
    }
}

pub(super) async fn insert(connection: &mut SqliteConnection, run: RunId, mark: &Mark) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO marks (run_id, form, digest) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")
        .bind(run.to_string())
        .bind(mark.form)
        .bind(&mark.digest)
        .execute(connection)
        .await
        .doing("store a mark")?;
    Ok(())
}

/// Deletes those of a run whose pages are read again.
pub(super) async fn forget(connection: &mut SqliteConnection, run: RunId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM marks WHERE run_id = ?1")
        .bind(run.to_string())
        .execute(connection)
        .await
        .doing("delete the marks of a run")?;
    Ok(())
}

#[derive(FromRow)]
struct Row {
    id: String,
    file_name: String,
    form: u32,
    digest: String,
    label: Option<String>,
    first_page: Option<u32>,
    fields: Option<String>,
}

impl TryFrom<Row> for OtherForm {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("marks", &format!("of document {}", row.id));
        let fields: Option<IndexMap<String, Field>> = at.json_or_null("fields", row.fields.as_deref())?;
        Ok(OtherForm {
            document_id: at.parse("id", &row.id)?,
            file_name: row.file_name,
            mark: Mark {
                form: row.form,
                digest: row.digest,
            },
            label: row.label.unwrap_or_default(),
            first_page: row.first_page.unwrap_or_default(),
            fields: fields
                .into_iter()
                .flatten()
                .filter(|(_, field)| field.is_filled())
                .map(|(name, field)| (name, field.value))
                .collect(),
        })
    }
}
