//! Commands for expert review: the packet, and the expert's verdict.

use super::{Answer, ask};
use crate::shell::Shell;
use tauri::State;
use touchstone_engine::review::Judgement;
use touchstone_engine::views::{Compared, ContextView, PacketView, Remarks};

#[tauri::command]
#[specta::specta]
pub(crate) async fn packet(shell: State<'_, Shell>, document_id: String) -> Answer<PacketView> {
    ask(shell.desk()?.packet_view(&document_id)).await
}

/// Writes HTML if the path ends in `.html`, otherwise JSON.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_packet(shell: State<'_, Shell>, document_id: String, path: String) -> Answer<String> {
    ask(shell.desk()?.export_packet(&document_id, &path)).await
}

/// Compares documents with a file of prior classifications, JSON or CSV.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_with(shell: State<'_, Shell>, ids: Vec<String>, path: String) -> Answer<Compared> {
    ask(shell.desk()?.compare_with(&ids, &path)).await
}

/// The text of a page around a quote, or its beginning.
#[tauri::command]
#[specta::specta]
pub(crate) async fn page_context(
    shell: State<'_, Shell>,
    document_id: String,
    page: u32,
    quote: String,
) -> Answer<ContextView> {
    ask(shell.desk()?.context_view(&document_id, page, &quote)).await
}

/// Like `judge`, with the reviewer's name and reason.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_review(
    shell: State<'_, Shell>,
    document_id: String,
    judgement: Judgement,
    remarks: Remarks,
) -> Answer<()> {
    ask(shell.desk()?.save_review(&document_id, judgement, &remarks)).await
}

/// Corrects the label of the document (path `label`) or of a segment (`segments[0].label`).
#[tauri::command]
#[specta::specta]
pub(crate) async fn relabel(shell: State<'_, Shell>, document_id: String, path: String, label: String) -> Answer<()> {
    ask(shell.desk()?.relabel(&document_id, &path, label.into())).await
}
