//! Table `reviews`: pending reviews and the experts' verdicts.

use super::audit_log::{Covered, Logged, NewEntry, append, settled_as};
use super::error::{Doing, StoreError};
use super::row::{At, time, word, word_or_null};
use super::{Store, audit_sample, corrections, truths};
use crate::event::Event;
use sqlx::{FromRow, SqliteConnection};
use touchstone_core::record::{Correction, DocumentId, GroundTruth, Review, ReviewId, ReviewState, RunId, Verdict};

/// A person's statement about a run: the next state of the review that was `seen`, or a new review after it, together
/// with the truth that it settles.
#[derive(Debug, Clone)]
pub struct Word {
    pub seen: Option<Review>,
    pub review: Review,
    pub truth: Option<GroundTruth>,
}

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

    /// Returns reviews in this state, oldest first; the pending ones are the expert's queue.
    pub async fn reviews_in(&self, state: ReviewState) -> Result<Vec<Review>, StoreError> {
        const WHAT: &str = "list reviews";
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM reviews WHERE state = ?1 ORDER BY seq")
            .bind(word(state)?)
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        rows.into_iter().map(Review::try_from).collect()
    }

    /// Returns all reviews of a document, oldest first.
    pub async fn reviews_of(&self, document: DocumentId) -> Result<Vec<Review>, StoreError> {
        const WHAT: &str = "list the reviews of a document";
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM reviews WHERE document_id = ?1 ORDER BY seq")
            .bind(document.to_string())
            .fetch_all(&mut *self.look(WHAT).await?)
            .await
            .doing(WHAT)?;
        rows.into_iter().map(Review::try_from).collect()
    }

    /// Writes one act of a person: edits and a statement about the whole. Returns whether it won: nothing is written if
    /// the run has another review by now or is not done, or if the document was read again.
    pub async fn write_act(&self, edits: &[Correction], word: Option<&Word>) -> Result<bool, StoreError> {
        const WHAT: &str = "store a review act";
        let mut tx = self.begin(WHAT).await?;
        for edit in edits {
            corrections::insert(&mut tx, edit).await?;
        }
        if let Some(word) = word
            && !write_review(&mut tx, word).await?
        {
            return Ok(false);
        }
        log(&mut tx, edits, word).await?;
        let switched = match word {
            Some(word) => audit_sample::judge(&mut tx, &word.review).await?,
            None => false,
        };
        tx.commit().await.doing(WHAT)?;
        if switched {
            self.events.send(Event::SettingsChanged);
        }
        if let Some(edit) = edits.first() {
            let document = edit.document_id;
            self.events.send(Event::Corrected { document });
        }
        if let Some(Word { review, truth, .. }) = word {
            let document = review.document_id;
            self.events.send(Event::ReviewChanged {
                review: review.id,
                document,
            });
            if let Some(truth) = truth {
                self.events.send(Event::TruthSettled {
                    truth: truth.id,
                    document,
                });
            }
        }
        Ok(true)
    }

    /// Writes the review if it is still in the state `from`. Returns whether it was.
    pub async fn change_review(&self, from: ReviewState, review: &Review) -> Result<bool, StoreError> {
        let mut tx = self.begin("change a review").await?;
        let won = change(&mut tx, from, review).await?;
        if won {
            let word = Word {
                seen: None,
                review: review.clone(),
                truth: None,
            };
            log(&mut tx, &[], Some(&word)).await?;
        }
        tx.commit().await.doing("change a review")?;
        if won {
            let (review, document) = (review.id, review.document_id);
            self.events.send(Event::ReviewChanged { review, document });
        }
        Ok(won)
    }
}

