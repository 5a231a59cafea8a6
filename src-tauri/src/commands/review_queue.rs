//! Commands for the review queue: its order, its claims, acceptance of several documents at once.

use super::{Answer, ask};
use crate::shell::Shell;
use tauri::State;
use touchstone_engine::store::QueuePlace;
use touchstone_engine::views::{BulkAccepted, ClaimView, ReviewQuery, ReviewQueue, Unverified};

#[tauri::command]
#[specta::specta]
pub(crate) async fn review_queue(shell: State<'_, Shell>, query: ReviewQuery) -> Answer<ReviewQueue> {
    ask(shell.desk()?.review_queue(&query)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn claim(shell: State<'_, Shell>, document_id: String, from: QueuePlace, to: ClaimView) -> Answer<()> {
    ask(shell.desk()?.claim(&document_id, from, &to)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn unverified(shell: State<'_, Shell>, ids: Vec<String>) -> Answer<Vec<Unverified>> {
    ask(shell.desk()?.unverified(&ids)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn accept_all(shell: State<'_, Shell>, ids: Vec<String>) -> Answer<BulkAccepted> {
    ask(shell.desk()?.accept_all(&ids)).await
}
