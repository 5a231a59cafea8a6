//! Folders of the user's data on this computer.

use directories::ProjectDirs;
use std::path::PathBuf;

/// Folder of the user's own packs.
pub(crate) fn user_packs() -> Vec<PathBuf> {
    data_folder().map(|folder| folder.join("packs")).into_iter().collect()
}

/// File in which users add providers and models, and correct prices.
pub(crate) fn user_catalog() -> Option<PathBuf> {
    data_folder().map(|folder| folder.join("catalog.toml"))
}

/// File with the secret of this installation, to which consents are bound.
pub(crate) fn installation() -> Option<PathBuf> {
    ProjectDirs::from("", "", "touchstone").map(|folders| folders.config_local_dir().join("installation"))
}

pub(crate) fn data_folder() -> Option<PathBuf> {
    ProjectDirs::from("", "", "touchstone").map(|folders| folders.data_dir().to_owned())
}
