//! `recognition compare [--ocr NAME]... [--rapidocr PYTHON] [--only WORD]... [--misses]`: compares recognizers on the
//! same pictures, made ones and those of the shared folder, in one run. One row per group of pages and recognizer:
//! words read, character error rate, words with digits read exactly, CPU seconds and memory. All get the pixels that
//! the program would read, at 200 DPI. RapidOCR is a third-party program, run by `scripts/rapidocr_words.py` with the
//! Python given.

use super::pages::{self, Picture};
use super::{children, children_seconds, seconds_since, share};
use anyhow::{Context, ensure};
use serde::Deserialize;
use std::path::PathBuf;
use std::process::Command;
use touchstone_intake::{PoolConfig, ReaderPool, Recogniser};
use touchstone_tests::scanning::{open, recognised, usual};
use touchstone_tests::wording::Read;

const RAPIDOCR: &str = "rapidocr";
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/rapidocr_words.py");

/// Score and cost of some pages.
#[derive(Default)]
struct Row {
    pages: usize,
    read: Read,
    seconds: f64,
    peak: u64,
}

/// The words of each picture, with the CPU seconds and the peak memory of reading them.
struct Words {
    pages: Vec<Vec<String>>,
    seconds: f64,
    peak: u64,
}

/// The output of the script.
#[derive(Deserialize)]
struct Printed {
    version: String,
    pages: Vec<Vec<String>>,
    seconds: f64,
    peak: u64,
}

pub(crate) async fn run(mut arguments: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let (mut recognisers, mut rapidocr, mut only, mut misses) = (Vec::new(), None, Vec::new(), false);
    while let Some(argument) = arguments.next() {
        if argument == "--misses" {
            misses = true;
            continue;
        }
        let value = arguments.next().with_context(|| format!("{argument} needs a value"))?;
        match argument.as_str() {
            "--ocr" => recognisers.push(value.parse::<Recogniser>().map_err(anyhow::Error::msg)?),
            "--rapidocr" => rapidocr = Some(PathBuf::from(value)),
            "--only" => only.push(value),
            _ => anyhow::bail!("unknown option: {argument}"),
        }
    }
    if recognisers.is_empty() && rapidocr.is_none() {
        recognisers.extend(Recogniser::ALL);
    }
    let pictures = pages::all(&only).await?;
    let mut groups: Vec<&str> = Vec::new();
    for picture in &pictures {
        if !groups.contains(&picture.group.as_str()) {
            groups.push(&picture.group);
        }
    }
    groups.sort_by_key(|group| !group.starts_with("made"));
    println!(
        "pages                       recogniser    pages   words   read %   CER %   figures   read %   CPU s a page   peak MiB"
    );
    for recogniser in recognisers {
        if let Err(missing) = recogniser.place() {
            println!("{} is left out: {}", recogniser.title(), missing.message);
            continue;
        }
        let mut sums = Sums::default();
        for group in &groups {
            let of: Vec<&Picture> = pictures.iter().filter(|one| one.group == *group).collect();
            let words = ours(recogniser, &of).await?;
            sums.add(recogniser.name(), group, &of, &words, misses);
        }
        sums.show(recogniser.name());
    }
    let Some(python) = rapidocr else {
        return Ok(());
    };
    let mut sums = Sums::default();
    for group in &groups {
        let of: Vec<&Picture> = pictures.iter().filter(|one| one.group == *group).collect();
        match theirs(&python, &of).await {
            Ok((version, words)) => sums.add(&format!("{RAPIDOCR} {version}"), group, &of, &words, misses),
            Err(error) => {
                println!("RapidOCR is left out: {error:#}");
                return Ok(());
            }
        }
    }
    sums.show(RAPIDOCR);
    Ok(())
}

/// Totals shown at the end: over clean made pages, and over damaged ones.
#[derive(Default)]
struct Sums {
    clean: Row,
    damaged: Row,
}

