//! `touchstone stack`: many documents in one table.

mod shown;

use crate::args::{Global, StackArgs, StackCommand};
use crate::export::Printed;
use crate::names::plain;
use crate::progress::Bar;
use crate::status::{Status, UsageError};
use crate::table::{NOTHING, counted, table};
use crate::{consent, interrupt, output, workspace};
use anyhow::Context;
use std::path::Path;
use touchstone_core::record::EngineId;
use touchstone_engine::export::{Shape, StackFormat};
use touchstone_engine::store::Access;
use touchstone_engine::views::StackCard;
use touchstone_engine::{AskedStack, Desk, FilledStack, NewStack};

pub(crate) async fn run(args: &StackArgs, global: &Global) -> anyhow::Result<Status> {
    let desk = match &args.command {
        StackCommand::List { .. }
        | StackCommand::Show { .. }
        | StackCommand::Export { .. }
        | StackCommand::Columns {
            add: None,
            remove: None,
            ..
        } => workspace::open(global, Access::ReadOnly).await?,
        _ => workspace::open_existing(global).await?,
    };
    let done = act(&desk, &args.command, global).await;
    let closed = desk.close().await;
    let status = done?;
    closed?;
    Ok(status)
}

async fn act(desk: &Desk, command: &StackCommand, global: &Global) -> anyhow::Result<Status> {
    match command {
        StackCommand::New { name, case, ids, label } => {
            let mut new = NewStack {
                name: name.clone(),
                case: case.clone(),
                documents: Vec::new(),
                label: label.clone(),
            };
            for id in ids {
                new.documents.push(desk.find_document(id).await?);
            }
            let card = desk.new_stack(&new).await?;
            if !global.quiet {
                let documents = counted(card.documents as usize, "document");
                eprintln!(
                    "{}: {documents}; fill it with `touchstone stack fill`",
                    plain(&card.name)
                );
            }
        }
        StackCommand::List { json } => list(desk, *json, global.quiet).await?,
        StackCommand::Fill { stack, engine, consent } => {
            if let Some(engine) = engine {
                consent::may_begin(desk, engine, *consent).await?;
            }
            return fill(desk, stack, engine.as_ref(), global).await;
        }
        StackCommand::Show { stack, label, json } => {
            let view = desk.stack_view(stack).await?;
            shown::print(&view, label.as_deref(), *json, global.quiet)?;
            warn_of_unmade(&view.stack);
        }
        StackCommand::Columns { stack, add, remove } => columns(desk, stack, add.as_deref(), remove.as_deref()).await?,
        StackCommand::Set {
            stack,
            row,
            column,
            value,
        } => say(&desk.set_stack_cell(stack, row, column, value).await?, global.quiet),
        StackCommand::Undo { stack } => {
            let undone = desk.undo_stack(stack).await?;
            let undone = undone.context("there is no edit to undo")?;
            say(&format!("undone: {undone}"), global.quiet);
        }
        StackCommand::Redo { stack } => {
            let redone = desk.redo_stack(stack).await?;
            let redone = redone.context("there is no edit to redo")?;
            say(&format!("redone: {redone}"), global.quiet);
        }
        StackCommand::Export { stack, format, out } => {
            export(desk, stack, format, out.as_deref(), global.quiet).await?;
            warn_of_unmade(&desk.stack_card(stack).await?);
        }
        StackCommand::Forget { stack } => desk.forget_stack(stack).await?,
    }
    Ok(Status::Fine)
}

fn say(text: &str, quiet: bool) {
    if !quiet {
        eprintln!("{}", plain(text));
    }
}

/// Warns that the table leaves out documents, or shows what they said before.
fn warn_of_unmade(card: &StackCard) {
    if card.unmade > 0 {
        let (unmade, all) = (card.unmade, counted(card.documents as usize, "document"));
        let name = plain(&card.name);
        eprintln!("touchstone: {unmade} of {all} are new or changed: run `touchstone stack fill \"{name}\"`");
    }
}

