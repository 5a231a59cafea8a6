//! The table of documents, totals, and exports.

use super::Answer;
use crate::events::{ChangedKind, tell_progress};
use crate::shell::{Long, Shell};
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;
use touchstone_engine::views::{CaseTotal, ExportReport, ExportRequest, LibraryPage, LibraryQuery, Trouble};

#[tauri::command]
#[specta::specta]
pub(crate) async fn library(shell: State<'_, Shell>, query: LibraryQuery) -> Answer<LibraryPage> {
    Ok(shell.desk()?.library(&query).await?)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn case_totals(shell: State<'_, Shell>, name: String) -> Answer<Vec<CaseTotal>> {
    Ok(shell.desk()?.case_totals(&name).await?)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn export(
    app: AppHandle,
    shell: State<'_, Shell>,
    request: ExportRequest,
) -> Answer<Option<ExportReport>> {
    let stop = shell.begin(Long::Export);
    let tell = |done, total| tell_progress(&app, ChangedKind::Export, done, total);
    Ok(shell.desk()?.export(&request, &stop, tell).await?)
}

/// Ends an export that is going on; nothing is written then.
#[tauri::command]
#[specta::specta]
pub(crate) fn stop_export(shell: State<'_, Shell>) {
    shell.stop(Long::Export);
}

#[tauri::command]
#[specta::specta]
pub(crate) fn show_in_folder(app: AppHandle, path: String) -> Answer<()> {
    app.opener().reveal_item_in_dir(&path).map_err(|error| {
        let message = format!("could not show {path} in its folder: {error}");
        Trouble::new("failed", &message, "Open the folder with your file manager.")
    })
}
