//! Table `form_plans`: the forms that the survey found, so that extraction can resume.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json};
use sqlx::SqliteConnection;
use touchstone_core::record::{FormPlan, RunId};

impl Store {
    /// Returns the plans by form number.
    pub async fn plans(&self, run: RunId) -> Result<Vec<FormPlan>, StoreError> {
        of_run(&mut *self.look("list form plans").await?, run).await
    }
}

pub(super) async fn insert(connection: &mut SqliteConnection, run: RunId, plan: &FormPlan) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO form_plans (run_id, number, plan) VALUES (?1, ?2, ?3)")
        .bind(run.to_string())
        .bind(plan.number)
        .bind(json(plan)?)
        .execute(connection)
        .await
        .doing("store a form plan")?;
    Ok(())
}

/// Deletes those of a run whose pages are read again.
pub(super) async fn forget(connection: &mut SqliteConnection, run: RunId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM form_plans WHERE run_id = ?1")
        .bind(run.to_string())
        .execute(connection)
        .await
        .doing("delete the form plans of a run")?;
    Ok(())
}

pub(super) async fn of_run(connection: &mut SqliteConnection, run: RunId) -> Result<Vec<FormPlan>, StoreError> {
    let rows: Vec<(u32, String)> =
        sqlx::query_as("SELECT number, plan FROM form_plans WHERE run_id = ?1 ORDER BY number")
            .bind(run.to_string())
            .fetch_all(connection)
            .await
            .doing("list form plans")?;
    rows.iter()
        .map(|(number, plan)| At::new("form_plans", &format!("{number} of run {run}")).json("plan", plan))
        .collect()
}
