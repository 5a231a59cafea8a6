//! `touchstone classify`: submits every input, works off the queue and answers for each input exactly once.

use crate::args::{Classify, Global};
use crate::batch::{Batch, Delivery};
use crate::inputs::{Input, Inputs};
use crate::names::plain;
use crate::progress::Progress;
use crate::status::{Status, UsageError};
use crate::table::Row;
use crate::{consent, inputs, interrupt, output, passwords, priors, table, workspace};
use anyhow::Context;
use secrecy::SecretString;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::EngineId;
use touchstone_engine::error::Code;
use touchstone_engine::event::{Event, Listener, Received};
use touchstone_engine::provider::ProviderError;
use touchstone_engine::review::Priors;
use touchstone_engine::store::{Access, Place, code_of};
use touchstone_engine::{Desk, Refusal, Submission, Ticket};
use touchstone_intake::{Failure, Outcome};

/// Max time for running work to end after a request to stop.
const GRACE: Duration = Duration::from_millis(800);

pub(crate) async fn run(args: &Classify, global: &Global) -> anyhow::Result<Status> {
    let inputs = inputs::expand(&args.paths, io::stdin().lock()).context("could not read paths from standard input")?;
    for remark in &inputs.remarks {
        eprintln!("touchstone: {}", plain(remark));
    }
    let mut priors = match &args.compare {
        Some(file) => priors::read(file)?,
        None => Priors::default(),
    };
    let passwords = match &args.password_file {
        Some(file) => passwords::read(file)?,
        None => Vec::new(),
    };
    let requests = interrupt::watch();
    tokio::select! {
        status = answer(args, global, &inputs, &mut priors, &passwords, &requests.stop) => status,
        () = requests.at_once.cancelled() => Ok(Status::Interrupted),
    }
}

async fn answer(
    args: &Classify,
    global: &Global,
    inputs: &Inputs,
    priors: &mut Priors,
    passwords: &[SecretString],
    stop: &CancellationToken,
) -> anyhow::Result<Status> {
    let begun = Instant::now();
    let delivery = Delivery::new(args, inputs.single)?;
    let desk = workspace::open_with(global, Access::Own, args.jobs, args.ocr, args.script).await?;
    let ready = async {
        consent::may_begin(&desk, &engine_of(&desk, args).await?, args.consent).await?;
        print_estimate(&desk, &inputs.files, args, global.quiet).await
    };
    if let Err(error) = ready.await {
        desk.close().await?;
        return Err(UsageError(format!("{error:#}")).into());
    }
    let progress = Progress::new(inputs.files.len(), global.quiet);
    let mut batch = Batch::new(&desk, args.into(), delivery, progress);
    let worked = work(&mut batch, &inputs.files, args, priors, passwords, stop).await;
    if !global.quiet {
        priors::report_unused(priors);
    }
    let asked_wrongly = worked.as_ref().is_err_and(anyhow::Error::is::<UsageError>);
    let answered = if asked_wrongly {
        Ok(Vec::new())
    } else {
        batch.finish(stop.is_cancelled()).await
    };
    let held_back = desk.acceptance_notices().await;
    let closed = if stop.is_cancelled() {
        // The next start finds everything that was not written back.
        timeout(GRACE, desk.close()).await.unwrap_or(Ok(()))
    } else {
        desk.close().await
    };
    let rows = answered?;
    if !global.quiet && !rows.is_empty() {
        eprintln!("{} in {:.1} s", table::summary(&rows), begun.elapsed().as_secs_f64());
        advise(&rows, passwords.len());
        print_notices(held_back);
    }
    // The error that stopped the work is more informative than one from closing.
    worked.and(closed).inspect_err(|error| {
        if !asked_wrongly && !output::is_broken_pipe(error) {
            eprintln!("touchstone: stopped early{}", what_is_left(global, error));
        }
    })?;
    if stop.is_cancelled() {
        eprintln!("touchstone: interrupted; {}", how_to_go_on(global));
        return Ok(Status::Interrupted);
    }
    Ok(table::status(&rows))
}

/// Says which packs accept nothing automatically.
fn print_notices(held_back: anyhow::Result<Vec<String>>) {
    match held_back {
        Ok(notices) => notices
            .iter()
            .for_each(|notice| eprintln!("touchstone: {}", plain(notice))),
        Err(error) => eprintln!("touchstone: {}", plain(&format!("{error:#}"))),
    }
}

/// The engine named on the command line, otherwise the workspace's preference for the pack.
async fn engine_of(desk: &Desk, args: &Classify) -> anyhow::Result<EngineId> {
    match &args.engine {
        Some(engine) => Ok(engine.clone()),
        None => desk.preferred_engine(&args.pack).await,
    }
}

