//! The queue of an open window: processed while the program runs, paused and resumed, and the actions users take on
//! its runs. Workers are in `work`.

use super::Desk;
use super::paused_providers::PausedProviders;
use super::trouble::{parse_id, parse_ids, why_stopped};
use super::views::{Acted, Batch, Chosen, Erased, ReadAs, Trouble, WaitsFor};
use crate::error::Code;
use crate::provider::Fault;
use crate::store::{LibraryFilter, Standing, code_of, readable};
use jiff::Timestamp;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{Notify, RwLock};
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{DocumentId, DocumentState, EngineId, Run, RunId, RunState, now};

/// Documents that must be finished before the remaining time is estimated.
const MEASURED: u32 = 3;

/// State of the queue that is not in its rows.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    /// Woken when work may resume.
    resumed: Notify,
    /// Providers that are paused, for a while or until user action.
    pub(super) rests: PausedProviders,
    /// Held for reading during work on documents, and for writing by operations that require no work in progress.
    pub(super) at_work: RwLock<()>,
}

/// The engine that reads a document again.
pub(super) enum ReadBy {
    /// The engine the workspace has chosen for the pack.
    Preferred,
    /// The engine of the document's last run.
    AsBefore,
    Named(EngineId),
}

#[derive(Default)]
struct State {
    paused: bool,
    /// Stops the work in progress.
    stop: CancellationToken,
    /// When the queue last became non-empty, by the wall clock and by one that never jumps; `None` while it is empty.
    since: Option<(Timestamp, Instant)>,
    /// Total model costs of the workspace at that time, in US dollars.
    spent_before: f64,
    /// The problem that stopped the work, until it is resumed.
    stopped_by: Option<Trouble>,
}

impl Queue {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The engine that requires consent first.
    pub(super) fn waits_for_consent(&self) -> Option<EngineId> {
        let halted = self.rests.halted()?;
        (halted.cause.fault == Fault::NoConsent).then_some(halted.engine)
    }

    /// How often a consent question has come up.
    pub(super) fn question(&self) -> u32 {
        self.rests.questions()
    }
}

impl Desk {
    /// Processes everything queued now and later, until `end`. A workspace failure pauses the queue and is reported.
    pub async fn serve(&self, end: &CancellationToken) {
        while !end.is_cancelled() {
            let stop = end.child_token();
            let paused = self.queue.with(|state| {
                state.stop = stop.clone();
                state.paused
            });
            if paused {
                tokio::select! {
                    () = self.queue.resumed.notified() => {}
                    () = end.cancelled() => {}
                }
                continue;
            }
            let leave = self.queue.at_work.read().await;
            let worked = self.work_on(&CancellationToken::new(), &stop).await;
            drop(leave);
            if let Err(error) = worked {
                tracing::error!(name: "the queue stopped", code = code_of(&error).map(Code::as_str));
                self.queue.with(|state| {
                    state.paused = true;
                    state.stopped_by = Some(why_stopped(&error));
                });
                self.store.announce_settings();
            }
        }
    }

    /// Stops each running document at its next step; they return to the queue.
    pub fn pause(&self) {
        self.queue.with(|state| {
            state.paused = true;
            state.stop.cancel();
        });
        self.store.announce_settings();
    }

    pub fn resume(&self) {
        self.queue.with(|state| {
            state.paused = false;
            state.stopped_by = None;
        });
        self.queue.rests.forget();
        self.queue.resumed.notify_one();
        self.store.announce_settings();
    }

    /// Paused by the user or by a failure.
    pub fn is_paused(&self) -> bool {
        self.queue.with(|state| state.paused)
    }

    /// The provider that is currently paused, one that requires user action first.
    pub(super) fn waits_for(&self) -> Option<WaitsFor> {
        let halted = self.queue.rests.halted().and_then(|halted| halted.engine.provider);
        let by_itself = halted.is_none();
        let name = halted.or_else(|| self.queue.rests.left_alone(Instant::now()).into_iter().next())?;
        let endpoint = self.catalog().ok().and_then(|catalog| catalog.endpoint(&name).ok());
        Some(WaitsFor {
            title: endpoint.map_or_else(|| name.clone(), |endpoint| endpoint.title.clone()),
            by_itself,
        })
    }

