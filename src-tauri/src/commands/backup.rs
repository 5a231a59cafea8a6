//! Commands that back up the workspace, verify it or a backup, and restore a backup.

use super::{Answer, ask};
use crate::dialogs::{Dialogs, Question, shown};
use crate::events::{ChangedKind, notify_progress};
use crate::place;
use crate::shell::{Long, Shell};
use crate::tickets::{Picked, Purpose, Tickets};
use jiff::Zoned;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::path::{Path, PathBuf};
use tauri::{AppHandle, State};
use touchstone_engine::backup::{self, Manifest, is_backup, unless_stopped};
use touchstone_engine::store::Depth;
use touchstone_engine::views::Trouble;

/// A copy that was made: a backup, or a workspace restored from one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub(crate) struct WorkspaceCopy {
    pub folder: String,
    /// Shows the folder.
    pub shown_by: Picked,
    pub documents: u32,
    /// Originals that are missing or damaged in the workspace, and so not in the copy.
    pub unavailable: u32,
}

/// What was read to its end, and what is damaged in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
pub(crate) struct Verification {
    pub folder: String,
    pub documents: u32,
    /// Sentences; empty if everything is whole.
    pub faults: Vec<String>,
}

/// Asks for a folder and backs the workspace up to a new one in it; `null` if it is cancelled or stopped.
#[tauri::command]
#[specta::specta]
pub(crate) async fn back_up(
    app: AppHandle,
    shell: State<'_, Shell>,
    dialogs: State<'_, Dialogs>,
    tickets: State<'_, Tickets>,
) -> Answer<Option<WorkspaceCopy>> {
    let desk = shell.desk()?;
    let Some(folder) = dialogs.folder("Back up to a folder").await? else {
        return Ok(None);
    };
    let target = dated(&folder, "Touchstone backup");
    let stop = shell.begin(Long::Backup);
    let made = desk.back_up(&target, &stop, |done, total| notify_bytes(&app, done, total));
    let made = ask(async { unless_stopped(made.await) }).await?;
    made.map(|manifest| copied(&tickets, target, &manifest)).transpose()
}

/// Reads the whole workspace; `null` if it is stopped.
#[tauri::command]
#[specta::specta]
pub(crate) async fn verify_workspace(app: AppHandle, shell: State<'_, Shell>) -> Answer<Option<Verification>> {
    let desk = shell.desk()?;
    let stop = shell.begin(Long::Backup);
    let read = desk.integrity(Depth::Full, |done, total| notify_bytes(&app, done, total));
    let found = tokio::select! {
        found = ask(read) => found?,
        () = stop.cancelled() => return Ok(None),
    };
    let documents = found.rows.iter().find(|(table, _)| table == "documents");
    Ok(Some(Verification {
        folder: desk.folder().unwrap_or_default().display().to_string(),
        documents: documents.map_or(0, |(_, count)| *count as u32),
        faults: found.faults(),
    }))
}

/// Asks for a backup and reads all of it; `null` if it is cancelled or stopped.
#[tauri::command]
#[specta::specta]
pub(crate) async fn verify_backup(
    app: AppHandle,
    shell: State<'_, Shell>,
    dialogs: State<'_, Dialogs>,
) -> Answer<Option<Verification>> {
    let Some(folder) = chosen_backup(&dialogs, "Verify a backup").await? else {
        return Ok(None);
    };
    let stop = shell.begin(Long::Backup);
    let verified = backup::verify(&folder, &stop, |done, total| notify_bytes(&app, done, total));
    let verified = ask(async { unless_stopped(verified.await) }).await?;
    Ok(verified.map(|verified| Verification {
        folder: folder.display().to_string(),
        documents: verified.manifest.documents as u32,
        faults: verified.faults,
    }))
}

/// Asks for a backup and for a folder, restores the one into a new workspace in the other, and asks whether the next
/// start opens it; `null` if it is cancelled or stopped. The current workspace is left as it is.
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_backup(
    app: AppHandle,
    shell: State<'_, Shell>,
    dialogs: State<'_, Dialogs>,
    tickets: State<'_, Tickets>,
) -> Answer<Option<WorkspaceCopy>> {
    let Some(from) = chosen_backup(&dialogs, "Restore a backup").await? else {
        return Ok(None);
    };
    let Some(folder) = dialogs.folder("Restore to a folder").await? else {
        return Ok(None);
    };
    let target = dated(&folder, "Touchstone restored");
    let stop = shell.begin(Long::Backup);
    let restored = backup::restore(&from, &target, &stop, |done, total| notify_bytes(&app, done, total));
    let Some(manifest) = ask(async { unless_stopped(restored.await) }).await? else {
        return Ok(None);
    };
    let question = Question {
        title: "Use the restored workspace?".to_owned(),
        text: format!(
            "The next start opens {}. The current workspace stays where it is.",
            shown(&target.to_string_lossy())
        ),
        yes: "Use it",
    };
    if dialogs.agrees(question).await? {
        place::choose(&target)?;
    }
    copied(&tickets, target, &manifest).map(Some)
}

/// Stops a backup, a verification or a restoration; an unfinished copy is removed.
#[tauri::command]
#[specta::specta]
pub(crate) fn stop_backup(shell: State<'_, Shell>) {
    shell.stop(Long::Backup);
}

async fn chosen_backup(dialogs: &Dialogs, title: &str) -> Answer<Option<PathBuf>> {
    let Some(folder) = dialogs.folder(title).await? else {
        return Ok(None);
    };
    if is_backup(&folder) {
        return Ok(Some(folder));
    }
    let message = format!("Could not use {} as a backup: it has no manifest.", folder.display());
    Err(Trouble::new(
        "failed",
        &message,
        "Choose a folder that Touchstone backed up to.",
    ))
}

/// A new folder named after the present second.
fn dated(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name} {}", Zoned::now().strftime("%Y-%m-%d %H.%M.%S")))
}

fn copied(tickets: &Tickets, folder: PathBuf, manifest: &Manifest) -> Answer<WorkspaceCopy> {
    Ok(WorkspaceCopy {
        folder: folder.display().to_string(),
        shown_by: tickets.issue(Purpose::Show, vec![folder])?,
        documents: manifest.documents as u32,
        unavailable: manifest.unavailable.len() as u32,
    })
}

fn notify_bytes(app: &AppHandle, done: u64, total: u64) {
    let percent = done.saturating_mul(100) / total.max(1);
    notify_progress(app, ChangedKind::Backup, percent.min(100) as u32, 100);
}
