//! The files of an export: one file with its manifest beside it, or a folder with the manifest in it. Nothing is visible
//! before everything is written.

use crate::export::{MANIFEST, Manifest, Output, WrittenFile};
use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempDir};

/// Begins the names of drafts.
const DRAFT: &str = ".touchstone-";

/// What is known of a file that is being written.
struct Tally {
    bytes: u64,
    digest: Sha256,
    records: u64,
}

impl Tally {
    fn new() -> Self {
        Self {
            bytes: 0,
            digest: Sha256::new(),
            records: 0,
        }
    }

    fn add(&mut self, bytes: &[u8], records: u64) {
        self.bytes += bytes.len() as u64;
        self.digest.update(bytes);
        self.records += records;
    }

    fn file(self, name: String) -> WrittenFile {
        WrittenFile {
            name,
            bytes: self.bytes,
            sha256: hex(&self.digest.finalize()),
            records: self.records,
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

/// An export of one file.
pub(super) struct OneFile<'p> {
    path: &'p Path,
    draft: BufWriter<NamedTempFile>,
    tally: Tally,
}

impl<'p> OneFile<'p> {
    pub(super) fn open(path: &'p Path) -> anyhow::Result<Self> {
        Ok(Self {
            path,
            draft: draft_beside(path)?,
            tally: Tally::new(),
        })
    }

    /// Replaces the file and the manifest beside it, which `complete` fills, once both are on disk. Returns the paths.
    pub(super) fn finish(self, complete: impl FnOnce(Vec<WrittenFile>) -> Manifest) -> anyhow::Result<Vec<PathBuf>> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let beside = self.path.with_file_name(format!("{name}.{MANIFEST}"));
        let text = pretty(&complete(vec![self.tally.file(name)]))?;
        let mut manifest = draft_beside(&beside)?;
        let unwritten = |path: &Path| format!("could not write {}", path.display());
        let manifest = manifest
            .write_all(text.as_bytes())
            .and_then(|()| on_disk(manifest))
            .with_context(|| unwritten(&beside))?;
        let file = on_disk(self.draft).with_context(|| unwritten(self.path))?;
        for (draft, path) in [(file, self.path), (manifest, beside.as_path())] {
            let placed = draft.persist(path).map_err(|error| error.error);
            placed.with_context(|| unwritten(path))?;
        }
        Ok(vec![self.path.to_owned(), beside])
    }
}

impl Output for OneFile<'_> {
    fn write(&mut self, _file: &str, bytes: &[u8], records: u64) -> anyhow::Result<()> {
        self.tally.add(bytes, records);
        let written = self.draft.write_all(bytes);
        written.with_context(|| format!("could not write {}", self.path.display()))
    }
}

/// An export of several files.
pub(super) struct Folder<'p> {
    path: &'p Path,
    draft: TempDir,
    open: BTreeMap<String, (BufWriter<File>, Tally)>,
    closed: Vec<WrittenFile>,
}

impl<'p> Folder<'p> {
    pub(super) fn open(path: &'p Path) -> anyhow::Result<Self> {
        let draft = tempfile::Builder::new().prefix(DRAFT).tempdir_in(folder_of(path));
        free(path)?;
        Ok(Self {
            path,
            draft: draft
                .with_context(|| format!("could not create a folder in the folder {}", folder_of(path).display()))?,
            open: BTreeMap::new(),
            closed: Vec::new(),
        })
    }

    /// Writes the manifest, which `complete` fills, and moves the folder into place. Returns its path.
    pub(super) fn finish(
        mut self,
        complete: impl FnOnce(Vec<WrittenFile>) -> Manifest,
    ) -> anyhow::Result<Vec<PathBuf>> {
        for (name, (draft, tally)) in std::mem::take(&mut self.open) {
            let unwritten = || format!("could not write {name} in {}", self.path.display());
            let file = draft
                .into_inner()
                .map_err(io::IntoInnerError::into_error)
                .with_context(unwritten)?;
            file.sync_all().with_context(unwritten)?;
            self.closed.push(tally.file(name));
        }
        self.closed.sort_by(|a, b| a.name.cmp(&b.name));
        let text = pretty(&complete(std::mem::take(&mut self.closed)))?;
        let unwritten = || format!("could not write {}", self.path.display());
        create(&self.draft.path().join(MANIFEST), text.as_bytes()).with_context(unwritten)?;
        free(self.path)?;
        fs::rename(self.draft.path(), self.path).with_context(unwritten)?;
        // It has moved, so there is nothing to delete.
        let _ = self.draft.keep();
        Ok(vec![self.path.to_owned()])
    }

    fn place(&self, file: &str) -> io::Result<PathBuf> {
        let place = self.draft.path().join(file);
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
        }
        Ok(place)
    }
}

