//! Verifies a document again because another one contradicts it: a further run that reuses the newest run's reading and
//! starts with verification. The earlier decision is kept, and nothing is read, paid for or counted a second time. See
//! `checks` for contradictions.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, time};
use crate::event::Event;
use sqlx::SqliteConnection;
use touchstone_core::record::{AttemptId, DocumentId, FormId, RunId, now};

impl Store {
    /// Queues another verification of each of `documents` whose newest run was or may be accepted without knowing of
    /// `other`. Documents settled by a person remain unchanged.
    pub async fn renew(&self, documents: &[DocumentId], other: DocumentId) -> Result<Vec<RunId>, StoreError> {
        const WHAT: &str = "queue a document for another verification";
        if documents.is_empty() {
            return Ok(Vec::new());
        }
        let mut tx = self.begin(WHAT).await?;
        let mut queued = Vec::new();
        for &document in documents {
            if let Some(run) = outdated(&mut tx, document, other).await? {
                queued.push((document, carry_over(&mut tx, &run).await?));
            }
        }
        tx.commit().await.doing(WHAT)?;
        for &(document, run) in &queued {
            self.events.send(Event::RunQueued { run, document });
        }
        Ok(queued.into_iter().map(|(_, run)| run).collect())
    }
}

/// Returns the newest run of a document if it was extracted, is not queued for verification anyway, may end in
/// acceptance, and its verification so far did not know the other document.
async fn outdated(
    connection: &mut SqliteConnection,
    document: DocumentId,
    other: DocumentId,
) -> Result<Option<String>, StoreError> {
    sqlx::query_scalar(
        "SELECT runs.id FROM runs
         JOIN documents ON documents.id = runs.document_id AND documents.state = 'active'
         LEFT JOIN decisions ON decisions.run_id = runs.id
         LEFT JOIN surroundings ON surroundings.run_id = runs.id
         WHERE runs.seq = (SELECT max(seq) FROM runs WHERE document_id = ?1)
             AND runs.state IN ('running', 'done') AND runs.id IN (SELECT run_id FROM marks)
             AND ifnull(decisions.outcome, 'AUTO_ACCEPT') = 'AUTO_ACCEPT'
             AND NOT EXISTS (SELECT 1 FROM json_each(iif(json_valid(surroundings.others), surroundings.others, '[]')) AS known
                             WHERE json_extract(known.value, '$.document_id') = ?2)
             AND NOT EXISTS (SELECT 1 FROM verdicts WHERE verdicts.run_id = runs.id AND verdicts.state <> 'pending')
             AND ifnull((SELECT source FROM truths WHERE document_id = ?1 ORDER BY seq DESC LIMIT 1),
                        'AUTO_ACCEPTED') = 'AUTO_ACCEPTED'",
    )
    .bind(document.to_string())
    .bind(other.to_string())
    .fetch_optional(connection)
    .await
    .doing("check whether a document needs another verification")
}

/// Queues a run at verification, with everything that `run` found before that stage.
async fn carry_over(connection: &mut SqliteConnection, run: &str) -> Result<RunId, StoreError> {
    const WHAT: &str = "copy a run";
    const OF_RUN: [&str; 3] = [
        "INSERT INTO runs (id, document_id, pack, pack_version, settings, stage, state, interruptions, queued_at)
         SELECT ?1, document_id, pack, pack_version, settings, 'verify', 'queued', 0, ?3 FROM runs WHERE id = ?2",
        "INSERT INTO form_plans (run_id, number, plan) SELECT ?1, number, plan FROM form_plans WHERE run_id = ?2",
        "INSERT INTO marks (run_id, form, digest) SELECT ?1, form, digest FROM marks WHERE run_id = ?2",
    ];
    let renewed = RunId::fresh();
    for statement in OF_RUN {
        sqlx::query(statement)
            .bind(renewed.to_string())
            .bind(run)
            .bind(time(now()))
            .execute(&mut *connection)
            .await
            .doing(WHAT)?;
    }
    let done = "SELECT id FROM attempts WHERE run_id = ?1 AND state = 'done' ORDER BY seq";
    let attempts: Vec<String> = sqlx::query_scalar(done)
        .bind(run)
        .fetch_all(&mut *connection)
        .await
        .doing(WHAT)?;
    for attempt in attempts {
        let attempt = At::new("attempts", &attempt).parse("id", &attempt)?;
        carry_attempt(connection, renewed, attempt).await?;
    }
    Ok(renewed)
}

/// Copies the result of an attempt without its usage, which is counted where the work was done.
async fn carry_attempt(connection: &mut SqliteConnection, run: RunId, attempt: AttemptId) -> Result<(), StoreError> {
    const OF_ATTEMPT: [&str; 6] = [
        "INSERT INTO attempts (id, run_id, form, role, number, engine_kind, provider, model, state, calls, input_tokens,
             output_tokens, cached_tokens, cost_usd, seconds, score, best, summary, started_at, ended_at)
         SELECT ?1, ?3, form, role, number, engine_kind, provider, model, state, 0, 0, 0, 0, 0.0, 0.0, score, best,
             summary, started_at, ended_at FROM attempts WHERE id = ?2",
        "INSERT INTO steps (attempt_id, seq, kind, content) SELECT ?1, seq, kind, content FROM steps WHERE attempt_id = ?2",
        "INSERT INTO findings (run_id, attempt_id, page, pass, candidates, markings_found, marking, rationale, enhance,
             enhancements, absence, evidence)
         SELECT ?3, ?1, page, pass, candidates, markings_found, marking, rationale, enhance, enhancements, absence,
             evidence FROM findings WHERE attempt_id = ?2 ORDER BY seq",
        "INSERT INTO classifications (run_id, attempt_id, stage, label, proposed_label, candidates, confidence, rationale,
             number_of_segments, segments, mixture, vendor_signals, marking, self_evaluation)
         SELECT ?3, ?1, stage, label, proposed_label, candidates, confidence, rationale, number_of_segments, segments,
             mixture, vendor_signals, marking, self_evaluation
         FROM classifications WHERE attempt_id = ?2 AND stage IN ('classify', 'extract') ORDER BY seq",
        "INSERT INTO grades (attempt_id, pass, score, label, confidence, field_results, failure_reasons, feedback,
             reasoning, issues)
         SELECT ?1, pass, score, label, confidence, field_results, failure_reasons, feedback, reasoning, issues
         FROM grades WHERE attempt_id = ?2",
        "INSERT INTO forms (id, attempt_id, number, segment, label, first_page, last_page, region, confidence, fields)
         SELECT ?4, ?1, number, segment, label, first_page, last_page, region, confidence, fields
         FROM forms WHERE attempt_id = ?2",
    ];
    let copy = AttemptId::fresh();
    for statement in OF_ATTEMPT {
        sqlx::query(statement)
            .bind(copy.to_string())
            .bind(attempt.to_string())
            .bind(run.to_string())
            .bind(FormId::fresh().to_string())
            .execute(&mut *connection)
            .await
            .doing("copy an attempt to another run")?;
    }
    Ok(())
}
