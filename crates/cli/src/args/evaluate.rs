//! The arguments of `touchstone evaluate`.

use clap::Args;
use std::path::PathBuf;
use touchstone_engine::evaluate::Gate;
use touchstone_intake::{Recogniser, Script};

#[derive(Debug, Args)]
#[command(after_long_help = SCORES)]
pub(crate) struct Evaluate {
    /// Folder with `*.truth.json` files, or a file of truths: JSON, JSON Lines, CSV or TSV
    #[arg(value_name = "TRUTH", required_unless_present = "of")]
    pub(crate) truth: Option<PathBuf>,

    /// Score results of the workspace instead: an engine such as `local`, or one version of a pack or of instructions
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["truth", "predictions", "run", "mapping"])]
    pub(crate) of: Option<String>,

    /// What people settled in the workspace, or other results of it, which give agreement
    #[arg(long, value_name = "SIDE", requires = "of", default_value = "truth")]
    pub(crate) against: String,

    /// Results as written by `classify --ndjson` or `--json` [default: standard input]
    #[arg(long, value_name = "FILE", conflicts_with = "run")]
    pub(crate) predictions: Option<PathBuf>,

    /// Classify the documents stored beside their truths, in an in-memory workspace, and score the results
    #[arg(long)]
    pub(crate) run: bool,

    /// Domain pack of the run [default: tax], or of the documents of the workspace [default: any]
    #[arg(long, value_name = "PACK")]
    pub(crate) pack: Option<String>,

    /// Expected tax year of the documents in the run
    #[arg(long, value_name = "YEAR", requires = "run", value_parser = clap::value_parser!(i32).range(1900..=2100))]
    pub(crate) year: Option<i32>,

    /// Text recognition for scans in the run, as for `classify`
    #[arg(long, value_name = "NAME", requires = "run", value_parser = str::parse::<Recogniser>)]
    pub(crate) ocr: Option<Recogniser>,

    /// Characters recognized on scans in the run, as for `classify`
    #[arg(long, value_name = "NAME", requires = "run", value_parser = str::parse::<Script>)]
    pub(crate) script: Option<Script>,

    /// Documents processed at the same time [default: one per processor]
    #[arg(long, value_name = "N", requires = "run", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,

    /// TOML file that maps the names used in foreign truth files
    #[arg(long, value_name = "FILE")]
    pub(crate) mapping: Option<PathBuf>,

    /// Print the whole score as JSON instead of the table
    #[arg(long)]
    pub(crate) json: bool,

    /// Also write the score as an HTML page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    /// Max misses listed in the table
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub(crate) misses: usize,

    /// Figures that must be reached, otherwise the exit status is 1: `types=1,unseen.exact=0.98,wrong_accepted=0`
    #[arg(long, value_name = "FIGURE=LIMIT", value_delimiter = ',')]
    pub(crate) require: Vec<Gate>,
}

const SCORES: &str = "\
`touchstone evaluate FOLDER --run` classifies and scores in one step, as does
`touchstone classify FOLDER --ndjson | touchstone evaluate FOLDER`.

`touchstone evaluate --of local` scores what the local engine read in the workspace against what people settled there,
and `--of PROVIDER:MODEL --against local` compares two engines. A name that does not exist lists those that do.

Truths and predictions are paired by path, otherwise by file name. The JSON follows the schema touchstone.score/1
(docs/score.schema.json). docs/measuring.md lists the formats of truths and the figures that --require accepts.

Exit status: 0 scored, 1 a required figure was not reached, 2 usage error or unreadable truths, 130 interrupted.";
