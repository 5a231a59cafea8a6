//! `touchstone evaluate`: scores results of `classify`, of a run made for this purpose or of the workspace against truths,
//! as a table, JSON or HTML. Stores nothing. What counts as right is in the engine's `evaluate`.

use crate::args::{Evaluate, Global};
use crate::fresh::Order;
use crate::names::plain;
use crate::progress::Bar;
use crate::status::{Status, UsageError};
use crate::truths::Known;
use crate::{fresh, interrupt, output, truths, workspace};
use anyhow::Context;
use secrecy::SecretString;
use std::io::{IsTerminal, Read};
use std::path::Path;
use tokio_util::sync::CancellationToken;
use touchstone_engine::SidesOrder;
use touchstone_engine::evaluate::{Prediction, Score, Truth, html, markings_of, score, table};
use touchstone_engine::review::highest_marking;
use touchstone_engine::store::Access;

/// The pack of a run.
const DEFAULT_PACK: &str = "tax";

pub(crate) async fn run(args: &Evaluate, global: &Global) -> anyhow::Result<Status> {
    match (&args.of, &args.truth) {
        (Some(of), _) => sides(of, args, global).await,
        (None, Some(truth)) => files(truth, args, global).await,
        (None, None) => Err(UsageError("name the truths, or a side of the workspace with `--of`".to_owned()).into()),
    }
}

/// Compares two sides of the workspace.
async fn sides(of: &str, args: &Evaluate, global: &Global) -> anyhow::Result<Status> {
    let order = SidesOrder {
        of: of.to_owned(),
        against: args.against.clone(),
        pack: args.pack.clone(),
    };
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let (requests, bar) = (interrupt::watch(), Bar::of_documents(global.quiet));
    let progress = |done, total| bar.show(u64::from(done), u64::from(total));
    let compared = desk.compare_sides(&order, &requests.stop, progress).await;
    bar.close();
    let Some(compared) = compared.map_err(|error| UsageError(format!("{error:#}")))? else {
        desk.close().await?;
        return Ok(Status::Interrupted);
    };
    desk.close().await?;
    if compared.documents.is_empty() {
        let (of, against) = (&compared.of.name, &compared.against.name);
        return Err(UsageError(format!("no document of the workspace has both `{of}` and `{against}`")).into());
    }
    for name in &compared.unreadable {
        eprintln!("touchstone: {} could not be read and is left out", plain(name));
    }
    show(&compared.score, compared.highest_marking.as_deref(), args)
}

/// Scores predictions against files of truths.
async fn files(truth: &Path, args: &Evaluate, global: &Global) -> anyhow::Result<Status> {
    let known = truths::read(truth, args.mapping.as_deref())?;
    let predictions = if args.run {
        let requests = interrupt::watch();
        let made = tokio::select! {
            made = classified(&known, args, global, &requests.stop) => made?,
            () = requests.at_once.cancelled() => None,
        };
        match made {
            Some(predictions) => predictions,
            None => return Ok(Status::Interrupted),
        }
    } else {
        given(args.predictions.as_deref())?
    };
    let (pairs, left_out) = truths::pair(known, predictions)?;
    if pairs.is_empty() {
        let error = "no prediction matches a truth: they are paired by path, otherwise by file name";
        return Err(UsageError(error.to_owned()).into());
    }
    for (count, what) in [
        (left_out.predictions, "predictions without a truth"),
        (left_out.truths, "truths without a prediction"),
    ] {
        if count > 0 {
            eprintln!("touchstone: {count} {what} are left out");
        }
    }
    let mut score = score(&pairs);
    score.left_out = left_out;
    show(&score, marking(&pairs).as_deref(), args)
}

fn show(score: &Score, marking: Option<&str>, args: &Evaluate) -> anyhow::Result<Status> {
    if let Some(file) = &args.html {
        output::write_file(file, &html(score, marking))?;
    }
    if args.json {
        output::print(&output::pretty(score)?)?;
    } else {
        output::print(&table(score, args.misses))?;
    }
    Ok(gates(args, score))
}

/// The highest marking of the documents, as a line in the words of the pack that knows it.
fn marking(pairs: &[(Prediction, Truth)]) -> Option<String> {
    let markings = markings_of(pairs);
    let shelf = workspace::shelf();
    shelf.packs().iter().find_map(|pack| highest_marking(pack, &markings))
}

/// Prints the requirements that are not reached.
fn gates(args: &Evaluate, score: &Score) -> Status {
    let mut status = Status::Fine;
    for fault in args.require.iter().filter_map(|gate| gate.fault(score)) {
        eprintln!("touchstone: {fault}");
        status = Status::Failed;
    }
    status
}

/// Classifies the documents beside their truths.
async fn classified(
    known: &[Known],
    args: &Evaluate,
    global: &Global,
    stop: &CancellationToken,
) -> anyhow::Result<Option<Vec<Prediction>>> {
    let order = Order {
        files: known.iter().map(|one| one.document.clone()).collect(),
        pack: args.pack.clone().unwrap_or_else(|| DEFAULT_PACK.to_owned()),
        packs: Vec::new(),
        year: args.year,
        jobs: args.jobs,
        ocr: args.ocr,
        script: args.script,
        passwords: passwords(known),
        quiet: global.quiet,
    };
    fresh::answers(&order, stop, async |_, _, result| Prediction::try_from(&result)).await
}

/// The passwords given in the truths.
pub(crate) fn passwords(known: &[Known]) -> Vec<SecretString> {
    let mut all: Vec<&String> = known.iter().filter_map(|one| one.truth.password.as_ref()).collect();
    all.sort();
    all.dedup();
    all.into_iter()
        .map(|password| SecretString::from(password.as_str()))
        .collect()
}

/// Reads results of `classify`: consecutive objects or arrays of them; from standard input if no file is given.
fn given(file: Option<&Path>) -> anyhow::Result<Vec<Prediction>> {
    let file = file.filter(|file| *file != Path::new("-"));
    let text = match file {
        Some(file) => std::fs::read_to_string(file)
            .with_context(|| UsageError(format!("could not read the predictions in {}", file.display())))?,
        None if std::io::stdin().is_terminal() => {
            let error = "no predictions: pipe the results of `classify --ndjson`, name a file with `--predictions`, or \
                         classify now with `--run`";
            return Err(UsageError(error.to_owned()).into());
        }
        None => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .context("could not read the predictions from standard input")?;
            text
        }
    };
    let place = file.map_or_else(
        || "standard input".to_owned(),
        |file| plain(&file.display().to_string()),
    );
    let unreadable = || UsageError(format!("could not parse the predictions in {place}"));
    let mut all = Vec::new();
    for value in serde_json::Deserializer::from_str(&text).into_iter::<serde_json::Value>() {
        match value.with_context(unreadable)? {
            serde_json::Value::Array(items) => {
                for item in items {
                    all.push(serde_json::from_value(item).with_context(unreadable)?);
                }
            }
            one => all.push(serde_json::from_value(one).with_context(unreadable)?),
        }
    }
    Ok(all)
}
