//! How the web view draws on Linux. Without a graphics card it would composite the page in software at a few frames a
//! second; told beforehand not to composite at all, it draws at once. Not here: anything that is drawn.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Read by WebKitGTK when its first process starts.
const VARIABLE: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";

/// Begins the program again in its own place with the variable set, where there is no card and nobody has chosen.
/// Returns when there is nothing to change, or with a word in the log when it could not be done.
pub(crate) fn suit_the_machine() {
    if std::env::var_os(VARIABLE).is_some() || has_card(Path::new("/dev/dri")) {
        return;
    }
    // The environment of a running program cannot be changed safely; that of one that begins can.
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let error = Command::new(program)
        .args(std::env::args_os().skip(1))
        .env(VARIABLE, "1")
        .exec();
    tracing::warn!("drawing may be slow: could not begin again without compositing: {error}");
}

/// Whether the system offers a card that draws: a render node.
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
