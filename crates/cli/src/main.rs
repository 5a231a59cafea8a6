//! The command line interface, `touchstone`: parses arguments, calls the engine's `Desk` and prints the results.
//! Contains no SQL, no PDF code and no domain rules.

mod args;
mod audit;
mod batch;
mod calibrate;
mod classify;
mod consent;
mod disposal;
mod doctor;
mod engine_name;
mod evaluate;
mod explain;
mod export;
mod fresh;
mod inputs;
mod integrity;
mod interrupt;
mod keeping;
mod list;
mod names;
mod models;
mod notices;
mod output;
mod pack_folder;
mod packs;
mod passwords;
mod prints;
mod priors;
mod progress;
mod replay;
mod retry;
mod review;
#[cfg(test)]
mod sample;
mod search;
mod second;
mod sent;
mod settings;
mod show;
mod stack;
mod status;
mod table;
mod truth;
mod truths;
mod withheld;
mod user_folder;
mod workspace;

use crate::args::{Cli, Command};
use crate::names::plain;
use crate::status::Status;
use anyhow::Context;
use clap::Parser;
use std::mem::ManuallyDrop;
use std::process::ExitCode;
use touchstone_engine::error::dumps::keep_memory_private;
use touchstone_engine::logs::print_to_stderr;

fn main() -> ExitCode {
    keep_memory_private();
    let cli = Cli::parse();
    let worked = print_to_stderr(logged(cli.global.verbose)).and_then(|()| in_runtime(run(&cli)));
    let status = worked.unwrap_or_else(|error| {
        if output::is_broken_pipe(&error) {
            return Status::Fine;
        }
        eprintln!("touchstone: {}", plain(&format!("{error:#}")));
        Status::of(&error)
    });
    ExitCode::from(status as u8)
}

/// Runs `work` to its end. The runtime is never shut down: a worker that was left behind on purpose, such as one that is
/// busy with a large file, still uses its timers, which would panic. It ends with the process.
fn in_runtime(work: impl Future<Output = anyhow::Result<Status>>) -> anyhow::Result<Status> {
    let runtime = tokio::runtime::Runtime::new().context("could not start the program's threads")?;
    ManuallyDrop::new(runtime).block_on(work)
}

async fn run(cli: &Cli) -> anyhow::Result<Status> {
    let global = &cli.global;
    match &cli.command {
        Command::Classify(args) => classify::run(args, global).await,
        Command::Show(args) => show::run(args, global).await,
        Command::Sent(args) => sent::run(args, global).await,
        Command::Explain(args) => explain::run(args, global).await,
        Command::List(args) => list::run(args, global).await,
        Command::Trash(args) => disposal::trash(args, global).await,
        Command::Retry(args) => retry::run(args, global).await,
        Command::Forget(args) => disposal::forget(args, global).await,
        Command::Export(args) => export::run(args, global).await,
        Command::Truth(args) => truth::run(args, global).await,
        Command::Audit(args) => audit::run(args, global).await,
        Command::Pack(args) => packs::run(args, global).await,
        Command::Review(args) => review::run(args, global).await,
        Command::Prints(args) => prints::run(args, global).await,
        Command::Stack(args) => stack::run(args, global).await,
        Command::Replay(args) => replay::run(args, global).await,
        Command::Settings(args) => settings::run(args, global).await,
        Command::Backup(args) => keeping::backup(args, global).await,
        Command::Restore(args) => keeping::restore(args, global).await,
        Command::Verify(args) => keeping::verify(args, global).await,
        Command::Doctor(args) => doctor::run(args, global).await,
        Command::Notices => notices::run(),
        Command::Search(args) => search::run(args, global).await,
        Command::Evaluate(args) => evaluate::run(args, global).await,
    }
}

/// What is logged: warnings, or more with `-v`.
fn logged(verbose: u8) -> &'static str {
    match verbose {
        0 => "warn,sqlx=error",
        1 => "info",
        2 => "debug",
        _ => "trace",
    }
}
