//! Processing of the queue: several workers, each taking one run after another through its stages, until the queue is
//! empty or work is stopped. Stages are in `pipeline`.

use super::Desk;
use super::models::Models;
use super::paused_providers::{Halted, PausedProviders};
use super::unlock::{Passwords, known};
use crate::error::Code;
use crate::error::panics::{Panicked, caught};
use crate::event::{Event, Listener, Received};
use crate::pipeline::{Interrupted, Work, process};
use crate::provider::{Fault, ProviderError, Remedy};
use crate::store::{Store, code_of, is_of_one_document};
use anyhow::{Context, anyhow};
use secrecy::SecretString;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use touchstone_core::pack::PackShelf;
use touchstone_core::record::{EngineId, EngineKind, Run, RunId, RunState};
use touchstone_intake::pool::ReaderPool;

/// Failure of an attempt cut short because all work was stopped.
const STOPPED: &str = "the work was stopped before it was finished";

impl Desk {
    /// Processes all queued runs. Unreadable documents end like any other. An error here is one of the workspace, or
    /// of a provider that needs user action (returned once all other documents are done); the affected run is queued
    /// again, and nothing committed is lost.
    pub async fn work(&self, passwords: &[SecretString], stop: &CancellationToken) -> anyhow::Result<()> {
        let complete = CancellationToken::new();
        complete.cancel();
        self.work_until(&complete, passwords, stop).await
    }

    /// Like `work`, but keeps running while documents are submitted, until the queue is `complete` and empty.
    pub async fn work_until(
        &self,
        complete: &CancellationToken,
        passwords: &[SecretString],
        stop: &CancellationToken,
    ) -> anyhow::Result<()> {
        self.remember(passwords);
        self.queue.rests.forget();
        let worked = self.work_on(complete, stop).await;
        let halted = self.queue.rests.halted();
        self.queue.rests.forget();
        worked?;
        halted.map_or(Ok(()), |halted| Err(halted.cause.into()))
    }

    /// Workers wait while nothing is queued, until the queue is `complete` or `stop` is cancelled.
    pub(super) async fn work_on(&self, complete: &CancellationToken, stop: &CancellationToken) -> anyhow::Result<()> {
        let readers = self.readers();
        let worker = Worker {
            store: self.store.clone(),
            shelf: Arc::clone(&self.shelf),
            pool: readers.pool.clone()?,
            models: self.models(),
            passwords: Arc::clone(&self.passwords),
            complete: complete.clone(),
            rests: self.queue.rests.clone(),
            // A worker's failure stops the other workers, but not the caller.
            stop: stop.child_token(),
        };
        // Dropping this leaves threads behind, which end by themselves.
        let _end = worker.stop.clone().drop_guard();
        // Dedicated threads: the local engine computes between awaits, while the runtime's threads must handle Ctrl-C
        // and watch the readers.
        let mut workers = JoinSet::new();
        for _ in 0..readers.jobs {
            let (runtime, worker) = (Handle::current(), worker.clone());
            workers.spawn_blocking(move || runtime.block_on(worker.work_off()));
        }
        let mut trouble = None;
        while let Some(ended) = workers.join_next().await {
            // The panic message may quote a document.
            let ended = ended.unwrap_or_else(|_panicked| Err(anyhow!("a queue worker crashed")));
            if let Err(error) = ended {
                worker.stop.cancel();
                trouble = trouble.or(Some(error));
            }
        }
        trouble.map_or(Ok(()), Err)
    }
}

#[derive(Clone)]
struct Worker {
    store: Store,
    shelf: Arc<PackShelf>,
    pool: ReaderPool,
    models: Models,
    passwords: Passwords,
    /// Cancelled when nothing more will be queued.
    complete: CancellationToken,
    rests: PausedProviders,
    stop: CancellationToken,
}

