//! The durable stages: Intake, Classify, Extract, Verify, Decide. A stage reads rows and writes rows; one transaction
//! writes its results and advances the run, so a restart continues with the unfinished stage.

mod ahead;
mod attempts;
mod classify;
mod conclude;
mod correct;
mod decide;
mod disproved;
mod verification_input;
mod extract;
mod intake;
mod layers;
mod legibility;
mod pages;
mod phases;
mod questions;
mod recognition;
mod replay;
mod finalize;
mod contact_sheet;
mod surroundings;
mod verify;

use crate::agent::{Allowed, Budget, Guides, Journal, ModelEngine};
use crate::provider::Provider;
use crate::store::{Store, StoreError};
pub use correct::{Proposed, Wish, correct};
pub use decide::{POLICY_VERSION, RULES, Ruling, decide};
pub use finalize::{found_by_checks, packet};
pub use pages::StoredPages;
pub use replay::{Replay, replay};
use secrecy::SecretString;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio_util::sync::CancellationToken;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Document, EngineKind, Extractor, Run, RunState, Stage};
use touchstone_core::stop::{self, Ended};
use touchstone_intake::pool::ReaderPool;
use touchstone_local::LocalEngine;
pub use verify::{Questions, Verdict, Waiting, verify};

/// Processor time of one stage of a run: for any document, for each of its pages, and at most. The densest page that is
/// read takes less than a tenth of it, see `docs/measuring.md`.
const PER_DOCUMENT: Duration = Duration::from_mins(2);
const PER_PAGE: Duration = Duration::from_secs(20);
const LONGEST: Duration = Duration::from_hours(4);

/// Everything the stages of one run work with.
pub struct Work<'a> {
    pub store: &'a Store,
    pub pool: &'a ReaderPool,
    pub pack: Arc<Pack>,
    pub passwords: &'a [SecretString],
    /// The model named in the run's settings, if the run uses one.
    pub model: Option<Arc<dyn Provider>>,
    pub stop: &'a CancellationToken,
}

/// Why a run was interrupted. None of these is about the document: a document that cannot be read still gets a result.
#[derive(Debug, Error)]
pub enum Interrupted {
    /// The user stopped the run; it is queued again in its present state.
    #[error("stopped")]
    Stopped,
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A bug or a broken engine: the run fails with this message.
    #[error("{0:#}")]
    Fatal(#[from] anyhow::Error),
    /// The document took more processor time than one may, which another attempt would too.
    #[error(
        "{ended} in stage {}, more than a document of its length may; split it, and add the parts one by one",
        .stage.as_str()
    )]
    OverBudget { stage: Stage, ended: Ended },
}

/// Takes a claimed run through all remaining stages, with the engine its settings name. Computes for seconds without
/// awaiting, so run it on a dedicated thread; `work.stop` ends it there too.
pub async fn process(work: &Work<'_>, run: Run) -> Result<(), Interrupted> {
    let pack = Arc::clone(&work.pack);
    match (run.settings.engine.kind, &work.model) {
        (EngineKind::Local, _) => take_through(work, run, &LocalEngine::new(pack)).await,
        (EngineKind::Model, Some(model)) => {
            let journal = Journal::of_run(work.store, &run);
            let guides = Guides::load(work.store, &pack, &run.settings.guides).await?;
            let allowed = Allowed::new(Arc::clone(model), work.store, run.id, run.settings.allowance);
            let allowed: Arc<dyn Provider> = Arc::new(allowed);
            let engine = ModelEngine::new(Arc::clone(&allowed), Arc::clone(&pack), Budget::default());
            let engine = engine.with_guides(guides).journaled(journal);
            let work = Work {
                pack,
                model: Some(allowed),
                ..*work
            };
            take_through(&work, run, &engine).await
        }
        (EngineKind::Model, None) => {
            Err(anyhow::anyhow!("no model was made ready for engine `{}`", run.settings.engine).into())
        }
    }
}

async fn take_through(work: &Work<'_>, mut run: Run, engine: &dyn Extractor) -> Result<(), Interrupted> {
    while run.stage != Stage::Done {
        if work.stop.is_cancelled() {
            return Err(Interrupted::Stopped);
        }
        let document = work.store.document(run.document_id).await?;
        let budget = budget(document.page_count);
        let done = stop::within(work.stop, budget, Box::pin(one_stage(work, &run, &document, engine)));
        let won = match done.await {
            Ok(won) => won?,
            Err(Ended::Stopped) => return Err(Interrupted::Stopped),
            Err(ended @ Ended::OverBudget(_)) => {
                return Err(Interrupted::OverBudget {
                    stage: run.stage,
                    ended,
                });
            }
        };
        run = work.store.run(run.id).await?;
        // If the run left `running`, whatever moved it (a cancel, another claim) owns it now.
        if !won || run.state != RunState::Running {
            return Ok(());
        }
    }
    Ok(())
}

async fn one_stage(
    work: &Work<'_>,
    run: &Run,
    document: &Document,
    engine: &dyn Extractor,
) -> Result<bool, Interrupted> {
    match run.stage {
        Stage::Intake => intake_stage(work, run, document).await,
        Stage::Classify => classify::survey(work, run, document, engine).await,
        Stage::Extract => extract::fill_all(work, run, document, engine).await,
        Stage::Verify => finalize::verify_run(work, run).await,
        Stage::Decide => finalize::settle(work, run).await,
        Stage::Done => Ok(true),
    }
}

/// Processor time that a stage may use on a document. A document whose pages are not counted yet may use the most.
fn budget(pages: Option<u32>) -> Duration {
    let of_pages = pages.and_then(|pages| PER_PAGE.checked_mul(pages));
    of_pages.map_or(LONGEST, |of_pages| (PER_DOCUMENT + of_pages).min(LONGEST))
}

async fn intake_stage(work: &Work<'_>, run: &Run, document: &Document) -> Result<bool, Interrupted> {
    let taken = intake::take_in(work, document).await?;
    // A document that cannot be read goes straight to the expert, who may know the password or have a better copy.
    let next = if taken.outcome.is_readable() {
        Stage::Classify
    } else {
        Stage::Verify
    };
    let message = taken.message.as_deref();
    Ok(work
        .store
        .finish_intake(run.id, taken.outcome, message, taken.page_count, next)
        .await?)
}

#[cfg(test)]
mod golden;
#[cfg(test)]
mod table;
#[cfg(test)]
mod tests;
