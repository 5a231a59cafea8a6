//! The dialogs of the system. Only the program opens them and composes their text, so that neither a path nor a consent
//! comes from the page of the window.

#[cfg(debug_assertions)]
use crate::scripted;
use crate::window;
use std::path::PathBuf;
use tauri::{AppHandle, Wry};
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath, MessageDialogButtons, MessageDialogKind};
use tokio::sync::{Mutex, MutexGuard, oneshot};
use touchstone_engine::views::Trouble;
use touchstone_intake::text::clean;

/// Kinds of files that are offered first for an import.
const DOCUMENTS: [&str; 7] = ["pdf", "png", "jpg", "jpeg", "tif", "tiff", "webp"];
const PRIORS: [&str; 4] = ["json", "jsonl", "ndjson", "csv"];
/// Max characters of a name or path in a question. Longer ones are cut in the middle, which keeps the folder and the
/// ending.
const LONGEST: usize = 120;

type FileDialog = FileDialogBuilder<Wry>;
type Reply = oneshot::Sender<Vec<FilePath>>;

/// A question that is answered by one of two buttons.
pub(crate) struct Question {
    pub(crate) title: String,
    pub(crate) text: String,
    /// The button that agrees.
    pub(crate) yes: &'static str,
}

/// Shows one dialog at a time: a page cannot cover the screen with them.
pub(crate) struct Dialogs {
    app: AppHandle,
    shown: Mutex<()>,
}

impl Dialogs {
    pub(crate) fn new(app: AppHandle) -> Self {
        let shown = Mutex::default();
        Self { app, shown }
    }

    /// Documents to import; none if cancelled.
    pub(crate) async fn documents(&self) -> Result<Vec<PathBuf>, Trouble> {
        let show = |dialog: FileDialog, reply: Reply| {
            let dialog = dialog
                .add_filter("Documents", &DOCUMENTS)
                .add_filter("All files", &["*"]);
            dialog.pick_files(|paths| send(reply, paths.unwrap_or_default()));
        };
        self.chosen("Add documents", show).await
    }

    pub(crate) async fn folder(&self, title: &str) -> Result<Option<PathBuf>, Trouble> {
        let show = |dialog: FileDialog, reply: Reply| {
            dialog.pick_folder(|path| send(reply, path.into_iter().collect()));
        };
        Ok(self.chosen(title, show).await?.pop())
    }

    /// A file of prior classifications.
    pub(crate) async fn prior(&self) -> Result<Option<PathBuf>, Trouble> {
        let show = |dialog: FileDialog, reply: Reply| {
            let dialog = dialog.add_filter("JSON or CSV", &PRIORS);
            dialog.pick_file(|path| send(reply, path.into_iter().collect()));
        };
        Ok(self.chosen("Compare with a prior classification", show).await?.pop())
    }

    /// The file to write. `name` is only where the dialog begins. The dialog asks before a file is replaced.
    pub(crate) async fn target(&self, title: &str, name: &str, ending: &str) -> Result<Option<PathBuf>, Trouble> {
        let name = format!("{}.{ending}", suggested(name));
        let show = |dialog: FileDialog, reply: Reply| {
            let dialog = dialog.set_file_name(name).add_filter(ending.to_uppercase(), &[ending]);
            dialog.save_file(|path| send(reply, path.into_iter().collect()));
        };
        Ok(self.chosen(title, show).await?.pop())
    }

    /// A folder that does not exist yet. `name` is only where the dialog begins.
    pub(crate) async fn new_folder(&self, title: &str, name: &str) -> Result<Option<PathBuf>, Trouble> {
        let name = suggested(name);
        let show = |dialog: FileDialog, reply: Reply| {
            let dialog = dialog.set_file_name(name);
            dialog.save_file(|path| send(reply, path.into_iter().collect()));
        };
        Ok(self.chosen(title, show).await?.pop())
    }

