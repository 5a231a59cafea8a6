//! Table `calls`: the ledger of calls to language models. A row is committed before the call is sent and ended by its
//! answer, which is kept so that a restart does not ask (and pay) again.

use super::error::{Doing, StoreError};
use super::row::{At, json, json_or_null, time, word};
use super::{Store, attempts, request_parts, spent};
use crate::event::Event;
use crate::provider::Turn;
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{
    AttemptId, CallId, CallState, DocumentId, ModelCall, Purpose, RunId, SentRequest, Usage, now,
};

/// A question that may have been asked before in the same piece of work, by an earlier start of the program.
#[derive(Debug, Clone, Copy)]
pub struct AskedFor<'a> {
    pub run: RunId,
    pub attempt: Option<AttemptId>,
    pub purpose: Purpose,
    pub digest: &'a str,
}

/// The end of a call.
#[derive(Debug, Clone, Copy)]
pub struct Answered<'a> {
    pub call: CallId,
    /// The answer, or the reason for having none, for people.
    pub turn: Result<&'a Turn, &'a str>,
    pub usage: Usage,
    pub tries: u32,
}

impl Store {
    /// Commits the row before the call is sent. Returns false and writes nothing if the call is no longer allowed: the
    /// run is not running, or the document is in the trash.
    pub async fn start_call(&self, call: &ModelCall, request: &SentRequest) -> Result<bool, StoreError> {
        const WHAT: &str = "store the start of a call to a model";
        let mut tx = self.begin(WHAT).await?;
        let wanted: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM documents WHERE id = ?1 AND state = 'active')
                 AND (?2 IS NULL OR EXISTS (SELECT 1 FROM runs WHERE id = ?2 AND state = 'running'))",
        )
        .bind(call.document_id.to_string())
        .bind(call.run_id.map(|run| run.to_string()))
        .fetch_one(&mut *tx)
        .await
        .doing(WHAT)?;
        if !wanted {
            return Ok(false);
        }
        let listed = request_parts::keep(&mut tx, call.document_id, request).await?;
        insert(&mut tx, call, &listed).await?;
        tx.commit().await.doing(WHAT)?;
        Ok(true)
    }

    /// Ends a call. Returns false if it is no longer in progress; of a late answer, only the cost is kept.
    pub async fn end_call(&self, answered: &Answered<'_>) -> Result<bool, StoreError> {
        const WHAT: &str = "store the answer of a model";
        let (state, turn, error) = match answered.turn {
            Ok(turn) => (CallState::Done, Some(turn), None),
            Err(error) => (CallState::Failed, None, Some(error)),
        };
        let usage = &answered.usage;
        let mut tx = self.begin(WHAT).await?;
        let ended: Option<(String, Option<String>)> = sqlx::query_as(
            "UPDATE calls SET state = ?2, turn = ?3, error = ?4, tries = ?5, input_tokens = ?6, output_tokens = ?7,
                 cached_tokens = ?8, cost_usd = ?9, seconds = ?10, ended_at = ?11
             WHERE id = ?1 AND state = 'started' RETURNING document_id, run_id",
        )
        .bind(answered.call.to_string())
        .bind(word(state)?)
        .bind(json_or_null(turn)?)
        .bind(error)
        .bind(answered.tries)
        .bind(usage.input_tokens.cast_signed())
        .bind(usage.output_tokens.cast_signed())
        .bind(usage.cached_tokens.cast_signed())
        .bind(usage.cost_usd)
        .bind(usage.seconds)
        .bind(time(now()))
        .fetch_optional(&mut *tx)
        .await
        .doing(WHAT)?;
        let Some((document, run)) = ended else {
            drop(tx);
            self.drop_call(answered.call, usage, answered.tries).await?;
            return Ok(false);
        };
        let at = At::new("calls", &answered.call);
        let document = at.parse("document_id", &document)?;
        let run = at.parse_or_null("run_id", run.as_deref())?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::ModelAsked { document, run });
        Ok(true)
    }

    /// Records the usage of a call whose answer is no longer needed.
    pub async fn drop_call(&self, call: CallId, usage: &Usage, tries: u32) -> Result<(), StoreError> {
        const WHAT: &str = "store the usage of a stopped call to a model";
        let mut tx = self.begin(WHAT).await?;
        let dropped: Option<(String, Option<String>, Option<String>)> = sqlx::query_as(
            "UPDATE calls SET state = 'interrupted', tries = ?2, input_tokens = ?3, output_tokens = ?4,
                 cached_tokens = ?5, cost_usd = ?6, seconds = ?7, ended_at = coalesce(ended_at, ?8)
             WHERE id = ?1 AND state IN ('started', 'interrupted') RETURNING document_id, run_id, attempt_id",
        )
        .bind(call.to_string())
        .bind(tries)
        .bind(usage.input_tokens.cast_signed())
        .bind(usage.output_tokens.cast_signed())
        .bind(usage.cached_tokens.cast_signed())
        .bind(usage.cost_usd)
        .bind(usage.seconds)
        .bind(time(now()))
        .fetch_optional(&mut *tx)
        .await
        .doing(WHAT)?;
        let Some((document, run, attempt)) = dropped else {
            return Ok(());
        };
        let at = At::new("calls", &call);
        let document = at.parse("document_id", &document)?;
        let run = at.parse_or_null("run_id", run.as_deref())?;
        // Its attempt was counted when the call was stopped.
        if let Some(attempt) = at.parse_or_null("attempt_id", attempt.as_deref())? {
            attempts::count_calls(&mut tx, attempt).await?;
        }
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::ModelAsked { document, run });
        Ok(())
    }

    /// Returns the answer to a question that was answered before in the same piece of work: the same run and purpose,
    /// and an attempt of the same number at the same form, or no attempt. A failed run's answers are reused by the
    /// document's next run; reading a document again after a finished or stopped run asks anew.
    pub async fn answer_to(&self, asked: &AskedFor<'_>) -> Result<Option<Turn>, StoreError> {
        const WHAT: &str = "look up an answer of a model";
        let found: Option<(String, String)> = sqlx::query_as(
            "SELECT calls.id, calls.turn FROM calls
             LEFT JOIN attempts AS before ON before.id = calls.attempt_id
             LEFT JOIN attempts AS here ON here.id = ?2
             WHERE (calls.run_id = ?1 OR calls.run_id IN (
                 SELECT failed.id FROM runs AS failed JOIN runs AS now ON now.document_id = failed.document_id
                 WHERE now.id = ?1 AND failed.state = 'failed'))
                 AND calls.digest = ?4 AND calls.purpose = ?3 AND calls.state = 'done'
                 AND before.role IS here.role AND before.form IS here.form AND before.number IS here.number
             ORDER BY calls.seq LIMIT 1",
        )
        .bind(asked.run.to_string())
        .bind(asked.attempt.map(|attempt| attempt.to_string()))
        .bind(word(asked.purpose)?)
        .bind(asked.digest)
        .fetch_optional(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        found
            .map(|(id, turn)| At::new("calls", &id).json("turn", &turn))
            .transpose()
    }

    /// Returns the model's answers in the first attempt at the same work (run, form and role), in order. An interrupted
    /// attempt and its continuation count as one.
    pub async fn first_answers(&self, attempt: AttemptId, purpose: Purpose) -> Result<Vec<Turn>, StoreError> {
        const WHAT: &str = "read the answers of a first attempt";
        let rows: Vec<(String, String)> = sqlx::query_as(
            "SELECT calls.id, calls.turn FROM calls
             JOIN attempts AS first ON first.id = calls.attempt_id
             JOIN attempts AS here ON here.id = ?1
             WHERE first.run_id = here.run_id AND first.role = here.role AND first.form IS here.form AND first.number = 1
                 AND calls.purpose = ?2 AND calls.state = 'done'
             ORDER BY calls.seq",
        )
        .bind(attempt.to_string())
        .bind(word(purpose)?)
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let turns = rows.iter().map(|(id, turn)| At::new("calls", id).json("turn", turn));
        turns.collect()
    }

    /// Returns the usage of all calls of a run that were sent or are about to be.
    pub async fn used_by(&self, run: RunId) -> Result<Usage, StoreError> {
        const WHAT: &str = "add up the calls of a run";
        let sums: spent::Sums = sqlx::query_as(
            "SELECT count(*), ifnull(sum(input_tokens), 0), ifnull(sum(output_tokens), 0),
                 ifnull(sum(cached_tokens), 0), ifnull(sum(cost_usd), 0.0), ifnull(sum(seconds), 0.0)
             FROM calls WHERE run_id = ?1 AND tries > 0",
        )
        .bind(run.to_string())
        .fetch_one(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        Ok(spent::usage(sums))
    }

    /// Returns all calls made for a document, oldest first.
    pub async fn calls_of(&self, document: DocumentId) -> Result<Vec<ModelCall>, StoreError> {
        const WHAT: &str = "list calls to models";
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM calls WHERE document_id = ?1 ORDER BY seq")
            .bind(document.to_string())
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        rows.into_iter().map(ModelCall::try_from).collect()
    }
}

/// Marks the calls in progress, of one run or of all, as interrupted: their answers are no longer needed. They count with
/// what they may use at most, until [`Store::drop_call`] says what they used.
pub(super) async fn interrupt(
    connection: &mut SqliteConnection,
    run: Option<RunId>,
) -> Result<Vec<CallId>, StoreError> {
    let ids: Vec<String> = sqlx::query_scalar(
        "UPDATE calls SET state = 'interrupted', ended_at = ?2, input_tokens = most_input_tokens,
             output_tokens = most_output_tokens, cost_usd = most_cost_usd
         WHERE state = 'started' AND (?1 IS NULL OR run_id = ?1) RETURNING id",
    )
    .bind(run.map(|run| run.to_string()))
    .bind(time(now()))
    .fetch_all(connection)
    .await
    .doing("mark calls as interrupted")?;
    ids.iter().map(|id| At::new("calls", id).parse("id", id)).collect()
}

async fn insert(connection: &mut SqliteConnection, call: &ModelCall, listed: &str) -> Result<(), StoreError> {
    let usage = &call.usage;
    sqlx::query(
        "INSERT INTO calls (id, document_id, run_id, attempt_id, purpose, provider, origin, model, digest, state, sent,
             tries, input_tokens, output_tokens, cached_tokens, cost_usd, seconds, error, started_at, ended_at, request,
             most_input_tokens, most_output_tokens, most_cost_usd)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,
             ?24)",
    )
    .bind(call.id.to_string())
    .bind(call.document_id.to_string())
    .bind(call.run_id.map(|run| run.to_string()))
    .bind(call.attempt_id.map(|attempt| attempt.to_string()))
    .bind(word(call.purpose)?)
    .bind(&call.provider)
    .bind(&call.origin)
    .bind(&call.model)
    .bind(&call.digest)
    .bind(word(call.state)?)
    .bind(json(&call.sent)?)
    .bind(call.tries)
    .bind(usage.input_tokens.cast_signed())
    .bind(usage.output_tokens.cast_signed())
    .bind(usage.cached_tokens.cast_signed())
    .bind(usage.cost_usd)
    .bind(usage.seconds)
    .bind(&call.error)
    .bind(time(call.started_at))
    .bind(call.ended_at.map(time))
    .bind(listed)
    .bind(call.at_most.input_tokens.cast_signed())
    .bind(call.at_most.output_tokens.cast_signed())
    .bind(call.at_most.cost_usd)
    .execute(connection)
    .await
    .doing("store the start of a call to a model")?;
    Ok(())
}

