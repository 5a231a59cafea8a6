//! Commands for the screen of ground truth: the settled documents, the audit log, the sample, the switch of acceptance.

use super::{Answer, ask};
use crate::events::{ChangedKind, notify_progress};
use crate::shell::{Long, Shell};
use tauri::{AppHandle, State};
use touchstone_engine::store::AuditRules;
use touchstone_engine::views::{AuditView, ChainView, GroundTruthRow};

#[tauri::command]
#[specta::specta]
pub(crate) async fn ground_truths(shell: State<'_, Shell>) -> Answer<Vec<GroundTruthRow>> {
    ask(shell.desk()?.ground_truths()).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn audit(shell: State<'_, Shell>) -> Answer<AuditView> {
    ask(shell.desk()?.audit()).await
}

/// Verifies the audit log; `null` if it is stopped.
#[tauri::command]
#[specta::specta]
pub(crate) async fn verify_audit(app: AppHandle, shell: State<'_, Shell>) -> Answer<Option<ChainView>> {
    let desk = shell.desk()?;
    let stop = shell.begin(Long::Audit);
    let progress = |done, total| notify_progress(&app, ChangedKind::Audit, done as u32, total as u32);
    ask(desk.chain(&stop, progress)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) fn stop_audit(shell: State<'_, Shell>) {
    shell.stop(Long::Audit);
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_audit_rules(shell: State<'_, Shell>, rules: AuditRules) -> Answer<()> {
    ask(shell.desk()?.set_audit_rules(rules)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn switch_acceptance(shell: State<'_, Shell>, pack: String, on: bool) -> Answer<bool> {
    ask(shell.desk()?.switch_acceptance(&pack, on)).await
}