/// Logs an act with everything that it wrote.
async fn log(connection: &mut SqliteConnection, edits: &[Correction], word: Option<&Word>) -> Result<(), StoreError> {
    let Some(document) = edits
        .first()
        .map(|edit| edit.document_id)
        .or(word.map(|word| word.review.document_id))
    else {
        return Ok(());
    };
    let takes_back =
        edits.iter().any(|edit| edit.undoes.is_some()) || word.is_some_and(|word| word.review.undoes.is_some());
    let what = match word {
        _ if takes_back => Logged::TakenBack,
        None => Logged::Edited,
        Some(Word { truth: Some(truth), .. }) => settled_as(truth.source),
        Some(Word { review, .. }) => match review.verdict {
            Some(Verdict::Rejects) => Logged::Rejected,
            Some(Verdict::Agrees) => Logged::Confirmed,
            Some(Verdict::Corrects) => Logged::Corrected,
            None => Logged::Reopened,
        },
    };
    let mut rows: Vec<(Covered, String)> = Vec::new();
    rows.extend(edits.iter().map(|edit| (Covered::Corrections, edit.id.to_string())));
    if let Some(word) = word {
        rows.push((Covered::Reviews, word.review.id.to_string()));
        rows.extend(word.truth.iter().map(|truth| (Covered::Truths, truth.id.to_string())));
    }
    let by = word.and_then(|word| word.review.reviewer.as_deref());
    let entry = NewEntry {
        who: by.or(edits.first().and_then(|edit| edit.author.as_deref())),
        document: Some(document),
        run: word.map(|word| word.review.run_id),
        ..NewEntry::of(what)
    };
    append(connection, &entry, &rows).await
}

/// Writes the statement if it still applies to the review that was seen. Returns whether it did.
async fn write_review(connection: &mut SqliteConnection, word: &Word) -> Result<bool, StoreError> {
    let Word { seen, review, truth } = word;
    let stands: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM runs WHERE id = ?1 AND state = 'done'
             AND seq = (SELECT max(seq) FROM runs AS other WHERE other.document_id = runs.document_id))",
    )
    .bind(review.run_id.to_string())
    .fetch_one(&mut *connection)
    .await
    .doing("store a review")?;
    let now = newest(connection, review.run_id).await?;
    let is = |row: &Option<Review>| row.as_ref().map(|row| (row.id, row.state));
    if !stands || is(&now) != is(seen) {
        return Ok(false);
    }
    match seen.as_ref().filter(|row| row.id == review.id) {
        Some(seen) => {
            change(connection, seen.state, review).await?;
        }
        None => insert(connection, review).await?,
    }
    if let Some(truth) = truth {
        truths::insert(connection, truth).await?;
    }
    Ok(true)
}

async fn change(connection: &mut SqliteConnection, from: ReviewState, review: &Review) -> Result<bool, StoreError> {
    let done = sqlx::query(
        "UPDATE reviews SET reviewer = ?3, state = ?4, verdict = ?5, notes = ?6, seconds = ?7, ended_at = ?8, act = ?9
         WHERE id = ?1 AND state = ?2",
    )
    .bind(review.id.to_string())
    .bind(word(from)?)
    .bind(&review.reviewer)
    .bind(word(review.state)?)
    .bind(word_or_null(review.verdict)?)
    .bind(&review.notes)
    .bind(review.seconds)
    .bind(review.ended_at.map(time))
    .bind(review.act.map(|id| id.to_string()))
    .execute(connection)
    .await
    .doing("change a review")?;
    Ok(done.rows_affected() == 1)
}

pub(super) async fn insert(connection: &mut SqliteConnection, review: &Review) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO reviews (id, document_id, run_id, reviewer, state, verdict, notes, seconds, ended_at, act, undoes)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )
    .bind(review.id.to_string())
    .bind(review.document_id.to_string())
    .bind(review.run_id.to_string())
    .bind(&review.reviewer)
    .bind(word(review.state)?)
    .bind(word_or_null(review.verdict)?)
    .bind(&review.notes)
    .bind(review.seconds)
    .bind(review.ended_at.map(time))
    .bind(review.act.map(|id| id.to_string()))
    .bind(review.undoes.map(|id| id.to_string()))
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
pub(super) struct Row {
    id: String,
    act: Option<String>,
    undoes: Option<String>,
    document_id: String,
    run_id: String,
    reviewer: Option<String>,
    state: String,
    verdict: Option<String>,
    notes: Option<String>,
    seconds: Option<f64>,
    ended_at: Option<String>,
}

impl TryFrom<Row> for Review {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let at = At::new("reviews", &row.id);
        Ok(Review {
            id: at.parse("id", &row.id)?,
            act: at.parse_or_null("act", row.act.as_deref())?,
            undoes: at.parse_or_null("undoes", row.undoes.as_deref())?,
            document_id: at.parse("document_id", &row.document_id)?,
            run_id: at.parse("run_id", &row.run_id)?,
            reviewer: row.reviewer,
            state: at.word("state", row.state)?,
            verdict: at.word_or_null("verdict", row.verdict)?,
            notes: row.notes,
            seconds: row.seconds,
            ended_at: at.parse_or_null("ended_at", row.ended_at.as_deref())?,
        })
    }
}
