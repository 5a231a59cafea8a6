//! GTK adds each file that is chosen in a dialog to a list in the data folder of the user, which all programs share and
//! which outlives the document here. What this program alone put on it is removed before it is written. Switching the
//! list off instead would empty it for every program.

use gtk::glib::{self, ControlFlow, GString};
use gtk::prelude::RecentManagerExt;
use gtk::{RecentInfo, RecentManager};
use std::path::PathBuf;
use std::time::Duration;
use tauri::AppHandle;
use touchstone_engine::logs::kind_of;

/// GTK adds a file some milliseconds after the dialog is answered, and writes the list a quarter of a second later.
const INTERVAL: Duration = Duration::from_millis(20);
/// Five seconds; a file that is added later is removed once the list is written.
const LOOKS: u32 = 250;

/// Keeps files of this program off the list, also those that an earlier version left on it.
pub(crate) fn watch() {
    let Some(list) = RecentManager::default() else { return };
    forget_all(&list);
    list.connect_changed(forget_all);
}

/// Keeps off the list what a dialog was answered with.
pub(crate) fn forget(app: &AppHandle, chosen: &[PathBuf]) {
    let uris = chosen.iter().filter_map(|path| glib::filename_to_uri(path, None).ok());
    let uris: Vec<GString> = uris.collect();
    let started = app.run_on_main_thread(move || {
        let mut left = LOOKS;
        glib::timeout_add_local(INTERVAL, move || {
            if let Some(list) = RecentManager::default() {
                for uri in &uris {
                    // A file that is not on the list is an error.
                    if let Ok(Some(file)) = list.lookup_item(uri) {
                        forget_one(&list, &file);
                    }
                }
            }
            left -= 1;
            if left == 0 {
                ControlFlow::Break
            } else {
                ControlFlow::Continue
            }
        });
    });
    if let Err(error) = started {
        tracing::debug!(name: "could not watch the list of recent files", kind = kind_of(&error));
    }
}

fn forget_all(list: &RecentManager) {
    for file in list.items() {
        forget_one(list, &file);
    }
}

/// Removes a file unless another program used it too.
fn forget_one(list: &RecentManager, file: &RecentInfo) {
    let ours = glib::application_name();
    let by_us = |program: &GString| Some(program) == ours.as_ref();
    let Some(uri) = file.uri() else { return };
    if !file.applications().iter().all(by_us) {
        return;
    }
    if let Err(error) = list.remove_item(&uri) {
        tracing::debug!(name: "could not forget a recent file", kind = kind_of(&error));
    }
}
