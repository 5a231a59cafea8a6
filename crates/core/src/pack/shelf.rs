//! Finds packs. The user's folder is searched after the built-in one, and overrides it by name.

use super::{Pack, PackError};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// All packs found, valid or faulty.
#[derive(Debug, Clone, Default)]
pub struct PackShelf {
    packs: Vec<Arc<Pack>>,
    /// Folder name of each pack that failed to load, with the error. It hides a valid pack of the same name from an
    /// earlier folder, so that a mistake in an override never silently selects the original.
    faults: Vec<(String, PackError)>,
    /// The folders searched.
    folders: Vec<PathBuf>,
}

/// Why a pack is not available.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShelfError {
    #[error("no pack is named `{name}`, known packs: {known}")]
    Unknown { name: String, known: String },
    #[error("no pack is named `{name}`: there are no packs in {folders}")]
    Empty { name: String, folders: String },
    #[error("pack `{name}` has a mistake: {fault}")]
    Faulty { name: String, fault: PackError },
}

impl PackShelf {
    /// Loads every subfolder with a `pack.toml`. Missing folders are treated as empty.
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> PackShelf {
        let mut shelf = PackShelf {
            folders: folders.iter().map(|folder| folder.as_ref().to_owned()).collect(),
            ..PackShelf::default()
        };
        for folder in folders {
            for pack in subfolders(folder.as_ref()) {
                shelf.put(&pack);
            }
        }
        shelf.packs.sort_by(|a, b| a.name.cmp(&b.name));
        shelf
    }

    fn put(&mut self, folder: &Path) {
        let named = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let named = named.unwrap_or_default();
        match Pack::load(folder) {
            Ok(pack) => {
                self.forget(&pack.name);
                self.packs.push(Arc::new(pack));
            }
            Err(fault) => {
                self.forget(&named);
                self.faults.push((named, fault));
            }
        }
    }

    fn forget(&mut self, name: &str) {
        self.packs.retain(|pack| pack.name != name);
        self.faults.retain(|(faulty, _)| faulty != name);
    }

    pub fn packs(&self) -> &[Arc<Pack>] {
        &self.packs
    }

    pub fn faults(&self) -> impl Iterator<Item = &PackError> {
        self.faults.iter().map(|(_, fault)| fault)
    }

    pub fn get(&self, name: &str) -> Result<Arc<Pack>, ShelfError> {
        if let Some((_, fault)) = self.faults.iter().find(|(faulty, _)| faulty == name) {
            return Err(ShelfError::Faulty {
                name: name.to_owned(),
                fault: fault.clone(),
            });
        }
        let found = self.packs.iter().find(|pack| pack.name == name);
        found.cloned().ok_or_else(|| self.without(name.to_owned()))
    }

    fn without(&self, name: String) -> ShelfError {
        if self.packs.is_empty() {
            let looked: Vec<String> = self.folders.iter().map(|folder| folder.display().to_string()).collect();
            let folders = if looked.is_empty() {
                "any folder".to_owned()
            } else {
                looked.join(" or ")
            };
            return ShelfError::Empty { name, folders };
        }
        let known: Vec<&str> = self.packs.iter().map(|pack| pack.name.as_str()).collect();
        let known = known.join(", ");
        ShelfError::Unknown { name, known }
    }
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.join("pack.toml").is_file())
        .collect();
    found.sort();
    found
}

/// The folder of the built-in packs: `TOUCHSTONE_PACKS`, else `packs` beside the executable or among the resources
/// of an installed program, else `packs` in the Cargo workspace that the executable was built in.
pub fn default_folder() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("TOUCHSTONE_PACKS") {
        return Some(PathBuf::from(named));
    }
    let executable = std::env::current_exe().ok()?;
    let folder = executable.parent()?;
    let installed = ["packs", "../lib/Touchstone/packs", "../Resources/packs"].map(|packs| folder.join(packs));
    if let Some(found) = installed.into_iter().find(|packs| packs.is_dir()) {
        return Some(found);
    }
    executable
        .ancestors()
        .find(|folder| folder.join("Cargo.toml").is_file() && folder.join("packs").is_dir())
        .map(|folder| folder.join("packs"))
}
