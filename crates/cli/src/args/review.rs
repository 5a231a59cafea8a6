//! The options of `touchstone review`.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    #[command(subcommand)]
    pub(crate) command: ReviewCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ReviewCommand {
    /// List the documents waiting for review
    List {
        /// Only documents of this client, patient or matter
        #[arg(long, value_name = "NAME")]
        case: Option<String>,

        /// Print a JSON array instead of the table
        #[arg(long)]
        json: bool,
    },
    /// Show the packet of one document: issues, worst first, with the text around their places
    Packet(ShowPacket),
    /// Show the paragraphs around a place: two before it, three after
    Context(ShowContext),
    /// Save a verdict, and write the truth it settles
    Save(SaveReview),
}

#[derive(Debug, Args)]
pub(crate) struct ShowPacket {
    /// Id of a document or run, or a unique prefix of it
    #[arg(value_name = "ID")]
    pub(crate) id: String,

    /// Print JSON
    #[arg(long, conflicts_with = "out")]
    pub(crate) json: bool,

    /// Write sme_packet_ID.json, the same as a printable page, and the text of the pages into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowContext {
    /// Id of a document or run, or a unique prefix of it
    #[arg(value_name = "ID")]
    pub(crate) id: String,

    /// An issue of the packet, such as V3-0001
    #[arg(long, value_name = "ISSUE", conflicts_with_all = ["page", "quote"], required_unless_present_any = ["page", "quote"])]
    pub(crate) issue: Option<String>,

    /// Page, from 1 [default: every page that contains the quote]
    #[arg(long, value_name = "N")]
    pub(crate) page: Option<u32>,

    /// Text to look for
    #[arg(long, value_name = "TEXT")]
    pub(crate) quote: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct SaveReview {
    /// Id of a document or run, or a unique prefix of it
    #[arg(value_name = "ID")]
    pub(crate) id: String,

    /// Your verdict on the result
    #[arg(long, value_name = "VERDICT")]
    pub(crate) verdict: VerdictName,

    /// A correction: `label=Other`, `segments[1].last_page=8`, `marking=SECRET//NOFORN`,
    /// `marking.declassify_on=20401231`, `forms[0].wages_tips=1200.00`; lists as JSON, or comma-separated if they are
    /// lists of words
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) set: Vec<String>,

    /// Corrections as a JSON object of paths and values
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Accept despite open blockers; without this they are listed and nothing is saved
    #[arg(long)]
    pub(crate) despite_blockers: bool,

    /// Name of the reviewer
    #[arg(long, value_name = "NAME")]
    pub(crate) reviewer: Option<String>,

    /// Reason for the verdict
    #[arg(long, value_name = "TEXT")]
    pub(crate) notes: Option<String>,

    /// Folder for gt_ID.json
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerdictName {
    /// The result is right as it is
    Agrees,
    /// The result is right with corrections
    Corrects,
    /// The result is wrong; no truth is written
    Rejects,
}
