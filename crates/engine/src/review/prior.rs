//! Prior classifications given with `--compare`: the program's own results, the output of seed 003's classifier, or any
//! table or JSON with file names and labels. Matches them to documents. Pure.

use crate::evaluate::read_truths;
use anyhow::{Context, ensure};
use serde_json::Value;
use std::path::Path;
use touchstone_core::record::{Prior, PriorSegment};

/// Names that other programs use for the same things.
const FILES: [&str; 6] = ["file_name", "pdf_filename", "file", "file_path", "path", "doc_id"];
const LABELS: [&str; 5] = [
    "dominant_type_overall",
    "label",
    "dominant_type",
    "document_type",
    "classification",
];
const FIRST: [&str; 4] = ["first_page", "start_page", "segment_start_page", "start"];
const LAST: [&str; 4] = ["last_page", "end_page", "segment_end_page", "end"];

/// The classifications of a file, and which of them matched a document.
#[derive(Debug, Default)]
pub struct Priors {
    named: Vec<Named>,
}

#[derive(Debug)]
struct Named {
    name: String,
    prior: Prior,
    used: bool,
}

impl Priors {
    /// # Errors
    /// See `read_priors`.
    pub fn read(source: &str, text: &str) -> anyhow::Result<Self> {
        Ok(Self::of(read_priors(source, text)?))
    }

    fn of(named: Vec<(String, Prior)>) -> Self {
        let named = named.into_iter().map(|(name, prior)| Named {
            name,
            prior,
            used: false,
        });
        Self { named: named.collect() }
    }

    /// Returns the classification of a file: matched by path, else by name, with or without extension.
    pub fn take(&mut self, path: &Path) -> Option<Prior> {
        let by_path = self.named.iter().position(|one| path.ends_with(&one.name));
        let stem = path.file_stem()?.to_string_lossy();
        let name = |one: &Named| Path::new(&one.name).file_name() == path.file_name() || one.name == stem;
        let at = by_path.or_else(|| self.named.iter().position(name))?;
        self.named[at].used = true;
        Some(self.named[at].prior.clone())
    }

    /// Names of entries that matched no requested document.
    pub fn unused(&self) -> impl Iterator<Item = &str> {
        self.named.iter().filter(|one| !one.used).map(|one| one.name.as_str())
    }
}

/// Reads every classification of a file, with the name of its document.
///
/// # Errors
/// If the text is neither JSON nor a table with a column `file_name` or `file`, or names no document.
pub fn read_priors(source: &str, text: &str) -> anyhow::Result<Vec<(String, Prior)>> {
    let text = text.trim_start_matches('\u{feff}');
    let priors = if text.trim_start().starts_with(['{', '[']) {
        of_json(source, text)?
    } else {
        let truths = read_truths(text, None)?.into_iter();
        truths
            .map(|truth| {
                let segments = truth.segments.into_iter().map(|one| PriorSegment {
                    first_page: one.first_page,
                    last_page: one.last_page,
                    label: Some(one.label),
                });
                let prior = Prior {
                    source: source.to_owned(),
                    label: truth.label,
                    segments: segments.collect(),
                };
                (truth.file_name, prior)
            })
            .collect()
    };
    ensure!(!priors.is_empty(), "{source} does not name any document");
    Ok(priors)
}

fn of_json(source: &str, text: &str) -> anyhow::Result<Vec<(String, Prior)>> {
    let mut priors = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        let value = value.with_context(|| format!("could not understand {source} as JSON"))?;
        let entries = match value {
            Value::Array(entries) => entries,
            other => vec![other],
        };
        for (index, entry) in entries.iter().enumerate() {
            match named(entry) {
                Some(name) => priors.push((name, prior(source, entry))),
                // `{"a.pdf": "W-2"}` and `{"a.pdf": {"label": ...}}`.
                None => priors.extend(by_name(source, entry).with_context(|| {
                    format!(
                        "entry {} of {source} names no document: it needs `file_name`",
                        index + 1
                    )
                })?),
            }
        }
    }
    Ok(priors)
}

fn named(entry: &Value) -> Option<String> {
    let document = entry.get("document").unwrap_or(entry);
    first_text(document, &FILES)
}

