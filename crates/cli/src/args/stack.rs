//! Options of `touchstone stack`.

use crate::engine_name::engine;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use touchstone_core::record::EngineId;
use touchstone_engine::export::STACK_FORMATS;

#[derive(Debug, Args)]
pub(crate) struct StackArgs {
    #[command(subcommand)]
    pub(crate) command: StackCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum StackCommand {
    /// Make a stack of a case, which it then follows, or of documents
    New {
        /// Its name
        name: String,

        /// Client, patient or matter whose documents it has
        #[arg(long, value_name = "NAME", conflicts_with = "ids", required_unless_present = "ids")]
        case: Option<String>,

        /// Ids of documents or runs, or unique prefixes of them, in the order of the table
        #[arg(value_name = "ID")]
        ids: Vec<String>,

        /// Make rows of forms with this label only
        #[arg(long, value_name = "LABEL")]
        label: Option<String>,
    },
    /// List the stacks
    List {
        /// Print a JSON array instead of the table
        #[arg(long)]
        json: bool,
    },
    /// Make the rows that are missing or out of date; can be interrupted and continued
    #[command(visible_alias = "build")]
    Fill {
        /// Name of a stack or of a case, or the unique beginning of an id
        stack: String,

        /// Then have this language model (PROVIDER:MODEL, or PROVIDER alone for its default model) fill added columns, and
        /// the rows of documents without a form. It is sent the text of these documents, one at a time
        #[arg(long, value_name = "ENGINE", value_parser = engine)]
        engine: Option<EngineId>,

        /// Consent to sending the documents to the provider of `--engine`; without it, the command states what would be sent
        #[arg(long, requires = "engine")]
        consent: bool,
    },
    /// Show the table with its sums and with the cells whose values disagree
    Show {
        /// Name of the stack, or the unique beginning of its id
        stack: String,

        /// Only rows with this label
        #[arg(long, value_name = "LABEL")]
        label: Option<String>,

        /// Print JSON with the evidence of every cell
        #[arg(long)]
        json: bool,
    },
    /// List the columns, or add or remove one that is to be filled by hand or by a model
    Columns {
        /// Name of the stack, or the unique beginning of its id
        stack: String,

        /// Add a column: its name, its format (such as text, currency, date) and what its values are
        #[arg(long, num_args = 3, value_names = ["NAME", "FORMAT", "ABOUT"])]
        add: Option<Vec<String>>,

        /// Remove a column that was added
        #[arg(long, value_name = "NAME", conflicts_with = "add")]
        remove: Option<String>,
    },
    /// Set the value of a cell in the table; the document stays as it is
    Set {
        /// Name of the stack, or the unique beginning of its id
        stack: String,
        /// The row as `show` names it: `3`, or `3.2` for the second form of document 3
        row: String,
        /// Name of the column
        column: String,
        /// The value as it would be printed; empty to clear the cell
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Undo the last edit of the table
    Undo {
        /// Name of the stack, or the unique beginning of its id
        stack: String,
    },
    /// Redo the edit that was undone last
    Redo {
        /// Name of the stack, or the unique beginning of its id
        stack: String,
    },
    /// Write the table to a file
    Export {
        /// Name of the stack, or the unique beginning of its id
        stack: String,

        /// File format
        #[arg(long, value_name = "FORMAT", value_parser = format())]
        format: String,

        /// File to write, or for parquet a new folder; a manifest is written too [default: standard output, for csv and
        /// json]
        #[arg(long, value_name = "PATH")]
        out: Option<PathBuf>,
    },
    /// Forget a stack with its table and edits; the documents stay
    Forget {
        /// Name of the stack, or the unique beginning of its id
        stack: String,
    },
}

fn format() -> PossibleValuesParser {
    let formats = STACK_FORMATS.iter();
    PossibleValuesParser::new(formats.map(|format| PossibleValue::new(format.name).help(format.description)))
}