impl Output for Folder<'_> {
    fn write(&mut self, file: &str, bytes: &[u8], records: u64) -> anyhow::Result<()> {
        let unwritten = || format!("could not write {file} in {}", self.path.display());
        if !self.open.contains_key(file) {
            let created = File::create_new(self.place(file).with_context(unwritten)?).with_context(unwritten)?;
            self.open
                .insert(file.to_owned(), (BufWriter::new(created), Tally::new()));
        }
        if let Some((draft, tally)) = self.open.get_mut(file) {
            tally.add(bytes, records);
            let written = draft.write_all(bytes);
            written.with_context(|| format!("could not write {file} in {}", self.path.display()))?;
        }
        Ok(())
    }

    fn whole(&mut self, file: &str, bytes: &[u8], records: u64) -> anyhow::Result<()> {
        let mut tally = Tally::new();
        tally.add(bytes, records);
        self.closed.push(tally.file(file.to_owned()));
        let written = self.place(file).and_then(|place| create(&place, bytes));
        written.with_context(|| format!("could not write {file} in {}", self.path.display()))
    }
}

/// Refuses a place where something is: an export never mixes with another, and replaces no folder.
fn free(path: &Path) -> anyhow::Result<()> {
    let taken = match fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    };
    ensure!(
        !taken,
        "could not export to {}: something is there already; name a new folder",
        path.display()
    );
    Ok(())
}

fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn pretty(manifest: &Manifest) -> anyhow::Result<String> {
    let text = serde_json::to_string_pretty(manifest).context("could not write the manifest as JSON")?;
    Ok(text + "\n")
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Refuses to replace anything but a file: moved into place, a file would replace a link or a device, not write through
/// it.
pub fn ensure_replaceable(path: &Path) -> anyhow::Result<()> {
    let entry = path.symlink_metadata();
    ensure!(
        entry.as_ref().map_or(true, fs::Metadata::is_file),
        "could not write {}: it is a folder, a link or a device; name a new file or one to replace",
        path.display()
    );
    Ok(())
}

/// Creates the draft in the target's folder, so that the final rename is atomic.
pub(super) fn draft_beside(path: &Path) -> anyhow::Result<BufWriter<NamedTempFile>> {
    ensure_replaceable(path)?;
    let folder = folder_of(path);
    let draft = NamedTempFile::with_prefix_in(DRAFT, folder);
    let draft = draft.with_context(|| format!("could not create a file in the folder {}", folder.display()))?;
    Ok(BufWriter::new(draft))
}

/// Puts a complete draft in the place of its target.
pub(super) fn persist(draft: BufWriter<NamedTempFile>, path: &Path) -> io::Result<()> {
    on_disk(draft)?.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn on_disk(draft: BufWriter<NamedTempFile>) -> io::Result<NamedTempFile> {
    let file = draft.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::export::{Counts, MANIFEST_SCHEMA, Program};

    fn manifest(files: Vec<WrittenFile>) -> Manifest {
        Manifest {
            schema: MANIFEST_SCHEMA.to_owned(),
            program: Program {
                name: "touchstone".to_owned(),
                version: String::new(),
            },
            format: "csv".to_owned(),
            created_at: jiff::Timestamp::UNIX_EPOCH,
            highest_marking: None,
            selection: serde_json::Value::Null,
            masked: false,
            counts: Counts::default(),
            files,
        }
    }

    #[test]
    fn a_folder_appears_whole_with_a_digest_of_every_file() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("out");
        let mut folder = Folder::open(&path).unwrap();
        folder.write("b.csv", b"a\r\n", 0).unwrap();
        folder.whole("pages/1.png", b"PNG", 0).unwrap();
        folder.write("b.csv", b"1\r\n", 1).unwrap();
        assert!(!path.exists());
        assert_eq!(folder.finish(manifest).unwrap(), [path.as_path()]);
        let text = fs::read_to_string(path.join(MANIFEST)).unwrap();
        let written: Manifest = serde_json::from_str(&text).unwrap();
        assert_eq!(fs::read(path.join("b.csv")).unwrap(), b"a\r\n1\r\n");
        for file in &written.files {
            let bytes = fs::read(path.join(&file.name)).unwrap();
            assert_eq!(
                (file.bytes, &file.sha256),
                (bytes.len() as u64, &hex(&Sha256::digest(&bytes)))
            );
        }
        let records: Vec<(&str, u64)> = written
            .files
            .iter()
            .map(|file| (file.name.as_str(), file.records))
            .collect();
        assert_eq!(records, [("b.csv", 1), ("pages/1.png", 0)]);
        // Neither a draft nor a way over what is there.
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
        let refused = Folder::open(&path).err().unwrap().to_string();
        assert!(refused.contains("something is there already"), "{refused}");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_has_its_manifest_beside_it() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("truth.csv");
        fs::write(&path, "before").unwrap();
        let mut file = OneFile::open(&path).unwrap();
        file.write("", b"after", 2).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        let paths = file.finish(manifest).unwrap();
        assert_eq!(paths[1], home.path().join("truth.csv.manifest.json"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
        let written: Manifest = serde_json::from_str(&fs::read_to_string(&paths[1]).unwrap()).unwrap();
        assert_eq!(
            (written.files[0].name.as_str(), written.files[0].records),
            ("truth.csv", 2)
        );
    }
}