impl Worker {
    async fn work_off(self) -> anyhow::Result<()> {
        // Subscribes before looking at the queue, so that runs queued in between are noticed.
        let mut listener = self.store.subscribe();
        while !self.stop.is_cancelled() {
            // Read first: runs queued before completion must be claimed.
            let complete = self.complete.is_cancelled();
            match self.claim().await? {
                Some(run) => match Box::pin(self.one(run)).await {
                    Err(error) if is_of_one_document(&error) => {
                        let code = code_of(&error).map(Code::as_str);
                        tracing::error!(name: "a run was left as it is", code);
                    }
                    done => done?,
                },
                None if !complete || self.rests.next_end().is_some() => self.wait(&mut listener).await,
                None => break,
            }
        }
        Ok(())
    }

    /// Claims the next run whose provider is not paused; runs that met a provider fault come last.
    async fn claim(&self) -> anyhow::Result<Option<Run>> {
        let now = Instant::now();
        if self.rests.end(now) {
            self.store.announce_settings();
        }
        let (met, alone) = (self.rests.met(), self.rests.left_alone(now));
        if !met.is_empty()
            && let Some(run) = self.store.claim_but(&met, &alone).await?
        {
            return Ok(Some(run));
        }
        Ok(self.store.claim_but(&[], &alone).await?)
    }

