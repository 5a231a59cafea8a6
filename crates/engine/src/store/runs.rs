//! Table `runs`: passes of documents through the pipeline. Each change of state names the old one in its WHERE, so that
//! two workers on one run, or a cancel and a finish, cannot both win.

mod broken;

use super::error::{Doing, StoreError};
use super::row::{At, json, time, word};
use super::{Store, attempts, calls};
use crate::event::Event;
use sqlx::{FromRow, SqliteConnection};
use std::collections::HashSet;
use touchstone_core::record::{AttemptId, CallId, DocumentId, EngineId, Run, RunId, RunState, Stage, now};

/// Why the attempts of a cancelled run were not finished.
const CANCELLED: &str = "the run was cancelled";

/// Work interrupted by a crash or a kill; the runs are queued again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recovered {
    pub runs: Vec<RunId>,
    pub attempts: Vec<(RunId, AttemptId)>,
    /// Calls to models in progress, for which a provider may have been paid without an answer.
    pub calls: Vec<CallId>,
}

impl Store {
    pub async fn queue(&self, run: &Run) -> Result<(), StoreError> {
        const WHAT: &str = "queue a run";
        let mut tx = self.begin(WHAT).await?;
        insert(&mut tx, run).await?;
        tx.commit().await.doing(WHAT)?;
        let (run, document) = (run.id, run.document_id);
        self.events.send(Event::RunQueued { run, document });
        Ok(())
    }

    /// Queues a document again. Its queued and running runs are ended in the same transaction, so that the document
    /// never appears as cancelled.
    pub async fn queue_anew(&self, run: &Run) -> Result<(), StoreError> {
        const WHAT: &str = "queue a run again";
        let mut tx = self.begin(WHAT).await?;
        let stopped = cancel_of(&mut tx, &[run.document_id], &[RunState::Queued, RunState::Running]).await?;
        insert(&mut tx, run).await?;
        tx.commit().await.doing(WHAT)?;
        self.notify_cancelled(&stopped);
        let document = run.document_id;
        self.events.send(Event::RunQueued { run: run.id, document });
        Ok(())
    }

    pub(super) fn notify_cancelled(&self, runs: &[(RunId, DocumentId)]) {
        let state = RunState::Cancelled;
        for &(run, document) in runs {
            self.events.send(Event::RunFinished { run, document, state });
        }
    }

    pub async fn run(&self, id: RunId) -> Result<Run, StoreError> {
        by_id(&mut *self.look("read a run").await?, id).await
    }

