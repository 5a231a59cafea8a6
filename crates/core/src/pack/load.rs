//! Reads a pack's folder: its files, their digest, and the order in which they are combined.

use super::at::{Digests, Placed};
use super::error::PackError;
use super::raw::{RawPack, RawPapers, RawParties};
use super::{Calibration, Pack, TrapKind, at, guide, kinds, prints, raw, validate};
use crate::record::{Kinds, StartWeights, Vocabulary};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use touchstone_second::Model;

/// Near misses and inserts, which are many and short.
const PAPERS: &str = "others.toml";
/// Parties named on forms without a template.
const PARTIES: &str = "parties.toml";

pub(super) fn load(folder: &Path) -> Result<Pack, PackError> {
    let file = folder.join("pack.toml");
    let mut raw: RawPack = raw::parse(&file, &read(&file)?)?;
    let files = files_under(folder)?;
    let templates = templates(folder, &files, &mut raw)?;
    if let Some((_, RawPapers { others, inserts })) = beside(folder, &files, PAPERS)? {
        raw.others.extend(others);
        raw.inserts.extend(inserts);
    }
    // Calibration is made for the rules, the local engine follows no guides and knows no prints, and the second reader is
    // trained apart, so the rules digest excludes them.
    let is_rule = |name: &&String| {
        ![CALIBRATION, SECOND_READER, prints::FILE].contains(&name.as_str()) && guide::stage_of(name).is_none()
    };
    let rules: Vec<&String> = files.iter().filter(is_rule).collect();
    let digests = Digests {
        all: digest(folder, files.iter())?,
        rules: digest(folder, rules.into_iter())?,
    };
    let mut pack = validate::pack(folder, &file, digests, raw, templates)?;
    pack.guides = guide::read(folder, &files, pack.mode)?;
    additions(folder, &files, &mut pack)?;
    Ok(pack)
}

/// Loads optional files.
fn additions(folder: &Path, files: &[String], pack: &mut Pack) -> Result<(), PackError> {
    if let Some((file, own)) = beside::<RawParties>(folder, files, PARTIES)? {
        pack.parties = Some(validate::parties(at::At::whole(&file), pack, &own)?);
    }
    if let Some((file, own)) = beside::<Vocabulary>(folder, files, VOCABULARY)? {
        validate::vocabulary(at::At::whole(&file), pack, &own)?;
        pack.vocabulary = Some(own);
    }
    if let Some((file, own)) = beside::<Kinds>(folder, files, KINDS)? {
        kinds::kinds(at::At::whole(&file), pack, &own)?;
        pack.kinds = Some(Kinds {
            starts: starts(folder, files)?,
            ..own
        });
    }
    let by_patient = |kind: &TrapKind| matches!(kind, TrapKind::Patient | TrapKind::Patients { .. });
    if pack.kinds.is_none() && pack.traps.iter().any(|trap| by_patient(&trap.kind)) {
        let file = folder.join("pack.toml");
        return Err(PackError::new(&file, "traps", format!("a trap needs {KINDS}")));
    }
    if files.iter().any(|own| own == SECOND_READER) {
        let file = folder.join(SECOND_READER);
        let bytes = fs::read(&file).map_err(|error| unreadable(&file, &error))?;
        let model = Model::parse(&bytes).map_err(|error| PackError::new(&file, "", error.to_string()))?;
        pack.second_reader = Some(Arc::new(model));
    }
    if files.iter().any(|own| own == prints::FILE) {
        let file = folder.join(prints::FILE);
        pack.prints = prints::parse(&file, &read(&file)?, pack)?;
    }
    if let Some((file, own)) = beside::<Calibration>(folder, files, CALIBRATION)? {
        if let Some(fault) = own.fault(&pack.name) {
            return Err(PackError::new(&file, "", fault));
        }
        pack.calibration = Some(own);
    }
    Ok(())
}

