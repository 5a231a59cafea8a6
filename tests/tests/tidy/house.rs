//! Lists the files of the project and reports complaints about them.

use crate::scan::Scan;
use std::path::{Path, PathBuf};

/// A text file of the project. `path` is relative to the root, with forward slashes.
pub(crate) struct File {
    pub path: String,
    pub text: String,
}

impl File {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    pub(crate) fn is_rust(&self) -> bool {
        Path::new(&self.path)
            .extension()
            .is_some_and(|extension| extension == "rs")
    }

    pub(crate) fn scan(&self) -> Scan {
        Scan::rust(&self.text)
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the member lies in the workspace")
        .to_path_buf()
}

/// Every file that belongs to the project, text or not.
pub(crate) fn paths() -> Vec<PathBuf> {
    const NOT_OURS: [&str; 7] = ["target", "node_modules", ".git", "dist", "gen", "corpus", "artifacts"];
    let walk = walkdir::WalkDir::new(root()).sort_by_file_name().into_iter();
    walk.filter_entry(|entry| !NOT_OURS.contains(&entry.file_name().to_string_lossy().as_ref()))
        .map(|entry| entry.expect("reading the project's folders"))
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect()
}

/// Every text file of the project, without made documents and pictures.
pub(crate) fn files() -> Vec<File> {
    let root = root();
    let files: Vec<File> = paths()
        .into_iter()
        .filter(|path| path.extension().is_none_or(|extension| extension != "pdf"))
        .filter_map(|path| {
            let text = String::from_utf8(std::fs::read(&path).ok()?).ok()?;
            let path = path.strip_prefix(&root).ok()?.to_string_lossy().replace('\\', "/");
            Some(File { path, text })
        })
        .collect();
    assert!(
        files.iter().any(|file| file.path == "Cargo.toml"),
        "no files found in {}",
        root.display()
    );
    files
}

/// Runs a rule over all files and fails with all of its complaints.
pub(crate) fn enforce(rule: impl Fn(&File) -> Vec<String>) {
    let complaints: Vec<String> = files().iter().flat_map(rule).collect();
    report(&complaints);
}

pub(crate) fn report(complaints: &[String]) {
    assert!(
        complaints.is_empty(),
        "{} complaints:\n{}\n",
        complaints.len(),
        complaints.join("\n")
    );
}
