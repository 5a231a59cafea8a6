//! Table `surroundings`: everything a run's verification knew beyond the run's own rows. What the memory of prints read is
//! known since the forms were filled, and stored in `remembered`.

use super::error::{Doing, StoreError};
use super::remembered;
use super::row::{At, json};
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{RunId, Surroundings};

pub(super) async fn insert(
    connection: &mut SqliteConnection,
    run: RunId,
    known: &Surroundings,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO surroundings (run_id, others, ink, readings, hidden, shown, held_back)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )
    .bind(run.to_string())
    .bind(json(&known.others)?)
    .bind(json(&known.ink)?)
    .bind(json(&known.readings)?)
    .bind(json(&known.hidden)?)
    .bind(json(&known.shown)?)
    .bind(known.held_back)
    .execute(connection)
    .await
    .doing("store the context of a verification")?;
    Ok(())
}

pub(super) async fn of_run(connection: &mut SqliteConnection, run: RunId) -> Result<Option<Surroundings>, StoreError> {
    let remembered = remembered::of_run(&mut *connection, run).await?;
    let row: Option<Row> =
        sqlx::query_as("SELECT others, ink, readings, hidden, shown, held_back FROM surroundings WHERE run_id = ?1")
            .bind(run.to_string())
            .fetch_optional(connection)
            .await
            .doing("read the context of a verification")?;
    let at = At::new("surroundings", &format!("of run {run}"));
    row.map(|row| {
        Ok(Surroundings {
            others: at.json("others", &row.others)?,
            ink: at.json("ink", &row.ink)?,
            readings: at.json("readings", &row.readings)?,
            hidden: at.json("hidden", &row.hidden)?,
            shown: at.json("shown", &row.shown)?,
            held_back: row.held_back,
            remembered: remembered.unwrap_or_default(),
        })
    })
    .transpose()
}

#[derive(FromRow)]
struct Row {
    others: String,
    ink: String,
    readings: String,
    hidden: String,
    shown: String,
    held_back: bool,
}