/// Prints the estimated cost of a model before the first document is sent.
async fn print_estimate(desk: &Desk, files: &[Input], args: &Classify, quiet: bool) -> anyhow::Result<()> {
    let engine = engine_of(desk, args).await?;
    if quiet || engine == EngineId::local() {
        return Ok(());
    }
    let engine = engine.to_string();
    let paths: Vec<PathBuf> = files.iter().map(|input| input.path.clone()).collect();
    if let Some(estimate) = desk.estimate(&paths, &args.pack, &engine).await? {
        let cost = match (estimate.low_usd, estimate.high_usd) {
            (Some(low), Some(high)) => format!("is likely to cost ${low:.2} to ${high:.2}"),
            _ => "has no estimate".to_owned(),
        };
        let (documents, basis) = (table::counted(paths.len(), "document"), estimate.assumptions.join("; "));
        eprintln!("touchstone: reading {documents} with {engine} {cost} ({basis})");
    }
    Ok(())
}

/// An input and the result of submitting it.
pub(crate) type HandedIn<'f> = (&'f Input, Result<Ticket, Failure>);

/// Reads documents while others are still being submitted.
async fn work<'f>(
    batch: &mut Batch<'_>,
    files: &'f [Input],
    args: &Classify,
    priors: &mut Priors,
    passwords: &[SecretString],
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let desk = batch.desk;
    let hand_in = async |stop: &CancellationToken, to: UnboundedSender<HandedIn<'f>>| {
        hand_in(desk, files, args, priors, stop, to).await
    };
    Box::pin(work_off(batch, hand_in, passwords, stop)).await
}

/// Processes what `hand_in` queues, while it is still queueing, and answers for each run as soon as it has ended.
pub(crate) async fn work_off<'f>(
    batch: &mut Batch<'_>,
    hand_in: impl AsyncFnOnce(&CancellationToken, UnboundedSender<HandedIn<'f>>) -> anyhow::Result<()>,
    passwords: &[SecretString],
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let desk = batch.desk;
    let mut events = desk.events();
    let (to, mut handed) = mpsc::unbounded_channel();
    let (complete, worked_off) = (CancellationToken::new(), CancellationToken::new());
    // An error in one of the three ends the others.
    let halt = stop.child_token();
    let handing = async {
        let handed = hand_in(&halt, to).await;
        handed.inspect_err(|_| halt.cancel())?;
        complete.cancel();
        Ok(())
    };
    let working = async {
        let worked = tokio::select! {
            worked = desk.work_until(&complete, passwords, &halt) => worked,
            // Work that is still computing has not stored anything that would need to be undone.
            () = after(&halt, GRACE) => Ok(()),
        };
        worked_off.cancel();
        worked.inspect_err(|_| halt.cancel())
    };
    let answering = async {
        let answered = answer_all(batch, &mut handed, &mut events, &worked_off).await;
        // Results cannot be written (closed pipe, full disk), so making more is pointless.
        answered.inspect_err(|_| halt.cancel())
    };
    // All are polled together: answers are read from the workspace that the work writes to.
    let (handed, worked, answered) = tokio::join!(handing, working, answering);
    handed.and(answered).and(worked)
}

/// Waits until the token is cancelled, then for a while longer.
async fn after(token: &CancellationToken, pause: Duration) {
    token.cancelled().await;
    tokio::time::sleep(pause).await;
}

/// Answers for inputs as they are submitted and as their runs end, until both are complete.
async fn answer_all(
    batch: &mut Batch<'_>,
    handed: &mut UnboundedReceiver<HandedIn<'_>>,
    events: &mut Listener,
    worked_off: &CancellationToken,
) -> anyhow::Result<()> {
    let mut all_in = false;
    loop {
        let received = tokio::select! {
            biased;
            one = handed.recv(), if !all_in => {
                match one {
                    Some((input, Ok(ticket))) => batch.accepted(input, ticket).await?,
                    Some((input, Err(failure))) => batch.refused(input, &failure).await?,
                    None => all_in = true,
                }
                continue;
            }
            received = events.next() => received,
            () = worked_off.cancelled(), if all_in => return Ok(()),
        };
        match received {
            Some(Received::Event(Event::RunFinished { run, .. })) => batch.answer(run).await?,
            Some(Received::Event(Event::PagesRead { document, done, total })) => {
                batch.pages_read(document, done, total);
            }
            Some(Received::Event(_) | Received::Missed(_)) => {}
            None => return Ok(()),
        }
    }
}

