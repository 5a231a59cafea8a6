//! Commands for the screen of evaluation: what can be compared, and a comparison.

use super::{Answer, ask};
use crate::events::{ChangedKind, notify_progress};
use crate::shell::{Long, Shell};
use tauri::{AppHandle, State};
use touchstone_engine::views::{EvaluationQuery, EvaluationView, SideView};

#[tauri::command]
#[specta::specta]
pub(crate) async fn sides(shell: State<'_, Shell>, pack: Option<String>) -> Answer<Vec<SideView>> {
    ask(shell.desk()?.sides(pack.as_deref())).await
}

/// Compares two sides; `null` if it is stopped, also by the next comparison.
#[tauri::command]
#[specta::specta]
pub(crate) async fn evaluation(
    app: AppHandle,
    shell: State<'_, Shell>,
    query: EvaluationQuery,
) -> Answer<Option<EvaluationView>> {
    let desk = shell.desk()?;
    shell.stop(Long::Evaluation);
    let stop = shell.begin(Long::Evaluation);
    let progress = |done, total| notify_progress(&app, ChangedKind::Evaluation, done, total);
    ask(desk.evaluation(query, &stop, progress)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) fn stop_evaluation(shell: State<'_, Shell>) {
    shell.stop(Long::Evaluation);
}
