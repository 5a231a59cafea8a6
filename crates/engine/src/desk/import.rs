//! Import of dropped paths into the queue: folders are searched, and files whose content is already present are
//! recognized. Submitting one file is in `submit`.

use super::views::{Duplicate, ImportOptions, ImportReport, Inspection, RefusedFile, Trouble};
use super::{Desk, Submission};
use anyhow::Context;
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

/// Max file names shown before an import.
const SAMPLE: usize = 5;
/// Max skipped files named.
const NAMED: usize = 500;

impl Desk {
    /// Reports what importing these paths would do. Stores nothing.
    pub async fn inspect(&self, paths: &[PathBuf]) -> anyhow::Result<Inspection> {
        let lengths: HashSet<u64> = self.store.known_lengths().await?.into_iter().collect();
        let paths = paths.to_vec();
        let (mut inspection, suspects) = tokio::task::spawn_blocking(move || look_through(&paths, &lengths))
            .await
            .context("could not search the dropped files and folders")?;
        for (path, sha256) in suspects {
            if let Some(known) = self.store.first_with(&sha256).await? {
                inspection.duplicates.push(Duplicate {
                    path: path.display().to_string(),
                    document_id: known.id.to_string(),
                    file_name: known.file_name,
                });
            }
        }
        Ok(inspection)
    }

    /// Submits all files among the paths and in their folders, until `stop`. `progress` is called for each file with
    /// (done, total).
    pub async fn import(
        &self,
        paths: &[PathBuf],
        choice: &ImportOptions,
        stop: &CancellationToken,
        progress: impl Fn(u32, u32),
    ) -> anyhow::Result<ImportReport> {
        let given = paths.to_vec();
        let found = tokio::task::spawn_blocking(move || Found::in_paths(&given))
            .await
            .context("could not search the dropped files and folders")?;
        let known = if choice.skip_duplicates {
            self.duplicates(paths).await?
        } else {
            HashSet::new()
        };
        let engine = match &choice.engine {
            Some(name) => self.named_engine(name)?,
            None => self.preferred_engine(&choice.pack).await?,
        };
        let mut imported = ImportReport {
            other_kinds: found.others.len() as u32,
            ..ImportReport::default()
        };
        let root = (found.folders == 1)
            .then(|| paths.iter().find(|path| path.is_dir()))
            .flatten();
        for path in &found.unknown {
            imported.refused.push(refused(path, unknown_kind(path)));
        }
        let total = found.files.len() as u32;
        for (done, path) in found.files.iter().enumerate() {
            if stop.is_cancelled() {
                break;
            }
            progress(done as u32, total);
            if known.contains(path) {
                imported.duplicates += 1;
                continue;
            }
            let submission = Submission {
                path: path.clone(),
                pack: choice.pack.clone(),
                expected_year: choice.expected_year,
                case: subfolder(root.filter(|_| choice.case_by_folder), path)
                    .or_else(|| choice.case.clone())
                    .filter(|case| !case.trim().is_empty()),
                engine: engine.clone(),
                again: false,
            };
            match self.submit(&submission).await {
                Ok(ticket) if ticket.reused => imported.duplicates += 1,
                Ok(_) => imported.queued += 1,
                Err(refusal) => imported.refused.push(refused(path, refusal.into())),
            }
        }
        progress(total, total);
        Ok(imported)
    }

    async fn duplicates(&self, paths: &[PathBuf]) -> anyhow::Result<HashSet<PathBuf>> {
        let inspection = self.inspect(paths).await?;
        Ok(inspection
            .duplicates
            .into_iter()
            .map(|known| PathBuf::from(known.path))
            .collect())
    }
}

/// The files to be submitted, in order.
pub(super) async fn files_in(paths: Vec<PathBuf>) -> anyhow::Result<Vec<PathBuf>> {
    let found = tokio::task::spawn_blocking(move || Found::in_paths(&paths)).await;
    Ok(found.context("could not search the dropped files and folders")?.files)
}