fn by_name(source: &str, entry: &Value) -> Option<Vec<(String, Prior)>> {
    let parts = entry
        .as_object()
        .filter(|parts| LABELS.iter().all(|name| !parts.contains_key(*name)))?;
    let named = parts.iter().map(|(name, value)| {
        let label = value.as_str().map(str::to_owned);
        let known = value.is_object() || label.is_some();
        known.then(|| {
            let prior = label.map_or_else(
                || prior(source, value),
                |label| Prior {
                    source: source.to_owned(),
                    label: Some(label),
                    segments: Vec::new(),
                },
            );
            (name.clone(), prior)
        })
    });
    named.collect()
}

fn prior(source: &str, entry: &Value) -> Prior {
    let inner = entry
        .get("classification")
        .filter(|inner| inner.is_object())
        .unwrap_or(entry);
    let segments = inner.get("segments").and_then(Value::as_array);
    Prior {
        source: source.to_owned(),
        label: first_text(inner, &LABELS),
        segments: segments.into_iter().flatten().filter_map(segment).collect(),
    }
}

fn segment(entry: &Value) -> Option<PriorSegment> {
    let number = |names: &[&str]| {
        let found = names.iter().find_map(|name| entry.get(name)?.as_u64());
        found.and_then(|number| u32::try_from(number).ok())
    };
    Some(PriorSegment {
        first_page: number(&FIRST)?,
        last_page: number(&LAST)?,
        label: first_text(entry, &LABELS),
    })
}

fn first_text(entry: &Value, names: &[&str]) -> Option<String> {
    let texts = names.iter().filter_map(|name| entry.get(name)?.as_str());
    texts.map(str::trim).find(|text| !text.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn one_classification_in_the_ways_that_others_write_it() {
        let whole = Prior {
            source: "p".to_owned(),
            label: Some("Other".to_owned()),
            segments: vec![PriorSegment {
                first_page: 1,
                last_page: 2,
                label: Some("Other".to_owned()),
            }],
        };
        for text in [
            r#"{"file_name":"a.pdf","label":"Other","segments":[{"first_page":1,"last_page":2,"label":"Other"}]}"#,
            r#"[{"pdf_filename":"a.pdf","dominant_type_overall":"Other",
                 "segments":[{"start_page":1,"end_page":2,"dominant_type":"Other"}]}]"#,
            r#"{"document":{"file_name":"a.pdf","path":"/x/a.pdf"},"classification":{"label":"Other",
                 "segments":[{"first_page":1,"last_page":2,"label":"Other"}]}}"#,
            r#"{"a.pdf":{"label":"Other","segments":[{"first_page":1,"last_page":2,"label":"Other"}]}}"#,
        ] {
            assert_eq!(
                read_priors("p", text).unwrap(),
                [("a.pdf".to_owned(), whole.clone())],
                "{text}"
            );
        }
        for text in ["file_name,label\na.pdf,Other\n", r#"{"a.pdf":"Other"}"#] {
            let read = read_priors("p", text).unwrap();
            assert_eq!(
                (read[0].0.as_str(), read[0].1.label.as_deref()),
                ("a.pdf", Some("Other")),
                "{text}"
            );
        }
    }

    #[test]
    fn a_prior_is_found_by_path_name_or_stem() {
        let names = ["one/a.pdf", "two/a.pdf", "/elsewhere/b.pdf", "doc2_6"];
        let named = names.map(|name| {
            let prior = Prior {
                label: Some(name.to_owned()),
                ..Prior::default()
            };
            (name.to_owned(), prior)
        });
        let mut priors = Priors::of(named.into());
        for (path, expected) in [
            ("/x/two/a.pdf", Some("two/a.pdf")),
            ("/x/b.pdf", Some("/elsewhere/b.pdf")),
            ("in/doc2_6.pdf", Some("doc2_6")),
            ("in/c.pdf", None),
        ] {
            let found = priors.take(Path::new(path)).and_then(|prior| prior.label);
            assert_eq!(found.as_deref(), expected, "{path}");
        }
        assert_eq!(priors.unused().collect::<Vec<_>>(), ["one/a.pdf"]);
    }

    #[test]
    fn what_names_no_document_is_refused() {
        for (text, reason) in [
            (r#"[{"label":"Other"}, 3]"#, "names no document"),
            ("[]", "does not name"),
            ("{", "could not understand"),
            ("colour,label\nred,Other\n", "file"),
        ] {
            let error = format!("{:#}", read_priors("p", text).unwrap_err());
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
