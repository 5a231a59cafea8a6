//! The agent loop with a scripted model of fixed pace: the program's own overhead beside the provider's time, calls
//! and tokens per document of each pack, savings by the provider's cache on later attempts, and the error of a
//! batch's cost estimate. The model knows the truth; its grader fails every second form once and every third twice.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{AttemptId, AttemptState, EngineId, EngineKind, ModelCall, Purpose};
use touchstone_engine::store::{Access, Place};
use touchstone_engine::{Desk, DeskOptions, Submission, Ticket};
use touchstone_tests::model::{Asked, ModelServer, Pace, Reader};
use touchstone_tests::{Case, catalog};

/// The provider's delay before each answer.
const LATENCY: Duration = Duration::from_millis(200);

/// A pack, the made documents that are read with it, and their number.
const PACKS: [(&str, &str, usize); 4] = [
    ("tax", "w2:tuned", 12),
    ("tax", "statements:tuned", 6),
    ("clinical", "chart:tuned", 9),
    ("markings", "marked:tuned", 9),
];

pub(crate) async fn measure() -> anyhow::Result<()> {
    for (pack, family, count) in PACKS {
        batch(pack, family, count).await?;
    }
    Ok(())
}

/// A folder with the documents, and the time the program takes for them with an engine.
struct Batch {
    pack: &'static str,
    folder: tempfile::TempDir,
    cases: Vec<Case>,
}

impl Batch {
    fn paths(&self) -> Vec<PathBuf> {
        self.cases
            .iter()
            .map(|case| self.folder.path().join(&case.file_name))
            .collect()
    }

    /// Reads one document after the other, so that the model knows which one a question is about.
    async fn read(
        &self,
        engine: &EngineId,
        catalog: Option<PathBuf>,
        current: &AtomicUsize,
    ) -> anyhow::Result<(Desk, Vec<Ticket>, Duration)> {
        let options = DeskOptions {
            jobs: Some(1),
            catalog,
            ..DeskOptions::default()
        };
        let desk = Desk::open(&Place::Memory, Access::Own, options).await?;
        let (mut tickets, mut took) = (Vec::new(), Duration::ZERO);
        for (at, path) in self.paths().into_iter().enumerate() {
            current.store(at, Ordering::SeqCst);
            let submission = Submission {
                path,
                pack: self.pack.to_owned(),
                expected_year: None,
                case: None,
                engine: engine.clone(),
                again: false,
            };
            tickets.push(desk.submit(&submission).await?);
            let since = Instant::now();
            desk.work(&[], &CancellationToken::new()).await?;
            took += since.elapsed();
        }
        Ok((desk, tickets, took))
    }
}

async fn batch(pack: &'static str, family: &'static str, count: usize) -> anyhow::Result<()> {
    let batch = Batch {
        pack,
        folder: tempfile::tempdir()?,
        cases: catalog::cases(&catalog::named(family), 3, count),
    };
    for case in &batch.cases {
        std::fs::write(batch.folder.path().join(&case.file_name), &case.bytes)?;
    }
    let current = Arc::new(AtomicUsize::new(0));
    let (_, _, alone) = batch.read(&EngineId::local(), None, &current).await?;

    let server = answering(&batch.cases, &current)?;
    let catalog = batch.folder.path().join("catalog.toml");
    std::fs::write(&catalog, server.catalog())?;
    let engine = EngineId {
        kind: EngineKind::Model,
        provider: Some("Nearby".to_owned()),
        model: Some("small-1".to_owned()),
    };
    let (desk, tickets, with_model) = batch.read(&engine, Some(catalog), &current).await?;
    let (mut calls, mut attempts) = (Vec::new(), HashMap::new());
    for ticket in &tickets {
        calls.extend(desk.sent(ticket.document_id).await?);
        let run_record = desk.run_record(ticket.run_id).await?;
        for failed in run_record
            .attempts
            .iter()
            .filter(|one| one.attempt.state == AttemptState::Failed)
        {
            let why = failed.attempt.summary.as_deref().unwrap_or_default();
            println!(
                "  {}: attempt {} failed: {why}",
                run_record.document.file_name, failed.attempt.number
            );
        }
        attempts.extend(
            run_record
                .attempts
                .iter()
                .map(|one| (one.attempt.id, one.attempt.number)),
        );
    }
    let estimate = desk.estimate(&batch.paths(), pack, &engine.to_string()).await?;
    report(family, count, &calls, with_model.saturating_sub(alone));
    by_attempt(&calls, &attempts);
    if let Some((low, high)) = estimate.and_then(|found| found.low_usd.zip(found.high_usd)) {
        let spent = desk.spent().await?;
        println!(
            "  cost    estimated ${low:.4} to ${high:.4}, spent ${spent:.4} ({:.2} of the low end)",
            spent / low
        );
    }
    Ok(())
}

