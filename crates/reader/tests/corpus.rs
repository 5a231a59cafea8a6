//! Hostile and broken files from many projects: each ends in a typed outcome, and none affects another. A sample runs
//! by default; `TOUCHSTONE_TORTURE=1` runs all. The files are outside the repository; the test is skipped without them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;
use touchstone_intake::{Failure, ImageFormat, Outcome, PageFault, ReaderPool};

/// Max pages read per file; the corpus has a few with hundreds.
const MOST_PAGES: u32 = 60;

fn corpus() -> Option<PathBuf> {
    let named = std::env::var_os("TOUCHSTONE_DATA").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"));
    let folder = folder.join("robust");
    folder.is_dir().then_some(folder)
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

struct Ending {
    outcome: Outcome,
    pages: u32,
    message: String,
}

async fn read(pool: &ReaderPool, path: &Path) -> Ending {
    let failed = |failure: Failure, pages| Ending {
        outcome: failure.outcome,
        pages,
        message: failure.message,
    };
    let document = match pool.open(std::fs::File::open(path).unwrap(), &[]).await {
        Ok(document) => document,
        Err(failure) => return failed(failure, 0),
    };
    let mut faults: Vec<PageFault> = Vec::new();
    let pages = document.page_count().min(MOST_PAGES);
    for number in 1..=pages {
        match document.page(number).await {
            Ok(page) => faults.extend(page.fault),
            Err(failure) => return failed(failure, number - 1),
        }
    }
    let picture = document.render(1, None, 1.0, ImageFormat::Png).await;
    let note = picture
        .err()
        .map_or_else(String::new, |failure| format!("(picture: {failure})"));
    document.close().await;
    let all_failed = faults.len() == pages as usize;
    match faults.into_iter().next() {
        None => Ending {
            outcome: Outcome::Ok,
            pages,
            message: note,
        },
        Some(fault) if all_failed && fault.outcome != Outcome::Partial => Ending {
            outcome: fault.outcome,
            pages,
            message: format!("{} {note}", fault.message),
        },
        Some(fault) => Ending {
            outcome: Outcome::Partial,
            pages,
            message: format!("{} {note}", fault.message),
        },
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heavy_every_file_of_the_corpus_ends_in_a_typed_outcome() {
    let Some(folder) = corpus() else {
        eprintln!("skipped: no corpus beside the repository");
        return;
    };
    let mut files = Vec::new();
    files_below(&folder, &mut files);
    files.sort();
    let heavy = std::env::var_os("TOUCHSTONE_TORTURE").is_some();
    let files: Vec<PathBuf> = files.into_iter().step_by(if heavy { 1 } else { 33 }).collect();
    let total = files.len();
    let pool = support::pool(2);
    let started = Instant::now();
    let mut workers = Vec::new();
    for worker in 0..2 {
        let (pool, mine): (_, Vec<PathBuf>) = (pool.clone(), files.iter().skip(worker).step_by(2).cloned().collect());
        workers.push(tokio::spawn(async move {
            let mut endings = Vec::new();
            for path in mine {
                let begun = Instant::now();
                let ending = read(&pool, &path).await;
                endings.push((path, ending, begun.elapsed()));
            }
            endings
        }));
    }
    let mut table: BTreeMap<Outcome, (u32, u32)> = BTreeMap::new();
    let mut seen = 0;
    for worker in workers {
        for (path, ending, took) in worker.await.expect("the pool survives every file") {
            let row = table.entry(ending.outcome).or_default();
            *row = (row.0 + 1, row.1 + ending.pages);
            seen += 1;
            if !ending.message.is_empty() || took.as_secs() >= 5 {
                let name = path.strip_prefix(&folder).unwrap().display();
                eprintln!(
                    "{:>16}  {:5.1} s  {name}: {}",
                    ending.outcome.as_str(),
                    took.as_secs_f32(),
                    ending.message
                );
            }
        }
    }
    eprintln!("\n{:>16}  {:>5}  {:>6}", "outcome", "files", "pages");
    for (outcome, (count, pages)) in &table {
        eprintln!("{:>16}  {count:>5}  {pages:>6}", outcome.as_str());
    }
    let figures = pool.figures();
    eprintln!(
        "scorecard: {seen} files, each with a typed outcome, in {:.1} s; readers started {}, peak of a reader {} MiB, peak of the parent {} MiB",
        started.elapsed().as_secs_f32(),
        figures.started,
        figures.peak_resident >> 20,
        own_peak() >> 10
    );
    assert_eq!(seen, total, "every file has an ending");
    assert!(
        table
            .keys()
            .all(|outcome| *outcome != Outcome::Cancelled && *outcome != Outcome::Io),
        "{table:?}"
    );
    assert!(
        table.get(&Outcome::Ok).is_some_and(|ok| ok.0 as usize * 2 > total),
        "most files are readable: {table:?}"
    );
}

/// Peak memory of this process, in KiB; 0 where the system does not report it.
fn own_peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok())
        .unwrap_or(0)
}
