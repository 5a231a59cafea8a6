//! `touchstone export`: writes the selected documents in one of the engine's formats, to a file, a folder or standard
//! output.

use crate::args::{Export, Global, State};
use crate::names::plain;
use crate::progress::Bar;
use crate::status::{Status, UsageError};
use crate::table::counted;
use crate::{interrupt, output, workspace};
use anyhow::Context;
use serde_json::json;
use std::path::Path;
use touchstone_core::record::DocumentState;
use touchstone_engine::Desk;
use touchstone_engine::export::{Format, Output, Shape};
use touchstone_engine::store::{Access, DocumentFilter};
use touchstone_engine::{ExportOrder, ExportOutcome};

pub(crate) async fn run(args: &Export, global: &Global) -> anyhow::Result<Status> {
    let unknown = || UsageError(format!("unknown export format `{}`", args.format));
    let format = Format::named(&args.format).ok_or_else(unknown)?;
    allowed(args, format)?;
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let (order, mut status) = order(&desk, args, format).await?;
    let requests = interrupt::watch();
    let bar = Bar::of_documents(global.quiet || args.out.is_none());
    let written = tokio::select! {
        written = write(&desk, &order, args.out.as_deref(), &requests.stop, &bar) => written,
        () = requests.at_once.cancelled() => Ok(None),
    };
    bar.close();
    desk.close().await?;
    let Some(outcome) = written? else {
        return Ok(Status::Interrupted);
    };
    for skipped in &outcome.skipped {
        let line = format!("{} ({}): {}", skipped.file_name, skipped.document, skipped.reason);
        eprintln!("touchstone: {}", plain(&line));
        status = Status::Failed;
    }
    if !global.quiet
        && let Some(path) = &args.out
    {
        eprintln!("{} exported to {}", summary(&outcome), path.display());
    }
    if !global.quiet {
        report_left_out(&outcome, args.state);
    }
    Ok(status)
}

/// Refuses what can be refused before the workspace is opened.
fn allowed(args: &Export, format: &Format) -> Result<(), UsageError> {
    if args.mask && !format.can_mask() {
        let reason = "a number that was not recognized would stay visible in the pictures of the pages";
        return Err(UsageError(format!(
            "--mask cannot be used with the format {}: {reason}",
            format.name
        )));
    }
    let needed = match format.shape {
        Shape::Text(_) => return Ok(()),
        Shape::Binary(_) => "a file",
        Shape::Folder => "a new folder",
    };
    if args.out.is_none() {
        let reason = format!("the format {} is written to {needed}: name it with --out", format.name);
        return Err(UsageError(reason));
    }
    Ok(())
}

/// The selected documents, oldest first. Those with a damaged row are reported, and make the command fail.
async fn order(desk: &Desk, args: &Export, format: &'static Format) -> anyhow::Result<(ExportOrder, Status)> {
    let filter = DocumentFilter {
        case: args.selection.case.clone(),
        state: Some(DocumentState::Active),
        ..DocumentFilter::default()
    };
    let (documents, damaged) = desk.documents(&filter).await?;
    for damage in &damaged {
        eprintln!("touchstone: {}", plain(&damage.to_string()));
    }
    let states = args.state.states();
    let names: Vec<&str> = states.iter().map(|state| state.as_str()).collect();
    let order = ExportOrder {
        format,
        ids: documents.iter().map(|(document, _)| document.id).collect(),
        states: states.to_vec(),
        label: args.selection.label.clone(),
        mask: args.mask,
        selection: json!({"case": args.selection.case, "label": args.selection.label, "states": names}),
    };
    Ok((
        order,
        if damaged.is_empty() {
            Status::Fine
        } else {
            Status::Failed
        },
    ))
}

async fn write(
    desk: &Desk,
    order: &ExportOrder,
    to: Option<&Path>,
    stop: &tokio_util::sync::CancellationToken,
    bar: &Bar,
) -> anyhow::Result<Option<ExportOutcome>> {
    let show = |done: u32, total: u32| bar.show(u64::from(done), u64::from(total));
    match to {
        Some(path) => desk.export_to(order, path, stop, show).await,
        None => desk.write_export(order, &mut Printed, stop, show).await,
    }
}

/// Standard output.
pub(crate) struct Printed;

impl Output for Printed {
    fn write(&mut self, _file: &str, bytes: &[u8], _records: u64) -> anyhow::Result<()> {
        output::print_part(std::str::from_utf8(bytes).context("could not print the export: it is not text")?)
    }
}

fn summary(outcome: &ExportOutcome) -> String {
    let counts = &outcome.counts;
    let parts = [
        counted(counts.documents as usize, "document"),
        counted(counts.forms as usize, "form"),
        counted(counts.rows as usize, "row"),
    ];
    parts.join(", ")
}

/// Says what the selection has beside what was exported, so that a missing document is no surprise.
fn report_left_out(outcome: &ExportOutcome, state: State) {
    let left_out = &outcome.counts.left_out;
    if left_out.is_empty() {
        return;
    }
    let by_state: Vec<String> = left_out
        .iter()
        .map(|(state, count)| format!("{} {count}", state.replace('_', " ")))
        .collect();
    let total: u64 = left_out.values().sum();
    let hint = if state == State::All {
        ""
    } else {
        "; --state all exports them too"
    };
    eprintln!(
        "{} left out ({}){hint}",
        counted(total as usize, "document"),
        by_state.join(", ")
    );
}
