//! Documents with the results of their newest runs, in one query, for lists of thousands without loading a run record.

use super::documents::Row as DocumentRow;
use super::error::{Doing, StoreError};
use super::row::{At, word_or_null};
use super::{DocumentFilter, Store};
use sqlx::FromRow;
use touchstone_core::record::{Decided, Document, RunId, RunState, Stage};

/// A document with the results of its newest run so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Overview {
    pub document: Document,
    pub run: Option<RunId>,
    pub state: Option<RunState>,
    /// The run's next stage.
    pub stage: Option<Stage>,
    /// Label of the newest classification.
    pub label: Option<String>,
    pub confidence: Option<f64>,
    pub decision: Option<Decided>,
}

impl Store {
    /// Returns the same documents as `documents`, in the same order, and the errors of damaged rows.
    pub async fn overviews(&self, filter: &DocumentFilter) -> Result<(Vec<Overview>, Vec<StoreError>), StoreError> {
        const WHAT: &str = "list documents with their runs";
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT documents.*, runs.id AS run, runs.state AS run_state, runs.stage AS run_stage,
                 classifications.label, classifications.confidence, decisions.outcome AS decision
             FROM documents
             LEFT JOIN runs ON runs.seq = (SELECT max(seq) FROM runs WHERE document_id = documents.id)
             LEFT JOIN classifications
                 ON classifications.seq = (SELECT max(seq) FROM classifications WHERE run_id = runs.id)
             LEFT JOIN decisions ON decisions.run_id = runs.id
             WHERE (?1 IS NULL OR documents.pack = ?1) AND (?2 IS NULL OR case_name = ?2)
                 AND (?3 IS NULL OR documents.state = ?3)
             ORDER BY documents.seq LIMIT ?4 OFFSET ?5",
        )
        .bind(&filter.pack)
        .bind(&filter.case)
        .bind(word_or_null(filter.state)?)
        .bind(filter.limit.map_or(-1, i64::from))
        .bind(filter.offset)
        .fetch_all(&mut *self.look(WHAT).await?)
        .await
        .doing(WHAT)?;
        let (mut whole, mut damaged) = (Vec::new(), Vec::new());
        for row in rows {
            match Overview::try_from(row) {
                Ok(overview) => whole.push(overview),
                Err(damage) => damaged.push(damage),
            }
        }
        Ok((whole, damaged))
    }
}

#[derive(FromRow)]
struct Row {
    #[sqlx(flatten)]
    document: DocumentRow,
    run: Option<String>,
    run_state: Option<String>,
    run_stage: Option<String>,
    label: Option<String>,
    confidence: Option<f64>,
    decision: Option<String>,
}

impl TryFrom<Row> for Overview {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let document = Document::try_from(row.document)?;
        let at = At::new("runs", &format!("of document {}", document.id));
        Ok(Overview {
            document,
            run: at.parse_or_null("id", row.run.as_deref())?,
            state: at.word_or_null("state", row.run_state)?,
            stage: at.word_or_null("stage", row.run_stage)?,
            label: row.label,
            confidence: row.confidence,
            decision: at.word_or_null("decision", row.decision)?,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::fixture;

    #[tokio::test]
    async fn each_document_comes_with_the_newest_run_only() {
        let store = fixture::store().await;
        let bare = fixture::document();
        store.insert_document(&bare).await.unwrap();
        let older = fixture::running(&store, Stage::Verify).await;
        let attempt = fixture::attempt(older.id, None, "survey", 1);
        store.start_attempt(&attempt).await.unwrap();
        let fixed = fixture::classification(attempt.id, "W-2");
        let verified = fixture::verified(older.id);
        assert!(
            store
                .finish_verify(
                    older.id,
                    &touchstone_core::record::Surroundings::default(),
                    Some(&fixed),
                    &verified
                )
                .await
                .unwrap()
        );

        let [first, second] =
            <[Overview; 2]>::try_from(store.overviews(&DocumentFilter::default()).await.unwrap().0).unwrap();
        assert_eq!((first.document, first.run, first.label), (bare, None, None));
        assert_eq!(
            (second.run, second.state, second.stage),
            (Some(older.id), Some(RunState::Running), Some(Stage::Decide))
        );
        assert_eq!((second.label.as_deref(), second.confidence), (Some("W-2"), Some(0.93)));
        assert_eq!(second.decision, Some(Decided::AutoAccept));

        let newer = fixture::run(older.document_id);
        store.queue(&newer).await.unwrap();
        let after = store.overviews(&DocumentFilter::default()).await.unwrap().0.remove(1);
        assert_eq!((after.run, after.state), (Some(newer.id), Some(RunState::Queued)));
        assert_eq!((after.label, after.decision), (None, None));
        let filter = DocumentFilter {
            offset: 1,
            ..DocumentFilter::default()
        };
        assert_eq!(store.overviews(&filter).await.unwrap().0.len(), 1);
    }
}
