//! Writes results: to standard output, where a closed pipe ends the program quietly, or to a file that appears as a
//! whole or not at all.

use crate::names::lines;
use anyhow::Context;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use touchstone_engine::ensure_replaceable;

/// Whether the error only means that no one reads the output any more (`touchstone ... | head`).
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .context("could not write to standard output")
}

pub(crate) fn print_line(text: &str) -> anyhow::Result<()> {
    print(&format!("{text}\n"))
}

/// Pretty JSON with a trailing newline.
pub(crate) fn pretty(value: &impl Serialize) -> anyhow::Result<String> {
    let text = serde_json::to_string_pretty(value).context("could not write the result as JSON")?;
    Ok(text + "\n")
}

/// Part of a file: on a terminal without the characters that would control it.
pub(crate) fn print_part(text: &str) -> anyhow::Result<()> {
    if io::stdout().is_terminal() {
        print(&lines(text))
    } else {
        print(text)
    }
}

/// A draft in the same folder as its file, which is replaced only by `finish`.
struct Target {
    path: PathBuf,
    draft: BufWriter<NamedTempFile>,
}

impl Target {
    fn open(path: &Path) -> anyhow::Result<Self> {
        ensure_replaceable(path)?;
        let folder = folder_of(path);
        let draft = NamedTempFile::with_prefix_in(".touchstone-", folder)
            .with_context(|| format!("could not create a file in the folder {}", folder.display()))?;
        Ok(Self {
            path: path.to_owned(),
            draft: BufWriter::new(draft),
        })
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let written = self.draft.write_all(text.as_bytes());
        written.with_context(|| format!("could not write {}", self.path.display()))
    }

    /// Moves the file into place once it is on disk, so that a partial file is never visible. Like the draft, it is
    /// readable by its owner only.
    fn finish(self) -> anyhow::Result<()> {
        let Self { path, draft } = self;
        let context = || format!("could not write {}", path.display());
        let draft = draft
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .with_context(context)?;
        draft.as_file().sync_all().with_context(context)?;
        draft
            .persist(&path)
            .map_err(|error| error.error)
            .with_context(context)?;
        sync_folder(folder_of(&path)).with_context(context)
    }
}

/// Writes a whole file at once.
pub(crate) fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut target = Target::open(path)?;
    target.write(text)?;
    target.finish()
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes the new name durable.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_or_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.csv");
        write_file(&path, "old").unwrap();
        let mut unfinished = Target::open(&path).unwrap();
        unfinished.write("ne").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        drop(unfinished);
        assert_eq!(names(folder.path()), ["out.csv"]);
        write_file(&path, "new").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["out.csv"]);
    }

    #[test]
    fn a_place_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let check = |path: &Path, reason: &str| {
            let error = format!("{:#}", write_file(path, "x").unwrap_err());
            assert!(error.contains(reason), "{error}");
        };
        check(folder.path(), "is a folder");
        #[cfg(unix)]
        {
            let link = folder.path().join("link.csv");
            std::os::unix::fs::symlink("elsewhere.csv", &link).unwrap();
            check(&link, "a link or a device");
        }
        check(
            &folder.path().join("missing/out.json"),
            "could not create a file in the folder",
        );
    }

    #[test]
    fn a_reader_that_left_is_recognised_under_its_context() {
        let error = anyhow::Error::from(io::Error::from(io::ErrorKind::BrokenPipe)).context("could not write");
        assert!(is_broken_pipe(&error));
        assert!(!is_broken_pipe(&anyhow::anyhow!("could not write")));
    }
}