fn refused(path: &Path, trouble: Trouble) -> RefusedFile {
    RefusedFile {
        path: path.display().to_string(),
        trouble,
    }
}

fn unknown_kind(path: &Path) -> Trouble {
    if path.exists() {
        let message = format!("{} is neither a PDF nor a picture", path.display());
        return Trouble::new("not_a_document", &message, "Save it as a PDF, then add that.");
    }
    let message = format!("there is no file {}", path.display());
    Trouble::new("not_found", &message, "Check the path, then add it again.")
}

/// Files to submit, and given paths that cannot be submitted.
#[derive(Default)]
struct Found {
    files: Vec<PathBuf>,
    folders: u32,
    unknown: Vec<PathBuf>,
    /// Files of unknown kinds inside folders.
    others: Vec<PathBuf>,
}

impl Found {
    fn in_paths(paths: &[PathBuf]) -> Self {
        let (mut found, mut seen) = (Self::default(), BTreeSet::new());
        for path in paths {
            if path.is_dir() {
                found.folders += 1;
                found.folder(path, &mut seen);
            } else if is_known(path) && path.is_file() {
                found.files.push(path.clone());
            } else {
                found.unknown.push(path.clone());
            }
        }
        let mut once = HashSet::new();
        found.files.retain(|path| once.insert(path.clone()));
        found
    }

    /// Adds files of known kinds in order of their names, including subfolders; skips hidden files and link cycles.
    fn folder(&mut self, folder: &Path, seen: &mut BTreeSet<PathBuf>) {
        let is_new = fs::canonicalize(folder).is_ok_and(|real| seen.insert(real));
        let entries = fs::read_dir(folder).map(|entries| entries.filter_map(Result::ok).collect::<Vec<_>>());
        let (true, Ok(mut entries)) = (is_new, entries) else {
            return;
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if path.is_dir() {
                self.folder(&path, seen);
            } else if is_known(&path) && path.is_file() {
                self.files.push(path);
            } else if is_known(&path) {
                self.unknown.push(path);
            } else if path.is_file() {
                self.others.push(path);
            }
        }
    }

    /// Names of the folders directly inside the dropped folder, in order.
    fn subfolders(&self, paths: &[PathBuf]) -> Vec<String> {
        let root = (self.folders == 1).then(|| paths.iter().find(|path| path.is_dir()));
        let mut names: Vec<String> = self
            .files
            .iter()
            .filter_map(|file| subfolder(root.flatten(), file))
            .collect();
        names.dedup();
        names
    }
}

/// Name of the folder directly inside `root` that contains the file.
fn subfolder(root: Option<&PathBuf>, file: &Path) -> Option<String> {
    let mut parts = file.strip_prefix(root?).ok()?.components();
    let first = parts.next()?.as_os_str().to_string_lossy().into_owned();
    parts.next().map(|_| first)
}

fn is_known(path: &Path) -> bool {
    touchstone_intake::kinds::media_type(path).is_some()
}

/// Counts everything; reads only files with the same length as a known one.
fn look_through(paths: &[PathBuf], lengths: &HashSet<u64>) -> (Inspection, Vec<(PathBuf, String)>) {
    let found = Found::in_paths(paths);
    let mut inspection = Inspection {
        files: found.files.len() as u32,
        folders: found.folders,
        suggested_case: suggested_case(paths),
        other_kinds: found.others.len() as u32,
        others: found.others.iter().take(NAMED).map(|path| file_name(path)).collect(),
        subfolders: found.subfolders(paths),
        unknown: found.unknown.iter().map(|path| path.display().to_string()).collect(),
        sample: found.files.iter().take(SAMPLE).map(|path| file_name(path)).collect(),
        ..Inspection::default()
    };
    let mut suspects = Vec::new();
    for path in found.files {
        let Ok(length) = fs::metadata(&path).map(|facts| facts.len()) else {
            continue;
        };
        inspection.bytes += length as f64;
        if lengths.contains(&length)
            && let Some(sha256) = hash(&path)
        {
            suspects.push((path, sha256));
        }
    }
    (inspection, suspects)
}

