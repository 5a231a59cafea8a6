//! Options of the commands that take the ids of documents.

use clap::Args;
use std::path::PathBuf;

const IDS: &str = "Ids of documents or runs, or unique prefixes of them";

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// Id of a document or run, or a unique prefix of it
    #[arg(value_name = "ID")]
    pub(crate) id: String,

    /// Field: `wages_tips`, or `forms[1].wages_tips` for the second form
    #[arg(value_name = "FIELD")]
    pub(crate) field: String,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Trash {
    #[arg(value_name = "ID", required = true, help = IDS)]
    pub(crate) ids: Vec<String>,

    /// Restore them from the trash
    #[arg(long)]
    pub(crate) undo: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Retry {
    #[arg(value_name = "ID", required_unless_present = "failed", conflicts_with = "failed", help = IDS)]
    pub(crate) ids: Vec<String>,

    /// All failed documents, each with the engine that read it before
    #[arg(long)]
    pub(crate) failed: bool,

    /// File with passwords, one per line; all are tried on every protected document
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Forget {
    #[arg(value_name = "ID", required = true, help = IDS)]
    pub(crate) ids: Vec<String>,

    /// Erase without asking, required in scripts
    #[arg(long)]
    pub(crate) yes: bool,
}
