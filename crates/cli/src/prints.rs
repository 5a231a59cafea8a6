//! `touchstone prints`: lists the prints that settled papers taught, forgets them, and writes them into a copy of a pack.

use crate::args::{Global, Prints, PrintsCommand};
use crate::names::plain;
use crate::pack_folder::located;
use crate::status::{Status, UsageError};
use crate::table::{counted, table};
use crate::{output, workspace};
use anyhow::{Context, ensure};
use std::fs;
use std::path::Path;
use touchstone_core::pack::{PRINTS_FILE, Pack};
use touchstone_engine::Desk;
use touchstone_engine::store::Access;
use touchstone_engine::views::PrintView;

pub(crate) async fn run(args: &Prints, global: &Global) -> anyhow::Result<Status> {
    match &args.command {
        None => list(args.json, global).await,
        Some(PrintsCommand::Forget { ids, .. }) => forget(ids, global).await,
        Some(PrintsCommand::Export { pack, folder }) => export(pack, folder, global).await,
    }
}

async fn list(json: bool, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let prints = desk.prints().await?;
    desk.close().await?;
    if json {
        output::print(&output::pretty(&prints)?)?;
        return Ok(Status::Fine);
    }
    let mut table = table(&["print", "pack", "label", "papers", "fields", "used", "changed"]);
    for print in &prints {
        let used = print
            .held_back
            .as_ref()
            .map_or("yes".to_owned(), |why| format!("no: {why}"));
        table.add_row([
            print.id.clone(),
            plain(&print.pack),
            plain(&print.label),
            print.papers.to_string(),
            print.fields.to_string(),
            plain(&used),
            print.changed_at.clone(),
        ]);
    }
    if !prints.is_empty() {
        output::print_line(&table.trim_fmt())?;
    }
    if !global.quiet {
        eprintln!("{}", counted(prints.len(), "known print"));
    }
    Ok(Status::Fine)
}

/// Forgets these prints, or all. They cannot be restored, because the next command opens the workspace again.
async fn forget(ids: &[String], global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open_existing(global).await?;
    let forgotten = forgotten(&desk, ids).await;
    desk.close().await?;
    let count = forgotten?;
    if !global.quiet {
        eprintln!("{} forgotten", counted(count, "known print"));
    }
    Ok(Status::Fine)
}

async fn forgotten(desk: &Desk, ids: &[String]) -> anyhow::Result<usize> {
    let known = desk.prints().await?;
    let mut chosen: Vec<String> = Vec::new();
    for id in ids {
        chosen.push(named(&known, id)?.id.clone());
    }
    if ids.is_empty() {
        chosen = known.iter().map(|print| print.id.clone()).collect();
    }
    let changed = desk.forget_prints(&chosen).await?.changed;
    desk.drop_forgotten_prints().await?;
    Ok(changed as usize)
}

fn named<'p>(known: &'p [PrintView], id: &str) -> anyhow::Result<&'p PrintView> {
    let mut found = known.iter().filter(|print| print.id.starts_with(id));
    match (found.next(), found.next()) {
        (Some(print), None) => Ok(print),
        (None, _) => Err(UsageError(format!("no known print has an id that begins with `{id}`")).into()),
        _ => Err(UsageError(format!("several ids begin with `{id}`: give more characters")).into()),
    }
}

async fn export(pack: &str, folder: &Path, global: &Global) -> anyhow::Result<Status> {
    let pack = located(pack)?;
    ensure!(
        !folder.exists(),
        UsageError(format!("{} exists already", folder.display()))
    );
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let prints = desk.exported_prints(&pack.name).await;
    desk.close().await?;
    let prints = prints?;
    let context = || format!("could not write the pack to {}", folder.display());
    copy(&pack.folder, folder).with_context(context)?;
    let text = serde_json::to_string_pretty(&prints)? + "\n";
    output::write_file(&folder.join(PRINTS_FILE), &text)?;
    Pack::load(folder).with_context(context)?;
    if !global.quiet {
        let count = counted(prints.prints.len(), "known print");
        eprintln!("wrote the pack {} with {count} to {}", pack.name, folder.display());
    }
    Ok(Status::Fine)
}

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &place)?;
        } else {
            fs::copy(entry.path(), place)?;
        }
    }
    Ok(())
}
