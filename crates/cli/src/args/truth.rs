//! The options of `touchstone truth`.

use clap::{Args, Subcommand, ValueEnum};
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
    /// List the settled documents: how, by whom and when, settled last first
    List {
        /// Only documents of this client, patient or matter
        #[arg(long, value_name = "NAME")]
        case: Option<String>,

        /// Only documents that were settled this way
        #[arg(long, value_name = "KIND")]
        kind: Option<KindName>,

        /// Print a JSON array instead of the table
        #[arg(long)]
        json: bool,
    },
    /// Review a sample of settled documents a second time, blind, and settle what differs
    Second(SecondArgs),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum KindName {
    /// Accepted by the program alone
    Automatic,
    /// A person agreed with the result
    Confirmed,
    /// A person changed it
    Corrected,
    /// Taken over from a file of truths
    Imported,
    /// Accepted automatically, then settled by the person who checked it for the audit sample
    Audited,
}

#[derive(Debug, Args)]
pub(crate) struct SecondArgs {
    /// Name of the person who reviews or adjudicates [default: the reviewer of the settings]
    #[arg(long, value_name = "NAME", global = true)]
    pub(crate) reviewer: Option<String>,

    #[command(subcommand)]
    pub(crate) command: SecondCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SecondCommand {
    /// List the drawn documents, their differences, and the agreement of both reviewers
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show what to enter for a document: its possible types or, with a type, the fields
    Blank {
        #[arg(value_name = "ID")]
        id: String,

        /// The type you see
        #[arg(long, value_name = "TYPE")]
        label: Option<String>,
    },
    /// Save what you read from the page; fields that you leave out are blank on the paper
    Save {
        #[arg(value_name = "ID")]
        id: String,

        /// The type you see
        #[arg(long, value_name = "TYPE")]
        label: String,

        /// A value: `forms[0].wages_tips=1200.00`
        #[arg(long, value_name = "PATH=VALUE")]
        set: Vec<String>,
    },
    /// Withdraw the second review of a document
    Withdraw {
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Restore a second review that was withdrawn
    Restore {
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Settle the differences of both reviewers as a third person, or both together
    Adjudicate {
        #[arg(value_name = "ID")]
        id: String,

        /// Whose value counts where nothing else is set
        #[arg(long, value_name = "WHOSE")]
        take: Option<Whose>,

        /// A third value: `forms[0].wages_tips=1200.00`
        #[arg(long, value_name = "PATH=VALUE")]
        set: Vec<String>,
    },
    /// Show or set the share of settled documents to draw, and the seed
    Rules {
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
        percent: Option<u32>,

        /// Another seed draws another sample
        #[arg(long, value_name = "N")]
        seed: Option<u32>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Whose {
    First,
    Second,
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
