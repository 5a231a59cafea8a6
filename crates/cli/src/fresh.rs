//! Classifies documents in a workspace in memory, through the same `Desk` as `classify`, for measuring only.

use crate::progress::Progress;
use crate::status::UsageError;
use crate::table::Row;
use crate::workspace;
use anyhow::Context;
use secrecy::SecretString;
use std::path::PathBuf;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{EngineId, RunId};
use touchstone_engine::event::{Event, Received};
use touchstone_engine::export::ResultJson;
use touchstone_engine::store::{Access, Place};
use touchstone_engine::{Desk, DeskOptions, Refusal, Submission};
use touchstone_intake::{Recogniser, Script};

/// What to classify, and how.
pub(crate) struct Order {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) pack: String,
    /// Folders with packs that take precedence over the program's.
    pub(crate) packs: Vec<PathBuf>,
    pub(crate) year: Option<i32>,
    pub(crate) jobs: Option<u16>,
    pub(crate) ocr: Option<Recogniser>,
    pub(crate) script: Option<Script>,
    pub(crate) passwords: Vec<SecretString>,
    pub(crate) quiet: bool,
}

/// One answer per file, in file order; `None` if the work was stopped before all were done.
pub(crate) async fn answers<T>(
    order: &Order,
    stop: &CancellationToken,
    taken: impl AsyncFn(&Desk, Option<RunId>, ResultJson) -> anyhow::Result<T>,
) -> anyhow::Result<Option<Vec<T>>> {
    let options = DeskOptions {
        jobs: order.jobs.map(usize::from),
        recogniser: workspace::installed(order.ocr)?,
        script: order.script,
        packs: crate::user_folder::user_packs()
            .into_iter()
            .chain(order.packs.clone())
            .collect(),
        ..DeskOptions::default()
    };
    let desk = Desk::open(&Place::Memory, Access::Own, options).await?;
    let worked = work(&desk, order, stop).await;
    let mut answers = Vec::new();
    if let Ok(handed) = &worked {
        for one in handed {
            let (run, result) = match one {
                Handed::Run(run) => (Some(*run), desk.result(*run).await?),
                Handed::Refused(result) => (None, (**result).clone()),
            };
            answers.push(taken(&desk, run, result).await?);
        }
    }
    let closed = desk.close().await;
    worked.and(closed)?;
    Ok((!stop.is_cancelled()).then_some(answers))
}

/// The result of submitting a file.
enum Handed {
    Run(RunId),
    Refused(Box<ResultJson>),
}

async fn work(desk: &Desk, order: &Order, stop: &CancellationToken) -> anyhow::Result<Vec<Handed>> {
    let mut handed = Vec::new();
    for path in &order.files {
        if stop.is_cancelled() {
            return Ok(Vec::new());
        }
        handed.push(hand_in(desk, order, path.clone()).await?);
    }
    let mut progress = Progress::new(order.files.len(), order.quiet);
    for one in &handed {
        if let Handed::Refused(result) = one {
            progress.finished(&result.document.file_name, &Row::of(result).brief());
        }
    }
    let mut events = desk.events();
    let done = CancellationToken::new();
    let working = async {
        let worked = desk.work(&order.passwords, stop).await;
        done.cancel();
        worked
    };
    let reporting = async {
        loop {
            let received = tokio::select! {
                () = done.cancelled() => return Ok(()),
                received = events.next() => received,
            };
            match received {
                Some(Received::Event(Event::RunFinished { run, .. })) => {
                    let result = desk.result(run).await?;
                    progress.finished(&result.document.file_name, &Row::of(&result).brief());
                }
                Some(Received::Event(_) | Received::Missed(_)) => {}
                None => return anyhow::Ok(()),
            }
        }
    };
    let (worked, reported) = tokio::join!(working, reporting);
    progress.close();
    worked.and(reported)?;
    Ok(handed)
}

async fn hand_in(desk: &Desk, order: &Order, path: PathBuf) -> anyhow::Result<Handed> {
    let submission = Submission {
        path: path.clone(),
        pack: order.pack.clone(),
        expected_year: order.year,
        case: None,
        engine: EngineId::local(),
        again: true,
    };
    match desk.submit(&submission).await {
        Ok(ticket) => Ok(Handed::Run(ticket.run_id)),
        Err(Refusal::File(failure)) => {
            let shown = path.to_string_lossy();
            let result = ResultJson::unreadable(&shown, &order.pack, failure.outcome, &failure.message);
            Ok(Handed::Refused(Box::new(result)))
        }
        Err(Refusal::Request(error)) => Err(UsageError(format!("{error:#}")).into()),
        Err(Refusal::Store(error)) => {
            Err(anyhow::Error::from(error)).with_context(|| format!("could not add {}", path.display()))
        }
    }
}