    /// Returns the document of a run, even if the run's row is damaged.
    pub async fn document_of(&self, run: RunId) -> Result<DocumentId, StoreError> {
        const WHAT: &str = "find a run's document";
        let document: Option<String> = sqlx::query_scalar("SELECT document_id FROM runs WHERE id = ?1")
            .bind(run.to_string())
            .fetch_optional(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        let document = document.ok_or_else(|| StoreError::missing("run", &run))?;
        At::new("runs", &run).parse("document_id", &document)
    }

    pub async fn newest_run(&self, document: DocumentId) -> Result<Option<Run>, StoreError> {
        const WHAT: &str = "find a document's newest run";
        let row: Option<Row> = sqlx::query_as("SELECT * FROM runs WHERE document_id = ?1 ORDER BY seq DESC LIMIT 1")
            .bind(document.to_string())
            .fetch_optional(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        row.map(Run::try_from).transpose()
    }

    /// Returns all runs of a document, oldest first, except damaged rows.
    pub async fn runs_of(&self, document: DocumentId) -> Result<Vec<Run>, StoreError> {
        const WHAT: &str = "list a document's runs";
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM runs WHERE document_id = ?1 ORDER BY seq")
            .bind(document.to_string())
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        Ok(rows.into_iter().filter_map(|row| Run::try_from(row).ok()).collect())
    }

    /// Returns runs in the order they were queued, except damaged rows.
    pub async fn runs_in(&self, state: RunState) -> Result<Vec<Run>, StoreError> {
        const WHAT: &str = "list runs";
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM runs WHERE state = ?1 ORDER BY seq")
            .bind(word(state)?)
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        Ok(rows.into_iter().filter_map(|row| Run::try_from(row).ok()).collect())
    }

    /// Returns the documents with a queued run that was never started.
    pub async fn unbegun(&self) -> Result<HashSet<DocumentId>, StoreError> {
        const WHAT: &str = "list the waiting documents";
        let ids: Vec<String> =
            sqlx::query_scalar("SELECT document_id FROM runs WHERE state = 'queued' AND started_at IS NULL")
                .fetch_all(&mut *self.look(WHAT).await?)
                .await
                .doing(WHAT)?;
        let parsed = ids.iter().map(|id| At::new("documents", id).parse("id", id));
        parsed.collect()
    }

    /// Returns the engines of queued and running runs, without duplicates; damaged rows are skipped.
    pub async fn engines_at_work(&self) -> Result<Vec<EngineId>, StoreError> {
        const WHAT: &str = "list the engines in use";
        let engines: Vec<String> = sqlx::query_scalar(
            "SELECT DISTINCT iif(json_valid(settings), json_extract(settings, '$.engine'), NULL) AS engine FROM runs
             WHERE state IN ('queued', 'running') AND engine IS NOT NULL",
        )
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let named = engines.iter().filter_map(|engine| serde_json::from_str(engine).ok());
        Ok(named.collect())
    }

    /// Claims the run that has been queued longest. Runs of documents in the trash keep waiting.
    pub async fn claim_next(&self) -> Result<Option<Run>, StoreError> {
        self.claim_but(&[], &[]).await
    }

    /// Like [`Self::claim_next`], except for these runs and those of these providers. Runs with damaged rows are failed
    /// on the way.
    pub async fn claim_but(&self, but: &[RunId], providers: &[String]) -> Result<Option<Run>, StoreError> {
        const WHAT: &str = "claim a run";
        loop {
            let mut tx = self.begin(WHAT).await?;
            let row: Option<Row> = sqlx::query_as(
                "UPDATE runs SET state = 'running', started_at = coalesce(started_at, ?1)
                 WHERE state = 'queued' AND seq = (
                     SELECT min(runs.seq) FROM runs JOIN documents ON documents.id = runs.document_id
                     WHERE runs.state = 'queued' AND documents.state = 'active'
                         AND runs.id NOT IN (SELECT value FROM json_each(?2))
                         AND ifnull(iif(json_valid(runs.settings), json_extract(runs.settings, '$.engine.provider'), ''), '')
                             NOT IN (SELECT value FROM json_each(?3))) RETURNING *",
            )
            .bind(time(now()))
            .bind(json(&but)?)
            .bind(json(&providers)?)
            .fetch_optional(&mut *tx)
            .await
            .doing(WHAT)?;
            let Some(row) = row else { return Ok(None) };
            let claimed = broken::whole_or_failed(&mut tx, row).await?;
            tx.commit().await.doing(WHAT)?;
            match claimed {
                Ok(run) => {
                    let (id, document) = (run.id, run.document_id);
                    self.events.send(Event::RunClaimed { run: id, document });
                    return Ok(Some(run));
                }
                Err(failed) => self.notify_failed(failed),
            }
        }
    }

    /// Claims this run. Returns false if it is not queued.
    pub async fn claim(&self, id: RunId) -> Result<bool, StoreError> {
        const WHAT: &str = "claim a run";
        let mut tx = self.begin(WHAT).await?;
        let document: Option<String> = sqlx::query_scalar(
            "UPDATE runs SET state = 'running', started_at = coalesce(started_at, ?2)
             WHERE id = ?1 AND state = 'queued' RETURNING document_id",
        )
        .bind(id.to_string())
        .bind(time(now()))
        .fetch_optional(&mut *tx)
        .await
        .doing(WHAT)?;
        let Some(document) = document else { return Ok(false) };
        let document = At::new("runs", &id).parse("document_id", &document)?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::RunClaimed { run: id, document });
        Ok(true)
    }

    /// Recovers from a crash. Call once after opening, before any claim: any running run was left by a crash. Runs are
    /// queued again with the interruption counted, and their unfinished attempts are returned; runs with damaged rows
    /// fail.
    pub async fn recover(&self) -> Result<Recovered, StoreError> {
        const WHAT: &str = "recover interrupted runs";
        let mut tx = self.begin(WHAT).await?;
        let interrupted: Vec<(String, String)> = sqlx::query_as(
            "UPDATE attempts SET state = 'interrupted', ended_at = ?1 WHERE state = 'started' RETURNING run_id, id",
        )
        .bind(time(now()))
        .fetch_all(&mut *tx)
        .await
        .doing(WHAT)?;
        let calls = calls::interrupt(&mut tx, None).await?;
        let rows: Vec<Row> = sqlx::query_as(
            "UPDATE runs SET state = 'queued', interruptions = interruptions + 1 WHERE state = 'running' RETURNING *",
        )
        .fetch_all(&mut *tx)
        .await
        .doing(WHAT)?;
        let (mut runs, mut failed) = (Vec::new(), Vec::new());
        for row in rows {
            match broken::whole_or_failed(&mut tx, row).await? {
                Ok(run) => runs.push(run),
                Err(ids) => failed.push(ids),
            }
        }
        let named = interrupted
            .iter()
            .filter_map(|(run, id)| Some((run.parse().ok()?, id.parse().ok()?)));
        let attempts: Vec<(RunId, AttemptId)> = named.collect();
        for (_, attempt) in &attempts {
            attempts::count_calls(&mut tx, *attempt).await?;
        }
        tx.commit().await.doing(WHAT)?;
        for &(run, attempt) in &attempts {
            self.events.send(Event::AttemptFinished { run, attempt });
        }
        for run in &runs {
            let (run, document) = (run.id, run.document_id);
            self.events.send(Event::RunQueued { run, document });
        }
        for ids in failed {
            self.notify_failed(ids);
        }
        let runs = runs.into_iter().map(|run| run.id).collect();
        Ok(Recovered { runs, attempts, calls })
    }

    /// Puts a running run back into the queue, to continue at its stage later: after a pause, a full disk, or the end
    /// of the program. Its started attempts become interrupted and record `why`; the run does not count as interrupted.
    pub async fn requeue(&self, id: RunId, why: &str) -> Result<bool, StoreError> {
        const WHAT: &str = "put a run back into the queue";
        let mut tx = self.begin(WHAT).await?;
        let document: Option<String> = sqlx::query_scalar(
            "UPDATE runs SET state = 'queued' WHERE id = ?1 AND state = 'running' RETURNING document_id",
        )
        .bind(id.to_string())
        .fetch_optional(&mut *tx)
        .await
        .doing(WHAT)?;
        let Some(document) = document else { return Ok(false) };
        let document = At::new("runs", &id).parse("document_id", &document)?;
        interrupt_attempts(&mut tx, id, why).await?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::RunQueued { run: id, document });
        Ok(true)
    }

