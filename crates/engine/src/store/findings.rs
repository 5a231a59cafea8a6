//! Table `findings`: the result of each look at a page.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, json_or_null, word};
use crate::event::Event;
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{AttemptId, PageFinding, RunId};

impl Store {
    /// Stores a look at a page while its survey is still running. Has no effect if the attempt is no longer in
    /// progress.
    pub async fn add_finding(&self, run: RunId, attempt: AttemptId, finding: &PageFinding) -> Result<(), StoreError> {
        const WHAT: &str = "store a finding";
        let mut tx = self.begin(WHAT).await?;
        let started: bool =
            sqlx::query_scalar("SELECT count(*) FROM attempts WHERE id = ?1 AND run_id = ?2 AND state = 'started'")
                .bind(attempt.to_string())
                .bind(run.to_string())
                .fetch_one(&mut *tx)
                .await
                .doing(WHAT)?;
        if !started {
            return Ok(());
        }
        insert(&mut tx, run, attempt, finding).await?;
        tx.commit().await.doing(WHAT)?;
        self.events.send(Event::PageLookedAt {
            run,
            page: finding.page,
        });
        Ok(())
    }

    /// Returns all findings of a run in the order they were made, except those of unfinished attempts.
    pub async fn findings(&self, run: RunId) -> Result<Vec<PageFinding>, StoreError> {
        of_run(&mut *self.look("list findings").await?, run).await
    }
}

/// Replaces the findings stored during a survey by its final ones.
pub(super) async fn replace(
    connection: &mut SqliteConnection,
    run: RunId,
    attempt: AttemptId,
    findings: &[PageFinding],
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM findings WHERE attempt_id = ?1")
        .bind(attempt.to_string())
        .execute(&mut *connection)
        .await
        .doing("store the findings of a survey")?;
    for finding in findings {
        insert(&mut *connection, run, attempt, finding).await?;
    }
    Ok(())
}

async fn insert(
    connection: &mut SqliteConnection,
    run: RunId,
    attempt: AttemptId,
    finding: &PageFinding,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO findings (run_id, attempt_id, page, pass, candidates, markings_found, marking, rationale, enhance,
             enhancements, absence, evidence, signs)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )
    .bind(run.to_string())
    .bind(attempt.to_string())
    .bind(finding.page)
    .bind(word(finding.pass)?)
    .bind(json(&finding.candidates)?)
    .bind(json(&finding.markings_found)?)
    .bind(json_or_null(finding.marking.as_ref())?)
    .bind(&finding.rationale)
    .bind(finding.enhance)
    .bind(&finding.enhancements)
    .bind(json_or_null(finding.absence.as_ref())?)
    .bind(json(&finding.evidence)?)
    .bind(json(&finding.signs)?)
    .execute(connection)
    .await
    .doing("store a finding")?;
    Ok(())
}

pub(super) async fn of_run(connection: &mut SqliteConnection, run: RunId) -> Result<Vec<PageFinding>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT findings.* FROM findings JOIN attempts ON attempts.id = attempt_id
         WHERE findings.run_id = ?1 AND attempts.state IN ('started', 'done') ORDER BY findings.seq",
    )
    .bind(run.to_string())
    .fetch_all(connection)
    .await
    .doing("list findings")?;
    rows.into_iter().map(PageFinding::try_from).collect()
}

#[derive(FromRow)]
pub(super) struct Row {
    seq: i64,
    page: u32,
    pass: String,
    candidates: String,
    markings_found: String,
    marking: Option<String>,
    rationale: String,
    enhance: bool,
    enhancements: String,
    absence: Option<String>,
    evidence: String,
    signs: String,
}

impl TryFrom<Row> for PageFinding {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("findings", &row.seq);
        Ok(PageFinding {
            page: row.page,
            pass: at.word("pass", row.pass)?,
            candidates: at.json("candidates", &row.candidates)?,
            markings_found: at.json("markings_found", &row.markings_found)?,
            marking: at.json_or_null("marking", row.marking.as_deref())?,
            rationale: row.rationale,
            enhance: row.enhance,
            enhancements: row.enhancements,
            absence: at.json_or_null("absence", row.absence.as_deref())?,
            evidence: at.json("evidence", &row.evidence)?,
            signs: at.json("signs", &row.signs)?,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::store::fixture;
    use touchstone_core::record::Stage;

    #[tokio::test]
    async fn findings_come_while_a_survey_goes_on_and_go_with_one_that_was_interrupted() {
        let store = fixture::store().await;
        let run = fixture::running(&store, Stage::Classify).await;
        let attempt = fixture::attempt(run.id, None, "survey", 1);
        store.start_attempt(&attempt).await.unwrap();
        let found = fixture::finding(1);
        store.add_finding(run.id, attempt.id, &found).await.unwrap();
        assert_eq!(store.findings(run.id).await.unwrap(), [found]);
        store.recover().await.unwrap();
        assert_eq!(store.findings(run.id).await.unwrap(), []);
        store
            .add_finding(run.id, attempt.id, &fixture::finding(2))
            .await
            .unwrap();
        assert_eq!(store.findings(run.id).await.unwrap(), [], "the attempt is over");
    }
}
