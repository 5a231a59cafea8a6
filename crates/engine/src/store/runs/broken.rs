//! Runs that cannot continue: the program panicked while working on them, or their rows are damaged.

use super::{Row, interrupt_attempts};
use crate::event::Event;
use crate::store::Store;
use crate::store::error::{Doing, StoreError};
use crate::store::row::{At, time};
use sqlx::SqliteConnection;
use touchstone_core::record::{DocumentId, Run, RunId, RunState, now};

/// A failed run and its document, if their ids can be read.
pub(super) type Failed = (Option<RunId>, Option<DocumentId>);

impl Store {
    /// Counts a panic during a run. The first may have a passing cause, so the run is queued again; at the second,
    /// however much later, it fails for good. Returns the new state; `None` if the run was no longer running.
    pub async fn count_panic(&self, id: RunId, failure: &str) -> Result<Option<RunState>, StoreError> {
        const WHAT: &str = "count a panic";
        let mut tx = self.begin(WHAT).await?;
        let row: Option<(String, String)> = sqlx::query_as(
            "UPDATE runs SET panics = panics + 1, state = iif(panics > 0, 'failed', 'queued'),
                 failure = iif(panics > 0, ?2, failure), ended_at = iif(panics > 0, ?3, ended_at)
             WHERE id = ?1 AND state = 'running' RETURNING document_id, state",
        )
        .bind(id.to_string())
        .bind(failure)
        .bind(time(now()))
        .fetch_optional(&mut *tx)
        .await
        .doing(WHAT)?;
        let Some((document, state)) = row else { return Ok(None) };
        let at = At::new("runs", &id);
        let (document, state) = (at.parse("document_id", &document)?, at.word("state", state)?);
        interrupt_attempts(&mut tx, id, failure).await?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(match state {
            RunState::Queued => Event::RunQueued { run: id, document },
            _ => Event::RunFinished {
                run: id,
                document,
                state,
            },
        });
        Ok(Some(state))
    }

    pub(super) fn notify_failed(&self, failed: Failed) {
        if let (Some(run), Some(document)) = failed {
            let state = RunState::Failed;
            self.events.send(Event::RunFinished { run, document, state });
        }
    }
}

/// Returns the claimed run; if its row is damaged, fails it, so that it does not block others.
pub(super) async fn whole_or_failed(
    connection: &mut SqliteConnection,
    row: Row,
) -> Result<Result<Run, Failed>, StoreError> {
    let (seq, ids) = (row.seq, (row.id.parse().ok(), row.document_id.parse().ok()));
    let damage = match Run::try_from(row) {
        Ok(run) => return Ok(Ok(run)),
        Err(damage) => damage,
    };
    tracing::error!(name: "a run failed: its record is damaged", run = ids.0.map(tracing::field::display::<RunId>));
    sqlx::query("UPDATE runs SET state = 'failed', failure = ?2, ended_at = ?3 WHERE seq = ?1")
        .bind(seq)
        .bind(damage.to_string())
        .bind(time(now()))
        .execute(&mut *connection)
        .await
        .doing("fail a damaged run")?;
    if let (Some(run), _) = ids {
        interrupt_attempts(connection, run, &damage.to_string()).await?;
    }
    Ok(Err(ids))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::event::Received;
    use crate::store::Access;
    use crate::store::Place;
    use crate::store::fixture;
    use touchstone_core::record::Stage;

    #[tokio::test]
    async fn the_second_panic_fails_a_run_also_after_another_start_and_interruptions_never_do() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::Folder(folder.path().join("w"));
        let store = Store::open(&place, Access::Own).await.unwrap();
        let run = fixture::running(&store, Stage::Classify).await.id;
        for _ in 0..5 {
            store.recover().await.unwrap();
            assert!(store.claim(run).await.unwrap());
        }
        let place_of_it = "internal error at engine/src/a.rs:1";
        assert_eq!(
            store.count_panic(run, place_of_it).await.unwrap(),
            Some(RunState::Queued)
        );
        assert_eq!(
            store.count_panic(run, place_of_it).await.unwrap(),
            None,
            "it is not running"
        );
        assert_eq!(store.run(run).await.unwrap().failure, None);
        store.close().await.unwrap();
        drop(store);

        let store = Store::open(&place, Access::Own).await.unwrap();
        store.recover().await.unwrap();
        let mut listener = store.subscribe();
        assert_eq!(store.claim_next().await.unwrap().map(|run| run.id), Some(run));
        assert_eq!(
            store.count_panic(run, place_of_it).await.unwrap(),
            Some(RunState::Failed)
        );
        let after = store.run(run).await.unwrap();
        assert_eq!(
            (after.state, after.failure.as_deref()),
            (RunState::Failed, Some(place_of_it))
        );
        assert!(after.ended_at.is_some());
        let claimed = listener.next().await;
        assert!(
            matches!(claimed, Some(Received::Event(Event::RunClaimed { .. }))),
            "{claimed:?}"
        );
        let finished = listener.next().await;
        let state = RunState::Failed;
        assert!(matches!(finished, Some(Received::Event(Event::RunFinished { state: found, .. })) if found == state));
        assert_eq!(store.claim_next().await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_damaged_row_fails_and_the_run_behind_it_is_taken() {
        for state in ["queued", "running"] {
            let store = fixture::store().await;
            let broken = fixture::running(&store, Stage::Classify).await;
            let behind = fixture::running(&store, Stage::Classify).await;
            assert!(store.requeue(behind.id, "stopped").await.unwrap());
            sqlx::query("UPDATE runs SET settings = '{', state = ?2 WHERE id = ?1")
                .bind(broken.id.to_string())
                .bind(state)
                .execute(&store.writer)
                .await
                .unwrap();
            let mut listener = store.subscribe();
            assert_eq!(store.recover().await.unwrap().runs, []);
            let taken = store.claim_but(&[], &["acme".to_owned()]).await.unwrap();
            assert_eq!(taken.map(|run| run.id), Some(behind.id), "{state}");
            let finished = Event::RunFinished {
                run: broken.id,
                document: broken.document_id,
                state: RunState::Failed,
            };
            assert_eq!(listener.next().await, Some(Received::Event(finished)));
            let (state, failure): (String, String) = sqlx::query_as("SELECT state, failure FROM runs WHERE id = ?1")
                .bind(broken.id.to_string())
                .fetch_one(&store.writer)
                .await
                .unwrap();
            assert_eq!(state, "failed");
            assert!(
                failure.ends_with("is damaged: column `settings` is cut off at character 1"),
                "{failure}"
            );
            assert_eq!(store.document_of(broken.id).await.unwrap(), broken.document_id);
            assert_eq!(store.runs_in(RunState::Running).await.unwrap().len(), 1);
            assert_eq!(store.engines_at_work().await.unwrap().len(), 1);
        }
    }
}
