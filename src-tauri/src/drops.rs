//! Files dragged over the window and dropped on it. Their paths come from the system and stay in the program; the page
//! gets a ticket.

use crate::tickets::{Picked, Purpose, Tickets};
use serde::{Deserialize, Serialize};
use specta::Type;
use std::path::PathBuf;
use tauri::{AppHandle, DragDropEvent, Manager, WebviewWindow, WindowEvent};
use tauri_specta::Event as _;
use touchstone_engine::logs::kind_of;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, tauri_specta::Event)]
pub struct Dragged {
    pub kind: DragKind,
    /// The files. While they are only dragged over the window they can be looked at, but not imported.
    pub picked: Option<Picked>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DragKind {
    Over,
    Leave,
    Drop,
}

/// Tells the page about drags over this window.
pub(crate) fn watch(window: &WebviewWindow) {
    let app = window.app_handle().clone();
    window.on_window_event(move |event| match event {
        WindowEvent::DragDrop(DragDropEvent::Enter { paths, .. }) => tell(&app, DragKind::Over, paths),
        WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) => tell(&app, DragKind::Drop, paths),
        WindowEvent::DragDrop(DragDropEvent::Leave) => tell(&app, DragKind::Leave, &[]),
        _ => {}
    });
}

fn tell(app: &AppHandle, kind: DragKind, paths: &[PathBuf]) {
    let purpose = match kind {
        DragKind::Over => Some(Purpose::Inspect),
        DragKind::Drop => Some(Purpose::Import),
        DragKind::Leave => None,
    };
    // Text or a link dragged from elsewhere has no paths.
    let issued = purpose.filter(|_| !paths.is_empty());
    let issued = issued.map(|purpose| app.state::<Tickets>().issue(purpose, paths.to_vec()));
    let picked = match issued.transpose() {
        Ok(picked) => picked,
        Err(trouble) => {
            tracing::warn!(name: "could not take dropped files", code = trouble.code);
            None
        }
    };
    if let Err(error) = (Dragged { kind, picked }).emit(app) {
        tracing::debug!(name: "could not notify the window", kind = kind_of(&error));
    }
}
