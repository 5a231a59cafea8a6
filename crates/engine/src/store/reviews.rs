//! Table `reviews`: what waits for the expert and what the expert said.

use super::Store;
use super::error::{Doing, StoreError};
use super::row::{At, word, word_or_null};
use crate::event::Event;
use crate::record::{Review, ReviewId, ReviewState, RunId};
use sqlx::{FromRow, SqliteConnection};

impl Store {
    pub async fn review(&self, id: ReviewId) -> Result<Review, StoreError> {
        const WHAT: &str = "read a review";
        let row: Option<Row> = sqlx::query_as("SELECT * FROM reviews WHERE id = ?1")
            .bind(id.to_string())
            .fetch_optional(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        row.ok_or_else(|| StoreError::missing("review", &id))?.try_into()
    }

    /// Oldest first: the expert's queue when asked for pending ones.
    pub async fn reviews_in(&self, state: ReviewState) -> Result<Vec<Review>, StoreError> {
        const WHAT: &str = "list reviews";
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM reviews WHERE state = ?1 ORDER BY seq")
            .bind(word(state)?)
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        rows.into_iter().map(Review::try_from).collect()
    }

    /// Writes what the review has become, if it is still in the state `from`. Returns whether it was.
    pub async fn change_review(&self, from: ReviewState, review: &Review) -> Result<bool, StoreError> {
        const WHAT: &str = "change a review";
        let done = sqlx::query(
            "UPDATE reviews SET reviewer = ?3, state = ?4, verdict = ?5, notes = ?6, seconds = ?7
             WHERE id = ?1 AND state = ?2",
        )
        .bind(review.id.to_string())
        .bind(word(from)?)
        .bind(&review.reviewer)
        .bind(word(review.state)?)
        .bind(word_or_null(review.verdict)?)
        .bind(&review.notes)
        .bind(review.seconds)
        .execute(&self.writer)
        .await
        .doing(WHAT)?;
        let won = done.rows_affected() == 1;
        if won {
            let (review, document) = (review.id, review.document_id);
            self.events.send(Event::ReviewChanged { review, document });
        }
        Ok(won)
    }
}

pub(super) async fn insert(connection: &mut SqliteConnection, review: &Review) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO reviews (id, document_id, run_id, reviewer, state, verdict, notes, seconds)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )
    .bind(review.id.to_string())
    .bind(review.document_id.to_string())
    .bind(review.run_id.to_string())
    .bind(&review.reviewer)
    .bind(word(review.state)?)
    .bind(word_or_null(review.verdict)?)
    .bind(&review.notes)
    .bind(review.seconds)
    .execute(connection)
    .await
    .doing("store a review")?;
    Ok(())
}

pub(super) async fn newest(connection: &mut SqliteConnection, run: RunId) -> Result<Option<Review>, StoreError> {
    let row: Option<Row> = sqlx::query_as("SELECT * FROM reviews WHERE run_id = ?1 ORDER BY seq DESC LIMIT 1")
        .bind(run.to_string())
        .fetch_optional(connection)
        .await
        .doing("read the review of a run")?;
    row.map(Review::try_from).transpose()
}

#[derive(FromRow)]
struct Row {
    id: String,
    document_id: String,
    run_id: String,
    reviewer: Option<String>,
    state: String,
    verdict: Option<String>,
    notes: Option<String>,
    seconds: Option<f64>,
}

impl TryFrom<Row> for Review {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("reviews", &row.id);
        Ok(Review {
            id: at.parse("id", &row.id)?,
            document_id: at.parse("document_id", &row.document_id)?,
            run_id: at.parse("run_id", &row.run_id)?,
            reviewer: row.reviewer,
            state: at.word("state", row.state)?,
            verdict: at.word_or_null("verdict", row.verdict)?,
            notes: row.notes,
            seconds: row.seconds,
        })
    }
}
