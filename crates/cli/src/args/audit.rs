//! Options of `touchstone audit`.

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    #[command(subcommand)]
    pub(crate) command: AuditCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AuditCommand {
    /// Verify the log of what settled documents, and name the first broken link
    #[command(after_long_help = "Exit status: 0 everything holds, 1 a link is broken.")]
    Verify {
        /// Digest of an entry that was noted earlier: the log must still have it
        #[arg(long, value_name = "DIGEST")]
        had: Option<String>,
    },
    /// List what settled documents, in order
    Log {
        /// Only entries about this document: an id, or a unique prefix of it
        #[arg(value_name = "ID")]
        id: Option<String>,

        /// Print one JSON object per entry, with its digests
        #[arg(long)]
        ndjson: bool,
    },
    /// Show the sample of accepted documents that people check, their verdicts, and the bound on errors
    Sample {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show or set the share of accepted documents to draw, and the limit of errors
    Rules {
        /// Percent of automatically accepted documents to draw
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
        percent: Option<u32>,

        /// Percent of wrong acceptances above which a pack's acceptance switches itself off
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
        limit: Option<u32>,
    },
    /// Switch automatic acceptance of a pack on or off
    Acceptance {
        /// Name of the pack
        #[arg(value_name = "PACK")]
        pack: String,

        #[arg(value_name = "STATE")]
        state: Switch,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// Sound results are accepted automatically
    On,
    /// Every document goes to review
    Off,
}
