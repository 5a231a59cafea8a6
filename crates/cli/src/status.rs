//! The exit status, which scripts rely on, and how errors map to it.

use touchstone_engine::error::Code;
use touchstone_engine::store::code_of;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Every document was read: ok, partial or empty.
    Fine = 0,
    /// At least one document or request could not be done.
    Failed = 1,
    /// Wrong usage. The command line parser uses the same number.
    Usage = 2,
    /// The workspace cannot be used: owned by another program, read-only, full, damaged, or not one.
    Workspace = 3,
    /// Ctrl-C or a request to end.
    Interrupted = 130,
}

/// A usage error that is only detected after parsing.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UsageError(pub(crate) String);

impl Status {
    pub(crate) fn of(error: &anyhow::Error) -> Self {
        if error.downcast_ref::<UsageError>().is_some() {
            return Status::Usage;
        }
        match code_of(error) {
            Some(
                Code::WorkspaceInUse | Code::WorkspaceUnusable | Code::NewerSchema | Code::ReadOnly | Code::DiskFull,
            ) => Status::Workspace,
            Some(Code::NotFound) | None => Status::Failed,
        }
    }
}
