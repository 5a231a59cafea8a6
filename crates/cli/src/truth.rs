//! `touchstone truth`: imports files of truths, which settle documents as they have them, and lists what is settled.

use crate::args::{Global, ImportTruth, KindName, TruthArgs, TruthCommand};
use crate::names::plain;
use crate::progress::Bar;
use crate::status::Status;
use crate::table::{counted, table};
use crate::{interrupt, output, second, truths, workspace};
use touchstone_engine::TruthImport;
use touchstone_engine::store::Access;
use touchstone_engine::views::{GroundTruthRow, TruthKind};

pub(crate) async fn run(args: &TruthArgs, global: &Global) -> anyhow::Result<Status> {
    match &args.command {
        TruthCommand::Import(args) => import(args, global).await,
        TruthCommand::List { case, kind, json } => list(case.as_deref(), *kind, *json, global).await,
        TruthCommand::Second(args) => second::run(args, global).await,
    }
}

async fn list(case: Option<&str>, kind: Option<KindName>, json: bool, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let all = desk.ground_truths().await?;
    desk.close().await?;
    let kind = kind.map(kind_of);
    let chosen: Vec<GroundTruthRow> = all
        .into_iter()
        .filter(|row| kind.is_none_or(|kind| row.kind == kind))
        .filter(|row| case.is_none_or(|case| row.case.as_deref() == Some(case)))
        .collect();
    if json {
        output::print(&output::pretty(&chosen)?)?;
        return Ok(Status::Fine);
    }
    let mut table = table(&["id", "document", "case", "pack", "type", "settled", "by", "when"]);
    for row in &chosen {
        let by = row.reviewer.as_deref();
        let alone = if row.kind == TruthKind::Automatic {
            "the program"
        } else {
            ""
        };
        table.add_row([
            row.document_id.clone(),
            plain(&row.file_name),
            plain(row.case.as_deref().unwrap_or_default()),
            plain(&row.pack),
            plain(&row.label),
            settled(row),
            plain(by.unwrap_or(alone)),
            row.settled_at.clone(),
        ]);
    }
    if !chosen.is_empty() {
        output::print_line(&table.trim_fmt())?;
    }
    if !global.quiet {
        eprintln!("{}", counted(chosen.len(), "settled document"));
    }
    Ok(Status::Fine)
}

fn settled(row: &GroundTruthRow) -> String {
    match row.found_right {
        None => row.kind.as_str().to_owned(),
        Some(true) => format!("{}: right", row.kind.as_str()),
        Some(false) => format!("{}: something was wrong", row.kind.as_str()),
    }
}

fn kind_of(name: KindName) -> TruthKind {
    match name {
        KindName::Automatic => TruthKind::Automatic,
        KindName::Confirmed => TruthKind::Confirmed,
        KindName::Corrected => TruthKind::Corrected,
        KindName::Imported => TruthKind::Imported,
        KindName::Audited => TruthKind::Audited,
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