async fn list(desk: &Desk, json: bool, quiet: bool) -> anyhow::Result<()> {
    let stacks = desk.stacks().await?;
    if json {
        return output::print(&output::pretty(&stacks)?);
    }
    let mut lines = table(&["stack", "case", "label", "documents", "rows", "to fill"]);
    for stack in &stacks {
        lines.add_row([
            plain(&stack.name),
            stack.case.as_deref().map_or(NOTHING.to_owned(), plain),
            stack.label.as_deref().map_or(NOTHING.to_owned(), plain),
            stack.documents.to_string(),
            stack.rows.to_string(),
            stack.unmade.to_string(),
        ]);
    }
    if !stacks.is_empty() {
        output::print_line(&lines.trim_fmt())?;
    }
    say(&counted(stacks.len(), "stack"), quiet);
    Ok(())
}

async fn fill(desk: &Desk, stack: &str, engine: Option<&EngineId>, global: &Global) -> anyhow::Result<Status> {
    let requests = interrupt::watch();
    let work = async {
        let bar = Bar::of_documents(global.quiet);
        let show = |done: u32, total: u32| bar.show(u64::from(done), u64::from(total));
        let filled = desk.fill_stack(stack, &requests.stop, show).await;
        bar.close();
        let filled = filled?;
        let status = report(&filled, global.quiet);
        let Some(engine) = engine.filter(|_| !filled.stopped) else {
            return Ok(status);
        };
        let bar = Bar::of_documents(global.quiet);
        let show = |done: u32, total: u32| bar.show(u64::from(done), u64::from(total));
        let asked = desk.ask_stack(stack, engine, &requests.stop, show).await;
        bar.close();
        Ok(report_asked(&asked?, global.quiet).unwrap_or(status))
    };
    tokio::select! {
        status = work => status,
        () = requests.at_once.cancelled() => Ok(Status::Interrupted),
    }
}

/// What a model did, and the status if it is not done.
fn report_asked(asked: &AskedStack, quiet: bool) -> Option<Status> {
    for (file, why) in &asked.unfinished {
        eprintln!("touchstone: {}", plain(&format!("{file}: {why}")));
    }
    let (documents, calls) = (
        counted(asked.asked as usize, "document"),
        counted(asked.calls as usize, "call"),
    );
    say(
        &format!("asked about {documents} in {calls}, ${:.4}", asked.cost_usd),
        quiet,
    );
    match (asked.stopped, asked.unfinished.is_empty()) {
        (true, _) => Some(Status::Interrupted),
        (false, false) => Some(Status::Failed),
        (false, true) => None,
    }
}

fn report(filled: &FilledStack, quiet: bool) -> Status {
    for (file, why) in &filled.skipped {
        eprintln!("touchstone: {}", plain(&format!("{file}: {why}")));
    }
    let (rows, columns) = (
        counted(filled.rows as usize, "row"),
        counted(filled.columns as usize, "column"),
    );
    let made = counted(filled.made as usize, "document");
    say(
        &format!(
            "{}: {rows}, {columns}; rows made for {made}, kept for {}",
            filled.name, filled.kept
        ),
        quiet,
    );
    match (filled.stopped, filled.skipped.is_empty()) {
        (true, _) => Status::Interrupted,
        (false, false) => Status::Failed,
        (false, true) => Status::Fine,
    }
}

async fn columns(desk: &Desk, stack: &str, add: Option<&[String]>, remove: Option<&str>) -> anyhow::Result<()> {
    if let Some([name, format, about]) = add {
        return desk.add_stack_column(stack, name, format, about).await;
    }
    if let Some(name) = remove {
        return desk.remove_stack_column(stack, name).await;
    }
    let mut lines = table(&["column", "format", "labels", "values"]);
    for column in desk.stack_columns(stack).await? {
        lines.add_row([
            plain(&column.name),
            column.format.clone(),
            plain(&column.labels().join(", ")),
            plain(&column.title),
        ]);
    }
    output::print_line(&lines.trim_fmt())
}

async fn export(desk: &Desk, stack: &str, format: &str, out: Option<&Path>, quiet: bool) -> anyhow::Result<()> {
    let known = StackFormat::named(format);
    let format = known.with_context(|| UsageError(format!("unknown format `{format}`")))?;
    if let Some(path) = out {
        desk.export_stack_to(stack, format, path).await?;
        say(&format!("exported to {}", path.display()), quiet);
        return Ok(());
    }
    let needed = match format.shape {
        Shape::Text(_) => return desk.export_stack(stack, format, &mut Printed).await,
        Shape::Binary(_) => "a file",
        Shape::Folder => "a new folder",
    };
    let reason = format!("the format {} is written to {needed}: name it with --out", format.name);
    Err(UsageError(reason).into())
}
