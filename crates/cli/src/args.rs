//! The command line: options, their help, and what can be rejected without opening a workspace.

mod audit;
mod disposal;
mod evaluate;
mod export;
mod keeping;
mod prints;
mod review;
mod stack;
mod truth;

use crate::engine_name::engine;
pub(crate) use audit::{AuditArgs, AuditCommand, Switch};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
pub(crate) use disposal::{Explain, Forget, Retry, Trash};
pub(crate) use evaluate::Evaluate;
pub(crate) use export::Export;
pub(crate) use keeping::{Backup, Doctor, Restore, Verify};
pub(crate) use prints::{Prints, PrintsCommand};
pub(crate) use review::{ReviewArgs, ReviewCommand, SaveReview, ShowContext, ShowPacket, VerdictName};
pub(crate) use stack::{StackArgs, StackCommand};
use std::path::PathBuf;
use touchstone_core::record::EngineId;
use touchstone_intake::{Recogniser, Script};
pub(crate) use truth::{ImportTruth, KindName, SecondArgs, SecondCommand, TruthArgs, TruthCommand, Whose};

#[derive(Debug, Parser)]
#[command(
    name = "touchstone",
    version,
    about = "Classifies documents (PDFs and pictures), fills a form for each with evidence, and verifies the result",
    after_help = EXIT_STATUS,
    max_term_width = 100,
    propagate_version = true
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_STATUS: &str = "\
Exit status: 0 every document was read (ok, partial or empty), 1 at least one error, 2 usage error,
3 the workspace cannot be used, 130 interrupted.
Results go to standard output, everything else to standard error.";

const EVERYWHERE: &str = "Global options";

#[derive(Debug, Args)]
pub(crate) struct Global {
    /// Folder with the database and the originals, or `:memory:` to leave nothing behind [default: the user's data
    /// folder]
    #[arg(long, global = true, value_name = "DIR", env = "TOUCHSTONE_WORKSPACE", help_heading = EVERYWHERE)]
    pub(crate) workspace: Option<PathBuf>,

    /// Print no progress and no summary; errors are still printed
    #[arg(short, long, global = true, help_heading = EVERYWHERE)]
    pub(crate) quiet: bool,

    /// Log to standard error (-vv for more); ids and numbers only, never text of a document
    #[arg(short, long, global = true, action = ArgAction::Count, help_heading = EVERYWHERE)]
    pub(crate) verbose: u8,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Read documents: classify them, fill their forms, verify and decide
    Classify(Classify),
    /// Show a report on one document or run
    Show(Show),
    /// List what parts of a document were sent to language models, where to, and at what cost
    Sent(Sent),
    /// Explain why a field has its value: captions, candidates and the step that decided
    Explain(Explain),
    /// List the documents of the workspace
    List(List),
    /// Move documents to the trash, or back with --undo
    Trash(Trash),
    /// Read documents again from the start
    Retry(Retry),
    /// Permanently erase documents: their results, their text and the stored copies of their files
    Forget(Forget),
    /// Write truth where it is settled, otherwise the newest results, to a file
    Export(Export),
    /// Import truths from files, list what is settled, and review a sample of it a second time
    Truth(TruthArgs),
    /// Audit ground truth: verify and list the log of what settled it, show the sample that people check
    Audit(AuditArgs),
    /// List domain packs; check, test or calibrate one
    #[command(visible_alias = "packs")]
    Pack(Packs),
    /// Review documents: list those waiting for an expert, show a packet, save a verdict
    Review(ReviewArgs),
    /// List the prints that settled papers taught; forget or export them
    Prints(Prints),
    /// Put many documents into one table: make, fill, show, edit and export it
    Stack(StackArgs),
    /// Recompute a run's issues and decision from stored data, and compare
    Replay(Replay),
    /// Show or set what the workspace allows models: local-only, a spend limit, limits per document, engines
    Settings(SettingsArgs),
    /// Copy the workspace to a new folder, also while the program is running
    Backup(Backup),
    /// Verify a backup and turn it into a workspace again
    Restore(Restore),
    /// Read everything a workspace or a backup keeps, and compare it with what was stored
    Verify(Verify),
    /// Report what this installation consists of and whether the workspace is sound
    Doctor(Doctor),
    /// Print the licenses of the works of others in this program
    Notices,
    /// Find words in the pages of all documents
    Search(Search),
    /// Score results of `classify` against the truth
    Evaluate(Evaluate),
}

