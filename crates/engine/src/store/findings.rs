//! Table `findings`: what each look at each page found.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, json_or_null, word};
use crate::record::{AttemptId, PageFinding, RunId};
use sqlx::{FromRow, SqliteConnection};

impl Store {
    /// All findings of a run in the order they were made.
    pub async fn findings(&self, run: RunId) -> Result<Vec<PageFinding>, StoreError> {
        of_run(&mut *self.look("list findings").await?, run).await
    }
}

pub(super) async fn insert(
    connection: &mut SqliteConnection,
    run: RunId,
    attempt: AttemptId,
    finding: &PageFinding,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO findings (run_id, attempt_id, page, pass, candidates, markings_found, marking, rationale, enhance,
             enhancements, absence, evidence)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
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
    .execute(connection)
    .await
    .doing("store a finding")?;
    Ok(())
}

pub(super) async fn of_run(connection: &mut SqliteConnection, run: RunId) -> Result<Vec<PageFinding>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as("SELECT * FROM findings WHERE run_id = ?1 ORDER BY seq")
        .bind(run.to_string())
        .fetch_all(connection)
        .await
        .doing("list findings")?;
    rows.into_iter().map(PageFinding::try_from).collect()
}

#[derive(FromRow)]
struct Row {
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
        })
    }
}
