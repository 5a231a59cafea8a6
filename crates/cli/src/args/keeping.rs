//! Options of the commands about what a workspace keeps.

use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// Folder to create; it must not exist. It appears only once everything is copied
    #[arg(value_name = "TO")]
    pub(crate) to: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Restore {
    /// Folder of a backup
    #[arg(value_name = "FROM")]
    pub(crate) from: PathBuf,

    /// Workspace to create; it must not exist
    #[arg(value_name = "INTO")]
    pub(crate) into: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Folder of a backup or a workspace [default: the workspace]
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// Also probe a language model for what it supports: PROVIDER:MODEL, or PROVIDER for its default model. The key
    /// comes from the variable named in the catalog, such as ANTHROPIC_API_KEY; a few short questions are billed
    #[arg(long, value_name = "PROVIDER")]
    pub(crate) provider: Option<String>,

    /// Compare the originals by length only, which is faster for a large workspace
    #[arg(long)]
    pub(crate) quick: bool,

    /// Erase stored files that belong to no document first
    #[arg(long, conflicts_with = "provider")]
    pub(crate) clear: bool,
}
