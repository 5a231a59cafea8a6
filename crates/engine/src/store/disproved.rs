//! Table `disproved`: numbers of a file that its pages show otherwise. They stay known after their pages have been read
//! from their pictures. See the pipeline's `disproved` for what follows.

use super::error::{Doing, StoreError};
use super::row::{At, json};
use super::{Store, attempts, classifications, marks, plans, remembered, runs};
use crate::event::Event;
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{DocumentId, RunId, Shown, Stage};

/// A number of the file that its page shows otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Disproved {
    /// The run that compared it.
    pub run: RunId,
    pub shown: Shown,
    /// Whether the page has been read from its picture since.
    pub read_since: bool,
}

impl Store {
    /// Takes a run back from verification to intake, which reads the pages of these numbers from their pictures.
    /// Each number comes with the reading that has it. What the run found in the false text is dropped; its attempts
    /// stay, as interrupted, with `why`. Returns false and writes nothing if the run is not being verified.
    pub async fn read_anew(&self, run: RunId, numbers: &[(u32, &Shown)], why: &str) -> Result<bool, StoreError> {
        const WHAT: &str = "take a run back to intake";
        let mut tx = self.begin(WHAT).await?;
        let Some(document) = runs::advance(&mut tx, run, Stage::Verify, Stage::Intake).await? else {
            return Ok(false);
        };
        for &(reading, shown) in numbers {
            insert(&mut tx, document, run, reading, shown).await?;
        }
        attempts::supersede(&mut tx, run, why).await?;
        classifications::forget(&mut tx, run).await?;
        plans::forget(&mut tx, run).await?;
        marks::forget(&mut tx, run).await?;
        remembered::forget(&mut tx, run).await?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::DocumentChanged { document });
        Ok(true)
    }

    /// Returns the numbers of a document that its pages show otherwise, in the order they were compared.
    pub async fn disproved(&self, document: DocumentId) -> Result<Vec<Disproved>, StoreError> {
        const WHAT: &str = "list what the pages of a document disproved";
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT run_id, shown, EXISTS (
                 SELECT 1 FROM pages JOIN readings ON readings.page_id = pages.id
                 WHERE pages.document_id = disproved.document_id AND pages.number = disproved.page
                     AND whole = 1 AND readings.number > disproved.reading) AS read_since
             FROM disproved WHERE document_id = ?1 ORDER BY seq",
        )
        .bind(document.to_string())
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let at = At::new("disproved", &format!("of document {document}"));
        let disproved = |row: Row| {
            Ok(Disproved {
                run: at.parse("run_id", &row.run_id)?,
                shown: at.json("shown", &row.shown)?,
                read_since: row.read_since,
            })
        };
        rows.into_iter().map(disproved).collect()
    }
}

async fn insert(
    connection: &mut SqliteConnection,
    document: DocumentId,
    run: RunId,
    reading: u32,
    shown: &Shown,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO disproved (document_id, run_id, page, reading, shown) VALUES (?1, ?2, ?3, ?4, ?5)")
        .bind(document.to_string())
        .bind(run.to_string())
        .bind(shown.region.page)
        .bind(reading)
        .bind(json(shown)?)
        .execute(connection)
        .await
        .doing("store what a page disproved")?;
    Ok(())
}

#[derive(FromRow)]
struct Row {
    run_id: String,
    shown: String,
    read_since: bool,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::{Classified, fixture};
    use touchstone_core::record::{AttemptState, Mark};
    use touchstone_intake::{Outcome, ReadingSource, Region};

    fn shown() -> Shown {
        Shown {
            region: Region::between(1, (72.0, 72.0), (117.0, 83.5)),
            text: "1,841.32".to_owned(),
            recognised: "2,841.32".to_owned(),
            confidence: 0.9,
            reread: None,
        }
    }

    #[tokio::test]
    async fn a_run_goes_back_with_everything_it_found_in_the_false_text_dropped() {
        let store = fixture::store().await;
        let run = fixture::running(&store, Stage::Intake).await;
        let (id, document) = (run.id, run.document_id);
        let pages = [fixture::page(1, &["1,841.32"]), fixture::page(2, &["W-2"])];
        store.put_pages(document, &pages).await.unwrap();
        assert!(
            store
                .finish_intake(id, Outcome::Ok, None, Some(2), Stage::Classify)
                .await
                .unwrap()
        );
        let attempt = fixture::attempt(id, None, "survey", 1);
        store.start_attempt(&attempt).await.unwrap();
        let classified = Classified {
            attempt: attempt.id,
            findings: &[fixture::finding(1)],
            classification: &fixture::classification(attempt.id, "W-2"),
            plans: &[fixture::plan(1)],
            summary: "one form",
            usage: fixture::usage(),
            steps: &fixture::steps(attempt.id),
        };
        assert!(store.finish_classify(id, &classified).await.unwrap());
        assert!(
            !store.read_anew(id, &[(1, &shown())], "false").await.unwrap(),
            "not verified"
        );
        assert_eq!(store.disproved(document).await.unwrap(), []);
        let mark = Mark {
            form: 1,
            digest: "ab".to_owned(),
        };
        assert!(store.finish_extract(id, None, &[mark]).await.unwrap());

        assert!(store.read_anew(id, &[(1, &shown())], "false").await.unwrap());
        let record = store.run_record(id).await.unwrap();
        assert_eq!(record.run.stage, Stage::Intake);
        assert_eq!(
            (record.classifications.len(), record.plans.len(), record.findings.len()),
            (0, 0, 0)
        );
        let left = &record.attempts[0].attempt;
        assert_eq!(
            (left.state, left.summary.as_deref()),
            (AttemptState::Interrupted, Some("false"))
        );
        assert_eq!(left.usage, fixture::usage(), "what it cost stays");
        let expected = |read_since| {
            vec![Disproved {
                run: id,
                shown: shown(),
                read_since,
            }]
        };
        assert_eq!(store.disproved(document).await.unwrap(), expected(false));
        let recognised = ReadingSource::Ocr {
            engine: "rten".to_owned(),
            model: "small".to_owned(),
        };
        for (page, read_since) in [(2, false), (1, true)] {
            let reading = fixture::reading(page, recognised.clone(), &["2,841.32"]);
            store.add_reading(document, page, &reading).await.unwrap();
            assert_eq!(store.disproved(document).await.unwrap(), expected(read_since));
        }
        // The same work is done again from the start.
        assert!(
            store
                .finish_intake(id, Outcome::Ok, None, Some(2), Stage::Classify)
                .await
                .unwrap()
        );
        let again = fixture::attempt(id, None, "survey", 1);
        store.start_attempt(&again).await.unwrap();
        store.trash(&[document]).await.unwrap();
        store.empty_trash().await.unwrap();
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM disproved")
            .fetch_one(&store.writer)
            .await
            .unwrap();
        assert_eq!(left, 0);
    }
}
