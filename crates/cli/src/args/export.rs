//! Options of `touchstone export`.

use super::{Selection, State};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::path::PathBuf;
use touchstone_engine::export::FORMATS;

#[derive(Debug, Args)]
pub(crate) struct Export {
    /// File format
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub(crate) format: String,

    /// File to write, replaced only once everything is written, or for a format of several files a new folder; a
    /// manifest with counts and SHA-256 is written too [default: standard output, for formats that are text]
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) selection: Selection,

    /// Only documents in this state
    #[arg(long, value_name = "STATE", default_value = "settled")]
    pub(crate) state: State,

    /// Mask social security and taxpayer numbers of persons, and record numbers; not in formats with pictures
    #[arg(long)]
    pub(crate) mask: bool,
}

fn format() -> PossibleValuesParser {
    let formats = FORMATS.iter();
    PossibleValuesParser::new(formats.map(|format| PossibleValue::new(format.name).help(format.description)))
}