    /// Ends a running run that cannot continue; `failure` is for people.
    pub async fn fail_run(&self, id: RunId, failure: &str) -> Result<bool, StoreError> {
        self.end_run(id, &["running"], RunState::Failed, Some(failure)).await
    }

    /// Ends a queued or running run. Its stored results are kept.
    pub async fn cancel_run(&self, id: RunId) -> Result<bool, StoreError> {
        self.end_run(id, &["queued", "running"], RunState::Cancelled, None)
            .await
    }

    async fn end_run(&self, id: RunId, from: &[&str], to: RunState, failure: Option<&str>) -> Result<bool, StoreError> {
        const WHAT: &str = "end a run";
        let mut tx = self.begin(WHAT).await?;
        let document: Option<String> = sqlx::query_scalar(
            "UPDATE runs SET state = ?2, failure = ?3, ended_at = ?4
             WHERE id = ?1 AND state IN (SELECT value FROM json_each(?5)) RETURNING document_id",
        )
        .bind(id.to_string())
        .bind(word(to)?)
        .bind(failure)
        .bind(time(now()))
        .bind(json(&from)?)
        .fetch_optional(&mut *tx)
        .await
        .doing(WHAT)?;
        let Some(document) = document else { return Ok(false) };
        let document = At::new("runs", &id).parse("document_id", &document)?;
        interrupt_attempts(&mut tx, id, failure.unwrap_or(CANCELLED)).await?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::RunFinished {
            run: id,
            document,
            state: to,
        });
        Ok(true)
    }
}

/// Cancels the runs of documents that are in one of these states.
pub(super) async fn cancel_of(
    connection: &mut SqliteConnection,
    documents: &[DocumentId],
    states: &[RunState],
) -> Result<Vec<(RunId, DocumentId)>, StoreError> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "UPDATE runs SET state = 'cancelled', ended_at = ?2
         WHERE document_id IN (SELECT value FROM json_each(?1)) AND state IN (SELECT value FROM json_each(?3))
         RETURNING id, document_id",
    )
    .bind(json(&documents)?)
    .bind(time(now()))
    .bind(json(&states)?)
    .fetch_all(&mut *connection)
    .await
    .doing("end the runs of documents")?;
    let mut ended = Vec::new();
    for (id, document) in &rows {
        let at = At::new("runs", id);
        let (run, document) = (at.parse("id", id)?, at.parse("document_id", document)?);
        interrupt_attempts(&mut *connection, run, CANCELLED).await?;
        ended.push((run, document));
    }
    Ok(ended)
}

