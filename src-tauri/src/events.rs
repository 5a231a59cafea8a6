//! Forwards engine events to the window, a few times per second: which documents to reload. A lost event only costs a
//! refresh.

use crate::shell::Shell;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tauri::{AppHandle, Manager};
use tauri_plugin_notification::NotificationExt;
use tauri_specta::Event as _;
use touchstone_core::record::{DocumentId, RunId};
use touchstone_engine::Desk;
use touchstone_engine::error::Code;
use touchstone_engine::event::{Event, Received};
use touchstone_engine::logs::kind_of;
use touchstone_engine::store::code_of;
use touchstone_engine::views::Batch;

/// Something changed; the window reloads it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, tauri_specta::Event)]
pub struct Changed {
    pub kind: ChangedKind,
    pub document_id: Option<String>,
    pub run_id: Option<String>,
    pub stage: Option<String>,
    /// Progress: pages read, files submitted or documents written, out of `pages`.
    pub page: Option<u32>,
    pub pages: Option<u32>,
    pub attempt: Option<u32>,
    pub text: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangedKind {
    Documents,
    Run,
    Settings,
    /// Progress of an import.
    Import,
    /// Progress of an export.
    Export,
    /// Progress of a backup, in percent.
    Backup,
    /// Progress of verifying the audit log.
    Audit,
    /// Progress of comparing two sides.
    Evaluation,
    /// The system asks to open files; see `take_opened_files`.
    Opened,
}

/// Min interval between updates of the window.
const TICK: Duration = Duration::from_millis(150);
/// Min duration of a batch that ends with a system notification.
const LONG_BATCH: Duration = Duration::from_secs(20);
/// Min number of documents for the same.
const LARGE_BATCH: u32 = 25;

impl Changed {
    fn of(kind: ChangedKind) -> Self {
        Self {
            kind,
            document_id: None,
            run_id: None,
            stage: None,
            page: None,
            pages: None,
            attempt: None,
            text: None,
        }
    }

    fn notify(&self, app: &AppHandle) {
        if let Err(error) = self.emit(app) {
            tracing::debug!(name: "could not notify the window", kind = kind_of(&error));
        }
    }
}

/// Changes within one tick.
#[derive(Default)]
struct Tick {
    documents: BTreeMap<DocumentId, Changed>,
    anything: bool,
    settings: bool,
}

/// Forwards events to the window for as long as the program runs.
pub(crate) fn pump(app: &AppHandle) {
    let Ok(desk) = app.state::<Shell>().desk() else {
        return;
    };
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let mut listener = desk.events();
        let (mut of_runs, mut batch) = (HashMap::new(), None);
        while let Some(first) = listener.next().await {
            let mut tick = Tick::default();
            tick.take(first, &desk, &mut of_runs).await;
            let end = tokio::time::Instant::now() + TICK;
            while let Ok(Some(received)) = tokio::time::timeout_at(end, listener.next()).await {
                tick.take(received, &desk, &mut of_runs).await;
            }
            tick.notify(&app);
            batch = follow(&app, &desk, batch).await;
        }
    });
}

impl Tick {
    async fn take(&mut self, received: Received, desk: &Desk, of_runs: &mut HashMap<RunId, DocumentId>) {
        let Received::Event(event) = received else {
            (self.anything, self.settings) = (true, true);
            return;
        };
        match event {
            Event::SettingsChanged => self.settings = true,
            // The window shows no stacks yet.
            Event::StackChanged { .. } => {}
            Event::DocumentAdded { document }
            | Event::DocumentChanged { document }
            | Event::ReviewChanged { document, .. }
            | Event::Corrected { document }
            | Event::ModelAsked { document, run: None }
            | Event::TruthSettled { document, .. } => {
                self.note(document);
            }
            Event::PagesRead { document, done, total } => {
                let change = self.note(document);
                (change.page, change.pages) = (Some(done), total);
            }
            Event::RunQueued { run, document }
            | Event::RunClaimed { run, document }
            | Event::ModelAsked {
                run: Some(run),
                document,
            }
            | Event::RunFinished { run, document, .. } => {
                of_runs.insert(run, document);
                self.note_run(run, document);
            }
            Event::StageFinished { run, .. }
            | Event::AttemptStarted { run, .. }
            | Event::PageLookedAt { run, .. }
            | Event::Stepped { run, .. }
            | Event::AttemptFinished { run, .. } => {
                let known = of_runs.get(&run).copied();
                let document = match known {
                    Some(document) => Some(document),
                    None => desk.document_of(run).await.ok(),
                };
                if let Some(document) = document {
                    of_runs.insert(run, document);
                    let change = self.note_run(run, document);
                    if let Event::StageFinished { stage, .. } = event {
                        change.stage = Some(stage.as_str().to_owned());
                    }
                }
            }
        }
    }

    fn note(&mut self, document: DocumentId) -> &mut Changed {
        self.anything = true;
        self.documents.entry(document).or_insert_with(|| Changed {
            document_id: Some(document.to_string()),
            ..Changed::of(ChangedKind::Documents)
        })
    }

    fn note_run(&mut self, run: RunId, document: DocumentId) -> &mut Changed {
        let change = self.note(document);
        change.kind = ChangedKind::Run;
        change.run_id = Some(run.to_string());
        change
    }

    fn notify(self, app: &AppHandle) {
        if self.settings {
            Changed::of(ChangedKind::Settings).notify(app);
        }
        self.documents.values().for_each(|change| change.notify(app));
        if self.anything && self.documents.is_empty() {
            Changed::of(ChangedKind::Documents).notify(app);
        }
    }
}

/// Watches the batch, with the moment it was first seen, and shows a system notification when a long one has ended.
async fn follow(app: &AppHandle, desk: &Desk, before: Option<(Batch, Instant)>) -> Option<(Batch, Instant)> {
    let now = match desk.batch().await {
        Ok(now) => now,
        Err(error) => {
            tracing::warn!(name: "could not read the progress of the queue", code = code_of(&error).map(Code::as_str));
            return before;
        }
    };
    let begun = before.as_ref().map_or_else(Instant::now, |(_, begun)| *begun);
    if let (Some((ended, _)), None) = (&before, &now)
        && (begun.elapsed() >= LONG_BATCH || ended.total >= LARGE_BATCH)
    {
        let documents = if ended.total == 1 { "document" } else { "documents" };
        let text = format!("{} {documents} done, {} to review", ended.total, ended.needs_review);
        let shown = app.notification().builder().title("Touchstone").body(text).show();
        if let Err(error) = shown {
            tracing::debug!(name: "could not show a notification", kind = kind_of(&error));
        }
    }
    now.map(|batch| (batch, begun))
}

/// Reports the progress of a long operation.
pub(crate) fn notify_progress(app: &AppHandle, kind: ChangedKind, done: u32, total: u32) {
    // Updates in steps of a fiftieth are enough for a progress bar.
    if done == total || done.is_multiple_of((total / 50).max(1)) {
        let change = Changed {
            page: Some(done),
            pages: Some(total),
            ..Changed::of(kind)
        };
        change.notify(app);
    }
}

/// Handles files opened through the system: a second start, "open with", a drop on the dock.
pub(crate) fn opened(app: &AppHandle, files: Vec<PathBuf>) {
    if files.is_empty() {
        return;
    }
    if let Some(shell) = app.try_state::<Shell>() {
        shell.add_opened(files);
        Changed::of(ChangedKind::Opened).notify(app);
    }
}
