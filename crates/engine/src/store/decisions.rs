//! Table `decisions`: the arbiter's final decision, one row per run.

use super::error::{Doing, StoreError};
use super::row::{At, json, word};
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{Decision, RunId};

pub(super) async fn insert(connection: &mut SqliteConnection, decision: &Decision) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO decisions (run_id, outcome, rule, cause, reasons, policy_version) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )
    .bind(decision.run_id.to_string())
    .bind(word(decision.outcome)?)
    .bind(decision.rule)
    .bind(word(decision.cause)?)
    .bind(json(&decision.reasons)?)
    .bind(&decision.policy_version)
    .execute(connection)
    .await
    .doing("store a decision")?;
    Ok(())
}

pub(super) async fn of_run(connection: &mut SqliteConnection, run: RunId) -> Result<Option<Decision>, StoreError> {
    let row: Option<Row> = sqlx::query_as("SELECT * FROM decisions WHERE run_id = ?1")
        .bind(run.to_string())
        .fetch_optional(connection)
        .await
        .doing("read a decision")?;
    row.map(Decision::try_from).transpose()
}

#[derive(FromRow)]
pub(super) struct Row {
    run_id: String,
    outcome: String,
    rule: u32,
    cause: String,
    reasons: String,
    policy_version: String,
}

impl TryFrom<Row> for Decision {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("decisions", &row.run_id);
        Ok(Decision {
            run_id: at.parse("run_id", &row.run_id)?,
            outcome: at.word("outcome", row.outcome)?,
            rule: row.rule,
            cause: at.word("cause", row.cause)?,
            reasons: at.json("reasons", &row.reasons)?,
            policy_version: row.policy_version,
        })
    }
}
