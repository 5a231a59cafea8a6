//! A full disk: every failure is reported, nothing is lost, and work continues once there is space.

use super::*;
use touchstone_core::record::DocumentId;
use touchstone_intake::Page;

fn batch(start: u32) -> Vec<Page> {
    let text = "word ".repeat(100);
    (start..start + 5).map(|n| fixture::page(n, &[&text])).collect()
}

/// Stores pages until the disk is full; returns how many were stored.
async fn fill(store: &Store, document: DocumentId, mut stored: u32) -> u32 {
    while stored < 20_000 {
        match store.put_pages(document, &batch(stored + 1)).await {
            Ok(_) => stored += 5,
            Err(failure) => {
                assert!(matches!(failure, StoreError::DiskFull { .. }), "{failure:?}");
                assert_eq!(failure.code(), Some(Code::DiskFull));
                assert_eq!(store.count_pages(document).await.unwrap(), stored);
                return stored;
            }
        }
    }
    panic!("the disk was never full");
}

#[tokio::test]
async fn a_full_disk_is_reported_and_nothing_is_lost() {
    let (_folder, place) = somewhere();
    for store in [fixture::store().await, own_it(&place).await] {
        let run = fixture::running(&store, Stage::Intake).await;
        let limit = |pages: i64| sqlx::query_scalar(sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}")));
        let used: i64 = sqlx::query_scalar("PRAGMA page_count")
            .fetch_one(&store.writer)
            .await
            .unwrap();
        let _: i64 = limit(used + 40).fetch_one(&store.writer).await.unwrap();
        let stored = fill(&store, run.document_id, 0).await;

        let _: i64 = limit(1_000_000).fetch_one(&store.writer).await.unwrap();
        assert_eq!(store.put_pages(run.document_id, &batch(stored + 1)).await.unwrap(), 5);
        assert!(store.requeue(run.id, "stopped").await.unwrap());
        assert!(
            store
                .integrity(Depth::Full, |_, _| ())
                .await
                .unwrap()
                .problems
                .is_empty()
        );
    }
}

/// Fills a real file system, small and otherwise empty, whose path is in TOUCHSTONE_SMALL_DISK; a 3 MB tmpfs will do.
#[tokio::test]
async fn a_real_disk_that_is_full_is_survived() {
    let Some(disk) = std::env::var_os("TOUCHSTONE_SMALL_DISK").map(PathBuf::from) else {
        eprintln!("skipped: TOUCHSTONE_SMALL_DISK names no small file system");
        return;
    };
    let place = Place::Folder(disk.join("workspace"));
    let ballast = disk.join("ballast");
    fs::write(&ballast, vec![1; 600_000]).unwrap();
    let store = own_it(&place).await;
    let run = fixture::running(&store, Stage::Intake).await;
    let source = tempfile::NamedTempFile::new().unwrap();
    fs::write(source.path(), vec![7; 8_000_000]).unwrap();
    let failure = store.keep_original(source.path(), u64::MAX).await.unwrap_err();
    assert!(matches!(failure, StoreError::DiskFull { .. }), "{failure:?}");
    assert_eq!(fs::read_dir(disk.join("workspace/originals")).unwrap().count(), 0);
    let stored = fill(&store, run.document_id, 0).await;
    drop(store);

    // Opened again while full: every failure is typed, and committed data is there.
    match Store::open(&place, Access::Own).await {
        Ok(store) => assert_eq!(store.count_pages(run.document_id).await.unwrap(), stored),
        Err(error) => assert!(matches!(error, OpenError::DiskFull { .. }), "{error:?}"),
    }
    fs::remove_file(&ballast).unwrap();
    let store = own_it(&place).await;
    assert_eq!(store.recover().await.unwrap().runs, [run.id]);
    assert_eq!(store.put_pages(run.document_id, &batch(stored + 1)).await.unwrap(), 5);
    fill(&store, run.document_id, stored + 5).await;
    let whole = store.integrity(Depth::Full, |_, _| ()).await.unwrap();
    assert_eq!((whole.problems, whole.dangling), (vec![], vec![]));
    match store.close().await {
        Ok(()) => {}
        Err(failure) => assert!(matches!(failure, StoreError::DiskFull { .. }), "{failure:?}"),
    }
    drop(store);
    fs::remove_dir_all(disk.join("workspace")).unwrap();
}

