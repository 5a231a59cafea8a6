//! Commands for the workspace overview and for importing documents.

use super::{Answer, ask};
use crate::events::{ChangedKind, notify_progress};
use crate::shell::{Long, Shell};
use secrecy::SecretString;
use std::path::PathBuf;
use tauri::{AppHandle, State};
use touchstone_engine::views::{ImportOptions, ImportReport, Inspection, Overview, Unlocked};

#[tauri::command]
#[specta::specta]
pub(crate) async fn overview(shell: State<'_, Shell>) -> Answer<Overview> {
    ask(shell.desk()?.overview()).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn inspect_paths(shell: State<'_, Shell>, paths: Vec<PathBuf>) -> Answer<Inspection> {
    ask(shell.desk()?.inspect(&paths)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn import(
    app: AppHandle,
    shell: State<'_, Shell>,
    paths: Vec<PathBuf>,
    options: ImportOptions,
) -> Answer<ImportReport> {
    let stop = shell.begin(Long::Import);
    let progress = |done, total| notify_progress(&app, ChangedKind::Import, done, total);
    ask(shell.desk()?.import(&paths, &options, &stop, progress)).await
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

/// Files the system asked this program to open since the last call.
#[tauri::command]
#[specta::specta]
pub(crate) fn take_opened_files(shell: State<'_, Shell>) -> Vec<String> {
    shell.take_opened()
}
