//! Runs whose work fails, and the runs queued with them.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::desk::{DeskOptions, Submission};
use crate::error::panics::print_places_only;
use crate::store::{Access, Place, StoreError};
use std::fs;
use std::path::Path;
use touchstone_core::record::Stage;
use touchstone_core::stop::Ended;
use touchstone_intake::pool::PoolConfig;

async fn desk() -> Desk {
    Desk::open(&Place::Memory, Access::Own, DeskOptions::default())
        .await
        .unwrap()
}

/// A worker of the desk; the test does its work.
fn worker(desk: &Desk) -> Worker {
    Worker {
        store: desk.store.clone(),
        shelf: Arc::clone(&desk.shelf),
        pool: ReaderPool::new(PoolConfig::new("no-reader-is-needed-here".into(), 1)),
        models: desk.models(),
        passwords: Arc::clone(&desk.passwords),
        complete: CancellationToken::new(),
        rests: desk.queue.rests.clone(),
        stop: CancellationToken::new(),
    }
}

async fn queued(desk: &Desk, folder: &Path, name: &str) -> RunId {
    let path = folder.join(name);
    fs::write(&path, name).unwrap();
    let submission = Submission {
        path,
        pack: "tax".to_owned(),
        expected_year: None,
        case: None,
        engine: EngineId::local(),
        again: false,
    };
    desk.submit(&submission).await.unwrap().run_id
}

impl Worker {
    /// Takes the next run through work with this outcome.
    async fn take_through(&self, work: impl Future<Output = Result<(), Interrupted>>) -> anyhow::Result<RunId> {
        let run = self.claim().await.unwrap().unwrap();
        self.see_through(run.id, EngineId::local(), &self.stop, work).await?;
        Ok(run.id)
    }
}

#[tokio::test]
async fn a_panic_is_tried_once_more_and_then_fails_that_run_alone() {
    print_places_only();
    let (folder, desk) = (tempfile::tempdir().unwrap(), desk().await);
    let run = queued(&desk, folder.path(), "a.pdf").await;
    let behind = queued(&desk, folder.path(), "b.pdf").await;
    let worker = worker(&desk);
    let quoted = "123-45-6789";
    for state in [RunState::Queued, RunState::Failed] {
        assert_eq!(
            worker
                .take_through(async { panic!("no price: {quoted}") })
                .await
                .unwrap(),
            run
        );
        assert_eq!(desk.store.run(run).await.unwrap().state, state);
    }
    let failure = desk.store.run(run).await.unwrap().failure.unwrap();
    assert!(
        failure.starts_with("internal error at engine/src/desk/work/tests.rs:"),
        "{failure}"
    );
    assert!(
        failure.contains("in stage intake") && !failure.contains(quoted),
        "{failure}"
    );
    let result = desk.result(run).await.unwrap();
    assert_eq!(
        result.error.map(|error| (error.code, error.message)),
        Some(("run_failed".to_owned(), failure))
    );
    assert!(!worker.stop.is_cancelled());
    assert_eq!(worker.take_through(async { Ok(()) }).await.unwrap(), behind);
}

/// The program is started three times, and panics whenever it works on the first document.
#[tokio::test]
async fn a_document_that_panics_at_every_start_keeps_no_other_from_being_read() {
    print_places_only();
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Folder(folder.path().join("workspace"));
    let start = async || Desk::open(&place, Access::Own, DeskOptions::default()).await.unwrap();
    let desk = start().await;
    let run = queued(&desk, folder.path(), "a.pdf").await;
    let behind = queued(&desk, folder.path(), "b.pdf").await;
    desk.close().await.unwrap();
    drop(desk);
    let mut states = Vec::new();
    for expected in [run, run, behind] {
        let desk = start().await;
        let work = async {
            assert!(expected == behind, "the first document panics");
            Ok(())
        };
        assert_eq!(worker(&desk).take_through(work).await.unwrap(), expected);
        states.push(desk.store.run(run).await.unwrap().state);
        desk.close().await.unwrap();
    }
    assert_eq!(states, [RunState::Queued, RunState::Failed, RunState::Failed]);
}

#[tokio::test]
async fn a_document_over_its_budget_fails_with_what_to_do() {
    let (folder, desk) = (tempfile::tempdir().unwrap(), desk().await);
    let run = queued(&desk, folder.path(), "a.pdf").await;
    let over = Interrupted::OverBudget {
        stage: Stage::Extract,
        ended: Ended::OverBudget(Duration::from_mins(2)),
    };
    worker(&desk).take_through(async { Err(over) }).await.unwrap();
    let failed = desk.store.run(run).await.unwrap();
    assert_eq!(failed.state, RunState::Failed);
    assert_eq!(
        failed.failure.unwrap(),
        "used more than 120 s of processor time in stage extract, more than a document of its length may; split it, \
         and add the parts one by one"
    );
}

#[tokio::test]
async fn a_store_error_of_one_document_fails_its_run_and_a_full_disk_stops_the_work() {
    let (folder, desk) = (tempfile::tempdir().unwrap(), desk().await);
    let run = queued(&desk, folder.path(), "a.pdf").await;
    let behind = queued(&desk, folder.path(), "b.pdf").await;
    let worker = worker(&desk);
    let damaged = StoreError::Damaged {
        table: "forms",
        id: "7".to_owned(),
        reason: "column `fields` is cut off at character 1".to_owned(),
    };
    assert_eq!(worker.take_through(async { Err(damaged.into()) }).await.unwrap(), run);
    let failed = desk.store.run(run).await.unwrap();
    assert_eq!(failed.state, RunState::Failed);
    assert!(failed.failure.unwrap().contains("forms 7 is damaged: column `fields`"));
    let full = StoreError::DiskFull {
        what: "store pages".to_owned(),
    };
    assert!(worker.take_through(async { Err(full.into()) }).await.is_err());
    assert_eq!(desk.store.run(behind).await.unwrap().state, RunState::Queued);
}