impl Sums {
    fn add(&mut self, recogniser: &str, group: &str, of: &[&Picture], words: &Words, misses: bool) {
        let mut row = Row {
            pages: of.len(),
            seconds: words.seconds,
            peak: words.peak,
            ..Row::default()
        };
        for (picture, read) in of.iter().zip(&words.pages) {
            let (score, lost) = picture.wording.read_in(read.iter().map(String::as_str));
            row.read.add(score);
            if misses {
                println!("  {group}, {}: {}", picture.name, lost.join(" | "));
            }
        }
        row.show(group, recogniser);
        if let Some(damage) = group.strip_prefix("made, ") {
            let sum = if damage.starts_with("clean") {
                &mut self.clean
            } else {
                &mut self.damaged
            };
            sum.pages += row.pages;
            sum.read.add(row.read);
            sum.seconds += row.seconds;
            sum.peak = sum.peak.max(row.peak);
        }
    }

    fn show(&self, recogniser: &str) {
        for (name, row) in [("made, clean, all", &self.clean), ("made, damaged, all", &self.damaged)] {
            if row.pages > 0 {
                row.show(name, recogniser);
            }
        }
    }
}

impl Row {
    fn show(&self, group: &str, recogniser: &str) {
        let read = &self.read;
        println!(
            "{group:<27} {recogniser:<14} {:>4} {:>7}   {:>6.2}   {:>5.2}   {:>7}   {:>6.2}   {:>12.2}   {:>8}",
            self.pages,
            read.words,
            share(read.read, read.words),
            share(read.wrong, read.characters),
            read.figures,
            share(read.figures_read, read.figures),
            self.seconds / self.pages.max(1) as f64,
            self.peak >> 20,
        );
    }
}

/// Pages read by the program with one of its recognizers.
async fn ours(recogniser: Recogniser, of: &[&Picture]) -> anyhow::Result<Words> {
    let (before, others) = (children_seconds(), children().unwrap_or(0));
    let pool = ReaderPool::new(PoolConfig {
        recogniser,
        ..PoolConfig::for_this_machine()?
    });
    let mut pages = Vec::new();
    for picture in of {
        let document = open(&pool, &picture.bytes).await?;
        let read = recognised(&document, picture.number).await;
        document.close().await;
        let read = read.with_context(|| format!("reading {}", picture.name))?;
        pages.push(read.reading.words.into_iter().map(|word| word.text).collect());
    }
    let peak = pool.figures().peak_resident;
    drop(pool);
    Ok(Words {
        pages,
        seconds: seconds_since(before, others).await,
        peak,
    })
}

/// The same pixels read by RapidOCR: its version and the words.
async fn theirs(python: &std::path::Path, of: &[&Picture]) -> anyhow::Result<(String, Words)> {
    let folder = tempfile::tempdir()?;
    let printer = ReaderPool::new(PoolConfig::for_this_machine()?);
    let mut files = Vec::new();
    for (index, picture) in of.iter().enumerate() {
        let document = open(&printer, &picture.bytes).await?;
        let page = document.page(picture.number).await?;
        let raster = document.raster(picture.number, &usual(&page)).await;
        document.close().await;
        let raster = raster.with_context(|| format!("drawing {}", picture.name))?;
        let file = folder.path().join(format!("{index}.png"));
        image::GrayImage::from_raw(raster.width, raster.height, raster.grey)
            .context("a raster has fewer pixels than it says")?
            .save(&file)?;
        files.push(file);
    }
    let output = Command::new(python)
        .arg(SCRIPT)
        .args(&files)
        .output()
        .with_context(|| format!("starting {}", python.display()))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}", errors.trim());
    let printed: Printed = serde_json::from_slice(&output.stdout).context("reading what the script printed")?;
    ensure!(
        printed.pages.len() == of.len(),
        "it read {} of {} pictures",
        printed.pages.len(),
        of.len()
    );
    let words = Words {
        pages: printed.pages,
        seconds: printed.seconds,
        peak: printed.peak,
    };
    Ok((printed.version, words))
}
