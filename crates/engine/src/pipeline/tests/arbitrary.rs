//! Arbitrary pages through all stages after intake: survey, extraction, grading, verification, decision, and again as
//! a replay from the rows.

use super::*;
use proptest::prelude::*;
use touchstone_intake::{Limits, validate};
use touchstone_tests::arbitrary;

/// How a run over these pages ended. No reader is there: pictures and ink cannot be looked at.
async fn ended(bench: &Bench, mut pages: Vec<Page>) -> RunRecord {
    for (page, number) in pages.iter_mut().zip(1..) {
        validate::page(page, number, &Limits::default()).expect("arbitrary pages are valid");
    }
    let run = bench
        .claimed_with(&pages, bench.settings(EngineId::local(), Some(2023)))
        .await;
    let engine = LocalEngine::new(Arc::clone(&bench.pack));
    take_through(&bench.work(), run.clone(), &engine).await.unwrap();
    let replayed = replay(&bench.store, &bench.pack, run.id).await.unwrap();
    assert!(replayed.matches, "{:?}", replayed.differences);
    bench.store.run_record(run.id).await.unwrap()
}

#[test]
fn every_page_leads_to_a_decision_that_can_be_replayed() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let bench = runtime.block_on(Bench::new());
    proptest!(ProptestConfig::with_cases(24), |(pages in arbitrary::pages(0..90))| {
        let record = runtime.block_on(ended(&bench, pages));
        prop_assert_eq!(record.run.state, RunState::Done);
        prop_assert!(record.decision.is_some());
    });
}
