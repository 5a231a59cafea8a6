//! `touchstone evaluate`: results of `classify` against what is true, as a table, JSON or a page of HTML. Opens no
//! workspace. Not here: what counts as right (see the engine's `evaluate`).

use crate::args::Evaluate;
use crate::output;
use crate::status::{Status, UsageError};
use anyhow::Context;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use touchstone_engine::evaluate::{Prediction, Truth, html, score, table};

pub(crate) fn run(args: &Evaluate) -> anyhow::Result<Status> {
    let mut truths: HashMap<String, Truth> = HashMap::new();
    for path in truth_files(&args.truth)? {
        for truth in read_all::<Truth>(&path)? {
            truths.insert(truth.file_name.clone(), truth);
        }
    }
    let mut pairs: Vec<(Prediction, Truth)> = Vec::new();
    let mut unknown = 0;
    for prediction in read_all::<Prediction>(&args.predictions)? {
        match truths.remove(&prediction.document.file_name) {
            Some(truth) => pairs.push((prediction, truth)),
            None => unknown += 1,
        }
    }
    if pairs.is_empty() {
        return Err(UsageError("no prediction has a truth: they are paired by file name".to_owned()).into());
    }
    for (count, what) in [
        (unknown, "predictions without a truth"),
        (truths.len(), "truths without a prediction"),
    ] {
        if count > 0 {
            eprintln!("touchstone: {count} {what} are left out");
        }
    }
    let score = score(&pairs);
    if let Some(file) = &args.html {
        output::write_file(file, &html(&score))?;
    }
    if args.json {
        output::print(&output::pretty(&score)?)?;
    } else {
        output::print(&table(&score, args.misses))?;
    }
    Ok(Status::Fine)
}

/// The file itself, or every `*.truth.json` of a folder.
fn truth_files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).with_context(|| format!("could not list {}", path.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry
            .with_context(|| format!("could not list {}", path.display()))?
            .path();
        if file.to_string_lossy().ends_with(".truth.json") {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// Objects one after another, or arrays of them; `-` is the standard input.
fn read_all<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let text = if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .context("could not read the standard input")?;
        text
    } else {
        std::fs::read_to_string(path).with_context(|| format!("could not read {}", path.display()))?
    };
    let unreadable = || format!("could not understand {}", path.display());
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
