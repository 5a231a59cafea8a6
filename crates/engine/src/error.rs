//! Error codes that a front end acts on. Each module has its own error type and maps it to a code in `code()`.

pub mod dumps;
pub mod panics;

use std::fmt;

/// Why something was refused, where a front end reacts differently: another exit status, a pause, a question. Every
/// variant must make such a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// Another process has the workspace open.
    WorkspaceInUse,
    /// The folder is not a workspace, or the workspace cannot be read.
    WorkspaceUnusable,
    /// The workspace was written by a newer version of the program.
    NewerSchema,
    /// The workspace cannot be written to: read-only media, missing permissions, or opened read-only.
    ReadOnly,
    /// Work pauses and resumes when there is space.
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
