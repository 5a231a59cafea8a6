//! Options of `touchstone prints`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Prints {
    #[command(subcommand)]
    pub(crate) command: Option<PrintsCommand>,

    /// Print the list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PrintsCommand {
    /// Forget what was learned about prints, at once and for good
    Forget {
        /// Ids of prints, or unique prefixes of them
        #[arg(value_name = "ID", required_unless_present = "all", conflicts_with = "all")]
        ids: Vec<String>,

        /// Forget all of them
        #[arg(long)]
        all: bool,
    },
    /// Write a copy of a pack with the prints that at least two papers taught
    Export {
        /// Name of the pack
        #[arg(long, default_value = "tax", value_name = "PACK")]
        pack: String,

        /// Folder to create; it must not exist
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
}
