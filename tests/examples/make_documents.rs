//! Writes made documents and their truth into a folder, or the documents that ship with the project:
//! `make_documents --fixtures tests/fixtures`. `--help` tells the rest.

#![allow(clippy::print_stdout, reason = "a list that was asked for goes to standard output")]

use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use touchstone_intake::{PoolConfig, ReaderPool};
use touchstone_tests::catalog::{self, Layout};
use touchstone_tests::scan::Scanner;
use touchstone_tests::{Case, Dice, payers, samples, scanning, w2};

const USAGE: &str = "\
usage: make_documents OUTDIR [--seed N] [--count N] [--layout WHICH]... [--scan DAMAGE:DPI]
       make_documents OUTDIR --of FOLDER [--seed N] [--scan DAMAGE:DPI]
       make_documents --list
WHICH is `tuned` (the default), `unseen`, `blanks`, a family, FAMILY:tuned, FAMILY:unseen or one layout.
--count is for all layouts together; without it each layout is made twice.
--of takes the documents of a folder that have their truth beside them as `<stem>.truth.json`, instead of made ones.
--scan gives pictures of the documents: clean, skew, noise, blur, faint, jpeg, turned or fax, at so many dots an inch.";

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut folder, mut seed, mut count, mut which) = (None, 1, None, Vec::new());
    let (mut scanner, mut of): (Option<Scanner>, Option<PathBuf>) = (None, None);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().with_context(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--fixtures" => return fixtures(&PathBuf::from(value()?)),
            "--list" => {
                list();
                return Ok(());
            }
            "--help" | "-h" => {
                println!("{USAGE}");
                return Ok(());
            }
            "--seed" => seed = value()?.parse().context("reading --seed")?,
            "--count" => count = Some(value()?.parse().context("reading --count")?),
            "--layout" => which.push(value()?),
            "--of" => of = Some(PathBuf::from(value()?)),
            "--scan" => scanner = Some(value()?.parse()?),
            other if other.starts_with('-') => bail!("unknown option: {other}\n{USAGE}"),
            other => folder = Some(PathBuf::from(other)),
        }
    }
    let folder = folder.context(USAGE)?;
    let mut cases = match of {
        Some(folder) => cases_of(&folder)?,
        None => made(which, seed, count)?,
    };
    if let Some(scanner) = scanner {
        cases = scanned(cases, scanner, seed)?;
    }
    for case in &cases {
        case.write(&folder)?;
    }
    eprintln!("{} documents in {}", cases.len(), folder.display());
    Ok(())
}

/// Documents of the layouts that `which` names.
fn made(mut which: Vec<String>, seed: u64, count: Option<usize>) -> anyhow::Result<Vec<Case>> {
    if which.is_empty() {
        which.push("tuned".to_owned());
    }
    let mut layouts: Vec<Layout> = Vec::new();
    for word in which.iter().filter(|word| *word != "blanks") {
        let named = catalog::named(word);
        if named.is_empty() {
            bail!("unknown layout: {word}; `make_documents --list` names those there are");
        }
        layouts.extend(named);
    }
    let count = count.unwrap_or(2 * layouts.len());
    let mut cases = if layouts.is_empty() {
        Vec::new()
    } else {
        catalog::cases(&layouts, seed, count)
    };
    if which.iter().any(|word| word == "blanks") {
        cases.extend(w2::blanks(seed));
        cases.extend(payers::blanks(seed));
    }
    Ok(cases)
}

/// The documents of a folder that have a truth beside them.
fn cases_of(folder: &Path) -> anyhow::Result<Vec<Case>> {
    let mut files = std::fs::read_dir(folder)
        .with_context(|| format!("listing {}", folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<Vec<PathBuf>>>()?;
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let truth = file.with_extension("truth.json");
        let Some(stem) = file.file_stem().and_then(|stem| stem.to_str()) else {
            continue;
        };
        if file.extension().is_none_or(|kind| kind == "json") || !truth.is_file() {
            continue;
        }
        let text = std::fs::read_to_string(&truth).with_context(|| format!("reading {}", truth.display()))?;
        let truth = serde_json::from_str(&text).with_context(|| format!("reading {}", truth.display()))?;
        cases.push(Case::new(stem, std::fs::read(&file)?, truth));
    }
    Ok(cases)
}

/// The documents as pictures of themselves; those that no reader opens stay as they are. What they say stays true.
fn scanned(cases: Vec<Case>, scanner: Scanner, seed: u64) -> anyhow::Result<Vec<Case>> {
    let runtime = tokio::runtime::Runtime::new()?;
    let mut dice = Dice::new(seed);
    let pool = ReaderPool::new(PoolConfig::for_this_machine()?);
    let mut scans = Vec::new();
    for mut case in cases {
        let mut dice = dice.fork();
        if let Some(bytes) = runtime.block_on(scanning::scanned(&pool, &case.bytes, scanner, &mut dice))? {
            case.bytes = bytes;
        }
        scans.push(case);
    }
    Ok(scans)
}

/// The layouts that can be named, with family and split.
fn list() {
    for layout in catalog::layouts() {
        println!(
            "{:<10} {:<7} {}",
            layout.family.name,
            layout.split.as_str(),
            layout.name
        );
    }
}

/// Writes the shipped documents anew.
fn fixtures(folder: &Path) -> anyhow::Result<()> {
    let kinds = [("samples", samples::samples()?), ("oddities", samples::oddities()?)];
    for (name, cases) in kinds {
        for case in cases {
            case.write(&folder.join(name))?;
        }
    }
    for (pack, cases) in samples::examples() {
        let examples = folder.join("../../packs").join(pack).join("examples");
        for case in cases {
            case.write(&examples)?;
        }
    }
    Ok(())
}
