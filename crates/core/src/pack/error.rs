//! What can be wrong with a pack, said so that its author finds the place.

use std::fmt;
use std::path::{Path, PathBuf};

/// A mistake in a pack: which file, which key in it, and why it will not do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackError {
    pub file: PathBuf,
    /// Dotted, `templates[0].fields[3].format`; empty when the file as a whole is meant.
    pub key: String,
    /// Counted from 1, where it is known.
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
