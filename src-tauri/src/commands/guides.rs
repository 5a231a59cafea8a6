//! Commands for the instructions of packs' model stages, and for the user's own versions.

use super::{Answer, ask};
use crate::shell::Shell;
use tauri::State;
use touchstone_engine::views::{DiffLine, GuideView};

#[tauri::command]
#[specta::specta]
pub(crate) async fn guides(shell: State<'_, Shell>, pack: String) -> Answer<Vec<GuideView>> {
    ask(shell.desk()?.guides(&pack)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) fn compare_guide(
    shell: State<'_, Shell>,
    pack: String,
    stage: String,
    text: String,
) -> Answer<Vec<DiffLine>> {
    Ok(shell.desk()?.compare_guide(&pack, &stage, &text)?)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_guide_version(
    shell: State<'_, Shell>,
    pack: String,
    stage: String,
    version: u32,
) -> Answer<Vec<DiffLine>> {
    ask(shell.desk()?.compare_guide_version(&pack, &stage, version)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_guide(shell: State<'_, Shell>, pack: String, stage: String, text: String) -> Answer<GuideView> {
    ask(shell.desk()?.set_guide(&pack, &stage, &text)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn reset_guide(shell: State<'_, Shell>, pack: String, stage: String) -> Answer<GuideView> {
    ask(shell.desk()?.reset_guide(&pack, &stage)).await
}
