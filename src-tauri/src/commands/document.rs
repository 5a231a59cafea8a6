//! Commands for one document: its view, its words, its edits.

use super::{Answer, ask};
use crate::shell::Shell;
use tauri::State;
use touchstone_engine::review::Judgement;
use touchstone_engine::views::{
    Corrected, DocumentView, Edit, ExplanationView, Hit, PageWords, ReadingView, StepView, Undone, ValueCheck,
};

#[tauri::command]
#[specta::specta]
pub(crate) async fn document(shell: State<'_, Shell>, document_id: String) -> Answer<DocumentView> {
    ask(shell.desk()?.document_view(&document_id)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn page_words(shell: State<'_, Shell>, document_id: String, page: u32) -> Answer<PageWords> {
    ask(shell.desk()?.page_words(&document_id, page)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn page_readings(shell: State<'_, Shell>, document_id: String, page: u32) -> Answer<Vec<ReadingView>> {
    ask(shell.desk()?.page_readings(&document_id, page)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn find_in_document(shell: State<'_, Shell>, document_id: String, text: String) -> Answer<Vec<Hit>> {
    ask(shell.desk()?.find_in_document(&document_id, &text)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn explain(shell: State<'_, Shell>, document_id: String, place: String) -> Answer<ExplanationView> {
    ask(shell.desk()?.explain(&document_id, &place)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn check_value(
    shell: State<'_, Shell>,
    document_id: String,
    form: String,
    path: String,
    text: String,
) -> Answer<ValueCheck> {
    ask(shell.desk()?.check_value(&document_id, &form, &path, &text)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn correct(
    shell: State<'_, Shell>,
    document_id: String,
    form: String,
    path: String,
    by: Edit,
) -> Answer<Corrected> {
    ask(shell.desk()?.correct(&document_id, &form, &path, &by)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_row(
    shell: State<'_, Shell>,
    document_id: String,
    form: String,
    path: String,
) -> Answer<Corrected> {
    ask(shell.desk()?.remove_row(&document_id, &form, &path)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn undo(shell: State<'_, Shell>, document_id: String) -> Answer<Option<Undone>> {
    ask(shell.desk()?.undo(&document_id)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn redo(shell: State<'_, Shell>, document_id: String) -> Answer<Option<Undone>> {
    ask(shell.desk()?.redo(&document_id)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn judge(shell: State<'_, Shell>, document_id: String, judgement: Judgement) -> Answer<()> {
    ask(shell.desk()?.judge(&document_id, judgement)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn transcript(shell: State<'_, Shell>, run_id: String, attempt: String) -> Answer<Vec<StepView>> {
    ask(shell.desk()?.transcript(&run_id, &attempt)).await
}
