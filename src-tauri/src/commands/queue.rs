//! Commands for whole documents: read again, move, cancel, trash.

use super::{Answer, ask};
use crate::dialogs::{Dialogs, Question};
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

/// Erases the documents in the trash once the user has agreed; `null` if not.
#[tauri::command]
#[specta::specta]
pub(crate) async fn empty_trash(shell: State<'_, Shell>, dialogs: State<'_, Dialogs>) -> Answer<Option<Erased>> {
    let desk = shell.desk()?;
    let number = ask(desk.overview()).await?.counts.trash;
    let what = match number {
        1 => "1 document".to_owned(),
        number => format!("{number} documents"),
    };
    let question = Question {
        title: "Empty the trash?".to_owned(),
        text: format!(
            "This erases {what}: the copies kept here with their page text, values, search index and history. Only a \
             record with the ID and the fingerprint remains. Files in your own folders are not touched. This cannot be \
             undone."
        ),
        yes: "Erase",
    };
    if !dialogs.agrees(question).await? {
        return Ok(None);
    }
    ask(desk.empty_trash()).await.map(Some)
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
