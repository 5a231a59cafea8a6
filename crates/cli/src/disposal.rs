//! `touchstone trash` and `touchstone forget`: disposes of documents.

use crate::args::{Forget, Global, Trash};
use crate::names::plain;
use crate::status::{Status, UsageError};
use crate::table::counted;
use crate::workspace;
use anyhow::Context;
use std::io::{self, BufRead, IsTerminal};
use touchstone_engine::Desk;

pub(crate) async fn trash(args: &Trash, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open_existing(global).await?;
    let ids = documents(&desk, &args.ids).await?;
    let (moved, what) = if args.undo {
        (desk.restore(&ids).await?, "restored from the trash")
    } else {
        (desk.trash(&ids).await?, "moved to the trash")
    };
    desk.close().await?;
    if !global.quiet {
        eprintln!("{} {what}", counted(moved.changed as usize, "document"));
    }
    Ok(Status::Fine)
}

pub(crate) async fn forget(args: &Forget, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open_existing(global).await?;
    let ids = documents(&desk, &args.ids).await?;
    if !args.yes && !agreed(&ids)? {
        desk.close().await?;
        eprintln!("touchstone: nothing was erased");
        return Ok(Status::Failed);
    }
    let erased = desk.forget(&ids).await?;
    desk.close().await?;
    if !global.quiet {
        eprintln!("{} erased", counted(erased.erased as usize, "document"));
    }
    Ok(Status::Fine)
}

/// Resolves ids to documents, each once.
pub(crate) async fn documents(desk: &Desk, ids: &[String]) -> anyhow::Result<Vec<String>> {
    let mut found: Vec<String> = Vec::new();
    for id in ids {
        let id = desk.find_document(id).await?.to_string();
        if !found.contains(&id) {
            found.push(id);
        }
    }
    Ok(found)
}

/// Asks on a terminal; a script must pass `--yes`.
fn agreed(ids: &[String]) -> anyhow::Result<bool> {
    let mut stdin = io::stdin().lock();
    if !stdin.is_terminal() {
        let message = "`forget` erases permanently and asks first, which needs a terminal: add `--yes` to skip asking";
        return Err(UsageError(message.to_owned()).into());
    }
    let named = plain(&ids.join(", "));
    eprint!("Erase {} permanently ({named})? [y/N] ", counted(ids.len(), "document"));
    let mut answer = String::new();
    stdin.read_line(&mut answer).context("could not read the answer")?;
    Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}