/// Submits one input after the other and reports the result of each. If the workspace cannot take one, the rest is
/// left.
async fn hand_in<'f>(
    desk: &Desk,
    files: &'f [Input],
    args: &Classify,
    priors: &mut Priors,
    stop: &CancellationToken,
    to: UnboundedSender<HandedIn<'f>>,
) -> anyhow::Result<()> {
    let left = || Failure::new(Outcome::Cancelled, "stopped before the file was added");
    let mut trouble = None;
    for input in files {
        let became = if trouble.is_some() {
            Err(left())
        } else {
            let submitted = tokio::select! {
                biased;
                () = stop.cancelled() => Err(Refusal::File(left())),
                submitted = submit(desk, input, args) => submitted,
            };
            match submitted {
                Ok(ticket) => {
                    if let Some(prior) = priors.take(&input.path) {
                        desk.compare(ticket.document_id, &prior).await?;
                    }
                    Ok(ticket)
                }
                Err(Refusal::File(failure)) => Err(failure),
                Err(Refusal::Request(error)) => return Err(UsageError(format!("{error:#}")).into()),
                Err(Refusal::Store(error)) => {
                    let what = format!("could not add {}", input.path.display());
                    let of_file = error.is_of_one_document();
                    let outcome = if of_file { Outcome::Io } else { Outcome::Cancelled };
                    let failure = Failure::new(outcome, format!("{what}: {error}"));
                    if !of_file {
                        trouble = Some(anyhow::Error::from(error).context(what));
                    }
                    Err(failure)
                }
            }
        };
        // The receiver is gone after a failed write, which is reported there.
        let _ = to.send((input, became));
    }
    trouble.map_or(Ok(()), Err)
}

async fn submit(desk: &Desk, input: &Input, args: &Classify) -> Result<Ticket, Refusal> {
    if let Some(trouble) = &input.trouble {
        return Err(Refusal::File(Failure::new(Outcome::NotADocument, trouble)));
    }
    let submission = Submission {
        path: input.path.clone(),
        pack: args.pack.clone(),
        expected_year: args.year,
        case: args.case.clone(),
        engine: engine_of(desk, args).await?,
        again: args.again,
    };
    desk.submit(&submission).await
}

/// Advises the user on documents that need a password.
fn advise(rows: &[Row], passwords: usize) {
    let locked = rows.iter().filter(|row| row.outcome == Outcome::PasswordNeeded).count();
    if locked > 0 {
        let locked = table::counted(locked, "document");
        if passwords == 0 {
            eprintln!("touchstone: {locked} could not be opened: give passwords with `--password-file FILE`");
        } else {
            eprintln!(
                "touchstone: {locked} could not be opened with the {} given",
                table::counted(passwords, "password")
            );
        }
    }
}

/// Tells how to continue after `error` stopped the work, as far as that is known. The same command can only continue
/// after an error that passes by itself or by following its message.
fn what_is_left(global: &Global, error: &anyhow::Error) -> String {
    let passes = code_of(error) == Some(Code::DiskFull) || error.is::<ProviderError>();
    if passes || matches!(workspace::place(global.workspace.as_deref()), Ok(Place::Memory)) {
        format!("; {}", how_to_go_on(global))
    } else {
        String::new()
    }
}

fn how_to_go_on(global: &Global) -> &'static str {
    match workspace::place(global.workspace.as_deref()) {
        Ok(Place::Memory) => "nothing is kept, because the workspace is in memory",
        Ok(place) if !place.has_database() => "nothing is kept, because the workspace was removed",
        _ => "finished documents are kept; run the same command again to continue with the rest",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::path::Path;
    use touchstone_engine::store::StoreError;

    /// Only where the same command can go on is it said to.
    #[test]
    fn what_is_left_is_told_where_it_is_known() {
        let full = || StoreError::DiskFull { what: "write".into() };
        let damaged = || StoreError::FileDamaged {
            what: "write".into(),
            reason: "malformed".into(),
        };
        let read_only = || StoreError::ReadOnly { what: "write".into() };
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("touchstone.db"), "").unwrap();
        // A folder of originals alone is no workspace.
        let originals = tempfile::tempdir().unwrap();
        let (kept, removed, memory) = (folder.path(), originals.path(), Path::new(":memory:"));
        for (name, workspace, error, expected) in [
            ("a full disk", kept, full(), "run the same command again"),
            ("a full disk without the workspace", removed, full(), "was removed"),
            ("damage", kept, damaged(), ""),
            ("a read-only workspace", kept, read_only(), ""),
            ("a full disk, in memory", memory, full(), "is in memory"),
            ("damage, in memory", memory, damaged(), "is in memory"),
        ] {
            let global = Global {
                workspace: Some(workspace.to_owned()),
                quiet: false,
                verbose: 0,
            };
            let told = what_is_left(&global, &anyhow::Error::from(error).context("could not go on"));
            assert_eq!(told.is_empty(), expected.is_empty(), "{name}: {told}");
            assert!(told.contains(expected), "{name}: {told}");
        }
    }
}