    pub(super) fn stopped_by(&self) -> Option<Trouble> {
        self.queue.with(|state| state.stopped_by.clone())
    }

    /// Runs `work` while no work on documents is in progress.
    pub(super) async fn alone<T>(&self, work: impl Future<Output = T>) -> T {
        self.queue.with(|state| state.stop.cancel());
        let _leave = self.queue.at_work.write().await;
        work.await
    }

    /// The documents processed since the queue became non-empty; `None` if it is empty.
    pub async fn batch(&self) -> anyhow::Result<Option<Batch>> {
        let spent = self.spent().await?;
        let (since, begun, before) = self.queue.with(|state| {
            let (since, begun) = state.since.get_or_insert_with(|| {
                state.spent_before = spent;
                (now(), Instant::now())
            });
            // A clock that was set back would hide all that ends from now on.
            *since = (*since).min(now());
            (*since, *begun, state.spent_before)
        });
        let progress = self.store.progress(since).await?;
        if progress.waiting == 0 {
            self.queue.with(|state| state.since = None);
            return Ok(None);
        }
        let seconds = begun.elapsed().as_secs_f64();
        let ended = progress.accepted + progress.needs_review + progress.failed;
        let engines = self.store.engines_at_work().await?;
        let per_second = if seconds > 0.0 { f64::from(ended) / seconds } else { 0.0 };
        Ok(Some(Batch {
            started_at: since.to_string(),
            total: ended + progress.waiting,
            accepted: progress.accepted,
            needs_review: progress.needs_review,
            failed: progress.failed,
            seconds_left: (ended >= MEASURED).then(|| f64::from(progress.waiting) / per_second),
            per_second,
            cost_usd: spent - before,
            price_unknown: engines.iter().any(|engine| self.is_unpriced(engine)),
        }))
    }

    /// Reads documents again from the start, with current settings.
    pub async fn rerun(&self, ids: &[String]) -> anyhow::Result<Acted> {
        self.queue_again(&parse_ids(ids)?, &ReadBy::Preferred).await
    }

    /// Changes how documents are read, then reads them again; settings not given are kept for each document.
    pub async fn set_pack(&self, ids: &[String], change: &ReadAs) -> anyhow::Result<Acted> {
        let by = change.engine.as_deref().map(|name| self.named_engine(name));
        let by = by.transpose()?.map_or(ReadBy::AsBefore, ReadBy::Named);
        let pack = change.pack.as_deref().map(|name| self.pack(name)).transpose()?;
        let ids = parse_ids(ids)?;
        for &id in &ids {
            if let Some(pack) = &pack {
                self.store.set_pack(id, &pack.name).await?;
            }
            if let Some(expected) = change.expected_year {
                self.store.set_expected_year(id, expected.year).await?;
            }
        }
        self.queue_again(&ids, &by).await
    }

    /// What the documents have in common.
    pub async fn chosen(&self, ids: &[String]) -> anyhow::Result<Chosen> {
        let common = self.store.common(&parse_ids(ids)?).await?;
        Ok(Chosen {
            packs: common.packs,
            expected_years: common.expected_years,
            engines: common.engines.iter().map(ToString::to_string).collect(),
            in_work: common.in_work,
        })
    }

    pub async fn set_case(&self, ids: &[String], case: Option<&str>) -> anyhow::Result<Acted> {
        let case = case.map(str::trim).filter(|case| !case.is_empty());
        let mut changed = 0;
        for id in parse_ids(ids)? {
            changed += u32::from(self.store.set_case(id, case).await?);
        }
        Ok(Acted { changed })
    }

