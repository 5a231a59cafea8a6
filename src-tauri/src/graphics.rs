//! Configures how the web view draws on Linux. Without a graphics card WebKitGTK would composite the page in software
//! at a few frames per second; with compositing disabled it draws at once.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Read by WebKitGTK when its first process starts.
const VARIABLE: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";

/// Restarts the program in place with the variable set, if there is no card and the user has not set it. Returns if
/// nothing needs to change, or logs a warning if the restart failed.
pub(crate) fn suit_the_machine() {
    if std::env::var_os(VARIABLE).is_some() || has_card(Path::new("/dev/dri")) {
        return;
    }
    // The environment of a running program cannot be changed safely; that of a new one can.
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let error = Command::new(program)
        .args(std::env::args_os().skip(1))
        .env(VARIABLE, "1")
        .exec();
    tracing::warn!(name: "drawing may be slow: could not restart without compositing", kind = ?error.kind());
}

/// Whether the system offers a graphics card for rendering: a render node.
fn has_card(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|entries| {
        entries
            .flatten()
            .any(|entry| entry.file_name().to_string_lossy().starts_with("renderD"))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_render_node_is_a_card() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!has_card(&folder.path().join("missing")) && !has_card(folder.path()));
        std::fs::write(folder.path().join("card0"), "").unwrap();
        assert!(!has_card(folder.path()));
        std::fs::write(folder.path().join("renderD128"), "").unwrap();
        assert!(has_card(folder.path()));
    }
}
