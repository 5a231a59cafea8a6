//! Table `classifications`: append-only, the newest row of a run counts.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, json_or_null, word};
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{Classification, Marking, RunId, Stage, StagedClassification};

impl Store {
    /// Returns the newest classification of a run; `None` before the classify stage has finished.
    pub async fn classification(&self, run: RunId) -> Result<Option<Classification>, StoreError> {
        const WHAT: &str = "read the classification of a run";
        let row: Option<Row> =
            sqlx::query_as("SELECT * FROM classifications WHERE run_id = ?1 ORDER BY seq DESC LIMIT 1")
                .bind(run.to_string())
                .fetch_optional(&mut *self.look(WHAT).await?)
                .await
                .doing(WHAT)?;
        Ok(row
            .map(StagedClassification::try_from)
            .transpose()?
            .map(|row| row.classification))
    }

    /// Returns the distinct markings of a pack's documents, excluding the trash: the settled marking, if a person
    /// settled one, else that of the newest run.
    pub async fn markings_of(&self, pack: &str) -> Result<Vec<Marking>, StoreError> {
        const WHAT: &str = "list the markings of documents";
        let rows: Vec<String> = sqlx::query_scalar(
            "SELECT DISTINCT coalesce((SELECT json_extract(truths_in_force.classification, '$.marking') FROM truths_in_force
                     WHERE truths_in_force.document_id = documents.id ORDER BY truths_in_force.seq DESC LIMIT 1), marking)
                 AS settled
             FROM documents JOIN library ON library.document_id = documents.id
             JOIN classifications
                 ON classifications.seq = (SELECT max(seq) FROM classifications WHERE run_id = library.run_id)
             WHERE pack = ?1 AND documents.state = 'active' AND settled IS NOT NULL ORDER BY settled",
        )
        .bind(pack)
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let at = At::new("classifications", &pack);
        rows.iter().map(|row| at.json("marking", row)).collect()
    }
}

pub(super) async fn insert(
    connection: &mut SqliteConnection,
    run: RunId,
    stage: Stage,
    row: &Classification,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO classifications (run_id, attempt_id, stage, label, proposed_label, candidates, confidence, rationale,
             number_of_segments, segments, mixture, vendor_signals, marking, self_evaluation)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )
    .bind(run.to_string())
    .bind(row.attempt_id.to_string())
    .bind(word(stage)?)
    .bind(&row.label)
    .bind(&row.proposed_label)
    .bind(json(&row.candidates)?)
    .bind(row.confidence)
    .bind(&row.rationale)
    .bind(row.number_of_segments)
    .bind(json(&row.segments)?)
    .bind(json(&row.mixture)?)
    .bind(json(&row.vendor_signals)?)
    .bind(json_or_null(row.marking.as_ref())?)
    .bind(&row.self_evaluation)
    .execute(connection)
    .await
    .doing("store a classification")?;
    Ok(())
}

/// Returns all rows of a run, oldest first.
/// Deletes those of a run whose pages are read again.
pub(super) async fn forget(connection: &mut SqliteConnection, run: RunId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM classifications WHERE run_id = ?1")
        .bind(run.to_string())
        .execute(connection)
        .await
        .doing("delete what a run took its document for")?;
    Ok(())
}

pub(super) async fn of_run(
    connection: &mut SqliteConnection,
    run: RunId,
) -> Result<Vec<StagedClassification>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as("SELECT * FROM classifications WHERE run_id = ?1 ORDER BY seq")
        .bind(run.to_string())
        .fetch_all(connection)
        .await
        .doing("list classifications")?;
    rows.into_iter().map(StagedClassification::try_from).collect()
}

#[derive(FromRow)]
pub(super) struct Row {
    seq: i64,
    attempt_id: String,
    stage: String,
    label: String,
    proposed_label: Option<String>,
    candidates: String,
    confidence: f64,
    rationale: String,
    number_of_segments: u32,
    segments: String,
    mixture: String,
    vendor_signals: String,
    marking: Option<String>,
    self_evaluation: Option<String>,
}

impl TryFrom<Row> for StagedClassification {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("classifications", &row.seq);
        let classification = Classification {
            attempt_id: at.parse("attempt_id", &row.attempt_id)?,
            label: row.label,
            proposed_label: row.proposed_label,
            candidates: at.json("candidates", &row.candidates)?,
            confidence: row.confidence,
            rationale: row.rationale,
            number_of_segments: row.number_of_segments,
            segments: at.json("segments", &row.segments)?,
            mixture: at.json("mixture", &row.mixture)?,
            vendor_signals: at.json("vendor_signals", &row.vendor_signals)?,
            marking: at.json_or_null("marking", row.marking.as_deref())?,
            self_evaluation: row.self_evaluation,
        };
        let stage = at.word("stage", row.stage)?;
        Ok(StagedClassification { stage, classification })
    }
}