/// The name of the dropped folder, if there is only one.
fn suggested_case(paths: &[PathBuf]) -> Option<String> {
    let mut folders = paths.iter().filter(|path| path.is_dir());
    let folder = folders.next()?;
    let alone = folders.next().is_none();
    alone.then(|| file_name(folder)).filter(|name| !name.is_empty())
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// An unreadable file is not a duplicate; submitting it reports the reason.
fn hash(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let (mut sha, mut buffer) = (Sha256::new(), vec![0; 1 << 18]);
    loop {
        match file.read(&mut buffer).ok()? {
            0 => return Some(format!("{:x}", sha.finalize())),
            read => sha.update(&buffer[..read]),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn folders_are_looked_through_and_files_are_found_once() {
        let folder = tempfile::tempdir().unwrap();
        let client = folder.path().join("Hodges 2024");
        fs::create_dir_all(client.join("bank")).unwrap();
        for name in ["b.pdf", "A.PDF", "notes.txt", ".hidden.pdf", "bank/c.pdf"] {
            fs::write(client.join(name), name).unwrap();
        }
        let single = client.join("b.pdf");
        let missing = folder.path().join("missing.pdf");
        let paths = [client.clone(), single, client.join("notes.txt"), missing];
        let (inspection, suspects) = look_through(&paths, &HashSet::from([10]));
        assert_eq!((inspection.files, inspection.folders), (3, 1));
        assert_eq!(inspection.suggested_case.as_deref(), Some("Hodges 2024"));
        assert_eq!(inspection.sample, ["A.PDF", "b.pdf", "c.pdf"]);
        assert_eq!(inspection.unknown.len(), 2);
        assert_eq!(suspects.len(), 1, "only bank/c.pdf has ten bytes");
        assert_eq!(inspection.other_kinds, 1, "notes.txt, looked through with its folder");
        assert_eq!(inspection.others, ["notes.txt"]);
        assert_eq!(inspection.subfolders, ["bank"]);
        assert_eq!(
            subfolder(Some(&client), &client.join("bank/old/c.pdf")).as_deref(),
            Some("bank")
        );
        assert_eq!(
            subfolder(Some(&client), &client.join("b.pdf")),
            None,
            "it lies beside the folders"
        );
        assert_eq!(unknown_kind(&paths[2]).code, "not_a_document");
        assert_eq!(unknown_kind(&paths[3]).code, "not_found");
    }

    #[tokio::test]
    async fn each_folder_of_a_dropped_one_can_be_a_case() {
        let folder = tempfile::tempdir().unwrap();
        let clients = folder.path().join("clients");
        for name in ["Hodges/a.pdf", "Brown/b.pdf", "loose.pdf", "Brown/letter.docx"] {
            let path = clients.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        let desk = Desk::open(
            &crate::store::Place::Memory,
            crate::store::Access::Own,
            crate::desk::DeskOptions::default(),
        )
        .await
        .unwrap();
        let options = ImportOptions {
            pack: "tax".to_owned(),
            expected_year: None,
            case: Some("Everybody".to_owned()),
            case_by_folder: true,
            engine: Some("local".to_owned()),
            skip_duplicates: false,
        };
        let stop = CancellationToken::new();
        let report = desk.import(&[clients], &options, &stop, |_, _| ()).await.unwrap();
        assert_eq!((report.queued, report.other_kinds), (3, 1));
        for (case, name) in [("Hodges", "a.pdf"), ("Brown", "b.pdf"), ("Everybody", "loose.pdf")] {
            let documents = desk.store.of_case(case).await.unwrap();
            assert_eq!(
                documents.iter().map(|one| one.file_name.as_str()).collect::<Vec<_>>(),
                [name]
            );
        }
    }
}
