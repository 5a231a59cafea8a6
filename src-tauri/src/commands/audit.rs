//! Commands for the screen of ground truth: settled documents, the audit log, the sample, the switch of acceptance, second
//! reviews.

use super::{Answer, ask};
use crate::events::{ChangedKind, notify_progress};
use crate::shell::{Long, Shell};
use std::collections::BTreeMap;
use tauri::{AppHandle, State};
use touchstone_engine::store::{AuditRules, SecondRules};
use touchstone_engine::views::{
    AuditView, BlankDocument, ChainView, GroundTruthRow, Ruling, SecondReviewView, TypedValue,
};

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

#[tauri::command]
#[specta::specta]
pub(crate) async fn second_reviews(shell: State<'_, Shell>) -> Answer<SecondReviewView> {
    ask(shell.desk()?.second_reviews()).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn set_second_rules(shell: State<'_, Shell>, rules: SecondRules) -> Answer<()> {
    ask(shell.desk()?.set_second_rules(rules)).await
}

/// A document for a second reviewer, without any value.
#[tauri::command]
#[specta::specta]
pub(crate) async fn blank_document(
    shell: State<'_, Shell>,
    document: String,
    label: Option<String>,
) -> Answer<BlankDocument> {
    ask(shell.desk()?.blank_document(&document, label.as_deref())).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn save_second_review(
    shell: State<'_, Shell>,
    document: String,
    label: String,
    typed: Vec<TypedValue>,
) -> Answer<()> {
    ask(shell.desk()?.save_second_review(&document, &label, &typed)).await
}

/// Withdraws a second review, or restores it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn withdraw_second_review(shell: State<'_, Shell>, document: String, withdrawn: bool) -> Answer<()> {
    ask(shell.desk()?.withdraw_second_review(&document, withdrawn)).await
}

/// Settles a document with a ruling on each place where the reviewers differ.
#[tauri::command]
#[specta::specta]
pub(crate) async fn adjudicate(
    shell: State<'_, Shell>,
    document: String,
    rulings: BTreeMap<String, Ruling>,
) -> Answer<()> {
    ask(shell.desk()?.adjudicate(&document, &rulings)).await
}
