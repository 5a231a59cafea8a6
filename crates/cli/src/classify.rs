//! `touchstone classify`: hand every input in, work the queue off, answer for each input exactly once.

use crate::args::{Classify, Engine, Global};
use crate::batch::{Batch, Delivery};
use crate::inputs::{self, Input, Inputs};
use crate::names::plain;
use crate::progress::Progress;
use crate::status::{Status, UsageError};
use crate::table::Verdict;
use crate::{interrupt, passwords, table, workspace};
use anyhow::Context;
use secrecy::SecretString;
use std::io;
use std::time::Instant;
use tokio_util::sync::CancellationToken;
use touchstone_engine::event::{Event, Heard};
use touchstone_engine::record::EngineId;
use touchstone_engine::store::{Access, Place};
use touchstone_engine::{Refusal, Submission};
use touchstone_intake::Outcome;

pub(crate) async fn run(args: &Classify, global: &Global) -> anyhow::Result<Status> {
    let inputs = inputs::expand(&args.paths, io::stdin().lock()).context("could not read paths from standard input")?;
    for remark in &inputs.remarks {
        eprintln!("touchstone: {}", plain(remark));
    }
    let passwords = match &args.password_file {
        Some(file) => passwords::read(file)?,
        None => Vec::new(),
    };
    let requests = interrupt::watch();
    tokio::select! {
        status = answer(args, global, &inputs, &passwords, &requests.stop) => status,
        () = requests.at_once.cancelled() => Ok(Status::Interrupted),
    }
}

async fn answer(
    args: &Classify,
    global: &Global,
    inputs: &Inputs,
    passwords: &[SecretString],
    stop: &CancellationToken,
) -> anyhow::Result<Status> {
    let begun = Instant::now();
    let delivery = Delivery::new(args, inputs.single)?;
    let desk = workspace::open(global, Access::Own, args.jobs).await?;
    let progress = Progress::new(inputs.files.len(), global.quiet);
    let mut batch = Batch::new(&desk, &args.pack, delivery, progress);
    let worked = work(&mut batch, &inputs.files, args, passwords, stop).await;
    let answered = batch.finish().await;
    let closed = desk.close().await;
    let rows = answered?;
    if !global.quiet && !rows.is_empty() {
        eprintln!("{} in {:.1} s", table::summary(&rows), begun.elapsed().as_secs_f64());
    }
    // What stopped the work says more than what came of it when closing.
    worked
        .and(closed)
        .inspect_err(|_| eprintln!("touchstone: stopped early; {}", how_to_go_on(global)))?;
    if stop.is_cancelled() {
        eprintln!("touchstone: interrupted; {}", how_to_go_on(global));
        return Ok(Status::Interrupted);
    }
    let failed = rows
        .iter()
        .any(|row| matches!(row.verdict, Verdict::Failed | Verdict::Unfinished));
    Ok(if failed { Status::Failed } else { Status::Fine })
}

async fn work(
    batch: &mut Batch<'_>,
    files: &[Input],
    args: &Classify,
    passwords: &[SecretString],
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let desk = batch.desk;
    let mut events = desk.events();
    for input in files {
        if stop.is_cancelled() {
            batch
                .refused(input, args, Outcome::Cancelled, "stopped before the file was handed in")
                .await?;
            continue;
        }
        submit(batch, input, args).await?;
    }
    let worked_off = CancellationToken::new();
    // Both are polled together: an answer is read from the same workspace that the work writes to.
    let working = async {
        let worked = desk.work(passwords, stop).await;
        worked_off.cancel();
        worked
    };
    let answering = async {
        loop {
            let heard = tokio::select! {
                () = worked_off.cancelled() => return Ok(()),
                heard = events.next() => heard,
            };
            let answered = match heard {
                Some(Heard::Event(Event::RunFinished { run, .. })) => batch.answer(run).await,
                Some(Heard::Event(_) | Heard::Missed(_)) => Ok(()),
                None => return Ok(()),
            };
            if answered.is_err() {
                // Nobody takes our answers (a closed pipe, a full disk): no use in making more of them.
                stop.cancel();
                return answered;
            }
        }
    };
    let (worked, answered) = tokio::join!(working, answering);
    answered.and(worked)
}

async fn submit(batch: &mut Batch<'_>, input: &Input, args: &Classify) -> anyhow::Result<()> {
    if let Some(trouble) = &input.trouble {
        return batch.refused(input, args, Outcome::NotADocument, trouble).await;
    }
    let Engine::Local = args.engine;
    let submission = Submission {
        path: input.path.clone(),
        pack: args.pack.clone(),
        expected_year: args.year,
        case: args.case.clone(),
        engine: EngineId::local(),
        again: args.again,
    };
    match batch.desk.submit(&submission).await {
        Ok(ticket) => batch.accepted(input, ticket).await,
        Err(Refusal::File(failure)) => batch.refused(input, args, failure.outcome, &failure.message).await,
        Err(Refusal::Request(error)) => Err(UsageError(format!("{error:#}")).into()),
        Err(Refusal::Store(error)) => Err(error).with_context(|| format!("could not take in {}", input.path.display())),
    }
}

fn how_to_go_on(global: &Global) -> &'static str {
    match workspace::place(global.workspace.as_deref()) {
        Ok(Place::Memory) => "nothing is kept, because the workspace was in memory",
        _ => "what is finished is kept, and the same command goes on with the rest",
    }
}
