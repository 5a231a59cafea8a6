//! Table `grades`: the grade of each finished attempt.

use super::error::{Doing, StoreError};
use super::row::{At, json};
use sqlx::{FromRow, SqliteConnection};
use std::collections::HashMap;
use touchstone_core::record::{AttemptId, Grade, RunId};

pub(super) async fn insert(connection: &mut SqliteConnection, grade: &Grade) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO grades (attempt_id, pass, score, label, confidence, field_results, failure_reasons, feedback,
             reasoning, issues)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )
    .bind(grade.attempt_id.to_string())
    .bind(grade.pass)
    .bind(grade.score)
    .bind(&grade.label)
    .bind(grade.confidence)
    .bind(json(&grade.field_results)?)
    .bind(json(&grade.failure_reasons)?)
    .bind(&grade.feedback)
    .bind(&grade.reasoning)
    .bind(json(&grade.issues)?)
    .execute(connection)
    .await
    .doing("store a grade")?;
    Ok(())
}

pub(super) async fn of_run(
    connection: &mut SqliteConnection,
    run: RunId,
) -> Result<HashMap<AttemptId, Grade>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT grades.* FROM grades JOIN attempts ON attempts.id = grades.attempt_id WHERE attempts.run_id = ?1",
    )
    .bind(run.to_string())
    .fetch_all(connection)
    .await
    .doing("list grades")?;
    let keyed = rows.into_iter().map(|row| {
        let grade = Grade::try_from(row)?;
        Ok((grade.attempt_id, grade))
    });
    keyed.collect()
}

#[derive(FromRow)]
pub(super) struct Row {
    attempt_id: String,
    pass: bool,
    score: f64,
    label: String,
    confidence: f64,
    field_results: String,
    failure_reasons: String,
    feedback: String,
    reasoning: String,
    issues: String,
}

impl TryFrom<Row> for Grade {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("grades", &row.attempt_id);
        Ok(Grade {
            attempt_id: at.parse("attempt_id", &row.attempt_id)?,
            pass: row.pass,
            score: row.score,
            label: row.label,
            confidence: row.confidence,
            field_results: at.json("field_results", &row.field_results)?,
            failure_reasons: at.json("failure_reasons", &row.failure_reasons)?,
            feedback: row.feedback,
            reasoning: row.reasoning,
            issues: at.json("issues", &row.issues)?,
        })
    }
}
