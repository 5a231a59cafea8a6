//! Table `steps`: the transcripts of attempts, stored with their results.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, word};
use crate::record::{AttemptId, Step};
use sqlx::{FromRow, SqliteConnection};

impl Store {
    /// The transcript of an attempt, in order.
    pub async fn steps(&self, attempt: AttemptId) -> Result<Vec<Step>, StoreError> {
        const WHAT: &str = "read the steps of an attempt";
        let rows: Vec<Row> =
            sqlx::query_as("SELECT attempt_id, seq, kind, content FROM steps WHERE attempt_id = ?1 ORDER BY seq")
                .bind(attempt.to_string())
                .fetch_all(&mut *self.look(WHAT).await?)
                .await
                .doing(WHAT)?;
        rows.into_iter().map(Step::try_from).collect()
    }
}

/// Stores steps under the attempt, whatever attempt they name.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    attempt: AttemptId,
    steps: &[Step],
) -> Result<(), StoreError> {
    for step in steps {
        sqlx::query("INSERT INTO steps (attempt_id, seq, kind, content) VALUES (?1, ?2, ?3, ?4)")
            .bind(attempt.to_string())
            .bind(step.seq)
            .bind(word(step.kind)?)
            .bind(json(&step.content)?)
            .execute(&mut *connection)
            .await
            .doing("store a step")?;
    }
    Ok(())
}

#[derive(FromRow)]
struct Row {
    attempt_id: String,
    seq: u32,
    kind: String,
    content: String,
}

impl TryFrom<Row> for Step {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("steps", &format!("{} of attempt {}", row.seq, row.attempt_id));
        Ok(Step {
            attempt_id: at.parse("attempt_id", &row.attempt_id)?,
            seq: row.seq,
            kind: at.word("kind", row.kind)?,
            content: at.json("content", &row.content)?,
        })
    }
}
