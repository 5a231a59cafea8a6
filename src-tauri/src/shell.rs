//! State of the program while its window is open: the workspace, the session's keys, files it was asked to open.

use crate::keychain::Keys;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tauri::{AppHandle, Manager};
use tokio_util::sync::CancellationToken;
use touchstone_engine::error::Code;
use touchstone_engine::logs::kind_of;
use touchstone_engine::store::{Access, Place, code_of};
use touchstone_engine::views::{Preferences, Trouble};
use touchstone_engine::{Desk, DeskOptions};

/// Names the folder of the sample documents.
const SAMPLES_VARIABLE: &str = "TOUCHSTONE_SAMPLES";

/// A long operation that runs one at a time and can be stopped by the user.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Long {
    Import,
    Export,
    /// Testing a model.
    Test,
    /// Backing up, verifying or restoring.
    Backup,
    /// Verifying the audit log.
    Audit,
    /// Comparing two sides.
    Evaluation,
}

pub(crate) struct Shell {
    /// The desk, or why it could not be opened, which every command then reports.
    desk: Result<Arc<Desk>, Trouble>,
    keys: Arc<Keys>,
    opened: Mutex<Vec<PathBuf>>,
    /// Tokens that stop the running long operations.
    long: [Mutex<CancellationToken>; 6],
    /// Ends the work on the queue.
    end: CancellationToken,
    work: Mutex<Option<tauri::async_runtime::JoinHandle<()>>>,
    closed: AtomicBool,
    resources: Option<PathBuf>,
}

impl Shell {
    /// Opens the workspace. On failure the window still opens and shows the reason.
    pub(crate) fn open(app: &AppHandle) -> Self {
        let resources = app.path().resource_dir().ok().filter(|folder| folder.is_dir());
        let keys = Arc::new(Keys::default());
        let desk = tauri::async_runtime::block_on(open_desk(resources.as_deref(), Arc::clone(&keys)));
        let arguments: Vec<String> = std::env::args().collect();
        let folder = std::env::current_dir().unwrap_or_default();
        Self {
            desk: desk.map(Arc::new).map_err(Trouble::from),
            keys,
            opened: Mutex::new(files_among(&arguments, &folder)),
            long: Default::default(),
            end: CancellationToken::new(),
            work: Mutex::default(),
            closed: AtomicBool::new(false),
            resources,
        }
    }

    pub(crate) fn desk(&self) -> Result<Arc<Desk>, Trouble> {
        self.desk.clone()
    }

    /// The preferences of the workspace, before the page of the window asks for them. The page reports what fails.
    pub(crate) fn preferences(&self) -> Option<Preferences> {
        let desk = self.desk().ok()?;
        tauri::async_runtime::block_on(desk.preferences()).ok()
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Starts working off the queue.
    pub(crate) fn begin_work(&self) {
        if let Ok(desk) = self.desk() {
            let end = self.end.clone();
            let work = tauri::async_runtime::spawn(async move { desk.serve(&end).await });
            *self.work.lock().unwrap_or_else(PoisonError::into_inner) = Some(work);
        }
    }

    /// Starts an operation and returns the token that stops it.
    pub(crate) fn begin(&self, what: Long) -> CancellationToken {
        let fresh = self.end.child_token();
        *self.token(what) = fresh.clone();
        fresh
    }

    pub(crate) fn stop(&self, what: Long) {
        self.token(what).cancel();
    }

    fn token(&self, what: Long) -> MutexGuard<'_, CancellationToken> {
        self.long[what as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A token that is cancelled when the program ends.
    pub(crate) fn ending(&self) -> CancellationToken {
        self.end.child_token()
    }

    pub(crate) fn add_opened(&self, files: Vec<PathBuf>) {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner).extend(files);
    }

    pub(crate) fn take_opened(&self) -> Vec<PathBuf> {
        std::mem::take(&mut self.opened.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Folder of the sample documents: as named, as installed, or in the sources.
    pub(crate) fn samples(&self) -> Result<PathBuf, Trouble> {
        let named = std::env::var_os(SAMPLES_VARIABLE).map(PathBuf::from);
        let installed = self.resources.as_ref().map(|folder| folder.join("samples"));
        let in_sources = std::env::current_exe().ok().and_then(|program| {
            let folders = program.ancestors().map(|folder| folder.join("packs/tax/examples"));
            folders.into_iter().find(|folder| folder.is_dir())
        });
        let places = [named, installed, in_sources].into_iter().flatten();
        places.into_iter().find(|folder| folder.is_dir()).ok_or_else(|| {
            let message = "could not find the sample documents";
            Trouble::new("not_found", message, "Reinstall Touchstone, or add your own documents.")
        })
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// Puts running work back so that the next start continues it, and closes the database.
    async fn put_down(&self) {
        self.end.cancel();
        let work = self.work.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(work) = work
            && let Err(error) = work.await
        {
            tracing::warn!(name: "the queue failed", kind = kind_of(&error));
        }
        if let Ok(desk) = self.desk()
            && let Err(error) = desk.close().await
        {
            tracing::warn!(name: "could not close the workspace cleanly", code = code_of(&error).map(Code::as_str));
        }
        self.closed.store(true, Ordering::SeqCst);
    }
}

/// Hides the window at once and ends the program when everything is put away.
pub(crate) fn close(app: AppHandle) {
    for window in app.webview_windows().into_values() {
        if let Err(error) = window.hide() {
            tracing::debug!(name: "could not hide the window", kind = kind_of(&error));
        }
    }
    tauri::async_runtime::spawn(async move {
        app.state::<Shell>().put_down().await;
        app.exit(0);
    });
}

async fn open_desk(resources: Option<&Path>, keys: Arc<Keys>) -> anyhow::Result<Desk> {
    let folders = directories::ProjectDirs::from("", "", "touchstone");
    let data = folders.as_ref().map(|folders| folders.data_dir().to_owned());
    let place = crate::place::of_next_start()?;
    let installed = resources.map(|folder| folder.join("packs"));
    let of_user = data.as_ref().map(|data| data.join("packs"));
    let options = DeskOptions {
        packs: installed.into_iter().chain(of_user).collect(),
        catalog: data.map(|data| data.join("catalog.toml")),
        installation: folders.map(|folders| folders.config_local_dir().join("installation")),
        keys: Some(keys),
        as_preferred: true,
        ..DeskOptions::default()
    };
    Desk::open(&Place::Folder(place), Access::Own, options).await
}

/// Arguments that are files, as absolute paths; the first argument is the program.
pub(crate) fn files_among(arguments: &[String], folder: &Path) -> Vec<PathBuf> {
    let named = arguments.iter().skip(1).filter(|argument| !argument.starts_with('-'));
    named
        .map(|argument| folder.join(argument))
        .filter(|path| path.exists())
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn arguments_that_are_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a b.pdf");
        std::fs::write(&file, "x").unwrap();
        let arguments = ["touchstone-desktop", "a b.pdf", "--flag", "missing.pdf"].map(str::to_owned);
        assert_eq!(files_among(&arguments, folder.path()), [file]);
    }
}
