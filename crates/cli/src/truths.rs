//! Reads truths from disk and pairs them with predictions. Their formats are in the engine's `evaluate`.

use crate::status::UsageError;
use anyhow::Context;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use touchstone_engine::evaluate::{LeftOut, Mapping, Prediction, Truth, read_truths};

/// A truth and its document.
pub(crate) struct Known {
    pub(crate) truth: Truth,
    /// Expected path of the document: in the folder of the truth's file.
    pub(crate) document: PathBuf,
}

/// All truths of a file, or of the truth files in a folder and its subfolders.
pub(crate) fn read(path: &Path, mapping: Option<&Path>) -> anyhow::Result<Vec<Known>> {
    let mapping = mapping.map(read_mapping).transpose()?;
    let mut all = Vec::new();
    for file in files(path)? {
        let text = std::fs::read_to_string(&file)
            .with_context(|| UsageError(format!("could not read {} as text", file.display())))?;
        let truths = read_truths(&text, mapping.as_ref())
            .with_context(|| UsageError(format!("could not parse the truths in {}", file.display())))?;
        let folder = file.parent().unwrap_or(Path::new(""));
        all.extend(truths.into_iter().map(|truth| Known {
            document: folder.join(&truth.file_name),
            truth,
        }));
    }
    let mut seen = HashMap::new();
    for known in &all {
        if let Some(other) = seen.insert(real(&known.document), known.document.display()) {
            let error = format!("two truths for {other}");
            return Err(UsageError(error).into());
        }
    }
    if all.is_empty() {
        return Err(UsageError(format!("no truths in {}", path.display())).into());
    }
    Ok(all)
}

fn read_mapping(file: &Path) -> anyhow::Result<Mapping> {
    let context = || UsageError(format!("could not parse the mapping {}", file.display()));
    let text = std::fs::read_to_string(file).with_context(context)?;
    Mapping::parse(&text).with_context(context)
}

/// Whether a file of a folder is a truth: `*.truth.json`, or `gt_ID.json` as `review save` writes it.
fn is_truth(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".truth.json") || name.starts_with("gt_") && name.ends_with(".json")
}

/// The file itself, or every truth under a folder, sorted by path.
fn files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let (mut found, mut open) = (Vec::new(), vec![path.to_owned()]);
    while let Some(folder) = open.pop() {
        let unlisted = || UsageError(format!("could not list {}", folder.display()));
        for entry in std::fs::read_dir(&folder).with_context(unlisted)? {
            let entry = entry.with_context(unlisted)?.path();
            if entry.is_dir() {
                open.push(entry);
            } else if is_truth(&entry) {
                found.push(entry);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Pairs by the document's path, otherwise by a name (with as many folders as the truth gives) that only one truth has.
pub(crate) fn pair(
    known: Vec<Known>,
    predictions: Vec<Prediction>,
) -> anyhow::Result<(Vec<(Prediction, Truth)>, LeftOut)> {
    let mut left: Vec<Option<Known>> = known.into_iter().map(Some).collect();
    let by_path: HashMap<PathBuf, usize> = left
        .iter()
        .enumerate()
        .filter_map(|(at, one)| Some((real(&one.as_ref()?.document), at)))
        .collect();
    let (mut pairs, mut by_name, mut unknown) = (Vec::new(), Vec::new(), 0);
    for prediction in predictions {
        let at = by_path.get(&real(Path::new(&prediction.document.path)));
        match at.map(|at| (*at, left[*at].take())) {
            Some((at, Some(one))) => pairs.push((at, prediction, one.truth)),
            Some((_, None)) => return Err(twice(&prediction).into()),
            None => by_name.push(prediction),
        }
    }
    let mut seen = HashSet::new();
    for prediction in by_name {
        if !seen.insert(prediction.document.path.clone()) {
            return Err(twice(&prediction).into());
        }
        let path = Path::new(&prediction.document.path);
        let named = |one: &Known| {
            let name = Path::new(&one.truth.file_name);
            path.ends_with(name) || one.truth.file_name == prediction.document.file_name
        };
        let fits: Vec<usize> = (0..left.len())
            .filter(|at| left[*at].as_ref().is_some_and(named))
            .collect();
        match fits[..] {
            [at] => pairs.extend(left[at].take().map(|one| (at, prediction, one.truth))),
            [] => unknown += 1,
            _ => {
                let error = format!(
                    "{} truths match {}: give `file_name` with its folder, or put truths beside their documents",
                    fits.len(),
                    prediction.document.path
                );
                return Err(UsageError(error).into());
            }
        }
    }
    // In the order of the truths, whatever order the documents were finished in.
    pairs.sort_by_key(|(at, ..)| *at);
    let pairs = pairs
        .into_iter()
        .map(|(_, prediction, truth)| (prediction, truth))
        .collect();
    let truths = left.iter().flatten().count() as u64;
    Ok((
        pairs,
        LeftOut {
            predictions: unknown,
            truths,
        },
    ))
}

fn twice(prediction: &Prediction) -> UsageError {
    UsageError(format!("two predictions for {}", prediction.document.path))
}

/// The path without links and dots, if the file exists.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn known(folder: &str, name: &str) -> Known {
        Known {
            truth: serde_json::from_value(json!({"file_name": name, "label": "W-2"})).unwrap(),
            document: Path::new(folder).join(name),
        }
    }

    fn predicted(path: &str) -> Prediction {
        serde_json::from_value(json!({
            "document": {"path": path, "file_name": Path::new(path).file_name().unwrap().to_str().unwrap()},
            "outcome": "ok",
            "classification": {"label": "W-2", "confidence": 1.0},
            "decision": {"outcome": "AUTO_ACCEPT"},
        }))
        .unwrap()
    }

    /// Checks the number of pairs, and of predictions and truths left out; or the error.
    fn check(truths: &[(&str, &str)], predictions: &[&str], wanted: Result<(usize, u64, u64), &str>) {
        let truths = truths.iter().map(|(folder, name)| known(folder, name)).collect();
        match (
            pair(truths, predictions.iter().map(|path| predicted(path)).collect()),
            wanted,
        ) {
            (Ok((pairs, left)), Ok(wanted)) => {
                assert_eq!((pairs.len(), left.predictions, left.truths), wanted, "{predictions:?}");
            }
            (Err(error), Err(wanted)) => assert!(error.to_string().contains(wanted), "{error}"),
            (paired, wanted) => panic!("{predictions:?}: {} instead of {wanted:?}", paired.is_ok()),
        }
    }

    #[test]
    fn predictions_find_their_truths() {
        check(
            &[("d", "a.pdf"), ("e", "a.pdf")],
            &["e/a.pdf", "d/a.pdf"],
            Ok((2, 0, 0)),
        );
        check(
            &[("d", "a.pdf"), ("d", "b.pdf")],
            &["elsewhere/a.pdf", "c.pdf"],
            Ok((1, 1, 1)),
        );
        check(&[("d", "x/a.pdf"), ("d", "y/a.pdf")], &["other/y/a.pdf"], Ok((1, 0, 1)));
        check(
            &[("d", "a.pdf"), ("e", "a.pdf")],
            &["f/a.pdf"],
            Err("2 truths match f/a.pdf"),
        );
        check(
            &[("d", "a.pdf")],
            &["d/a.pdf", "d/a.pdf"],
            Err("two predictions for d/a.pdf"),
        );
    }
}
