//! Asks a model the questions of V2, V3 and V4, pass by pass, and stores the answers. A verdict is recomputed from
//! stored answers, never from new ones. Drives `verify`, which stays pure. See `phases` for which agents ask.

use super::classify::begin_as;
use super::verification_input::VerificationInput;
use super::verify::{Questions, Verdict, Waiting};
use super::{Interrupted, Work};
use crate::agent;
use crate::agent::{Claims, Guides, Journal};
use crate::event::Piece;
use crate::provider::{Provider, is_general};
use crate::store::Store;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::sync::Arc;
use touchstone_core::record::{
    AttemptState, EngineId, EngineKind, NewIssue, Purpose, Questioned, RaisedBy, Run, RunRecord, Step, StepKind, Usage,
};

/// Role of the attempts that hold the answers, numbered by pass from 1.
const ROLE: &str = "verify";
/// Role of the survey's attempt.
const SURVEY: &str = "survey";

/// Returns the stored answers of all passes of a run.
pub(super) async fn stored(store: &Store, run_record: &RunRecord) -> Result<Vec<Questioned>, Interrupted> {
    part_of(store, run_record, ROLE, "questions").await
}

/// Returns the issues that the survey raised itself.
pub(super) async fn of_survey(store: &Store, run_record: &RunRecord) -> Result<Vec<NewIssue>, Interrupted> {
    part_of(store, run_record, SURVEY, "issues").await
}

/// Collects the lists stored under `name` in the transcripts of a role's finished attempts.
async fn part_of<T: DeserializeOwned>(
    store: &Store,
    run_record: &RunRecord,
    role: &str,
    name: &str,
) -> Result<Vec<T>, Interrupted> {
    let mut all = Vec::new();
    let done = |state: AttemptState| state == AttemptState::Done;
    let attempts = run_record.attempts.iter().map(|row| &row.attempt);
    for attempt in attempts.filter(|attempt| attempt.role == role && done(attempt.state)) {
        for step in store.steps(attempt.id).await? {
            let Some(part) = step.content.get(name).filter(|part| part.is_array()) else {
                continue;
            };
            let read: Vec<T> = serde_json::from_value(part.clone())
                .map_err(|error| anyhow::anyhow!("could not read back `{name}` of attempt {}: {error}", attempt.id))?;
            all.extend(read);
        }
    }
    Ok(all)
}

/// Returns the verdict, asking the model in every pass that requires it. Passes with stored answers are not asked
/// again.
pub(super) async fn put(
    work: &Work<'_>,
    run: &Run,
    run_record: &RunRecord,
    model: &Arc<dyn Provider>,
) -> Result<Verdict, Interrupted> {
    let verification_input = VerificationInput::of(work.store, &work.pack, run_record).await?;
    let mut answers = stored(work.store, run_record).await?;
    loop {
        match verification_input.passes(Questions::Live(&answers)) {
            Ok(verdict) => return Ok(verdict),
            Err(waiting) => answers.extend(pass(work, run, run_record, model, &waiting).await?),
        }
    }
}

/// Asks all questions of one pass as one journaled attempt.
async fn pass(
    work: &Work<'_>,
    run: &Run,
    run_record: &RunRecord,
    model: &Arc<dyn Provider>,
    waiting: &Waiting,
) -> Result<Vec<Questioned>, Interrupted> {
    let engine = EngineId {
        kind: EngineKind::Model,
        provider: Some(model.model().endpoint.clone()),
        model: Some(model.model().id.clone()),
    };
    let attempt = begin_as(run, None, ROLE, waiting.pass + 1, engine);
    work.store.start_attempt(&attempt).await?;
    let journal = Journal::of_run(work.store, run).within(attempt.id);
    let mut usage = Usage::default();
    let asked = tokio::select! {
        asked = ask(work, run_record, &journal, model, waiting, &mut usage) => asked,
        () = work.stop.cancelled() => return Err(Interrupted::Stopped),
    };
    let answers = match asked {
        Ok(answers) => answers,
        Err(error) => {
            // If every document would fail the same way, the attempt stays open, so that the answers so far are reused
            // later.
            if !is_general(&error) {
                let failed = format!("{error:#}");
                work.store.fail_attempt(attempt.id, &failed, &usage).await?;
            }
            return Err(error
                .context(format!("could not verify document {}", run_record.document.id))
                .into());
        }
    };
    let step = Step {
        attempt_id: attempt.id,
        seq: 1,
        kind: StepKind::Note,
        content: json!({"questions": answers}),
    };
    let found: usize = answers.iter().map(|answer| answer.issues.len()).sum();
    let summary = format!("{} questions, {found} issues", answers.len());
    if work.store.end_attempt(attempt.id, &summary, &usage, &[step]).await? {
        Ok(answers)
    } else {
        Err(Interrupted::Stopped)
    }
}

async fn ask(
    work: &Work<'_>,
    run_record: &RunRecord,
    journal: &Journal,
    model: &Arc<dyn Provider>,
    waiting: &Waiting,
    usage: &mut Usage,
) -> anyhow::Result<Vec<Questioned>> {
    let pages = work.pages(&run_record.document);
    let guides = Guides::load(work.store, &work.pack, &run_record.run.settings.guides).await?;
    let texts = agent::texts(&pages).await?;
    let claims = Claims {
        pack: &work.pack,
        guides: &guides,
        classification: &waiting.classification,
        forms: &run_record.forms,
        pages: &pages,
        texts: &texts,
    };
    let mut answers = Vec::new();
    for agent in &waiting.agents {
        let purpose = match agent {
            RaisedBy::V3 => Purpose::VerifyV3,
            RaisedBy::V4 => Purpose::VerifyV4,
            _ => Purpose::VerifyV2,
        };
        let asking = journal.asking(model, purpose);
        let (answer, used) = agent::question(asking.as_ref(), &claims, *agent, waiting.pass).await?;
        *usage = usage.plus(&used);
        journal.show(Piece::Doubts {
            by: *agent,
            doubts: answer.issues.len() as u32,
        });
        answers.push(answer);
    }
    Ok(answers)
}
