//! `touchstone retry`: reads documents again from the start, like the window's "Read again".

use crate::args::{Global, Retry};
use crate::batch::{Asked, Batch, Delivery};
use crate::classify::work_off;
use crate::disposal::documents;
use crate::inputs::Input;
use crate::progress::Progress;
use crate::status::Status;
use crate::{interrupt, passwords, table, workspace};
use std::path::PathBuf;
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;
use touchstone_engine::store::Standing;
use touchstone_engine::{Desk, Found, Ticket};

pub(crate) async fn run(args: &Retry, global: &Global) -> anyhow::Result<Status> {
    let requests = interrupt::watch();
    tokio::select! {
        status = answer(args, global, &requests.stop) => status,
        () = requests.at_once.cancelled() => Ok(Status::Interrupted),
    }
}

async fn answer(args: &Retry, global: &Global, stop: &CancellationToken) -> anyhow::Result<Status> {
    let passwords = match &args.password_file {
        Some(file) => passwords::read(file)?,
        None => Vec::new(),
    };
    let desk = workspace::open_existing(global).await?;
    let ids = chosen(&desk, args).await?;
    let progress = Progress::new(ids.len(), global.quiet);
    let mut batch = Batch::new(&desk, Asked::default(), Delivery::to_people(), progress);
    if args.failed {
        desk.retry(Standing::Failed).await?;
    } else {
        desk.rerun(&ids).await?;
    }
    let mut runs = Vec::new();
    for id in &ids {
        runs.push(queued(&desk, id).await?);
    }
    let hand_in = async |_: &CancellationToken, to: UnboundedSender<_>| {
        for (input, ticket) in &runs {
            // The receiver is gone after a failed write, which is reported there.
            let _ = to.send((input, Ok(*ticket)));
        }
        Ok(())
    };
    let worked = Box::pin(work_off(&mut batch, hand_in, &passwords, stop)).await;
    let answered = batch.finish(stop.is_cancelled()).await;
    let closed = desk.close().await;
    let rows = answered?;
    worked.and(closed)?;
    if stop.is_cancelled() {
        return Ok(Status::Interrupted);
    }
    if !global.quiet && !rows.is_empty() {
        eprintln!("{}", table::summary(&rows));
    }
    Ok(table::status(&rows))
}

async fn chosen(desk: &Desk, args: &Retry) -> anyhow::Result<Vec<String>> {
    if args.failed {
        let failed = desk.standing(Standing::Failed).await?;
        return Ok(failed.iter().map(ToString::to_string).collect());
    }
    let ids = documents(desk, &args.ids).await?;
    for id in &ids {
        anyhow::ensure!(
            !desk.is_in_trash(id).await?,
            "document {id} is in the trash; restore it with `touchstone trash --undo {id}`"
        );
    }
    Ok(ids)
}

/// A document that was queued again, as input and ticket for the batch.
async fn queued(desk: &Desk, id: &str) -> anyhow::Result<(Input, Ticket)> {
    match desk.find(id).await? {
        Found::Document(document, Some(run_id)) => {
            let ticket = Ticket {
                document_id: document.id,
                run_id,
                reused: false,
                finished: false,
            };
            let path = PathBuf::from(&document.path);
            Ok((Input { path, trouble: None }, ticket))
        }
        _ => anyhow::bail!("document {id} was not queued"),
    }
}
