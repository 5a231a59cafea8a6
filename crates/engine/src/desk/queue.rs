//! The queue of an open window: worked off as long as the program runs, paused and resumed, and what people do to the runs
//! in it. Not here: what a worker does (see `work`).

use super::Desk;
use super::rests::Rests;
use super::trouble::{parse_id, parse_ids, why_stopped};
use super::views::{Acted, Batch, Chosen, Erased, ReadAs, Trouble, WaitsFor};
use crate::provider::Fault;
use crate::store::{LibraryFilter, Standing, readable};
use jiff::Timestamp;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{Notify, RwLock};
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{DocumentId, DocumentState, EngineId, Run, RunId, RunState, now};

/// Documents that have to be done before the time for the others is guessed.
const MEASURED: u32 = 3;

/// What the window knows of the queue beside its rows.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    /// Woken when work may go on.
    resumed: Notify,
    /// Providers that are waited for, or that wait for a person.
    pub(super) rests: Rests,
    /// Held for reading while anybody works on documents, for writing by whoever needs them to be left alone.
    pub(super) at_work: RwLock<()>,
}

/// Who reads a document again.
pub(super) enum ReadBy {
    /// Whoever the workspace has chosen for its pack.
    Preferred,
    /// Whoever read it last, or was to.
    AsBefore,
    Named(EngineId),
}

#[derive(Default)]
struct State {
    paused: bool,
    /// Ends the work that is going on.
    stop: CancellationToken,
    /// When the queue filled, as long as it is not empty.
    since: Option<Timestamp>,
    /// What models had cost the workspace then.
    spent_before: f64,
    /// What stopped the work by itself, until it is resumed.
    stopped_by: Option<Trouble>,
}

impl Queue {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The engine that somebody has to agree to first.
    pub(super) fn waits_for_consent(&self) -> Option<EngineId> {
        let halted = self.rests.halted()?;
        (halted.cause.fault == Fault::NoConsent).then_some(halted.engine)
    }

    /// How often such a question has come up.
    pub(super) fn question(&self) -> u32 {
        self.rests.questions()
    }
}

impl Desk {
    /// Works off whatever is queued and whatever comes, until `end`. Trouble of the workspace pauses and is told.
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
                tracing::error!("the queue stopped: {error:#}");
                self.queue.with(|state| {
                    state.paused = true;
                    state.stopped_by = Some(why_stopped(&error));
                });
                self.store.announce_settings();
            }
        }
    }

    /// Stops at the next step of each running document; they wait in the queue.
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

    /// By the person or by trouble.
    pub fn is_paused(&self) -> bool {
        self.queue.with(|state| state.paused)
    }

    /// The provider that is left alone now, one that waits for a person first.
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

    /// Runs `work` while nobody works on documents.
    pub(super) async fn alone<T>(&self, work: impl Future<Output = T>) -> T {
        self.queue.with(|state| state.stop.cancel());
        let _leave = self.queue.at_work.write().await;
        work.await
    }

    /// The documents that are being worked off since the queue filled; nothing when it is empty.
    pub async fn batch(&self) -> anyhow::Result<Option<Batch>> {
        let spent = self.spent().await?;
        let (since, before) = self.queue.with(|state| {
            if state.since.is_none() {
                (state.since, state.spent_before) = (Some(now()), spent);
            }
            (state.since.unwrap_or_else(now), state.spent_before)
        });
        let progress = self.store.progress(since).await?;
        if progress.waiting == 0 {
            self.queue.with(|state| state.since = None);
            return Ok(None);
        }
        let seconds = now().duration_since(since).as_secs_f64();
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

    /// Reads documents again from the start, with the settings they have now.
    pub async fn rerun(&self, ids: &[String]) -> anyhow::Result<Acted> {
        self.queue_again(&parse_ids(ids)?, &ReadBy::Preferred).await
    }

    /// Changes what documents are read as, then reads them again; what is not named stays as it is in each.
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

    /// Ends queued and running runs; empty ids mean all of them.
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

    /// Reads again whatever stands so, such as all that failed.
    pub async fn retry(&self, state: Standing) -> anyhow::Result<Acted> {
        self.queue_again(&self.standing(state).await?, &ReadBy::AsBefore).await
    }

    /// The documents that stand so, oldest first.
    pub async fn standing(&self, state: Standing) -> anyhow::Result<Vec<DocumentId>> {
        let those = LibraryFilter {
            states: vec![state],
            ..LibraryFilter::default()
        };
        Ok(self.store.library_ids(&those).await?)
    }

    /// Puts documents into the trash.
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

    /// Erases what lies in the trash while nobody works on documents; returns how many there were.
    pub async fn empty_trash(&self) -> anyhow::Result<Erased> {
        self.close_pictures().await;
        let erased = self.alone(self.store.empty_trash()).await?;
        Ok(Erased { erased })
    }

    /// Erases these documents, wherever they lie, as emptying the trash does; returns how many there were.
    pub async fn forget(&self, ids: &[String]) -> anyhow::Result<Erased> {
        self.trash(ids).await?;
        self.close_pictures().await;
        let ids = parse_ids(ids)?;
        let erased = self.alone(self.store.erase_trashed(Some(&ids))).await?;
        Ok(Erased { erased })
    }

    /// A new run for each document; one that still waits or runs is ended first.
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

    /// Queued documents that were not started.
    pub async fn unbegun(&self) -> anyhow::Result<HashSet<DocumentId>> {
        Ok(self.store.unbegun().await?)
    }

    /// Whose run it is.
    pub async fn document_of(&self, run: RunId) -> anyhow::Result<DocumentId> {
        Ok(self.store.document_of(run).await?)
    }
}
