//! Preferences, packs, engines with their keys, diagnostics.

use super::Answer;
use crate::keychain::{KeyState, KeyTest};
use crate::shell::Shell;
use secrecy::SecretString;
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;
use touchstone_engine::views::{Diagnostics, EngineCard, PackView, Preferences, Trouble};

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
pub(crate) fn engines(shell: State<'_, Shell>) -> Answer<Vec<EngineCard>> {
    Ok(shell.desk()?.engine_cards())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn key_state(shell: State<'_, Shell>, provider: String) -> Answer<KeyState> {
    shell.keys().state(shell.desk()?.key_account(&provider)?).await
}

/// The key goes one way: no command ever gives it back.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_key(
    shell: State<'_, Shell>,
    provider: String,
    key: String,
    session_only: bool,
) -> Answer<KeyState> {
    let account = shell.desk()?.key_account(&provider)?;
    shell.keys().set(account, SecretString::from(key), session_only).await
}

/// Asks the provider for its list of models, which costs nothing.
#[tauri::command]
#[specta::specta]
pub(crate) async fn test_key(shell: State<'_, Shell>, provider: String) -> Answer<KeyTest> {
    let desk = shell.desk()?;
    let Some(secret) = shell.keys().secret(desk.key_account(&provider)?).await? else {
        return Ok(KeyTest {
            ok: false,
            message: format!("No key is kept for {provider}."),
        });
    };
    Ok(match desk.try_key(&provider, &secret).await {
        Ok(models) => KeyTest {
            ok: true,
            message: format!("The key is taken; {models} models are listed."),
        },
        Err(error) => KeyTest {
            ok: false,
            message: format!("{error:#}"),
        },
    })
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_key(shell: State<'_, Shell>, provider: String) -> Answer<KeyState> {
    shell.keys().remove(shell.desk()?.key_account(&provider)?).await
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