#[derive(FromRow)]
pub(super) struct Row {
    id: String,
    document_id: String,
    run_id: Option<String>,
    attempt_id: Option<String>,
    purpose: String,
    provider: String,
    origin: String,
    model: String,
    digest: String,
    state: String,
    sent: String,
    tries: u32,
    input_tokens: u64,
    output_tokens: u64,
    cached_tokens: u64,
    cost_usd: f64,
    seconds: f64,
    error: Option<String>,
    started_at: String,
    ended_at: Option<String>,
    most_input_tokens: u64,
    most_output_tokens: u64,
    most_cost_usd: f64,
}

impl TryFrom<Row> for ModelCall {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("calls", &row.id);
        let state: CallState = at.word("state", row.state)?;
        Ok(ModelCall {
            id: at.parse("id", &row.id)?,
            document_id: at.parse("document_id", &row.document_id)?,
            run_id: at.parse_or_null("run_id", row.run_id.as_deref())?,
            attempt_id: at.parse_or_null("attempt_id", row.attempt_id.as_deref())?,
            purpose: at.word("purpose", row.purpose)?,
            provider: row.provider,
            origin: row.origin,
            model: row.model,
            digest: row.digest,
            state,
            sent: at.json("sent", &row.sent)?,
            tries: row.tries,
            usage: Usage {
                // An unanswered call still counts as one, because it was made.
                calls: 1,
                input_tokens: row.input_tokens,
                output_tokens: row.output_tokens,
                cached_tokens: row.cached_tokens,
                cost_usd: row.cost_usd,
                seconds: row.seconds,
            },
            at_most: Usage {
                calls: 1,
                input_tokens: row.most_input_tokens,
                output_tokens: row.most_output_tokens,
                cost_usd: row.most_cost_usd,
                ..Usage::default()
            },
            error: row.error,
            started_at: at.parse("started_at", &row.started_at)?,
            ended_at: at.parse_or_null("ended_at", row.ended_at.as_deref())?,
        })
    }
}

#[cfg(test)]
pub(super) mod tests;
