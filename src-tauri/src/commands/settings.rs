//! Preferences, packs, diagnostics.

use super::Answer;
use crate::shell::Shell;
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;
use touchstone_engine::views::{Diagnostics, PackView, Preferences, Trouble};

#[tauri::command]
#[specta::specta]
pub(crate) fn packs(shell: State<'_, Shell>) -> Answer<Vec<PackView>> {
    Ok(shell.desk()?.pack_views())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_preferences(shell: State<'_, Shell>, preferences: Preferences) -> Answer<Preferences> {
    Ok(shell.desk()?.set_preferences(&preferences).await?)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn diagnostics(shell: State<'_, Shell>) -> Answer<Diagnostics> {
    Ok(shell.desk()?.diagnostics().await?)
}

/// The diagnostics as text for a mail; no document text is in them.
#[tauri::command]
#[specta::specta]
pub(crate) async fn copy_report(shell: State<'_, Shell>) -> Answer<String> {
    let lines = shell.desk()?.diagnostics().await?.lines;
    let lines = lines.iter().map(|line| format!("{}: {}", line.name, line.value));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[tauri::command]
#[specta::specta]
pub(crate) fn open_data_folder(app: AppHandle, shell: State<'_, Shell>) -> Answer<()> {
    let failed = |why: &str| {
        let message = format!("could not open the data folder: {why}");
        Trouble::new("failed", &message, "Open it with your file manager; its path is above.")
    };
    let folder = shell
        .desk()?
        .folder()
        .ok_or_else(|| failed("the workspace is in memory"))?;
    app.opener()
        .open_path(folder.display().to_string(), None::<&str>)
        .map_err(|error| failed(&error.to_string()))
}
