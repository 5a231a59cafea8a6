//! Table `attempts`: a row is committed before the work starts and settled together with its result.

use super::error::{Doing, StoreError};
use super::row::{At, time, word};
use super::{Store, forms, grades, steps};
use crate::event::Event;
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{Attempt, AttemptId, EngineId, Form, Grade, GradedAttempt, RunId, Step, Usage, now};

/// The result of a successful attempt at a form, stored in one transaction.
#[derive(Debug, Clone, Copy)]
pub struct Completed<'a> {
    pub attempt: AttemptId,
    pub form: &'a Form,
    pub grade: &'a Grade,
    /// The best-result score of seed 004.
    pub score: f64,
    pub summary: &'a str,
    pub usage: Usage,
    pub steps: &'a [Step],
}

impl Store {
    /// Commits the row before the work begins, so that no paid call goes unrecorded. Fails if the same work (run, form,
    /// role, number) is in progress or done.
    pub async fn start_attempt(&self, attempt: &Attempt) -> Result<(), StoreError> {
        const WHAT: &str = "store the start of an attempt";
        let mut tx = self.begin(WHAT).await?;
        insert(&mut tx, attempt).await?;
        tx.commit().await.doing(WHAT)?;
        let (run, attempt) = (attempt.run_id, attempt.id);
        self.events.send(Event::AttemptStarted { run, attempt });
        Ok(())
    }

    /// Stores the result of an attempt. Returns false and writes nothing if the attempt is no longer in progress.
    pub async fn complete_attempt(&self, done: &Completed<'_>) -> Result<bool, StoreError> {
        const WHAT: &str = "store the result of an attempt";
        let mut tx = self.begin(WHAT).await?;
        let score = Some(done.score);
        let Some(run) = settle(&mut tx, done.attempt, &done.usage, score, done.summary).await? else {
            return Ok(false);
        };
        forms::insert(&mut tx, done.form).await?;
        grades::insert(&mut tx, done.grade).await?;
        steps::insert(&mut tx, done.attempt, done.steps).await?;
        tx.commit().await.doing(WHAT)?;
        let attempt = done.attempt;
        self.events.send(Event::AttemptFinished { run, attempt });
        Ok(true)
    }

    /// Stores a second reading of a form: kept beside the attempts, never graded and never the best. Returns false and
    /// writes nothing if it is no longer in progress.
    pub async fn complete_reading(&self, form: &Form, summary: &str, usage: &Usage) -> Result<bool, StoreError> {
        const WHAT: &str = "store a second reading";
        let mut tx = self.begin(WHAT).await?;
        let Some(run) = settle(&mut tx, form.attempt_id, usage, None, summary).await? else {
            return Ok(false);
        };
        forms::insert(&mut tx, form).await?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::AttemptFinished {
            run,
            attempt: form.attempt_id,
        });
        Ok(true)
    }

    /// Ends an attempt that yields only its transcript, such as answers to questions. Returns false and writes nothing
    /// if it is no longer in progress.
    pub async fn end_attempt(
        &self,
        id: AttemptId,
        summary: &str,
        usage: &Usage,
        transcript: &[Step],
    ) -> Result<bool, StoreError> {
        const WHAT: &str = "store the end of an attempt";
        let mut tx = self.begin(WHAT).await?;
        let Some(run) = settle(&mut tx, id, usage, None, summary).await? else {
            return Ok(false);
        };
        steps::insert(&mut tx, id, transcript).await?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::AttemptFinished { run, attempt: id });
        Ok(true)
    }

    /// Ends an attempt without a result; the message becomes its summary.
    pub async fn fail_attempt(&self, id: AttemptId, message: &str, usage: &Usage) -> Result<bool, StoreError> {
        const WHAT: &str = "store the failure of an attempt";
        let mut tx = self.begin(WHAT).await?;
        let run = end(&mut tx, id, "failed", usage, None, message).await?;
        tx.commit().await.doing(WHAT)?;
        if let Some(run) = run {
            self.events.send(Event::AttemptFinished { run, attempt: id });
        }
        Ok(run.is_some())
    }

    /// Makes a finished attempt the one that counts for its form, replacing any before it. Returns false if it is not
    /// done.
    pub async fn mark_best(&self, run: RunId, form: u32, attempt: AttemptId) -> Result<bool, StoreError> {
        const WHAT: &str = "mark the best attempt";
        let mut tx = self.begin(WHAT).await?;
        sqlx::query("UPDATE attempts SET best = 0 WHERE run_id = ?1 AND form = ?2 AND best = 1")
            .bind(run.to_string())
            .bind(form)
            .execute(&mut *tx)
            .await
            .doing(WHAT)?;
        let done =
            sqlx::query("UPDATE attempts SET best = 1 WHERE run_id = ?1 AND form = ?2 AND id = ?3 AND state = 'done'")
                .bind(run.to_string())
                .bind(form)
                .bind(attempt.to_string())
                .execute(&mut *tx)
                .await
                .doing(WHAT)?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::AttemptFinished { run, attempt });
        Ok(true)
    }

    /// Returns all attempts of a run with their grades, in the order they were started.
    pub async fn attempts(&self, run: RunId) -> Result<Vec<GradedAttempt>, StoreError> {
        let mut connection = self.look("list attempts").await?;
        graded(&mut connection, run).await
    }
}

