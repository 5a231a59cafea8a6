//! Writes made documents and their truth into a folder, or the documents that ship with the project: `make_documents
//! --fixtures tests/fixtures`. See `--help` for all options.

#![allow(clippy::print_stdout, reason = "a list that was asked for goes to standard output")]

use anyhow::{Context, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use touchstone_intake::{PoolConfig, ReaderPool};
use touchstone_tests::catalog::{self, Layout};
use touchstone_tests::scan::Scanner;
use touchstone_tests::{Case, Dice, payers, random, samples, scanning, w2};

/// The suffix of truth files.
const TRUTH: &str = "truth.json";

const USAGE: &str = "\
usage: make_documents OUTDIR [--seed N] [--count N] [--layout WHICH]... [--scan DAMAGE:DPI]
       make_documents OUTDIR --layout RANDOM --papers N [--seed N] [--count N]
       make_documents OUTDIR --of FOLDER --scan DAMAGE:DPI [--seed N]
       make_documents --list
WHICH is `tuned` (the default), `unseen`, `blanks`, a family, FAMILY:tuned, FAMILY:unseen or one layout; or random layouts,
a new one in each document: `random`, `random-forms`, `random-w2`, `random-1099`, `random-k1`, `random-receipt`, `random-statement`,
each with `:test` for the choices that are kept for testing.
--count is for all layouts together; without it each layout is made twice.
--papers makes so many papers of each of --count random layouts, which differ in their values only.
--of takes the documents of a folder that have their truth beside them, as `<stem>.truth.json`, instead of made ones.
--scan gives pictures of the documents: clean, skew, noise, blur, faint, jpeg, turned or fax, at so many dots an inch.";

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut folder, mut seed, mut count, mut which) = (None, 1, None, Vec::new());
    let mut papers: Option<u64> = None;
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
            "--papers" => papers = Some(value()?.parse().context("reading --papers")?),
            "--layout" => which.push(value()?),
            "--of" => of = Some(PathBuf::from(value()?)),
            "--scan" => scanner = Some(value()?.parse()?),
            other if other.starts_with('-') => bail!("unknown option: {other}\n{USAGE}"),
            other => folder = Some(PathBuf::from(other)),
        }
    }
    let folder = folder.context(USAGE)?;
    if let Some(of) = of {
        return scan_all(&of, &folder, scanner.context("--of needs --scan")?, seed);
    }
    let mut cases = match papers {
        Some(papers) => same_layout(&which, seed, count.unwrap_or(1), papers)?,
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

/// Several papers of each of `count` random layouts.
fn same_layout(which: &[String], seed: u64, count: usize, papers: u64) -> anyhow::Result<Vec<Case>> {
    let [name] = which else {
        bail!("--papers needs one --layout, a random one")
    };
    let known = catalog::RANDOM.iter().any(|family| name.starts_with(family.name));
    anyhow::ensure!(known, "{name} is not a random layout");
    Ok(random::papers(name, seed, count, papers).concat())
}

/// Documents of the layouts named by `which`.
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

/// Scans the documents of a folder that have a truth beside them; the truths are unchanged.
fn scan_all(of: &Path, folder: &Path, scanner: Scanner, seed: u64) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let mut truths = std::fs::read_dir(of)
        .with_context(|| format!("listing {}", of.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<Vec<PathBuf>>>()?;
    truths.sort();
    let mut studio = Studio::open(scanner, seed)?;
    let mut count = 0;
    for file in truths.iter().filter(|file| file.to_string_lossy().ends_with(TRUTH)) {
        let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
        let mut truth: Value = serde_json::from_str(&text).with_context(|| format!("reading {}", file.display()))?;
        let name = truth["file_name"].as_str().context("a truth without a file_name")?;
        let document = of.join(name);
        let bytes = std::fs::read(&document).with_context(|| format!("reading {}", document.display()))?;
        let name = Path::new(name).with_extension("pdf");
        let Some(scan) = studio.scan(&bytes)? else {
            eprintln!("{} is not opened by any reader", document.display());
            continue;
        };
        std::fs::write(folder.join(&name), scan)?;
        truth["file_name"] = Value::from(name.to_string_lossy());
        std::fs::write(
            folder.join(name.with_extension(TRUTH)),
            serde_json::to_string_pretty(&truth)? + "\n",
        )?;
        count += 1;
    }
    eprintln!("{count} documents in {}", folder.display());
    Ok(())
}

/// A scanner and the readers that draw pages for it.
struct Studio {
    runtime: tokio::runtime::Runtime,
    pool: ReaderPool,
    scanner: Scanner,
    dice: Dice,
}

impl Studio {
    fn open(scanner: Scanner, seed: u64) -> anyhow::Result<Self> {
        Ok(Self {
            runtime: tokio::runtime::Runtime::new()?,
            pool: ReaderPool::new(PoolConfig::for_this_machine()?),
            scanner,
            dice: Dice::new(seed),
        })
    }

    /// A scan of a document. `None` when no reader opens it.
    fn scan(&mut self, bytes: &[u8]) -> anyhow::Result<Option<Vec<u8>>> {
        let mut dice = self.dice.fork();
        let scan = scanning::scanned(&self.pool, bytes, self.scanner, &mut dice);
        self.runtime.block_on(scan)
    }
}

/// Scans the documents; those that no reader opens stay as they are. Their truth is unchanged.
fn scanned(cases: Vec<Case>, scanner: Scanner, seed: u64) -> anyhow::Result<Vec<Case>> {
    let mut studio = Studio::open(scanner, seed)?;
    let mut scans = Vec::new();
    for mut case in cases {
        if let Some(bytes) = studio.scan(&case.bytes)? {
            case.bytes = bytes;
        }
        scans.push(case);
    }
    Ok(scans)
}

/// Lists the layouts, with family and split.
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

/// Rewrites the shipped documents.
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
