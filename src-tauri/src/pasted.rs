//! Paths in pasted text: one per line, plain, quoted or as file URLs. Anything else is ignored.

use std::path::PathBuf;
use tauri::Url;

/// Max paths in one text: all of them are shown in a question before anything is read.
pub(crate) const MOST: usize = 15;

pub(crate) fn paths_in(text: &str) -> Vec<PathBuf> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let paths = lines.filter_map(|line| path_of(unquoted(line)));
    paths.filter(|path| path.is_absolute()).collect()
}

fn unquoted(line: &str) -> &str {
    let within = |quote: char| line.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    within('"').or_else(|| within('\'')).unwrap_or(line)
}

fn path_of(line: &str) -> Option<PathBuf> {
    if line.starts_with("file:") {
        return Url::parse(line).ok()?.to_file_path().ok();
    }
    Some(PathBuf::from(line))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_in_text() {
        for (text, expected) in [
            ("just words", &[][..]),
            ("", &[]),
            ("/a/b.pdf", &["/a/b.pdf"]),
            (
                "\"/a/with space.pdf\"\r\n'/c/two.pdf'\n",
                &["/a/with space.pdf", "/c/two.pdf"],
            ),
            ("# copied\nfile:///a/w2%20%C3%BC.pdf", &["/a/w2 ü.pdf"]),
            ("relative/b.pdf\nhttps://example.com/a.pdf\njavascript:alert(1)", &[]),
            ("file://elsewhere/a.pdf", &[]),
            ("\"/half quoted.pdf", &[]),
        ] {
            let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
            assert_eq!(paths_in(text), expected, "{text}");
        }
    }
}