/// A model that knows the document being worked on.
fn answering(cases: &[Case], current: &Arc<AtomicUsize>) -> anyhow::Result<ModelServer> {
    let each = cases.iter().enumerate();
    let readers: Vec<Reader> = each.map(|(at, case)| Reader::new(case.truth.clone(), at % 3)).collect();
    let (pace, current) = (
        Pace {
            first: LATENCY,
            word: Duration::ZERO,
        },
        Arc::clone(current),
    );
    Ok(ModelServer::answering(pace, move |asked: &Asked| {
        readers[current.load(Ordering::SeqCst)].answer(asked)
    })?)
}

fn report(family: &str, documents: usize, calls: &[ModelCall], took: Duration) {
    let (count, each) = (calls.len().max(1), documents as f64);
    let sum = |part: fn(&ModelCall) -> u64| calls.iter().map(part).sum::<u64>() as f64;
    let input = sum(|call| call.usage.input_tokens);
    let own = took.as_secs_f64() - LATENCY.as_secs_f64() * calls.len() as f64;
    println!(
        "models    {family:<16} {documents} documents: {:>5.1} calls, {:>7.0} tokens in ({:>3.0} % cached), {:>6.0} out a document; \
         {:>5.1} ms a call beside the provider's {} ms",
        calls.len() as f64 / each,
        input / each,
        100.0 * sum(|call| call.usage.cached_tokens) / input.max(1.0),
        sum(|call| call.usage.output_tokens) / each,
        1_000.0 * own / count as f64,
        LATENCY.as_millis(),
    );
    for purpose in [
        Purpose::Classify,
        Purpose::Extract,
        Purpose::Grade,
        Purpose::VerifyV2,
        Purpose::VerifyV3,
        Purpose::VerifyV4,
    ] {
        let of: Vec<&ModelCall> = calls.iter().filter(|call| call.purpose == purpose).collect();
        if !of.is_empty() {
            let mean =
                |part: fn(&ModelCall) -> u64| of.iter().map(|call| part(call)).sum::<u64>() as f64 / of.len() as f64;
            println!(
                "  {:<24} {:>4} calls of {:>6.0} tokens in, {:>5.0} out",
                purpose.describe(),
                of.len(),
                mean(|call| call.usage.input_tokens),
                mean(|call| call.usage.output_tokens),
            );
        }
    }
}

/// For each attempt at filling a form: its calls, and the share of input tokens in the provider's cache, over all
/// calls and for the first one, whose share can only come from earlier attempts.
fn by_attempt(calls: &[ModelCall], attempts: &HashMap<AttemptId, u32>) {
    for number in 1..=3 {
        let of: Vec<&ModelCall> = calls
            .iter()
            .filter(|call| call.purpose == Purpose::Extract)
            .filter(|call| call.attempt_id.is_some_and(|id| attempts.get(&id) == Some(&number)))
            .collect();
        if !of.is_empty() {
            let sum = |part: fn(&ModelCall) -> u64| of.iter().map(|call| part(call)).sum::<u64>() as f64;
            let (input, cached) = (
                sum(|call| call.usage.input_tokens),
                sum(|call| call.usage.cached_tokens),
            );
            let mut begun = HashSet::new();
            let first = of.iter().filter(|call| begun.insert(call.attempt_id));
            let (sent, known) = first.fold((0, 0), |(sent, known), call| {
                (sent + call.usage.input_tokens, known + call.usage.cached_tokens)
            });
            println!(
                "  attempt {number}: {:>4} calls, {:>3.0} % of the tokens in from the cache, {:>3.0} % of the {:.0} of its first call",
                of.len(),
                100.0 * cached / input.max(1.0),
                100.0 * known as f64 / (sent as f64).max(1.0),
                sent as f64 / begun.len() as f64
            );
        }
    }
}
