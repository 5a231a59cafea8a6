//! The options of `touchstone truth`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct TruthArgs {
    #[command(subcommand)]
    pub(crate) command: TruthCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TruthCommand {
    /// Settle documents of the workspace as files of truths have them, with the source IMPORTED
    Import(ImportTruth),
}

#[derive(Debug, Args)]
#[command(after_long_help = IMPORTED)]
pub(crate) struct ImportTruth {
    /// Folder with `*.truth.json` or `gt_ID.json` files, or a file of truths: JSON or JSON Lines, also as exported, CSV
    /// or TSV
    #[arg(value_name = "TRUTH")]
    pub(crate) truth: PathBuf,

    /// TOML file that maps the names used in foreign truth files
    #[arg(long, value_name = "FILE")]
    pub(crate) mapping: Option<PathBuf>,

    /// Name of the person whose truths they are [default: the reviewer of the settings]
    #[arg(long, value_name = "NAME")]
    pub(crate) author: Option<String>,
}

const IMPORTED: &str = "\
A truth is imported by correcting the newest result of its document, so the document has to be classified first. A truth
that differs from one already settled is reported as a conflict and changes nothing.

Exit status: 0 every truth is settled, 1 a conflict or a truth that could not be imported, 2 usage error or unreadable
truths.";
