//! `touchstone pack`: lists packs, checks one, and tests it on its own examples. Calibration is in `calibrate`.

use crate::args::{Global, PackCommand, Packs, TestPack};
use crate::fresh::Order;
use crate::names::plain;
use crate::pack_folder::located;
use crate::status::{Status, UsageError};
use crate::table::{counted, table};
use crate::workspace::shelf;
use crate::{calibrate, evaluate, fresh, interrupt, output, truths};
use std::path::{Path, PathBuf};
use touchstone_core::pack::Pack;
use touchstone_engine::evaluate::{Prediction, score, table as score_table};

pub(crate) async fn run(args: &Packs, global: &Global) -> anyhow::Result<Status> {
    match &args.command {
        None => list(),
        Some(PackCommand::Check { folder }) => check(folder, global),
        Some(PackCommand::Test(args)) => test(args, global).await,
        Some(PackCommand::Calibrate(args)) => calibrate::run(args, global).await,
    }
}

/// The parent of a pack's folder, which is how packs are passed to a desk.
fn beside(pack: &Pack) -> Vec<PathBuf> {
    pack.folder
        .canonicalize()
        .ok()
        .and_then(|folder| folder.parent().map(Path::to_owned))
        .into_iter()
        .collect()
}

/// Reads the documents that the pack ships with their truth. Any error is a failure.
async fn test(args: &TestPack, global: &Global) -> anyhow::Result<Status> {
    let pack = located(&args.pack)?;
    let examples = pack.folder.join("examples");
    if !examples.is_dir() {
        let error = format!(
            "the pack {} has no examples: {} is not a folder",
            pack.name,
            examples.display()
        );
        return Err(UsageError(error).into());
    }
    let known = truths::read(&examples, None)?;
    let order = Order {
        files: known.iter().map(|one| one.document.clone()).collect(),
        pack: pack.name.clone(),
        packs: beside(&pack),
        year: None,
        jobs: args.jobs,
        ocr: None,
        script: None,
        passwords: evaluate::passwords(&known),
        quiet: global.quiet,
    };
    let requests = interrupt::watch();
    let predictions = tokio::select! {
        made = fresh::answers(&order, &requests.stop, async |_, _, result| Prediction::try_from(&result)) => made?,
        () = requests.at_once.cancelled() => None,
    };
    let Some(predictions) = predictions else {
        return Ok(Status::Interrupted);
    };
    let pairs: Vec<_> = predictions
        .into_iter()
        .zip(known.into_iter().map(|one| one.truth))
        .collect();
    let score = score(&pairs);
    if args.json {
        output::print(&output::pretty(&score)?)?;
    } else {
        output::print(&score_table(&score, usize::MAX))?;
    }
    let wrong = score.misses.iter().any(touchstone_engine::evaluate::Miss::is_error);
    Ok(if wrong { Status::Failed } else { Status::Fine })
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
        eprintln!("touchstone: invalid pack: {}", plain(&fault.to_string()));
        status = Status::Failed;
    }
    if shelf.packs().is_empty() && status == Status::Fine {
        eprintln!("touchstone: no packs found; set TOUCHSTONE_PACKS to their folder");
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
                    "{} {} is valid: {}, {}, {}, {}",
                    plain(&pack.name),
                    plain(&pack.version),
                    counted(pack.labels.len(), "label"),
                    counted(pack.templates().len(), "template"),
                    counted(fields, "field"),
                    counted(pack.rules.len(), "rule"),
                ))?;
                output::print_line(&calibrated(&pack))?;
                if !pack.prints.is_empty() {
                    output::print_line(&counted(pack.prints.len(), "known print"))?;
                }
            }
            Ok(Status::Fine)
        }
        Err(fault) => {
            eprintln!("touchstone: {}", plain(&fault.to_string()));
            Ok(Status::Failed)
        }
    }
}

/// Describes the origin of the pack's confidences.
fn calibrated(pack: &Pack) -> String {
    let Some(calibration) = &pack.calibration else {
        return "not calibrated: confidences are not adjusted".to_owned();
    };
    let made = &calibration.made_for;
    let (documents, layouts) = (made.documents as usize, made.layouts.len());
    let on = format!("{} of {}", counted(documents, "document"), counted(layouts, "layout"));
    if made.rules_sha256 == pack.rules_sha256 {
        format!("calibrated on {on}")
    } else {
        format!("calibrated on {on}, before the rules were last changed; run `touchstone pack calibrate` again")
    }
}
