//! Commands for preferences, packs and diagnostics.

use super::{Answer, ask};
use crate::dialogs::{Dialogs, Question};
use crate::place;
use crate::shell::Shell;
use crate::window;
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;
use touchstone_engine::views::{Acted, Diagnostics, PackView, Preferences, PrintView, Trouble};

#[tauri::command]
#[specta::specta]
pub(crate) fn packs(shell: State<'_, Shell>) -> Answer<Vec<PackView>> {
    Ok(shell.desk()?.pack_views())
}

/// Stores the preferences and returns them as stored. A workspace stays local-only unless the user agrees that it need
/// not.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_preferences(
    app: AppHandle,
    shell: State<'_, Shell>,
    dialogs: State<'_, Dialogs>,
    mut preferences: Preferences,
) -> Answer<Preferences> {
    let desk = shell.desk()?;
    if !preferences.local_only && ask(desk.preferences()).await?.local_only {
        let question = Question {
            title: "Let documents leave this computer?".to_owned(),
            text: "This workspace sends nothing to providers now. If you allow it, documents can be sent to a model \
                   that you choose and consent to."
                .to_owned(),
            yes: "Allow",
        };
        preferences.local_only = !dialogs.agrees(question).await?;
    }
    let stored = ask(desk.set_preferences(&preferences)).await?;
    window::set_text_size(&app, stored.text_percent);
    Ok(stored)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn prints(shell: State<'_, Shell>) -> Answer<Vec<PrintView>> {
    ask(shell.desk()?.prints()).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_prints(shell: State<'_, Shell>, ids: Vec<String>) -> Answer<Acted> {
    ask(shell.desk()?.forget_prints(&ids)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_prints(shell: State<'_, Shell>, ids: Vec<String>) -> Answer<Acted> {
    ask(shell.desk()?.restore_prints(&ids)).await
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

/// Asks for the workspace of the next start: the chosen folder, or a subfolder if it contains other files. Returns its
/// path; `null` if the dialog is cancelled.
#[tauri::command]
#[specta::specta]
pub(crate) async fn choose_data_folder(dialogs: State<'_, Dialogs>) -> Answer<Option<String>> {
    let Some(folder) = dialogs.folder("Choose workspace folder").await? else {
        return Ok(None);
    };
    let chosen = place::choose(&folder)?;
    Ok(Some(chosen.display().to_string()))
}

/// The workspace of the next start, if it differs from the current one.
#[tauri::command]
#[specta::specta]
pub(crate) fn next_data_folder(shell: State<'_, Shell>) -> Answer<Option<String>> {
    let next = place::of_next_start()?;
    let now = shell.desk()?.folder();
    Ok((now.as_ref() != Some(&next)).then(|| next.display().to_string()))
}