#[derive(Debug, Args)]
#[command(after_long_help = RESULT_FORMATS)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Classify {
    /// Files, folders (searched for PDFs and pictures), or `-` to read paths from standard input, one per line
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Domain pack
    #[arg(long, default_value = "tax", value_name = "PACK")]
    pub(crate) pack: String,

    /// Expected tax year of the documents; any other year is an issue
    #[arg(long, value_name = "YEAR", value_parser = clap::value_parser!(i32).range(1900..=2100))]
    pub(crate) year: Option<i32>,

    /// Client, patient or matter the documents belong to
    #[arg(long, value_name = "NAME", value_parser = case_name)]
    pub(crate) case: Option<String>,

    /// Engine that fills the forms: `local`, or a language model as PROVIDER:MODEL (PROVIDER alone for its default
    /// model). A model is sent the text of the documents and, if it accepts images, pictures of pages that are scanned,
    /// stamped or hard to read or that it asks for. Its key is taken from the environment (see `doctor`) [default: the
    /// workspace's setting for the pack, otherwise local]
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    pub(crate) engine: Option<EngineId>,

    /// Consent to sending the documents to the provider of `--engine`. Without this option, the command states what
    /// would be sent and stops. The workspace remembers the consent for this computer. Servers on it need none
    #[arg(long)]
    pub(crate) consent: bool,

    /// Text recognition for scans: `built-in`, or `onnxruntime` or `tesseract` where they are installed (see `doctor`)
    /// [default: the workspace's setting]
    #[arg(long, value_name = "NAME", value_parser = str::parse::<Recogniser>)]
    pub(crate) ocr: Option<Recogniser>,

    /// Characters recognized on scans; others are never read: `english`, `latin` or `any` [default: the workspace's
    /// setting]
    #[arg(long, value_name = "NAME", value_parser = str::parse::<Script>)]
    pub(crate) script: Option<Script>,

    /// File with passwords, one per line; all are tried on every protected document
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,

    /// Print one JSON document at the end: an object for a single file, otherwise an array in input order
    #[arg(long, conflicts_with = "ndjson")]
    pub(crate) json: bool,

    /// Print one JSON object per line, each as soon as it is finished
    #[arg(long)]
    pub(crate) ndjson: bool,

    /// Also write one JSON file per input into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Documents processed at the same time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,

    /// Prior classifications of the same documents to compare with: JSON, or CSV with `file_name` and `label`
    #[arg(long, value_name = "FILE")]
    pub(crate) compare: Option<PathBuf>,

    /// Process documents again even if they already have a result
    #[arg(long)]
    pub(crate) again: bool,
}

const RESULT_FORMATS: &str = "\
Without --json or --ndjson, a table is printed. The JSON of each input path, duplicates included, follows the
schema touchstone.result/1 (docs/result.schema.json). A document that already has a result with the same pack,
year and engine is not read again unless --again is given. Interrupted work is kept in the workspace; run the
same command again to resume it.

Exit status: 0 every document was read (ok, partial or empty), 1 at least one error, 2 usage error,
3 the workspace cannot be used, 130 interrupted.";

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// Id of a document or run, or a unique prefix of it
    #[arg(value_name = "ID")]
    pub(crate) id: String,

    /// Print the result as JSON instead of the report
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Sent {
    /// Id of a document or run, or a unique prefix of it
    #[arg(value_name = "ID")]
    pub(crate) id: String,

    /// Show everything sent in one of the calls, by its number in the list
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) call: Option<u32>,

    /// Print JSON instead of a table or text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Selection {
    /// Only documents of this client, patient or matter
    #[arg(long, value_name = "NAME")]
    pub(crate) case: Option<String>,

    /// Only documents with this label
    #[arg(long, value_name = "LABEL")]
    pub(crate) label: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum State {
    /// Accepted or reviewed
    Settled,
    /// Waiting for review by a person
    NeedsReview,
    /// Found wrong by a person
    Rejected,
    /// Could not be read, or the run failed
    Failed,
    /// Queued, running or stopped midway
    Unfinished,
    /// In any state
    All,
}

