//! Table `issues`: every reason to doubt a run's result, from every verification pass.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, json, word};
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{Issue, NewIssue, RunId};

impl Store {
    /// Returns all issues of a run in the order they were raised.
    pub async fn issues(&self, run: RunId) -> Result<Vec<Issue>, StoreError> {
        of_run(&mut *self.look("list issues").await?, run).await
    }
}

pub(super) async fn insert(connection: &mut SqliteConnection, issue: &Issue) -> Result<(), StoreError> {
    let body = &issue.body;
    sqlx::query(
        "INSERT INTO issues (run_id, id, pass, raised_by, code, guide_code, severity, subject, message, expected, actual,
             suggestion, auto_fixable, evidence, also)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    )
    .bind(issue.run_id.to_string())
    .bind(&issue.id)
    .bind(issue.pass)
    .bind(word(body.raised_by)?)
    .bind(&body.code)
    .bind(&body.guide_code)
    .bind(word(body.severity)?)
    .bind(&body.subject)
    .bind(&body.message)
    .bind(&body.expected)
    .bind(&body.actual)
    .bind(&body.suggestion)
    .bind(body.auto_fixable)
    .bind(json(&body.evidence)?)
    .bind(json(&body.also)?)
    .execute(connection)
    .await
    .doing("store an issue")?;
    Ok(())
}

pub(super) async fn of_run(connection: &mut SqliteConnection, run: RunId) -> Result<Vec<Issue>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as("SELECT * FROM issues WHERE run_id = ?1 ORDER BY seq")
        .bind(run.to_string())
        .fetch_all(connection)
        .await
        .doing("list issues")?;
    rows.into_iter().map(Issue::try_from).collect()
}

#[derive(FromRow)]
pub(super) struct Row {
    run_id: String,
    id: String,
    pass: u32,
    raised_by: String,
    code: String,
    guide_code: Option<String>,
    severity: String,
    subject: String,
    message: String,
    expected: Option<String>,
    actual: Option<String>,
    suggestion: Option<String>,
    auto_fixable: bool,
    evidence: String,
    also: String,
}

impl TryFrom<Row> for Issue {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("issues", &format!("{} of run {}", row.id, row.run_id));
        let body = NewIssue {
            raised_by: at.word("raised_by", row.raised_by)?,
            code: row.code,
            guide_code: row.guide_code,
            severity: at.word("severity", row.severity)?,
            subject: row.subject,
            also: at.json("also", &row.also)?,
            message: row.message,
            expected: row.expected,
            actual: row.actual,
            suggestion: row.suggestion,
            auto_fixable: row.auto_fixable,
            evidence: at.json("evidence", &row.evidence)?,
        };
        Ok(Issue {
            run_id: at.parse("run_id", &row.run_id)?,
            id: row.id,
            pass: row.pass,
            body,
        })
    }
}
