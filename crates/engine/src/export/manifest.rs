//! The manifest beside the files of an export: what was selected, what was written, and a digest of every file.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Value of the key `schema`. A change that could break a reader gets the next number.
pub const MANIFEST_SCHEMA: &str = "touchstone.export/1";

/// Its file name in the folder of an export. Beside a single file, the name of that file precedes it.
pub const MANIFEST: &str = "manifest.json";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    pub schema: String,
    pub program: Program,
    pub format: String,
    pub created_at: jiff::Timestamp,
    /// The highest marking of the exported documents as a banner line.
    pub highest_marking: Option<String>,
    /// Which documents were to be exported, and in which states.
    pub selection: Value,
    /// Whether numbers of persons were masked.
    pub masked: bool,
    pub counts: Counts,
    pub files: Vec<WrittenFile>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    pub name: String,
    pub version: String,
}

/// Counts of what was written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub documents: u64,
    pub forms: u64,
    /// The records of all files.
    pub rows: u64,
    /// Documents by state, and settled ones by how they were settled.
    pub states: BTreeMap<String, u64>,
    pub sources: BTreeMap<String, u64>,
    /// Selected documents in other states, by state.
    pub left_out: BTreeMap<String, u64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenFile {
    pub name: String,
    pub bytes: u64,
    pub sha256: String,
    /// Rows of a table without its header, documents, tasks or annotations; 0 for a picture.
    pub records: u64,
}