    /// Ends queued and running runs; no ids means all of them.
    pub async fn cancel(&self, ids: &[String]) -> anyhow::Result<Acted> {
        let chosen = parse_ids(ids)?;
        let mut changed = 0;
        for state in [RunState::Queued, RunState::Running] {
            for run in self.store.runs_in(state).await? {
                if chosen.is_empty() || chosen.contains(&run.document_id) {
                    changed += u32::from(self.store.cancel_run(run.id).await?);
                }
            }
        }
        Ok(Acted { changed })
    }

    /// Reads all documents in this state again, such as all that failed.
    pub async fn retry(&self, state: Standing) -> anyhow::Result<Acted> {
        self.queue_again(&self.standing(state).await?, &ReadBy::AsBefore).await
    }

    /// The documents in this state, oldest first.
    pub async fn standing(&self, state: Standing) -> anyhow::Result<Vec<DocumentId>> {
        let those = LibraryFilter {
            states: vec![state],
            ..LibraryFilter::default()
        };
        Ok(self.store.library_ids(&those).await?)
    }

    /// Moves documents to the trash.
    pub async fn trash(&self, ids: &[String]) -> anyhow::Result<Acted> {
        let thrown = self.store.trash(&parse_ids(ids)?).await?;
        for &document in &thrown {
            self.requests.stop(document, None);
        }
        let changed = thrown.len() as u32;
        Ok(Acted { changed })
    }

    pub async fn restore(&self, ids: &[String]) -> anyhow::Result<Acted> {
        let changed = self.store.restore(&parse_ids(ids)?).await?.len() as u32;
        Ok(Acted { changed })
    }

    pub async fn is_in_trash(&self, id: &str) -> anyhow::Result<bool> {
        Ok(self.store.document(parse_id(id)?).await?.state == DocumentState::Trashed)
    }

    /// Erases everything in the trash while no work is in progress; returns how many documents.
    pub async fn empty_trash(&self) -> anyhow::Result<Erased> {
        self.close_pictures().await;
        let erased = self.alone(self.store.empty_trash()).await?;
        Ok(Erased { erased })
    }

    /// Erases these documents, whether in the trash or not; returns how many.
    pub async fn forget(&self, ids: &[String]) -> anyhow::Result<Erased> {
        self.trash(ids).await?;
        self.close_pictures().await;
        let ids = parse_ids(ids)?;
        let erased = self.alone(self.store.erase_trashed(Some(&ids))).await?;
        Ok(Erased { erased })
    }

    /// Queues a new run for each document; a run still waiting or running is ended first.
    pub(super) async fn queue_again(&self, ids: &[DocumentId], by: &ReadBy) -> anyhow::Result<Acted> {
        let mut changed = 0;
        for &id in ids {
            let engine = match by {
                ReadBy::Named(engine) => engine.clone(),
                ReadBy::AsBefore => {
                    let last = readable(self.store.newest_run(id).await)?;
                    last.map_or_else(EngineId::local, |run| run.settings.engine)
                }
                ReadBy::Preferred => self.preferred_engine(&self.store.document(id).await?.pack).await?,
            };
            changed += self.queue_anew(id, engine).await?;
        }
        Ok(Acted { changed })
    }

    pub(super) async fn queue_anew(&self, id: DocumentId, engine: EngineId) -> anyhow::Result<u32> {
        let document = self.store.document(id).await?;
        let pack = self.pack(&document.pack)?;
        let settings = self.settings_of_run(&pack, document.expected_year, engine).await?;
        let run: Run = super::submit::queued(id, &pack, settings);
        self.store.queue_anew(&run).await?;
        Ok(1)
    }

    /// Queued documents that have not been started.
    pub async fn unbegun(&self) -> anyhow::Result<HashSet<DocumentId>> {
        Ok(self.store.unbegun().await?)
    }

    /// The document of a run.
    pub async fn document_of(&self, run: RunId) -> anyhow::Result<DocumentId> {
        Ok(self.store.document_of(run).await?)
    }
}