/// The weights of the signs that a page of a chart begins a document.
fn starts(folder: &Path, files: &[String]) -> Result<StartWeights, PackError> {
    let Some((file, own)) = beside::<StartWeights>(folder, files, STARTS)? else {
        let fault = format!("is missing: a pack with {KINDS} needs these weights (scripts/fit_starts.py)");
        return Err(PackError::new(&folder.join(STARTS), "", fault));
    };
    match own.fault() {
        Some(fault) => Err(PackError::new(&file, "", fault)),
        None => Ok(own),
    }
}

/// Parses an optional file of the pack; `None` if it does not exist.
fn beside<T: DeserializeOwned>(folder: &Path, files: &[String], name: &str) -> Result<Option<(PathBuf, T)>, PackError> {
    if !files.iter().any(|own| own == name) {
        return Ok(None);
    }
    let file = folder.join(name);
    let own = raw::parse(&file, &read(&file)?)?;
    Ok(Some((file, own)))
}

/// The templates in `pack.toml`, then those in separate files.
fn templates(folder: &Path, files: &[String], raw: &mut RawPack) -> Result<Vec<Placed>, PackError> {
    let inline = std::mem::take(&mut raw.templates).into_iter().enumerate();
    let mut templates: Vec<Placed> = inline
        .map(|(index, template)| Placed {
            file: folder.join("pack.toml"),
            prefix: format!("templates[{index}]."),
            template,
        })
        .collect();
    for name in files.iter().filter(|name| is_template(name)) {
        let file = folder.join(name);
        templates.push(Placed {
            template: raw::parse(&file, &read(&file)?)?,
            file,
            prefix: String::new(),
        });
    }
    Ok(templates)
}

/// Words of security markings.
const VOCABULARY: &str = "vocabulary.toml";
/// Signs of the document types in a chart.
const KINDS: &str = "kinds.toml";
const STARTS: &str = "calibration-starts.toml";
const CALIBRATION: &str = "calibration.toml";
/// The model of the second reader.
const SECOND_READER: &str = "second-reader.model";
/// Documents for trying out the pack; not part of its rules.
const EXAMPLES: &str = "examples";

/// Large templates are in separate files: `templates/NAME.toml`.
fn is_template(name: &str) -> bool {
    name.strip_prefix("templates/")
        .and_then(|rest| rest.strip_suffix(".toml"))
        .is_some_and(|stem| !stem.contains('/'))
}

fn read(file: &Path) -> Result<String, PackError> {
    fs::read_to_string(file).map_err(|error| unreadable(file, &error))
}

fn unreadable(file: &Path, error: &std::io::Error) -> PackError {
    PackError::new(file, "", format!("cannot be read: {error}"))
}

/// Names of all files of the pack relative to its folder, with `/`, sorted. Skips hidden files and examples.
fn files_under(folder: &Path) -> Result<Vec<String>, PackError> {
    let mut names = Vec::new();
    let mut open = vec![(folder.to_owned(), String::new())];
    while let Some((here, prefix)) = open.pop() {
        for entry in fs::read_dir(&here).map_err(|error| unreadable(&here, &error))? {
            let entry = entry.map_err(|error| unreadable(&here, &error))?;
            let kind = entry.file_type().map_err(|error| unreadable(&entry.path(), &error))?;
            let own = entry.file_name();
            let Some(own) = own.to_str().filter(|name| !name.starts_with('.')) else {
                continue;
            };
            if kind.is_dir() && prefix.is_empty() && own == EXAMPLES {
                continue;
            }
            if kind.is_dir() {
                open.push((entry.path(), format!("{prefix}{own}/")));
            } else if kind.is_file() {
                names.push(format!("{prefix}{own}"));
            }
        }
    }
    names.sort();
    Ok(names)
}

/// Hashes names and contents, each preceded by its length, so that different folders never hash the same bytes.
fn digest<'a>(folder: &Path, files: impl Iterator<Item = &'a String>) -> Result<String, PackError> {
    let mut sum = Sha256::new();
    for name in files {
        let file = folder.join(name);
        let bytes = fs::read(&file).map_err(|error| unreadable(&file, &error))?;
        for part in [name.as_bytes(), &bytes] {
            sum.update((part.len() as u64).to_le_bytes());
            sum.update(part);
        }
    }
    Ok(format!("{:x}", sum.finalize()))
}
