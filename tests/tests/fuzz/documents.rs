//! Mutated documents through readers and the local engine: each ends in a typed outcome, and documents among them are
//! read as always.

use crate::{seed, torture};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Assignment, Extractor};
use touchstone_intake::{Failure, Limits, OpenDocument, Outcome, PoolConfig, ReaderPool};
use touchstone_local::LocalEngine;
use touchstone_tests::{Dice, mutants};

/// Mutants in a normal run, and in one of `make torture`.
const MUTANTS: [usize; 2] = [60, 5_000];
/// Larger files are too slow to mutate thousands of times, in bytes.
const LARGEST: u64 = 200_000;
/// Every so many mutants, an undamaged document is read, which must read as always.
const UNDAMAGED: usize = 20;
/// More pages are not read, and pages with more words not analyzed, so that a run ends in an hour.
const MOST_PAGES: u32 = 3;
const MOST_WORDS: usize = 1_500;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The documents of the repository, and the odd ones beside it if they are there.
fn originals() -> Vec<Vec<u8>> {
    let beside = std::env::var_os("TOUCHSTONE_DATA").map_or_else(|| repository().join("../shared/data"), PathBuf::from);
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in [repository().join("tests/fixtures"), beside.join("robust")] {
        let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
        let small = walk.filter_map(Result::ok).filter(|entry| {
            let is_pdf = entry.path().extension().is_some_and(|ending| ending == "pdf");
            is_pdf && entry.metadata().is_ok_and(|known| (1..=LARGEST).contains(&known.len()))
        });
        files.extend(small.map(walkdir::DirEntry::into_path));
    }
    files
        .iter()
        .map(|file| std::fs::read(file).expect("reading an original"))
        .collect()
}

async fn opened(pool: &ReaderPool, bytes: &[u8]) -> Result<OpenDocument, Failure> {
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(bytes).expect("writing a mutant");
    pool.open(file, &[]).await
}

/// Opens a document, reads its first pages, and fills every form planned on them.
async fn read(pool: &ReaderPool, engine: &LocalEngine, bytes: &[u8]) -> Result<Vec<String>, Failure> {
    let document = opened(pool, bytes).await?;
    let pages = document.page_count().min(MOST_PAGES);
    let mut words = Vec::new();
    for number in 1..=pages {
        let page = document.page(number).await?;
        if let Some(fault) = page.fault {
            return Err(Failure::new(fault.outcome, fault.message));
        }
        words.extend(page.reading.words.into_iter().map(|word| word.text));
    }
    if document.page_count() <= MOST_PAGES && words.len() <= MOST_WORDS {
        // A page that fails the second time is a typed failure too, as an error of the engine.
        if let Ok(survey) = engine.survey(&document, None, &()).await {
            for plan in &survey.forms {
                let assignment = Assignment::first(plan, &survey.forms, "OTHER");
                if let Err(error) = engine.extract(&assignment, &document).await {
                    eprintln!("a form could not be read again: {error:#}");
                }
            }
        }
    }
    document.close().await;
    Ok(words)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heavy_mutated_documents_end_in_typed_outcomes() {
    let originals = originals();
    assert!(originals.len() > 20, "only {} documents to mutate", originals.len());
    let limits = Limits {
        request: std::time::Duration::from_secs(10),
        ..Limits::default()
    };
    let mut config = PoolConfig::for_this_machine().expect("a reader");
    config.limits = limits;
    let pool = ReaderPool::new(config);
    let pack = Pack::load(&repository().join("packs/tax")).expect("the tax pack loads");
    let engine = LocalEngine::new(Arc::new(pack));
    let good = std::fs::read(repository().join("tests/fixtures/samples/w2-001-official.pdf")).expect("a sample");
    let expected = read(&pool, &engine, &good).await.expect("the sample is read");
    assert!(expected.len() > 20, "{expected:?}");

    let seed = seed();
    let mut table: BTreeMap<Outcome, usize> = BTreeMap::new();
    for number in 0..MUTANTS[usize::from(torture())] {
        let mut dice = Dice::new(seed.wrapping_add(number as u64));
        let (original, other) = (dice.pick(&originals).clone(), dice.pick(&originals).clone());
        let by_object = dice.chance(40).then(|| mutants::pdf(&original, &mut dice)).flatten();
        let mutant = by_object.unwrap_or_else(|| mutants::bytes(&original, &other, &mut dice));
        let outcome = match read(&pool, &engine, &mutant).await {
            Ok(_) => Outcome::Ok,
            Err(failure) => failure.outcome,
        };
        assert!(
            !matches!(outcome, Outcome::Io | Outcome::Cancelled),
            "mutant {number} of seed {seed}: {outcome}, which is never about a document"
        );
        *table.entry(outcome).or_default() += 1;
        if number % UNDAMAGED == 0 {
            let again = read(&pool, &engine, &good)
                .await
                .expect("a good document among mutants is read");
            assert_eq!(again, expected, "after mutant {number} of seed {seed}");
        }
    }
    for (outcome, count) in &table {
        eprintln!("{:>16}  {count:>5}", outcome.as_str());
    }
    eprintln!(
        "scorecard: {} mutants, each with a typed outcome",
        table.values().sum::<usize>()
    );
    assert!(
        table.len() > 1 && table.contains_key(&Outcome::Ok),
        "mutants differ: {table:?}"
    );
}
