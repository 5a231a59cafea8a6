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
    /// The documents that wait for a person
    List {
        /// Only documents of this client, patient or matter
        #[arg(long, value_name = "NAME")]
        case: Option<String>,

        /// A JSON array instead of the table
        #[arg(long)]
        json: bool,
    },
    /// Everything about one of them: issues worst first, with the text around their places
    Packet(ShowPacket),
    /// The paragraphs around a place: two before it, three after
    Context(ShowContext),
    /// Save a verdict, and write the truth that it settles
    Save(SaveReview),
}

#[derive(Debug, Args)]
pub(crate) struct ShowPacket {
    /// Id of a document or run, or its unique beginning
    #[arg(value_name = "ID")]
    pub(crate) id: String,

    /// As JSON
    #[arg(long, conflicts_with = "out")]
    pub(crate) json: bool,

    /// Write sme_packet_ID.json, the same as a page to print, and the text of the pages into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowContext {
    /// Id of a document or run, or its unique beginning
    #[arg(value_name = "ID")]
    pub(crate) id: String,

    /// An issue of the packet, such as V3-0001
    #[arg(long, value_name = "ISSUE", conflicts_with_all = ["page", "quote"], required_unless_present_any = ["page", "quote"])]
    pub(crate) issue: Option<String>,

    /// Page, from 1 [default: every page that says the quote]
    #[arg(long, value_name = "N")]
    pub(crate) page: Option<u32>,

    /// What to look for
    #[arg(long, value_name = "TEXT")]
    pub(crate) quote: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct SaveReview {
    /// Id of a document or run, or its unique beginning
    #[arg(value_name = "ID")]
    pub(crate) id: String,

    /// What you say of the result
    #[arg(long, value_name = "VERDICT")]
    pub(crate) verdict: VerdictName,

    /// A correction: `label=Other`, `segments[1].last_page=8`, `marking=SECRET//NOFORN`, `marking.declassify_on=20401231`,
    /// `forms[0].wages_tips=1200.00`; lists as JSON, or with commas where they are lists of words
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) set: Vec<String>,

    /// Corrections as a JSON object of paths and values
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Accept it although blockers are open; without this they are listed and nothing is saved
    #[arg(long)]
    pub(crate) despite_blockers: bool,

    /// Who says it
    #[arg(long, value_name = "NAME")]
    pub(crate) reviewer: Option<String>,

    /// Why
    #[arg(long, value_name = "TEXT")]
    pub(crate) notes: Option<String>,

    /// Folder for gt_ID.json
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerdictName {
    /// It is right as it is
    Agrees,
    /// It is right with corrections
    Corrects,
    /// It is wrong, and nothing of it is truth
    Rejects,
}
