//! Places in a pack, and the mistakes found there.

use super::raw::{RawSeverity, RawTemplate};
use crate::record::{CodeList, Severity};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A place in a file that a mistake can be at.
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

/// What a pack's files amount to.
pub(super) struct Digests {
    pub all: String,
    /// Without the calibration and the guides.
    pub rules: String,
}

/// A template with the place it was written, so that errors name it.
pub(super) struct Placed {
    pub file: PathBuf,
    /// `templates[2].` in `pack.toml`, empty in a file of its own.
    pub prefix: String,
    pub template: RawTemplate,
}