/// Everything that is written for one document, from its row to its erasure. Goes on after a failure where it stopped.
struct Life {
    document: Document,
    run: Option<touchstone_core::record::Run>,
    step: u32,
    /// Steps to take, of `STEPS`.
    steps: u32,
}

/// All steps of a document's life; the last two move it to the trash and erase it.
const STEPS: u32 = 9;

impl Life {
    fn new(steps: u32) -> Self {
        Self {
            document: fixture::document(),
            run: None,
            step: 0,
            steps,
        }
    }

    /// Takes all steps that are left.
    async fn go_on(&mut self, store: &Store) -> Result<(), StoreError> {
        while self.step < self.steps {
            self.take(store).await?;
            self.step += 1;
        }
        Ok(())
    }

    async fn take(&mut self, store: &Store) -> Result<(), StoreError> {
        let id = self.document.id;
        let run = self.run.get_or_insert_with(|| fixture::run(id)).clone();
        match self.step {
            0 => store.insert_document(&self.document).await,
            1 => store.queue(&run).await.map(drop),
            2 => store.claim(run.id).await.map(|won| assert!(won)),
            3 => store.put_pages(id, &batch(1)).await.map(|stored| assert_eq!(stored, 5)),
            4 => {
                let taken = store.finish_intake(run.id, touchstone_intake::Outcome::Ok, None, Some(5), Stage::Verify);
                taken.await.map(|won| assert!(won))
            }
            5 => {
                let (surroundings, verified) = (
                    touchstone_core::record::Surroundings::default(),
                    fixture::verified(run.id),
                );
                let verified = store.finish_verify(run.id, &surroundings, None, &verified).await;
                verified.map(|won| assert!(won))
            }
            6 => {
                let review = fixture::review(&run);
                let decided = store.finish_decide(run.id, None, Some(&review), None).await;
                decided.map(|won| assert!(won))
            }
            7 => store.trash(&[id]).await.map(|moved| assert_eq!(moved, [id])),
            _ => store.empty_trash().await.map(drop),
        }
    }
}

/// A document's life is lived with hardly a free page, among ever more documents, so that each of its writes comes to be
/// the first that needs another page.
#[tokio::test]
async fn the_disk_is_full_at_every_write_and_each_is_made_up_for() {
    let (_folder, place) = somewhere();
    let store = own_it(&place).await;
    let set_limit =
        |pages: i64| sqlx::query_scalar::<_, i64>(sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}")));
    let mut failed_at = std::collections::BTreeSet::new();
    for others in 0..60_u32 {
        // Leaves no free pages.
        sqlx::query("VACUUM").execute(&store.writer).await.unwrap();
        let used: i64 = sqlx::query_scalar("PRAGMA page_count")
            .fetch_one(&store.writer)
            .await
            .unwrap();
        set_limit(used + i64::from(others % 5))
            .fetch_one(&store.writer)
            .await
            .unwrap();
        let mut life = Life::new(STEPS);
        if let Err(failure) = life.go_on(&store).await {
            let step = life.step;
            assert!(
                matches!(failure, StoreError::DiskFull { .. }),
                "step {step}: {failure:?}"
            );
            failed_at.insert(step);
            let stored = store.count_pages(life.document.id).await.unwrap();
            let whole = if step <= 3 {
                stored == 0
            } else {
                stored == 5 || step == STEPS - 1
            };
            assert!(whole, "step {step}: {stored} pages");
        }
        set_limit(1_000_000).fetch_one(&store.writer).await.unwrap();
        life.go_on(&store).await.unwrap();
        assert_eq!(all(&store).await.len(), others as usize, "only the others are left");
        assert!(!store.owes_sweep().await.unwrap());
        let whole = store.integrity(Depth::Quick, |_, _| ()).await.unwrap();
        assert_eq!((whole.problems, whole.dangling), (vec![], vec![]), "among {others}");
        Life::new(7).go_on(&store).await.unwrap();
    }
    assert!(
        failed_at.len() >= 4,
        "too few writes were the first to fail: {failed_at:?}"
    );
}
