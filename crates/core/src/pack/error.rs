//! Errors in a pack, reported with their location for its author.

use std::fmt;
use std::path::{Path, PathBuf};

/// An error in a pack: file, key and reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackError {
    pub file: PathBuf,
    /// Dotted path, `templates[0].fields[3].format`; empty for the file as a whole.
    pub key: String,
    /// 1-based, if known.
    pub line: Option<usize>,
    pub reason: String,
}

impl PackError {
    pub(super) fn new(file: &Path, key: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            key: key.into(),
            line: None,
            reason: reason.into(),
        }
    }
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for PackError {}