    /// Asks, and returns whether the user agreed. Closing the dialog is a no.
    pub(crate) async fn agrees(&self, question: Question) -> Result<bool, Trouble> {
        let _alone = self.alone()?;
        #[cfg(debug_assertions)]
        if let Some(answer) = scripted::answer(&question.title) {
            return Ok(answer == ["yes"]);
        }
        let (reply, answer) = oneshot::channel();
        let buttons = MessageDialogButtons::OkCancelCustom(question.yes.to_owned(), "Cancel".to_owned());
        let text: Vec<String> = question.text.lines().map(clean).collect();
        let mut dialog = self.app.dialog().message(text.join("\n"));
        if let Some(window) = window::parent(&self.app) {
            dialog = dialog.parent(&window);
        }
        dialog
            .title(clean(&question.title))
            .kind(MessageDialogKind::Warning)
            .buttons(buttons)
            .show(|agreed| {
                // The receiver is gone when the program ends.
                let _ = reply.send(agreed);
            });
        Ok(answer.await.unwrap_or(false))
    }

    async fn chosen(&self, title: &str, show: impl FnOnce(FileDialog, Reply)) -> Result<Vec<PathBuf>, Trouble> {
        let _alone = self.alone()?;
        #[cfg(debug_assertions)]
        if let Some(answer) = scripted::answer(title) {
            return Ok(answer.into_iter().map(PathBuf::from).collect());
        }
        let (reply, answer) = oneshot::channel();
        let mut dialog = self.app.dialog().file().set_title(title);
        if let Some(window) = window::parent(&self.app) {
            dialog = dialog.set_parent(&window);
        }
        show(dialog, reply);
        let paths = answer.await.unwrap_or_default().into_iter().map(FilePath::into_path);
        let paths: Vec<PathBuf> = paths.collect::<Result<_, _>>().map_err(|error| {
            let message = format!("Could not use what was chosen: it is not on this computer ({error}).");
            Trouble::new("failed", &message, "Choose a file or folder of this computer.")
        })?;
        #[cfg(target_os = "linux")]
        crate::recent::forget(&self.app, &paths);
        Ok(paths)
    }

    fn alone(&self) -> Result<MutexGuard<'_, ()>, Trouble> {
        self.shown.try_lock().map_err(|_shown| {
            let message = "Could not open a dialog: another one is open.";
            Trouble::new("failed", message, "Answer or close the other dialog first.")
        })
    }
}

fn send(reply: Reply, paths: Vec<FilePath>) {
    // The receiver is gone when the program ends.
    let _ = reply.send(paths);
}

/// A name or path as it is shown in a question: on one line, without characters that hide or reorder others.
pub(crate) fn shown(name: &str) -> String {
    let name = clean(name);
    let length = name.chars().count();
    if length <= LONGEST {
        return name;
    }
    let half = LONGEST / 2;
    let start: String = name.chars().take(half).collect();
    let end: String = name.chars().skip(length - half).collect();
    format!("{start}…{end}")
}

/// A file name without an ending from words of others: in one folder, and not hidden.
fn suggested(name: &str) -> String {
    let name = shown(name).replace(['/', '\\', ':'], "-");
    let name = name.trim_matches(['.', ' ']);
    if name.is_empty() { "documents" } else { name }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suggested_name_stays_in_its_folder() {
        for (name, expected) in [
            ("Müller & Co", "Müller & Co"),
            ("../../.bashrc", "-..-.bashrc"),
            (".config/autostart/x", "config-autostart-x"),
            ("C:\\x", "C--x"),
            ("..", "documents"),
            ("\u{202e}", "documents"),
        ] {
            assert_eq!(suggested(name), expected);
        }
    }

    #[test]
    fn a_name_in_a_question_hides_nothing() {
        let long = format!("/data/{}/secret.pdf", "a".repeat(500));
        for (name, expected) in [
            ("w2.pdf", "w2.pdf".to_owned()),
            ("a\u{202e}fdp.exe\0\nb", "afdp.exeb".to_owned()),
            (&long, format!("/data/{}…{}/secret.pdf", "a".repeat(54), "a".repeat(49))),
        ] {
            assert_eq!(shown(name), expected);
        }
    }
}