    /// Waits until something may be queued, a provider's pause ends, or work is to stop.
    async fn wait(&self, listener: &mut Listener) {
        let rested = self.rests.next_end();
        let rest = async {
            match rested {
                Some(end) => tokio::time::sleep_until(end.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::pin!(rest);
        loop {
            let received = tokio::select! {
                received = listener.next() => received,
                () = &mut rest => return,
                () = self.complete.cancelled(), if rested.is_none() => return,
                () = self.stop.cancelled() => return,
            };
            match received {
                Some(
                    Received::Missed(_)
                    | Received::Event(Event::RunQueued { .. } | Event::DocumentChanged { .. } | Event::SettingsChanged),
                ) => return,
                Some(Received::Event(_)) => {}
                None => return self.stop.cancelled().await,
            }
        }
    }

    async fn one(&self, run: Run) -> anyhow::Result<()> {
        let id = run.id;
        let pack = match self.shelf.get(&run.pack) {
            Ok(pack) => pack,
            Err(error) => {
                self.store.fail_run(id, &error.to_string()).await?;
                return Ok(());
            }
        };
        let engine = run.settings.engine.clone();
        let model = match self.models.of(&engine, &self.stop).await {
            Ok(model) => model,
            Err(error) => return self.give_up(id, engine, error).await,
        };
        let passwords = known(&self.passwords);
        // A separate token, so that one document can be stopped while the others continue.
        let stop = self.stop.child_token();
        let work = Work {
            store: &self.store,
            pool: &self.pool,
            pack,
            passwords: &passwords,
            model,
            stop: &stop,
        };
        self.see_through(id, engine, &stop, process(&work, run)).await
    }

    /// Works on one run until it ends or is cancelled, and records the outcome.
    async fn see_through(
        &self,
        id: RunId,
        engine: EngineId,
        stop: &CancellationToken,
        work: impl Future<Output = Result<(), Interrupted>>,
    ) -> anyhow::Result<()> {
        // In a separate task, since this one cannot react while the engine computes.
        let (watch, token) = (self.clone(), stop.clone());
        let _watching = AbortOnDropHandle::new(tokio::spawn(async move {
            watch.cancelled(id).await;
            token.cancel();
        }));
        let processed = match caught(work).await {
            Ok(processed) => processed,
            Err(panicked) => return self.panicked(id, &panicked).await,
        };
        match processed {
            Ok(()) => {
                if engine.kind == EngineKind::Model {
                    self.rests.finished(id, &engine);
                }
                Ok(())
            }
            // A run that was already ended is not queued again.
            Err(Interrupted::Stopped) => {
                self.store.requeue(id, STOPPED).await?;
                Ok(())
            }
            Err(Interrupted::Fatal(_)) if stop.is_cancelled() => {
                self.store.requeue(id, STOPPED).await?;
                Ok(())
            }
            Err(Interrupted::Fatal(error)) => self.give_up(id, engine, error).await,
            Err(error @ Interrupted::OverBudget { .. }) => self.give_up(id, engine, error.into()).await,
            Err(Interrupted::Store(error)) if error.is_of_one_document() => {
                self.give_up(id, engine, error.into()).await
            }
            Err(Interrupted::Store(error)) => {
                // Returning the run to the queue may fail for the same reason; the next start recovers it.
                if let Err(second) = self.store.requeue(id, &error.to_string()).await {
                    let code = second.code().map(Code::as_str);
                    tracing::warn!(name: "could not queue the run again", run = %id, code);
                }
                Err(error).with_context(|| format!("run {id} stopped and can be resumed"))
            }
        }
    }

    /// Counts a panic of this run, which is then retried once or fails.
    async fn panicked(&self, id: RunId, panicked: &Panicked) -> anyhow::Result<()> {
        let stage = self.store.run(id).await?.stage.as_str();
        let failure = format!("{panicked}, in stage {stage}; please report this location");
        let state = self.store.count_panic(id, &failure).await?;
        let state = state.map_or("ended", RunState::as_str);
        tracing::error!(name: "internal error", run = %id, stage, panic = panicked.place, state);
        Ok(())
    }

    /// Waits until the run is ended: cancelled, replaced by another, or its document moved to the trash.
    async fn cancelled(&self, id: RunId) {
        let mut listener = self.store.subscribe();
        loop {
            // It may have ended before the subscription, or among missed events.
            if let Ok(run) = self.store.run(id).await
                && run.state == RunState::Cancelled
            {
                return;
            }
            loop {
                match listener.next().await {
                    Some(Received::Event(Event::RunFinished { run, state, .. })) if run == id => {
                        if state == RunState::Cancelled {
                            return;
                        }
                    }
                    Some(Received::Event(_)) => {}
                    Some(Received::Missed(_)) => break,
                    None => return std::future::pending().await,
                }
            }
        }
    }

    /// Fails the run, or returns it to the queue if every document would fail the same way: until the provider
    /// recovers, or until user action.
    async fn give_up(&self, id: RunId, engine: EngineId, error: anyhow::Error) -> anyhow::Result<()> {
        let cause = error.downcast_ref::<ProviderError>().cloned();
        if let Some(cause) = cause.filter(|cause| cause.passes() || cause.remedy() == Remedy::Pause) {
            // Before the run is queued, or another worker would claim it at once.
            if let Some(rest) = self.rest(id, &engine, &cause) {
                let seconds = rest.as_secs();
                tracing::warn!(name: "work is paused and resumes by itself", run = %id, fault = ?cause.fault, seconds);
            } else {
                tracing::error!(name: "work is paused until the user acts", run = %id, fault = ?cause.fault);
                let cause = cause.clone();
                self.rests.halt(Halted { engine, cause });
            }
            self.store.requeue(id, &format!("paused: {cause}")).await?;
            self.store.announce_settings();
            return Ok(());
        }
        tracing::error!(name: "a run failed", run = %id, code = code_of(&error).map(Code::as_str));
        self.store.fail_run(id, &format!("{error:#}")).await?;
        Ok(())
    }
}

impl Worker {
    /// Returns how long to wait for a provider before notifying the user. A server on this computer that does not
    /// answer must be started by the user, so there is no wait.
    fn rest(&self, run: RunId, engine: &EngineId, cause: &ProviderError) -> Option<Duration> {
        if cause.fault == Fault::Network && self.models.is_here(engine) {
            return None;
        }
        let retry_policy = self.models.network.retry_policy();
        self.rests.begin(run, engine, retry_policy, cause, Instant::now())
    }
}

#[cfg(test)]
mod tests;