async fn insert(connection: &mut SqliteConnection, attempt: &Attempt) -> Result<(), StoreError> {
    let usage = &attempt.usage;
    sqlx::query(
        "INSERT INTO attempts (id, run_id, form, role, number, engine_kind, provider, model, state, calls, input_tokens,
             output_tokens, cached_tokens, cost_usd, seconds, score, best, summary, started_at, ended_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)",
    )
    .bind(attempt.id.to_string())
    .bind(attempt.run_id.to_string())
    .bind(attempt.form)
    .bind(&attempt.role)
    .bind(attempt.number)
    .bind(word(attempt.engine.kind)?)
    .bind(&attempt.engine.provider)
    .bind(&attempt.engine.model)
    .bind(word(attempt.state)?)
    .bind(usage.calls.cast_signed())
    .bind(usage.input_tokens.cast_signed())
    .bind(usage.output_tokens.cast_signed())
    .bind(usage.cached_tokens.cast_signed())
    .bind(usage.cost_usd)
    .bind(usage.seconds)
    .bind(attempt.score)
    .bind(attempt.best)
    .bind(&attempt.summary)
    .bind(time(attempt.started_at))
    .bind(attempt.ended_at.map(time))
    .execute(connection)
    .await
    .doing("store the start of an attempt")?;
    Ok(())
}

/// Sets the usage of a model's attempt to the sum of its recorded calls, answered or not; only its duration is kept.
/// Answers to an interrupted attempt count there, and not again for the attempt that reuses them.
pub(super) async fn count_calls(connection: &mut SqliteConnection, attempt: AttemptId) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE attempts SET (calls, input_tokens, output_tokens, cached_tokens, cost_usd) = (
             SELECT count(*), ifnull(sum(calls.input_tokens), 0), ifnull(sum(calls.output_tokens), 0),
                 ifnull(sum(calls.cached_tokens), 0), ifnull(sum(calls.cost_usd), 0.0)
             FROM calls WHERE calls.attempt_id = attempts.id AND calls.tries > 0)
         WHERE id = ?1 AND engine_kind = 'model'
             AND EXISTS (SELECT 1 FROM calls WHERE calls.run_id = attempts.run_id)",
    )
    .bind(attempt.to_string())
    .execute(connection)
    .await
    .doing("count the calls of attempts")?;
    Ok(())
}

/// Makes the ended attempts of a run count no longer, because its pages are read again; `why` becomes the summary of
/// those that did not fail.
pub(super) async fn supersede(connection: &mut SqliteConnection, run: RunId, why: &str) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE attempts SET state = 'interrupted', best = 0, summary = iif(state = 'done', ?2, summary)
         WHERE run_id = ?1 AND state IN ('done', 'failed')",
    )
    .bind(run.to_string())
    .bind(why)
    .execute(connection)
    .await
    .doing("set attempts aside")?;
    Ok(())
}

