//! Prepared answers to dialogs, for tests: WebDriver cannot operate a dialog of the system. Debug builds only. In a
//! release, whoever starts the program could otherwise answer for the user.
#![cfg(debug_assertions)]

use std::fs;
use std::path::Path;

/// Names a folder. A file in it, named by a dialog's title, has the next answer to that dialog, one path per line.
const VARIABLE: &str = "TOUCHSTONE_DIALOG_ANSWERS";

/// The prepared answer to this dialog, which is used up; `None` if it is to be shown.
pub(crate) fn answer(title: &str) -> Option<Vec<String>> {
    let folder = std::env::var_os(VARIABLE)?;
    let file = Path::new(&folder).join(title);
    let text = fs::read_to_string(&file).ok()?;
    if let Err(error) = fs::remove_file(&file) {
        tracing::warn!(name: "an answer to a dialog stays and is given again", kind = ?error.kind());
    }
    Some(text.lines().map(str::to_owned).collect())
}
