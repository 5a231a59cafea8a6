//! Commands for the table of documents, totals, and exports.

use super::{Answer, ask};
use crate::events::{ChangedKind, notify_progress};
use crate::shell::{Long, Shell};
use std::path::Path;
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;
use touchstone_engine::views::{CaseTotal, ExportReport, ExportRequest, LibraryPage, LibraryQuery, Trouble};

#[tauri::command]
#[specta::specta]
pub(crate) async fn library(shell: State<'_, Shell>, query: LibraryQuery) -> Answer<LibraryPage> {
    ask(shell.desk()?.library(&query)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn case_totals(shell: State<'_, Shell>, name: String) -> Answer<Vec<CaseTotal>> {
    ask(shell.desk()?.case_totals(&name)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn export(
    app: AppHandle,
    shell: State<'_, Shell>,
    request: ExportRequest,
) -> Answer<Option<ExportReport>> {
    let stop = shell.begin(Long::Export);
    let progress = |done, total| notify_progress(&app, ChangedKind::Export, done, total);
    ask(shell.desk()?.export(&request, &stop, progress)).await
}

/// Stops a running export; nothing is written.
#[tauri::command]
#[specta::specta]
pub(crate) fn stop_export(shell: State<'_, Shell>) {
    shell.stop(Long::Export);
}

/// Shows the file in the file manager, or opens its folder if no file manager can show a file.
#[tauri::command]
#[specta::specta]
pub(crate) fn show_in_folder(app: AppHandle, path: String) -> Answer<()> {
    let Err(error) = app.opener().reveal_item_in_dir(&path) else {
        return Ok(());
    };
    tracing::info!("could not show the file in a file manager: {error}");
    let folder = Path::new(&path).parent().unwrap_or(Path::new("/"));
    let opened = app.opener().open_path(folder.display().to_string(), None::<&str>);
    opened.map_err(|error| {
        tracing::warn!("could not open the folder: {error}");
        let advice = format!("The file was written to {}.", folder.display());
        Trouble::new(
            "failed",
            "Could not open the folder: no file manager is available.",
            &advice,
        )
    })
}
