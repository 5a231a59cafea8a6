//! Finds the notices about the works of others in this program, which `scripts/notices.py` writes for each package.

use std::path::PathBuf;

const FILE: &str = "THIRD-PARTY-NOTICES.txt";
/// From the executable's folder: the resources of an installed program, and where a build tree collects them.
const FOLDERS: [&str; 4] = ["../lib/Touchstone", "../Resources", ".", "../package"];

/// The file with the licenses of everything shipped; `None` in a build tree where no package was made.
pub fn notices() -> Option<PathBuf> {
    let executable = std::env::current_exe().ok()?;
    let folder = executable.parent()?;
    let places = FOLDERS.map(|place| folder.join(place).join(FILE));
    places.into_iter().find(|file| file.is_file())
}
