//! Files for the program as if they had been chosen in dialogs of the system, whose answers are prepared.

use crate::stage::Stage;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

impl Stage {
    /// Imports files and waits until the queue is empty.
    pub(crate) async fn import(&self, paths: &[PathBuf]) {
        let options = json!({"pack": "tax", "expected_year": null, "case": null, "skip_duplicates": false});
        self.import_as(paths, options).await;
        self.settled().await;
    }

    pub(crate) async fn import_as(&self, paths: &[PathBuf], options: Value) {
        let ticket = self.picked(paths).await;
        let given = json!({"ticket": ticket, "options": options});
        self.call("import", given).await.unwrap();
    }

    /// The ticket for these files, as if they had been chosen in the system's dialog.
    pub(crate) async fn picked(&self, paths: &[PathBuf]) -> Value {
        self.prepare_answer("Add documents", paths);
        self.call("choose_files", json!({})).await.unwrap()["ticket"].clone()
    }

    /// Exports to a file, as if it had been chosen in the system's dialog.
    pub(crate) async fn export(&self, mut request: Value, path: &Path) -> Result<Value, Value> {
        self.prepare_answer("Export", &[path]);
        let wish = json!({"name": "documents", "format": request["format"]});
        let ticket = self.call("choose_export", wish).await.unwrap()["ticket"].take();
        self.call("export", json!({"ticket": ticket, "request": request.take()}))
            .await
    }

    /// Has the next dialog with this title answered at once. Debug builds of the program read such answers.
    pub(crate) fn prepare_answer(&self, title: &str, paths: &[impl AsRef<Path>]) {
        let lines: Vec<_> = paths.iter().map(|path| path.as_ref().to_str().unwrap()).collect();
        fs::write(self.folder.path().join("answers").join(title), lines.join("\n")).unwrap();
    }
}
