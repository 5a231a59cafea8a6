//! Location of the workspace: as named by a variable, as chosen by the user, or in the user's data folder. The choice
//! is stored as one line in a file and takes effect at the next start.

use anyhow::{Context, ensure};
use directories::ProjectDirs;
use std::fs;
use std::path::{Path, PathBuf};

/// Names the folder of the workspace, overriding the user's choice.
const VARIABLE: &str = "TOUCHSTONE_WORKSPACE";
/// A workspace is recognized by its database.
const DATABASE: &str = "touchstone.db";

/// The workspace used by this start, and by the next one unless another is chosen in between.
pub(crate) fn of_next_start() -> anyhow::Result<PathBuf> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        return Ok(PathBuf::from(named));
    }
    let folders = folders()?;
    if let Some(chosen) = chosen(&note(&folders))? {
        return Ok(chosen);
    }
    Ok(folders.data_dir().join("workspace"))
}

/// Makes the folder the workspace of the next start and returns its exact path.
pub(crate) fn choose(folder: &Path) -> anyhow::Result<PathBuf> {
    ensure!(
        std::env::var_os(VARIABLE).is_none(),
        "could not choose a data folder: {VARIABLE} already sets it"
    );
    let folders = folders()?;
    write(&note(&folders), folder)
}

fn folders() -> anyhow::Result<ProjectDirs> {
    let folders = ProjectDirs::from("", "", "touchstone");
    folders.with_context(|| format!("could not find a data folder for this user: set {VARIABLE} to one"))
}

fn note(folders: &ProjectDirs) -> PathBuf {
    folders.config_dir().join("data-folder")
}

/// A missing folder is an error, not a reason to start an empty workspace: its drive may not be connected.
fn chosen(note: &Path) -> anyhow::Result<Option<PathBuf>> {
    let Ok(line) = fs::read_to_string(note) else {
        return Ok(None);
    };
    let folder = PathBuf::from(line.trim_end_matches(['\r', '\n']));
    if folder.as_os_str().is_empty() {
        return Ok(None);
    }
    ensure!(
        folder.is_dir(),
        "could not find the data folder {}: connect its drive, or delete {} to use the default folder",
        folder.display(),
        note.display()
    );
    Ok(Some(folder))
}

fn write(note: &Path, folder: &Path) -> anyhow::Result<PathBuf> {
    let what = || format!("could not use {} as the data folder", folder.display());
    ensure!(
        folder.is_absolute() && folder.is_dir(),
        "{}: it is not a folder",
        what()
    );
    let mut entries = fs::read_dir(folder).with_context(what)?;
    let is_free = folder.join(DATABASE).is_file() || entries.next().is_none();
    let place = if is_free {
        folder.to_owned()
    } else {
        folder.join("Touchstone")
    };
    fs::create_dir_all(&place).with_context(what)?;
    let line = place
        .to_str()
        .with_context(|| format!("{}: its path is not valid Unicode", what()))?;
    if let Some(parent) = note.parent() {
        fs::create_dir_all(parent).with_context(what)?;
    }
    fs::write(note, line).with_context(what)?;
    Ok(place)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_chosen_folder_is_kept_and_what_lies_there_is_left_alone() {
        let home = tempfile::tempdir().unwrap();
        let note = home.path().join("config/data-folder");
        assert_eq!(chosen(&note).unwrap(), None);

        let empty = home.path().join("empty");
        fs::create_dir(&empty).unwrap();
        assert_eq!(write(&note, &empty).unwrap(), empty);
        assert_eq!(chosen(&note).unwrap(), Some(empty.clone()));
        fs::write(empty.join(DATABASE), "").unwrap();
        assert_eq!(write(&note, &empty).unwrap(), empty, "a workspace is taken up again");

        let full = home.path().join("full");
        fs::create_dir(&full).unwrap();
        fs::write(full.join("letter.txt"), "x").unwrap();
        assert_eq!(write(&note, &full).unwrap(), full.join("Touchstone"));
        assert_eq!(chosen(&note).unwrap(), Some(full.join("Touchstone")));

        fs::remove_dir(full.join("Touchstone")).unwrap();
        let message = chosen(&note).unwrap_err().to_string();
        assert!(message.contains("connect its drive"), "{message}");
        assert!(write(&note, Path::new("relative")).is_err());
    }
}
