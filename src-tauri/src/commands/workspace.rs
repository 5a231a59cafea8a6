//! Commands for the workspace overview and for importing documents.

use super::{Answer, ask};
use crate::dialogs::{Dialogs, Question, shown};
use crate::events::{ChangedKind, notify_progress};
use crate::pasted;
use crate::shell::{Long, Shell};
use crate::tickets::{Picked, Purpose, Tickets};
use secrecy::SecretString;
use std::path::PathBuf;
use tauri::{AppHandle, State};
use touchstone_engine::views::{ImportOptions, ImportReport, Inspection, Overview, Trouble, Unlocked};

#[tauri::command]
#[specta::specta]
pub(crate) async fn overview(shell: State<'_, Shell>) -> Answer<Overview> {
    ask(shell.desk()?.overview()).await
}

/// Opens the system's dialog for files to import; `null` if it is cancelled.
#[tauri::command]
#[specta::specta]
pub(crate) async fn choose_files(dialogs: State<'_, Dialogs>, tickets: State<'_, Tickets>) -> Answer<Option<Picked>> {
    picked(&tickets, dialogs.documents().await?)
}

/// The same for a folder of documents.
#[tauri::command]
#[specta::specta]
pub(crate) async fn choose_folder(dialogs: State<'_, Dialogs>, tickets: State<'_, Tickets>) -> Answer<Option<Picked>> {
    let folder = dialogs.folder("Add a folder of documents").await?;
    picked(&tickets, folder.into_iter().collect())
}

/// The files named in pasted text, once the user has agreed to their paths; `null` if it names none.
#[tauri::command]
#[specta::specta]
pub(crate) async fn paste_paths(
    dialogs: State<'_, Dialogs>,
    tickets: State<'_, Tickets>,
    text: String,
) -> Answer<Option<Picked>> {
    let paths = pasted::paths_in(&text);
    if paths.is_empty() {
        return Ok(None);
    }
    if paths.len() > pasted::MOST {
        let message = format!(
            "Could not add {} pasted paths: at most {} are taken.",
            paths.len(),
            pasted::MOST
        );
        return Err(Trouble::new("failed", &message, "Use Add files or Add folder instead."));
    }
    let lines: Vec<String> = paths.iter().map(|path| shown(&path.to_string_lossy())).collect();
    let question = Question {
        title: "Add the pasted files?".to_owned(),
        text: lines.join("\n"),
        yes: "Add",
    };
    let agreed = dialogs.agrees(question).await?;
    picked(&tickets, if agreed { paths } else { Vec::new() })
}

/// Files the system asked this program to open since the last call.
#[tauri::command]
#[specta::specta]
pub(crate) fn take_opened_files(shell: State<'_, Shell>, tickets: State<'_, Tickets>) -> Answer<Option<Picked>> {
    picked(&tickets, shell.take_opened())
}

fn picked(tickets: &Tickets, paths: Vec<PathBuf>) -> Answer<Option<Picked>> {
    let some = Some(paths).filter(|paths| !paths.is_empty());
    some.map(|paths| tickets.issue(Purpose::Import, paths)).transpose()
}

/// What an import of the files of a ticket would do.
#[tauri::command]
#[specta::specta]
pub(crate) async fn inspect(
    shell: State<'_, Shell>,
    tickets: State<'_, Tickets>,
    ticket: String,
) -> Answer<Inspection> {
    let paths = tickets.look(&ticket, &[Purpose::Inspect, Purpose::Import])?;
    ask(shell.desk()?.inspect(&paths)).await
}

/// Uses the ticket up, unless the import fails.
#[tauri::command]
#[specta::specta]
pub(crate) async fn import(
    app: AppHandle,
    shell: State<'_, Shell>,
    tickets: State<'_, Tickets>,
    ticket: String,
    options: ImportOptions,
) -> Answer<ImportReport> {
    let desk = shell.desk()?;
    let paths = tickets.redeem(&ticket, Purpose::Import)?;
    let stop = shell.begin(Long::Import);
    let progress = |done, total| notify_progress(&app, ChangedKind::Import, done, total);
    let imported = ask(desk.import(&paths, &options, &stop, progress)).await;
    if imported.is_err() {
        tickets.reissue(ticket, Purpose::Import, paths);
    }
    imported
}

/// Imports the sample documents, under a separate case.
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_samples(app: AppHandle, shell: State<'_, Shell>) -> Answer<ImportReport> {
    let desk = shell.desk()?;
    let options = ImportOptions {
        pack: "tax".to_owned(),
        expected_year: None,
        case: Some("Samples".to_owned()),
        case_by_folder: false,
        engine: Some("local".to_owned()),
        skip_duplicates: true,
    };
    let stop = shell.begin(Long::Import);
    let progress = |done, total| notify_progress(&app, ChangedKind::Import, done, total);
    Ok(desk.import(&[shell.samples()?], &options, &stop, progress).await?)
}

/// Stops a running import; documents already submitted stay.
#[tauri::command]
#[specta::specta]
pub(crate) fn stop_import(shell: State<'_, Shell>) {
    shell.stop(Long::Import);
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn unlock(shell: State<'_, Shell>, document_id: String, password: String) -> Answer<Unlocked> {
    ask(shell.desk()?.unlock(&document_id, SecretString::from(password))).await
}
