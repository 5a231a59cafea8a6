//! Locations in a pack, for error messages.

use super::raw::{RawSeverity, RawTemplate};
use crate::record::{CodeList, Severity};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A location in a file.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub file: &'a Path,
    pub prefix: &'a str,
}

pub(super) type Codes = BTreeMap<String, Arc<CodeList>>;

pub(super) fn severity(raw: RawSeverity) -> Severity {
    match raw {
        RawSeverity::Blocker => Severity::Blocker,
        RawSeverity::Major => Severity::Major,
        RawSeverity::Minor => Severity::Minor,
    }
}

/// Digests of a pack's files.
pub(super) struct Digests {
    pub all: String,
    /// Excludes the calibration and the guides.
    pub rules: String,
}

/// A template and where it is defined, for error messages.
pub(super) struct Placed {
    pub file: PathBuf,
    /// `templates[2].` in `pack.toml`; empty in a separate file.
    pub prefix: String,
    pub template: RawTemplate,
}
