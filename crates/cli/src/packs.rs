//! `touchstone packs`: which packs there are, and whether one of them is sound.

use crate::args::{Global, PackCommand, Packs};
use crate::names::plain;
use crate::output;
use crate::status::Status;
use crate::table::{counted, table};
use crate::workspace::shelf;
use std::path::Path;
use touchstone_engine::pack::Pack;

pub(crate) fn run(args: &Packs, global: &Global) -> anyhow::Result<Status> {
    match &args.command {
        None => list(),
        Some(PackCommand::Check { folder }) => check(folder, global),
    }
}

fn list() -> anyhow::Result<Status> {
    let shelf = shelf();
    let mut table = table(&["pack", "version", "labels", "folder"]);
    for pack in shelf.packs() {
        let labels: Vec<&str> = pack.labels.iter().map(|label| label.name.as_str()).collect();
        table.add_row([
            plain(&pack.name),
            plain(&pack.version),
            plain(&labels.join(", ")),
            plain(&pack.folder.display().to_string()),
        ]);
    }
    if !table.is_empty() {
        output::print_line(&table.trim_fmt())?;
    }
    let mut status = Status::Fine;
    for fault in shelf.faults() {
        eprintln!("touchstone: this pack has a mistake: {}", plain(&fault.to_string()));
        status = Status::Failed;
    }
    if shelf.packs().is_empty() && status == Status::Fine {
        eprintln!("touchstone: no packs found; TOUCHSTONE_PACKS can name their folder");
        status = Status::Failed;
    }
    Ok(status)
}

fn check(folder: &Path, global: &Global) -> anyhow::Result<Status> {
    match Pack::load(folder) {
        Ok(pack) => {
            if !global.quiet {
                let fields = pack.templates().iter().map(|template| template.fields.len()).sum();
                output::print_line(&format!(
                    "{} {} is sound: {}, {}, {}, {}",
                    plain(&pack.name),
                    plain(&pack.version),
                    counted(pack.labels.len(), "label"),
                    counted(pack.templates().len(), "template"),
                    counted(fields, "field"),
                    counted(pack.rules.len(), "rule"),
                ))?;
            }
            Ok(Status::Fine)
        }
        Err(fault) => {
            eprintln!("touchstone: {}", plain(&fault.to_string()));
            Ok(Status::Failed)
        }
    }
}
