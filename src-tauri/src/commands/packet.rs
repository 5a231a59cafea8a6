//! Commands for expert review: the packet, and the expert's verdict.

use super::{Answer, ask};
use crate::dialogs::Dialogs;
use crate::shell::Shell;
use crate::tickets::{Picked, Purpose, Tickets};
use serde::Deserialize;
use specta::Type;
use std::path::Path;
use tauri::State;
use touchstone_engine::review::Judgement;
use touchstone_engine::views::{Compared, ContextView, PacketView, Remarks};

#[tauri::command]
#[specta::specta]
pub(crate) async fn packet(shell: State<'_, Shell>, document_id: String) -> Answer<PacketView> {
    ask(shell.desk()?.packet_view(&document_id)).await
}

#[derive(Debug, Clone, Copy, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PacketFormat {
    /// For printing.
    Html,
    Json,
}

/// Asks for the file and writes it; `null` if the dialog is cancelled. The ticket shows the file in its folder.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_packet(
    shell: State<'_, Shell>,
    dialogs: State<'_, Dialogs>,
    tickets: State<'_, Tickets>,
    document_id: String,
    format: PacketFormat,
) -> Answer<Option<Picked>> {
    let desk = shell.desk()?;
    let document = ask(desk.packet_view(&document_id)).await?.file_name;
    let stem = Path::new(&document).file_stem().unwrap_or_default().to_string_lossy();
    let ending = match format {
        PacketFormat::Html => "html",
        PacketFormat::Json => "json",
    };
    let Some(path) = dialogs.target("Save packet", &format!("{stem} packet"), ending).await? else {
        return Ok(None);
    };
    let written = match format {
        PacketFormat::Html => ask(desk.export_packet_page(&document_id, &path)).await,
        PacketFormat::Json => ask(desk.export_packet(&document_id, &path)).await,
    };
    written?;
    tickets.issue(Purpose::Show, vec![path]).map(Some)
}

/// Asks for a file of prior classifications, JSON or CSV, and compares these documents with it; `null` if the dialog is
/// cancelled.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare_with(
    shell: State<'_, Shell>,
    dialogs: State<'_, Dialogs>,
    ids: Vec<String>,
) -> Answer<Option<Compared>> {
    let desk = shell.desk()?;
    let Some(path) = dialogs.prior().await? else {
        return Ok(None);
    };
    ask(desk.compare_with(&ids, &path)).await.map(Some)
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