/// Interrupts the attempts and calls of a run that has stopped.
async fn interrupt_attempts(connection: &mut SqliteConnection, run: RunId, why: &str) -> Result<(), StoreError> {
    let ids: Vec<String> = sqlx::query_scalar(
        "UPDATE attempts SET state = 'interrupted', ended_at = ?2, summary = ?3
         WHERE run_id = ?1 AND state = 'started' RETURNING id",
    )
    .bind(run.to_string())
    .bind(time(now()))
    .bind(why)
    .fetch_all(&mut *connection)
    .await
    .doing("mark attempts as interrupted")?;
    calls::interrupt(connection, Some(run)).await?;
    for id in ids {
        let attempt = At::new("attempts", &id).parse("id", &id)?;
        attempts::count_calls(connection, attempt).await?;
    }
    Ok(())
}

/// Moves a running run from one stage to the next inside the stage's transaction. Returns its document, or `None` if
/// the run is not running at that stage: then the caller must write nothing.
pub(super) async fn advance(
    connection: &mut SqliteConnection,
    id: RunId,
    from: Stage,
    to: Stage,
) -> Result<Option<DocumentId>, StoreError> {
    let document: Option<String> = sqlx::query_scalar(
        "UPDATE runs SET stage = ?3 WHERE id = ?1 AND state = 'running' AND stage = ?2 RETURNING document_id",
    )
    .bind(id.to_string())
    .bind(word(from)?)
    .bind(word(to)?)
    .fetch_optional(connection)
    .await
    .doing("advance a run")?;
    At::new("runs", &id).parse_or_null("document_id", document.as_deref())
}

/// Ends a run that completed all stages.
pub(super) async fn finish(connection: &mut SqliteConnection, id: RunId) -> Result<(), StoreError> {
    sqlx::query("UPDATE runs SET state = 'done', ended_at = ?2 WHERE id = ?1 AND state = 'running'")
        .bind(id.to_string())
        .bind(time(now()))
        .execute(connection)
        .await
        .doing("finish a run")?;
    Ok(())
}

async fn insert(connection: &mut SqliteConnection, run: &Run) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO runs (id, document_id, pack, pack_version, settings, stage, state, interruptions, queued_at,
             started_at, ended_at, failure)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )
    .bind(run.id.to_string())
    .bind(run.document_id.to_string())
    .bind(&run.pack)
    .bind(&run.pack_version)
    .bind(json(&run.settings)?)
    .bind(word(run.stage)?)
    .bind(word(run.state)?)
    .bind(run.interruptions)
    .bind(time(run.queued_at))
    .bind(run.started_at.map(time))
    .bind(run.ended_at.map(time))
    .bind(&run.failure)
    .execute(connection)
    .await
    .doing("queue a run")?;
    Ok(())
}

pub(super) async fn by_id(connection: &mut SqliteConnection, id: RunId) -> Result<Run, StoreError> {
    let row: Option<Row> = sqlx::query_as("SELECT * FROM runs WHERE id = ?1")
        .bind(id.to_string())
        .fetch_optional(connection)
        .await
        .doing("read a run")?;
    row.ok_or_else(|| StoreError::missing("run", &id))?.try_into()
}

#[derive(FromRow)]
pub(super) struct Row {
    seq: i64,
    id: String,
    document_id: String,
    pack: String,
    pack_version: String,
    settings: String,
    stage: String,
    state: String,
    interruptions: u32,
    queued_at: String,
    started_at: Option<String>,
    ended_at: Option<String>,
    failure: Option<String>,
}

impl TryFrom<Row> for Run {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("runs", &row.id);
        Ok(Run {
            id: at.parse("id", &row.id)?,
            document_id: at.parse("document_id", &row.document_id)?,
            pack: row.pack,
            pack_version: row.pack_version,
            settings: at.json("settings", &row.settings)?,
            stage: at.word("stage", row.stage)?,
            state: at.word("state", row.state)?,
            interruptions: row.interruptions,
            queued_at: at.parse("queued_at", &row.queued_at)?,
            started_at: at.parse_or_null("started_at", row.started_at.as_deref())?,
            ended_at: at.parse_or_null("ended_at", row.ended_at.as_deref())?,
            failure: row.failure,
        })
    }
}

#[cfg(test)]
mod tests;
