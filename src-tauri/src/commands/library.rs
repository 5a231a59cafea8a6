//! Commands for the table of documents, totals, and exports.

use super::{Answer, ask};
use crate::dialogs::Dialogs;
use crate::events::{ChangedKind, notify_progress};
use crate::shell::{Long, Shell};
use crate::tickets::{Picked, Purpose, Tickets, refused};
use std::path::Path;
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt;
use touchstone_engine::export::{Format, Shape};
use touchstone_engine::logs::kind_of;
use touchstone_engine::views::{
    CaseView, ExportCounts, ExportReport, ExportRequest, FormatCard, LibraryPage, LibraryQuery, Trouble,
};

#[tauri::command]
#[specta::specta]
pub(crate) async fn library(shell: State<'_, Shell>, query: LibraryQuery) -> Answer<LibraryPage> {
    ask(shell.desk()?.library(&query)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn case_view(shell: State<'_, Shell>, name: String) -> Answer<CaseView> {
    ask(shell.desk()?.case_view(&name)).await
}

/// The formats of exports, in the order in which they are offered.
#[tauri::command]
#[specta::specta]
pub(crate) fn export_formats() -> Vec<FormatCard> {
    touchstone_engine::export_formats()
}

/// How many documents an export would have, and how many of them are settled.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_counts(shell: State<'_, Shell>, request: ExportRequest) -> Answer<ExportCounts> {
    ask(shell.desk()?.export_counts(&request)).await
}

/// Opens the system's dialog for the file or new folder to export to, with a name to begin with; `null` if it is
/// cancelled.
#[tauri::command]
#[specta::specta]
pub(crate) async fn choose_export(
    dialogs: State<'_, Dialogs>,
    tickets: State<'_, Tickets>,
    name: String,
    format: String,
) -> Answer<Option<Picked>> {
    let format = known(&format)?;
    let path = match format.shape {
        Shape::Text(ending) | Shape::Binary(ending) => dialogs.target("Export", &name, ending).await?,
        Shape::Folder => dialogs.new_folder("Export", &format!("{name} {}", format.name)).await?,
    };
    path.map(|path| tickets.issue(Purpose::Export(format.name), vec![path]))
        .transpose()
}

fn known(format: &str) -> Result<&'static Format, Trouble> {
    Format::named(format).ok_or_else(|| {
        let message = format!("Could not export: there is no format `{format}`.");
        Trouble::new("failed", &message, "Choose another format.")
    })
}

/// Writes the file or folder of a ticket. Afterwards the ticket can only show that file in its folder.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export(
    app: AppHandle,
    shell: State<'_, Shell>,
    tickets: State<'_, Tickets>,
    ticket: String,
    request: ExportRequest,
) -> Answer<Option<ExportReport>> {
    let desk = shell.desk()?;
    let mut paths = tickets.redeem(&ticket, Purpose::Export(known(&request.format)?.name))?;
    let path = paths.pop().ok_or_else(refused)?;
    let stop = shell.begin(Long::Export);
    let progress = |done, total| notify_progress(&app, ChangedKind::Export, done, total);
    let report = ask(desk.export(&request, &path, &stop, progress)).await?;
    if report.is_some() {
        tickets.reissue(ticket, Purpose::Show, vec![path]);
    }
    Ok(report)
}

/// Stops a running export; nothing is written.
#[tauri::command]
#[specta::specta]
pub(crate) fn stop_export(shell: State<'_, Shell>) {
    shell.stop(Long::Export);
}

/// Shows a written file in the file manager, or opens its folder if no file manager can show a file.
#[tauri::command]
#[specta::specta]
pub(crate) fn show_in_folder(app: AppHandle, tickets: State<'_, Tickets>, ticket: String) -> Answer<()> {
    let path = tickets.look(&ticket, &[Purpose::Show])?.pop().ok_or_else(refused)?;
    let Err(error) = app.opener().reveal_item_in_dir(&path) else {
        return Ok(());
    };
    tracing::info!(name: "could not show the file in a file manager", kind = kind_of(&error));
    let folder = path.parent().unwrap_or(Path::new("/"));
    let opened = app.opener().open_path(folder.display().to_string(), None::<&str>);
    opened.map_err(|error| {
        tracing::warn!(name: "could not open the folder", kind = kind_of(&error));
        let advice = format!("The file was written to {}.", folder.display());
        Trouble::new(
            "failed",
            "Could not open the folder: no file manager is available.",
            &advice,
        )
    })
}