#[derive(Debug, Args)]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) selection: Selection,

    /// Only documents in this state
    #[arg(long, value_name = "STATE", default_value = "all")]
    pub(crate) state: State,

    /// Print a JSON array instead of the table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Packs {
    #[command(subcommand)]
    pub(crate) command: Option<PackCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PackCommand {
    /// Load a pack from a folder and print every mistake in it
    Check {
        /// Folder with `pack.toml`
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Read the documents in the pack's `examples` and score them; exit status 1 if anything is wrong
    Test(TestPack),
    /// Measure how reliable confidences are, and write the result as the pack's `calibration.toml`
    Calibrate(Calibrate),
}

#[derive(Debug, Args)]
pub(crate) struct TestPack {
    /// Name of a pack, or its folder
    #[arg(value_name = "PACK")]
    pub(crate) pack: String,

    /// Print the whole score as JSON instead of the table
    #[arg(long)]
    pub(crate) json: bool,

    /// Documents processed at the same time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
}

#[derive(Debug, Args)]
pub(crate) struct Calibrate {
    /// Name of a pack, or its folder
    #[arg(value_name = "PACK")]
    pub(crate) pack: String,

    /// Documents with their truths beside them, of several layouts; unseen layouts are left out
    #[arg(value_name = "TRUTH")]
    pub(crate) truth: PathBuf,

    /// Percentage of captions withheld when the documents are read again
    #[arg(long, default_value_t = 30, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=90))]
    pub(crate) withhold: u8,

    /// Number of times they are read again
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=20))]
    pub(crate) rounds: u8,

    /// File to write [default: `calibration.toml` in the pack's folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Documents processed at the same time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
}

#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// Id of a run (or of a document, for its newest run), or a unique prefix of it
    #[arg(value_name = "RUN")]
    pub(crate) id: String,

    /// Print the comparison as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SettingsArgs {
    /// Settings to change: local_only=true, spend_limit=20 (dollars, or none), document_calls, document_tokens,
    /// document_dollars, document_minutes, engine.PACK=PROVIDER:MODEL; without any, all are shown
    #[arg(value_name = "NAME=VALUE")]
    pub(crate) changes: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Search {
    /// Words to search for; all must be on the page
    #[arg(value_name = "QUERY", required = true)]
    pub(crate) query: Vec<String>,

    /// Max pages listed
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) limit: u32,
}

fn case_name(text: &str) -> Result<String, String> {
    let name = text.trim();
    match name {
        "" => Err("a case name must not be empty".to_owned()),
        _ if name.chars().any(char::is_control) => Err("a case name must not contain control characters".to_owned()),
        _ => Ok(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_its_reason() {
        let check = |line: &str, reason: &str| {
            let error = Cli::try_parse_from(line.split(' ')).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{line}");
            assert!(error.to_string().contains(reason), "{line}: {error}");
        };
        check("touchstone classify", "<PATH>");
        check(
            "touchstone classify a.pdf --engine gpt",
            "neither `local` nor PROVIDER:MODEL",
        );
        check(
            "touchstone classify a.pdf --engine :x",
            "neither `local` nor PROVIDER:MODEL",
        );
        check("touchstone classify a.pdf --year 20255", "20255");
        check("touchstone classify a.pdf --jobs 0", "0");
        check("touchstone classify a.pdf --json --ndjson", "cannot be used with");
        check("touchstone classify a.pdf --speed 9", "--speed");
        check(
            "touchstone export --format papyrus",
            "[possible values: csv, csv-labels, csv-long, xlsx, parquet, json, jsonl, label-studio, coco, funsd, chat, register]",
        );
        check("touchstone list --state done", "needs_review");
        check("touchstone review context 1", "--issue");
        check(
            "touchstone review save 1 --verdict maybe",
            "[possible values: agrees, corrects, rejects]",
        );
        check("touchstone clasify a.pdf", "classify");
        check("touchstone trash", "<ID>");
        check("touchstone retry", "<ID>");
        check("touchstone retry 1 --failed", "cannot be used with");
        check("touchstone forget", "<ID>");
        check("touchstone backup", "<TO>");
        check("touchstone restore here", "<INTO>");
        check("touchstone doctor --clear --provider acme", "cannot be used with");
    }

    #[test]
    fn global_options_stand_anywhere() {
        let check = |line: &str| {
            let cli = Cli::try_parse_from(line.split(' ')).unwrap();
            assert_eq!(cli.global.workspace.unwrap().to_str(), Some(":memory:"));
        };
        check("touchstone --workspace :memory: classify a.pdf");
        check("touchstone classify a.pdf --workspace :memory: -vv");
    }
}
