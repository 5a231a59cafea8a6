//! Table `forms`: the filled form of each finished attempt; a later attempt writes another row.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, json_or_null};
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{AttemptId, Form, RunId};

impl Store {
    /// Returns the forms of a run's best attempts, by form number.
    pub async fn best_forms(&self, run: RunId) -> Result<Vec<Form>, StoreError> {
        best(&mut *self.look("read the forms of a run").await?, run).await
    }

    /// Returns the form that an attempt filled; `None` if it filled none.
    pub async fn form_of(&self, attempt: AttemptId) -> Result<Option<Form>, StoreError> {
        const WHAT: &str = "read the form of an attempt";
        let row: Option<Row> = sqlx::query_as("SELECT * FROM forms WHERE attempt_id = ?1")
            .bind(attempt.to_string())
            .fetch_optional(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        row.map(Form::try_from).transpose()
    }
}

pub(super) async fn insert(connection: &mut SqliteConnection, form: &Form) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO forms (id, attempt_id, number, segment, label, first_page, last_page, region, confidence, fields)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )
    .bind(form.id.to_string())
    .bind(form.attempt_id.to_string())
    .bind(form.number)
    .bind(form.segment)
    .bind(&form.label)
    .bind(form.first_page)
    .bind(form.last_page)
    .bind(json_or_null(form.region.as_ref())?)
    .bind(form.confidence)
    .bind(json(&form.fields)?)
    .execute(connection)
    .await
    .doing("store a form")?;
    Ok(())
}

pub(super) async fn best(connection: &mut SqliteConnection, run: RunId) -> Result<Vec<Form>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT forms.* FROM forms JOIN attempts ON attempts.id = forms.attempt_id
         WHERE attempts.run_id = ?1 AND attempts.best = 1 ORDER BY forms.number",
    )
    .bind(run.to_string())
    .fetch_all(connection)
    .await
    .doing("read the forms of a run")?;
    rows.into_iter().map(Form::try_from).collect()
}

#[derive(FromRow)]
pub(super) struct Row {
    id: String,
    attempt_id: String,
    number: u32,
    segment: u32,
    label: String,
    first_page: u32,
    last_page: u32,
    region: Option<String>,
    confidence: f64,
    fields: String,
}

impl TryFrom<Row> for Form {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("forms", &row.id);
        Ok(Form {
            id: at.parse("id", &row.id)?,
            attempt_id: at.parse("attempt_id", &row.attempt_id)?,
            number: row.number,
            segment: row.segment,
            label: row.label,
            first_page: row.first_page,
            last_page: row.last_page,
            region: at.json_or_null("region", row.region.as_deref())?,
            confidence: row.confidence,
            fields: at.json("fields", &row.fields)?,
        })
    }
}
