//! `touchstone truth import`: settles documents as files of truths have them, and reports what contradicts.

use crate::args::{Global, ImportTruth, TruthArgs, TruthCommand};
use crate::names::plain;
use crate::progress::Bar;
use crate::status::Status;
use crate::table::counted;
use crate::{interrupt, output, truths, workspace};
use touchstone_engine::TruthImport;
use touchstone_engine::store::Access;

pub(crate) async fn run(args: &TruthArgs, global: &Global) -> anyhow::Result<Status> {
    match &args.command {
        TruthCommand::Import(args) => import(args, global).await,
    }
}

/// Stops between two truths on request; those imported until then stay.
async fn import(args: &ImportTruth, global: &Global) -> anyhow::Result<Status> {
    let known = truths::read(&args.truth, args.mapping.as_deref())?;
    let desk = workspace::open(global, Access::Own)
        .await?
        .signed_by(args.author.clone());
    let from = args
        .truth
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let (requests, bar) = (interrupt::watch(), Bar::of_documents(global.quiet));
    let (mut status, mut settled) = (Status::Fine, 0);
    for (done, one) in (1..).zip(&known) {
        if requests.stop.is_cancelled() {
            status = Status::Interrupted;
            break;
        }
        let imported = desk.import_truth(&one.truth, &from).await?;
        bar.show(done, known.len() as u64);
        match &imported {
            TruthImport::Settled(_) => settled += 1,
            TruthImport::Known => {}
            TruthImport::Conflict(_) | TruthImport::Refused(_) => status = Status::Failed,
        }
        output::print_line(&plain(&format!("{}: {}", one.truth.file_name, outcome(&imported))))?;
    }
    bar.close();
    desk.close().await?;
    if !global.quiet {
        eprintln!("{} of {} imported", settled, counted(known.len(), "truth"));
    }
    Ok(status)
}

fn outcome(imported: &TruthImport) -> String {
    match imported {
        TruthImport::Settled(0) => "imported; the result agrees".to_owned(),
        TruthImport::Settled(changed) => format!("imported; {} changed", counted(*changed, "value")),
        TruthImport::Known => "settled already, and the same".to_owned(),
        TruthImport::Conflict(places) => format!("conflict, nothing changed: {}", places.join("; ")),
        TruthImport::Refused(reason) => format!("not imported: {reason}"),
    }
}
