//! Table `verifications`: the result of each verification pass.

use super::error::{Doing, StoreError};
use super::row::{At, json, word};
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{RunId, Verification};

pub(super) async fn insert(connection: &mut SqliteConnection, row: &Verification) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO verifications (run_id, pass, decision, quality_score, fixes, issue_ids, fingerprint,
             model_phases)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )
    .bind(row.run_id.to_string())
    .bind(row.pass)
    .bind(word(row.decision)?)
    .bind(row.quality_score)
    .bind(json(&row.fixes)?)
    .bind(json(&row.issue_ids)?)
    .bind(&row.fingerprint)
    .bind(json(&row.model_phases)?)
    .execute(connection)
    .await
    .doing("store a verification")?;
    Ok(())
}

/// Returns a run's verifications by pass.
pub(super) async fn of_run(connection: &mut SqliteConnection, run: RunId) -> Result<Vec<Verification>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as("SELECT * FROM verifications WHERE run_id = ?1 ORDER BY pass")
        .bind(run.to_string())
        .fetch_all(connection)
        .await
        .doing("list verifications")?;
    rows.into_iter().map(Verification::try_from).collect()
}

#[derive(FromRow)]
pub(super) struct Row {
    run_id: String,
    pass: u32,
    decision: String,
    quality_score: f64,
    fixes: String,
    issue_ids: String,
    fingerprint: String,
    model_phases: String,
}

impl TryFrom<Row> for Verification {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("verifications", &format!("{} of run {}", row.pass, row.run_id));
        Ok(Verification {
            run_id: at.parse("run_id", &row.run_id)?,
            pass: row.pass,
            decision: at.word("decision", row.decision)?,
            quality_score: row.quality_score,
            fixes: at.json("fixes", &row.fixes)?,
            issue_ids: at.json("issue_ids", &row.issue_ids)?,
            fingerprint: row.fingerprint,
            model_phases: at.json("model_phases", &row.model_phases)?,
        })
    }
}
