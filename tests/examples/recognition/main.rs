//! Measures OCR on scans of made documents: words read, words with digits read, CPU seconds and memory.
//! `recognition [--scan DAMAGE:DPI]... [--layout WHICH]... [--count N] [--seed N] [--ocr NAME] [--dpi N] [--fine]
//! [--misses] [--words]` prints one table row per scan and, on request, the words that were not read or all that
//! were. `recognition compare` measures several recognizers on the same pictures (see `compare`).
#![allow(clippy::print_stdout, reason = "a table that was asked for goes to standard output")]

mod compare;
mod pages;

use anyhow::Context;
use touchstone_intake::{Page, PoolConfig, ReaderPool, Recipe, Recogniser};
use touchstone_tests::scan::{Damage, Scanner};
use touchstone_tests::scanning::{Recall, open, scanned, usual};
use touchstone_tests::{Case, Dice, catalog};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.next_if_eq("compare").is_some() {
        return compare::run(arguments).await;
    }
    let (mut dpi, mut fine) = (None, false);
    let (mut scanners, mut layouts, mut count, mut seed) = (Vec::new(), Vec::new(), 6, 1);
    let (mut misses, mut words, mut recogniser) = (false, false, Recogniser::default());
    while let Some(argument) = arguments.next() {
        if let "--misses" | "--words" = argument.as_str() {
            misses |= argument == "--misses";
            words |= argument == "--words";
            continue;
        }
        if argument == "--fine" {
            fine = true;
            continue;
        }
        let value = arguments.next().with_context(|| format!("{argument} needs a value"))?;
        match argument.as_str() {
            "--scan" => scanners.push(value.parse::<Scanner>()?),
            "--layout" => layouts.extend(catalog::named(&value)),
            "--count" => count = value.parse().context("reading --count")?,
            "--ocr" => recogniser = value.parse().map_err(anyhow::Error::msg)?,
            "--dpi" => dpi = Some(value.parse::<f32>().context("reading --dpi")?),
            "--seed" => seed = value.parse().context("reading --seed")?,
            _ => anyhow::bail!("unknown option: {argument}"),
        }
    }
    if scanners.is_empty() {
        scanners.extend(Damage::ALL.map(|(_, damage)| Scanner { damage, dpi: 200 }));
    }
    if layouts.is_empty() {
        layouts = catalog::named("w2");
    }
    let cases = catalog::cases(&layouts, seed, count);
    println!("scan        pages   words   read %   figures   read %   extra   CPU s a page   peak MiB");
    for scanner in scanners {
        row(
            scanner,
            &cases,
            seed,
            recogniser,
            Way { dpi, fine },
            Shown { misses, words },
        )
        .await?;
    }
    Ok(())
}

/// Word lists shown below the table.
#[derive(Clone, Copy)]
struct Shown {
    misses: bool,
    words: bool,
}

/// How pages are drawn, where it differs from the program's way.
#[derive(Clone, Copy)]
struct Way {
    dpi: Option<f32>,
    fine: bool,
}

impl Way {
    fn recipe(self, page: &Page) -> Recipe {
        let mut recipe = usual(page);
        recipe.dpi = self.dpi.unwrap_or(recipe.dpi);
        recipe.enhancements.extend(self.fine.then(|| Recipe::FINE.to_owned()));
        recipe
    }
}

async fn row(
    scanner: Scanner,
    cases: &[Case],
    seed: u64,
    recogniser: Recogniser,
    way: Way,
    shown: Shown,
) -> anyhow::Result<()> {
    let mut dice = Dice::new(seed);
    let printer = ReaderPool::new(PoolConfig::for_this_machine()?);
    let mut scans = Vec::new();
    for case in cases {
        if let Some(scan) = scanned(&printer, &case.bytes, scanner, &mut dice).await? {
            scans.push((case, scan));
        }
    }
    let pool = ReaderPool::new(PoolConfig {
        recogniser,
        ..PoolConfig::for_this_machine()?
    });
    let (mut pages, mut sum) = (0, Recall::default());
    let (before, others) = (children_seconds(), children().unwrap_or(0));
    for (case, scan) in scans {
        let (text, picture) = (open(&printer, &case.bytes).await?, open(&pool, &scan).await?);
        for number in 1..=picture.page_count() {
            let page = picture.page(number).await?;
            let recipe = way.recipe(&page);
            let read = picture.recognise(page, &recipe).await?;
            for word in read.reading.words.iter().filter(|_| shown.words) {
                let (place, least) = (&word.region, word.min_char_confidence.unwrap_or(1.0));
                let (x, y, width, height) = (place.x, place.y, place.width, place.height);
                println!("{x:.0},{y:.0} {width:.0}x{height:.0} {least:.2} {}", word.text);
            }
            let (recall, lost) = Recall::of(&text.page(number).await?, &read);
            sum.add(recall);
            for miss in lost.iter().filter(|_| shown.misses) {
                let (x, y) = miss.word.region.center();
                let (word, size, instead) = (&miss.word.text, miss.word.size, miss.instead.join(" | "));
                println!(
                    "{} {number} {x:.0},{y:.0} {size:.1} {word} -> {instead}",
                    case.truth.layout
                );
            }
            pages += 1;
        }
        text.close().await;
        picture.close().await;
    }
    let peak = pool.figures().peak_resident >> 20;
    drop(pool);
    let seconds = seconds_since(before, others).await;
    report(scanner, pages, &sum, seconds, peak);
    Ok(())
}

fn report(scanner: Scanner, pages: u32, sum: &Recall, seconds: f64, peak: u64) {
    let name = Damage::ALL.iter().find(|(_, damage)| *damage == scanner.damage);
    println!(
        "{:<7}{:>4} {pages:>5} {:>7}   {:>6.2}   {:>7}   {:>6.2}   {:>5}   {:>12.2}   {peak:>8}",
        name.map_or("", |(name, _)| name),
        scanner.dpi,
        sum.words,
        share(sum.read, sum.words),
        sum.figures,
        share(sum.figures_read, sum.figures),
        sum.extra,
        seconds / f64::from(pages.max(1)),
    );
}

fn share(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// CPU seconds of readers just released, once they have ended; `others` may keep running.
async fn seconds_since(before: Option<f64>, others: usize) -> f64 {
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        if children().is_none_or(|count| count <= others) {
            break;
        }
    }
    before.zip(children_seconds()).map_or(f64::NAN, |(from, to)| to - from)
}

/// Number of child processes. `None` where the system does not report it.
fn children() -> Option<usize> {
    let threads = std::fs::read_dir("/proc/self/task").ok()?;
    let of = |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("children")).ok();
    let lists = threads.filter_map(|thread| of(thread.ok()?));
    Some(lists.map(|list| list.split_whitespace().count()).sum())
}

/// CPU seconds of all child processes that have ended. `None` where the system does not report it.
fn children_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks: f64 = fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}