/// Ends an attempt as done, inside the transaction that stores its result. Returns `None` if it is not in progress.
pub(super) async fn settle(
    connection: &mut SqliteConnection,
    id: AttemptId,
    usage: &Usage,
    score: Option<f64>,
    summary: &str,
) -> Result<Option<RunId>, StoreError> {
    end(connection, id, "done", usage, score, summary).await
}

async fn end(
    connection: &mut SqliteConnection,
    id: AttemptId,
    state: &str,
    usage: &Usage,
    score: Option<f64>,
    summary: &str,
) -> Result<Option<RunId>, StoreError> {
    let run: Option<String> = sqlx::query_scalar(
        "UPDATE attempts SET state = ?2, calls = ?3, input_tokens = ?4, output_tokens = ?5, cached_tokens = ?6,
             cost_usd = ?7, seconds = ?8, score = ?9, summary = ?10, ended_at = ?11
         WHERE id = ?1 AND state = 'started' RETURNING run_id",
    )
    .bind(id.to_string())
    .bind(state)
    .bind(usage.calls.cast_signed())
    .bind(usage.input_tokens.cast_signed())
    .bind(usage.output_tokens.cast_signed())
    .bind(usage.cached_tokens.cast_signed())
    .bind(usage.cost_usd)
    .bind(usage.seconds)
    .bind(score)
    .bind(summary)
    .bind(time(now()))
    .fetch_optional(&mut *connection)
    .await
    .doing("end an attempt")?;
    count_calls(connection, id).await?;
    At::new("attempts", &id).parse_or_null("run_id", run.as_deref())
}

pub(super) async fn graded(connection: &mut SqliteConnection, run: RunId) -> Result<Vec<GradedAttempt>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as("SELECT * FROM attempts WHERE run_id = ?1 ORDER BY seq")
        .bind(run.to_string())
        .fetch_all(&mut *connection)
        .await
        .doing("list attempts")?;
    let mut grades = grades::of_run(connection, run).await?;
    rows.into_iter()
        .map(|row| {
            let attempt = Attempt::try_from(row)?;
            let grade = grades.remove(&attempt.id);
            Ok(GradedAttempt { attempt, grade })
        })
        .collect()
}

#[derive(FromRow)]
pub(super) struct Row {
    id: String,
    run_id: String,
    form: Option<u32>,
    role: String,
    number: u32,
    engine_kind: String,
    provider: Option<String>,
    model: Option<String>,
    state: String,
    calls: u64,
    input_tokens: u64,
    output_tokens: u64,
    cached_tokens: u64,
    cost_usd: f64,
    seconds: f64,
    score: Option<f64>,
    best: bool,
    summary: Option<String>,
    started_at: String,
    ended_at: Option<String>,
}

impl TryFrom<Row> for Attempt {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("attempts", &row.id);
        Ok(Attempt {
            id: at.parse("id", &row.id)?,
            run_id: at.parse("run_id", &row.run_id)?,
            form: row.form,
            role: row.role,
            number: row.number,
            engine: EngineId {
                kind: at.word("engine_kind", row.engine_kind)?,
                provider: row.provider,
                model: row.model,
            },
            state: at.word("state", row.state)?,
            usage: Usage {
                calls: row.calls,
                input_tokens: row.input_tokens,
                output_tokens: row.output_tokens,
                cached_tokens: row.cached_tokens,
                cost_usd: row.cost_usd,
                seconds: row.seconds,
            },
            score: row.score,
            best: row.best,
            summary: row.summary,
            started_at: at.parse("started_at", &row.started_at)?,
            ended_at: at.parse_or_null("ended_at", row.ended_at.as_deref())?,
        })
    }
}

#[cfg(test)]
mod tests;
