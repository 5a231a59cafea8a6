//! Measures intake through the reader pool on long made text documents (pages per second of processor time, parent
//! and readers together, and memory over the pages), the built-in engine on made forms, and the agent loop with a
//! scripted model; `bench models` measures only the latter. Prints tables; asserts nothing. `scripts/bench.sh` runs
//! it.
#![allow(clippy::print_stdout, reason = "the table is what it is for")]

mod engine;
mod models;
mod process;

use anyhow::Context;
use process::{cpu_seconds, megabytes};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Instant;
use touchstone_intake::pool::{OpenDocument, PoolConfig, ReaderPool};
use touchstone_tests::prose::pages_of_text;

/// Pages between two memory measurements.
const STEP: u32 = 200;

fn main() -> anyhow::Result<()> {
    let folder = std::env::args().nth(1).context("usage: bench FOLDER | bench models")?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if folder == "models" {
        return runtime.block_on(models::measure());
    }
    let folder = PathBuf::from(folder);
    std::fs::create_dir_all(&folder)?;
    for pages in [200, 2_000] {
        let path = folder.join(format!("text-{pages}.pdf"));
        if !path.exists() {
            std::fs::write(&path, pages_of_text(1, pages, 400).bytes)?;
        }
        runtime.block_on(measure(&path, pages))?;
    }
    runtime.block_on(engine::measure(&pool(1)?, 100))?;
    runtime.block_on(models::measure())
}

/// A pool of `size` readers, with the PDFium installed by `make setup`.
fn pool(size: usize) -> anyhow::Result<ReaderPool> {
    let mut config = PoolConfig::for_this_machine()?;
    config.size = size;
    if config.library.is_none() {
        config.library = Some(PathBuf::from("target/native/libpdfium.so").canonicalize()?);
    }
    Ok(ReaderPool::new(config))
}

async fn measure(path: &Path, pages: u32) -> anyhow::Result<()> {
    let pool = pool(1)?;
    let (since, before) = (Instant::now(), cpu_seconds(std::process::id()));
    let document = pool.open(File::open(path)?, &[]).await?;
    let mut curve = Vec::new();
    let (mut words, mut reader_cpu) = (0, 0.0);
    for number in 1..=pages {
        let page = document.page(number).await?;
        anyhow::ensure!(page.fault.is_none(), "page {number}: {:?}", page.fault);
        words += page.reading.words.len();
        if number % STEP == 0 {
            let reader = document.reader_id().await;
            curve.push((number, megabytes(std::process::id()), reader.map_or(0.0, megabytes)));
        }
        if number == pages {
            reader_cpu = document.reader_id().await.map_or(0.0, cpu_seconds);
        }
    }
    let parent = cpu_seconds(std::process::id()) - before;
    OpenDocument::close(document).await;
    let total = parent + reader_cpu;
    println!(
        "intake    {pages:>5} pages  {words:>7} words  {:>7.1} pages/s a core  {:>6.2} CPU s (parent {parent:.2}, reader \
         {reader_cpu:.2})  {:.2} s on the clock  {} reader(s)",
        f64::from(pages) / total,
        total,
        since.elapsed().as_secs_f64(),
        pool.figures().started
    );
    for (number, parent, reader) in curve {
        println!("  memory  after {number:>5} pages: parent {parent:>6.1} MB, reader {reader:>6.1} MB");
    }
    Ok(())
}
