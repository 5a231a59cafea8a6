//! What a door has to know about a failure. Not here: the errors themselves; each room has its own, and says in
//! `code()` whether a door acts on it.

pub mod panics;

use std::fmt;

/// Why something was refused, as far as a door behaves differently for it: another exit status, a pause, a question.
/// A variant without such a difference does not belong here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// Another program owns the workspace.
    WorkspaceInUse,
    /// The folder is something else than a workspace, or the workspace cannot be read.
    WorkspaceUnusable,
    /// The workspace was written by a newer version of the program.
    NewerSchema,
    /// Nothing can be written here: read-only media, missing rights, or opened for reading.
    ReadOnly,
    /// Work pauses and goes on when there is space.
    DiskFull,
    NotFound,
}

impl Code {
    pub fn as_str(self) -> &'static str {
        match self {
            Code::WorkspaceInUse => "workspace_in_use",
            Code::WorkspaceUnusable => "workspace_unusable",
            Code::NewerSchema => "newer_schema",
            Code::ReadOnly => "read_only",
            Code::DiskFull => "disk_full",
            Code::NotFound => "not_found",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
