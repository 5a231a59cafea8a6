//! The manifest of a backup: everything that belongs to it, with digests.

use super::MANIFEST;
use crate::store::Kept;
use crate::store::files::create_private;
use anyhow::{Context, ensure};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

const SCHEMA: &str = "touchstone.backup/1";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    schema: String,
    /// Version of the program that made the backup.
    pub version: String,
    pub made_at: Timestamp,
    pub documents: u64,
    /// Schema of the database.
    pub database_schema: i64,
    pub database: Kept,
    pub originals: Vec<Kept>,
    /// Originals that were missing or damaged in the workspace, and are not in the backup.
    pub unavailable: Vec<Kept>,
}

impl Manifest {
    pub(super) fn new(documents: u64, database_schema: i64, database: Kept) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            made_at: Timestamp::now(),
            documents,
            database_schema,
            database,
            originals: Vec::new(),
            unavailable: Vec::new(),
        }
    }

    pub(super) fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(MANIFEST);
        let wrong = || format!("could not read {} as a backup: {MANIFEST}", folder.display());
        let text = fs::read_to_string(&path).with_context(wrong)?;
        let manifest: Manifest = serde_json::from_str(&text).with_context(wrong)?;
        ensure!(
            manifest.schema == SCHEMA,
            "could not read {} as a backup: its format is `{}`, this version knows `{SCHEMA}`",
            folder.display(),
            manifest.schema
        );
        Ok(manifest)
    }

    /// Writes the manifest to disk.
    pub(super) fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let path = folder.join(MANIFEST);
        let failed = || format!("could not write {}", path.display());
        let text = serde_json::to_string_pretty(self).with_context(failed)?;
        create_private(&path).with_context(failed)?;
        let mut file = File::options().write(true).open(&path).with_context(failed)?;
        file.write_all(text.as_bytes()).with_context(failed)?;
        file.sync_all().with_context(failed)
    }

    /// Total size of the database and the originals, in bytes.
    pub fn bytes(&self) -> u64 {
        self.database.bytes + self.originals.iter().map(|original| original.bytes).sum::<u64>()
    }
}
