//! `touchstone backup`, `restore` and `verify`: copies of a workspace, and whether they and it are whole.

use crate::args::{Backup, Global, Restore, Verify};
use crate::integrity::{integrity, size};
use crate::names::plain;
use crate::progress::Bar;
use crate::status::{Status, UsageError};
use crate::table::counted;
use crate::{interrupt, output, workspace};
use std::fmt::Write;
use std::path::Path;
use touchstone_engine::Desk;
use touchstone_engine::backup::{self, Manifest, Stopped, is_backup, unless_stopped};
use touchstone_engine::store::{Access, Depth, Place};

pub(crate) async fn backup(args: &Backup, global: &Global) -> anyhow::Result<Status> {
    if workspace::place(global.workspace.as_deref())? == Place::Memory {
        return Err(UsageError("`:memory:` keeps nothing that could be backed up".to_owned()).into());
    }
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let bar = Bar::of_bytes(global.quiet);
    let requests = interrupt::watch();
    let made = tokio::select! {
        made = desk.back_up(&args.to, &requests.stop, |done, total| bar.show(done, total)) => made,
        () = requests.at_once.cancelled() => Err(Stopped.into()),
    };
    bar.close();
    desk.close().await?;
    let Some(manifest) = unless_stopped(made)? else {
        return Ok(Status::Interrupted);
    };
    Ok(report(&manifest, &args.to, "backed up to", global))
}

pub(crate) async fn restore(args: &Restore, global: &Global) -> anyhow::Result<Status> {
    let bar = Bar::of_bytes(global.quiet);
    let requests = interrupt::watch();
    let restored = tokio::select! {
        restored = backup::restore(&args.from, &args.into, &requests.stop, |done, total| bar.show(done, total)) => restored,
        () = requests.at_once.cancelled() => Err(Stopped.into()),
    };
    bar.close();
    let Some(manifest) = unless_stopped(restored)? else {
        return Ok(Status::Interrupted);
    };
    Ok(report(&manifest, &args.into, "restored to", global))
}

pub(crate) async fn verify(args: &Verify, global: &Global) -> anyhow::Result<Status> {
    let place = workspace::place(args.folder.as_deref().or(global.workspace.as_deref()))?;
    match &place {
        Place::Folder(folder) if is_backup(folder) => verify_backup(folder, global).await,
        _ => verify_workspace(&workspace::open_at(&place, Access::ReadOnly).await?, global).await,
    }
}

async fn verify_backup(folder: &Path, global: &Global) -> anyhow::Result<Status> {
    let bar = Bar::of_bytes(global.quiet);
    let requests = interrupt::watch();
    let verified = tokio::select! {
        verified = backup::verify(folder, &requests.stop, |done, total| bar.show(done, total)) => verified,
        () = requests.at_once.cancelled() => Err(Stopped.into()),
    };
    bar.close();
    let Some(verified) = unless_stopped(verified)? else {
        return Ok(Status::Interrupted);
    };
    let manifest = &verified.manifest;
    let mut lines = vec![
        ("backup", folder.display().to_string()),
        ("made", format!("{} by version {}", manifest.made_at, manifest.version)),
        (
            "",
            format!(
                "{}, {}",
                counted(manifest.documents as usize, "document"),
                size(manifest.bytes())
            ),
        ),
    ];
    lines.extend(
        verified
            .faults
            .iter()
            .map(|fault| ("integrity", format!("DAMAGED: {fault}"))),
    );
    if verified.faults.is_empty() {
        lines.push(("integrity", "ok".to_owned()));
    }
    lines.extend(unavailable(manifest).map(|line| ("incomplete", line)));
    output::print(&text(&lines))?;
    Ok(if verified.faults.is_empty() {
        Status::Fine
    } else {
        Status::Failed
    })
}

async fn verify_workspace(desk: &Desk, global: &Global) -> anyhow::Result<Status> {
    let bar = Bar::of_bytes(global.quiet);
    let requests = interrupt::watch();
    let found = tokio::select! {
        found = desk.integrity(Depth::Full, |done, total| bar.show(done, total)) => found,
        () = requests.stop.cancelled() => Err(Stopped.into()),
    };
    bar.close();
    desk.close().await?;
    let Some(found) = unless_stopped(found)? else {
        return Ok(Status::Interrupted);
    };
    output::print(&text(&integrity(&found)))?;
    let whole = found.is_whole() && found.strays.is_empty();
    Ok(if whole { Status::Fine } else { Status::Failed })
}

/// Tells of a copy; one that lacks something is not complete success.
fn report(manifest: &Manifest, folder: &Path, what: &str, global: &Global) -> Status {
    if !global.quiet {
        let (documents, bytes) = (counted(manifest.documents as usize, "document"), size(manifest.bytes()));
        eprintln!("{documents}, {bytes}, {what} {}", plain(&folder.display().to_string()));
    }
    match unavailable(manifest) {
        Some(line) => {
            eprintln!("touchstone: {line}");
            Status::Failed
        }
        None => Status::Fine,
    }
}

fn unavailable(manifest: &Manifest) -> Option<String> {
    let lacking = manifest.unavailable.len();
    (lacking > 0).then(|| {
        let originals = counted(lacking, "original");
        format!("{originals} missing or damaged in the workspace and not in the backup; see `touchstone doctor`")
    })
}

fn text(lines: &[(&'static str, String)]) -> String {
    lines.iter().fold(String::new(), |mut text, (name, value)| {
        let _infallible = writeln!(text, "{name:<14}{}", plain(value));
        text
    })
}
