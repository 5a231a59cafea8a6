//! Commands for preferences, packs and diagnostics.

use super::{Answer, ask};
use crate::place;
use crate::shell::Shell;
use std::path::PathBuf;
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
    ask(shell.desk()?.set_preferences(&preferences)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn diagnostics(shell: State<'_, Shell>) -> Answer<Diagnostics> {
    ask(shell.desk()?.diagnostics()).await
}

#[tauri::command]
#[specta::specta]
pub(crate) fn open_data_folder(app: AppHandle, shell: State<'_, Shell>) -> Answer<()> {
    let failed = |why: &str| {
        let message = format!("could not open the data folder: {why}");
        Trouble::new(
            "failed",
            &message,
            "Open it in your file manager; its path is shown above.",
        )
    };
    let folder = shell
        .desk()?
        .folder()
        .ok_or_else(|| failed("the workspace is in memory"))?;
    app.opener()
        .open_path(folder.display().to_string(), None::<&str>)
        .map_err(|error| failed(&error.to_string()))
}

/// Chooses the workspace of the next start: this folder, or a subfolder if it contains other files. Returns its path.
#[tauri::command]
#[specta::specta]
pub(crate) fn choose_data_folder(folder: PathBuf) -> Answer<String> {
    let chosen = place::choose(&folder)?;
    Ok(chosen.display().to_string())
}

/// The workspace of the next start, if it differs from the current one.
#[tauri::command]
#[specta::specta]
pub(crate) fn next_data_folder(shell: State<'_, Shell>) -> Answer<Option<String>> {
    let next = place::of_next_start()?;
    let now = shell.desk()?.folder();
    Ok((now.as_ref() != Some(&next)).then(|| next.display().to_string()))
}
