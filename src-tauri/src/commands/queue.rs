//! Commands for whole documents: read again, move, cancel, trash.

use super::{Answer, ask};
use crate::shell::Shell;
use tauri::State;
use touchstone_engine::store::Standing;
use touchstone_engine::views::{Acted, Chosen, Erased, ReadAs};

#[tauri::command]
#[specta::specta]
pub(crate) async fn rerun(shell: State<'_, Shell>, ids: Vec<String>) -> Answer<Acted> {
    ask(shell.desk()?.rerun(&ids)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_pack(shell: State<'_, Shell>, ids: Vec<String>, change: ReadAs) -> Answer<Acted> {
    ask(shell.desk()?.set_pack(&ids, &change)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn chosen(shell: State<'_, Shell>, ids: Vec<String>) -> Answer<Chosen> {
    ask(shell.desk()?.chosen(&ids)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_case(shell: State<'_, Shell>, ids: Vec<String>, name: Option<String>) -> Answer<Acted> {
    ask(shell.desk()?.set_case(&ids, name.as_deref())).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn trash(shell: State<'_, Shell>, ids: Vec<String>) -> Answer<Acted> {
    ask(shell.desk()?.trash(&ids)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn restore(shell: State<'_, Shell>, ids: Vec<String>) -> Answer<Acted> {
    ask(shell.desk()?.restore(&ids)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn empty_trash(shell: State<'_, Shell>) -> Answer<Erased> {
    ask(shell.desk()?.empty_trash()).await
}

#[tauri::command]
#[specta::specta]
pub(crate) fn pause(shell: State<'_, Shell>) -> Answer<()> {
    shell.desk()?.pause();
    Ok(())
}

#[tauri::command]
#[specta::specta]
pub(crate) fn resume(shell: State<'_, Shell>) -> Answer<()> {
    shell.desk()?.resume();
    Ok(())
}

/// Cancels these documents; without ids, everything that waits or runs.
#[tauri::command]
#[specta::specta]
pub(crate) async fn cancel(shell: State<'_, Shell>, ids: Vec<String>) -> Answer<Acted> {
    ask(shell.desk()?.cancel(&ids)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn retry(shell: State<'_, Shell>, state: Standing) -> Answer<Acted> {
    ask(shell.desk()?.retry(state)).await
}
