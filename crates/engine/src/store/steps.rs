//! Table `steps`: the transcripts of attempts, added line by line during the work, the last lines with its result.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, word};
use crate::event::Event;
use serde_json::Value;
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{AttemptId, Step, StepKind};

impl Store {
    /// Returns the transcript of an attempt, in order.
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

    /// Adds lines to the transcript of an attempt in progress. Has no effect if it has ended.
    pub async fn add_steps(&self, attempt: AttemptId, lines: &[(StepKind, Value)]) -> Result<(), StoreError> {
        const WHAT: &str = "append to a transcript";
        if lines.is_empty() {
            return Ok(());
        }
        let mut tx = self.begin(WHAT).await?;
        let run: Option<String> = sqlx::query_scalar("SELECT run_id FROM attempts WHERE id = ?1 AND state = 'started'")
            .bind(attempt.to_string())
            .fetch_optional(&mut *tx)
            .await
            .doing(WHAT)?;
        let Some(run) = At::new("attempts", &attempt).parse_or_null("run_id", run.as_deref())? else {
            return Ok(());
        };
        let steps = lines.iter().zip(1..).map(|((kind, content), seq)| Step {
            attempt_id: attempt,
            seq,
            kind: *kind,
            content: content.clone(),
        });
        insert(&mut tx, attempt, &steps.collect::<Vec<_>>()).await?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::Stepped { run, attempt });
        Ok(())
    }
}

/// Stores steps after the attempt's existing ones. The attempt that they name is ignored.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    attempt: AttemptId,
    steps: &[Step],
) -> Result<(), StoreError> {
    let last: u32 = sqlx::query_scalar("SELECT coalesce(max(seq), 0) FROM steps WHERE attempt_id = ?1")
        .bind(attempt.to_string())
        .fetch_one(&mut *connection)
        .await
        .doing("find the end of a transcript")?;
    for step in steps {
        sqlx::query("INSERT INTO steps (attempt_id, seq, kind, content) VALUES (?1, ?2, ?3, ?4)")
            .bind(attempt.to_string())
            .bind(last + step.seq)
            .bind(word(step.kind)?)
            .bind(json(&step.content)?)
            .execute(&mut *connection)
            .await
            .doing("store a step")?;
    }
    Ok(())
}

#[derive(FromRow)]
pub(super) struct Row {
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
