//! Commands for corrections in words, a model's proposals, and the choice between two readings.

use super::{Answer, ask};
use crate::shell::Shell;
use tauri::State;
use touchstone_engine::views::{Corrected, CorrectionReply, ReadingPick};

#[tauri::command]
#[specta::specta]
pub(crate) async fn ask_correction(
    shell: State<'_, Shell>,
    document_id: String,
    form: String,
    words: String,
) -> Answer<CorrectionReply> {
    let stop = shell.ending();
    ask(shell.desk()?.ask_correction(&document_id, &form, &words, &stop)).await
}

/// Stops a running request about a form; nothing of it is proposed.
#[tauri::command]
#[specta::specta]
pub(crate) async fn cancel_correction(shell: State<'_, Shell>, document_id: String, form: String) -> Answer<bool> {
    Ok(shell.desk()?.cancel_correction(&document_id, &form)?)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn accept_proposal(
    shell: State<'_, Shell>,
    document_id: String,
    proposal: String,
) -> Answer<Corrected> {
    ask(shell.desk()?.accept_proposal(&document_id, &proposal)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn decline_proposal(shell: State<'_, Shell>, document_id: String, proposal: String) -> Answer<()> {
    ask(shell.desk()?.decline_proposal(&document_id, &proposal)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_reading(
    shell: State<'_, Shell>,
    document_id: String,
    issue: String,
    pick: ReadingPick,
) -> Answer<Corrected> {
    ask(shell.desk()?.pick_reading(&document_id, &issue, pick)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn pick_list(
    shell: State<'_, Shell>,
    document_id: String,
    form: String,
    list: String,
    pick: ReadingPick,
) -> Answer<Corrected> {
    ask(shell.desk()?.pick_list(&document_id, &form, &list, pick)).await
}
